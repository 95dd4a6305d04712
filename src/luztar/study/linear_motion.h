// M y'' + D y' + K y = 0: coordinates under constraints, and eigenvalues.
#pragma once

#include <complex>
#include <vector>

#include <Eigen/Dense>

namespace luztar {

struct LinearMotion {
  Eigen::MatrixXd mass, damping, stiffness;
};

/// Coordinates that leave constraints J q = 0 fulfilled: q = basis y, y = q[chosen].
struct Coordinates {
  Eigen::MatrixXd basis;
  std::vector<int> chosen;
};
/// The last ones that can be are the dependent ones.
Coordinates free_coordinates(const Eigen::MatrixXd& constraints);

LinearMotion in_coordinates(const LinearMotion& motion, const Eigen::MatrixXd& basis);

struct Eigenmotion {
  std::complex<double> value;  ///< [1/s]
  Eigen::VectorXcd shape;      ///< (y)
};

/// Values by size, rising; of conjugate pairs those with Im > 0. Directions without mass follow
/// their forces: those without damping are eliminated, the others have one value each. Zero values
/// are 0 exactly. Throws ModelError where nothing holds a direction without mass.
std::vector<Eigenmotion> eigenmotions(const LinearMotion& motion);

}  // namespace luztar
