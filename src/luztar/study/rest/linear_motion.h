// M y'' + D y' + K y = 0: coordinates under constraints, and eigenvalues.
#pragma once

#include <complex>
#include <vector>

#include "luztar/matrix/decompositions.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

struct LinearMotion {
  Matrix mass, damping, stiffness;
};

/// Coordinates that leave constraints J q = 0 fulfilled: q = basis y, y = q[chosen].
struct Coordinates {
  Matrix basis;
  std::vector<int> chosen;
};
/// The last ones that can be are the dependent ones.
Coordinates free_coordinates(const Matrix& constraints);

LinearMotion in_coordinates(const LinearMotion& motion, const Matrix& basis);

struct Eigenmotion {
  std::complex<double> value;               ///< [1/s]
  std::vector<std::complex<double>> shape;  ///< (y)
};

/// Values of a matrix after its rows and columns have been brought to one size by powers of 2.
Eigenvalues balanced_values(const Matrix& matrix, Vector& scale);

std::vector<std::complex<double>> operator*(const Matrix& a,
                                            const std::vector<std::complex<double>>& x);

/// Values by size, rising; of conjugate pairs those with Im > 0. Directions without mass follow
/// their forces: those without damping are eliminated, the others have one value each. Zero values
/// are 0 exactly. Throws ModelError where nothing holds a direction without mass.
std::vector<Eigenmotion> eigenmotions(const LinearMotion& motion);

}  // namespace luztar
