// Linear systems, least squares, kernels, eigenvalues of dense matrices.
#pragma once

#include <complex>
#include <memory>
#include <vector>

#include "luztar/matrix/matrix.h"

namespace luztar {

// --- any matrix
// -----------------------------------------------------------------------------------

/// @param rank  relative: what a pivot that is rounding is at most
Matrix pseudo_inverse(const Matrix& a, double rank);
Index rank_of(const Matrix& a, double rank);
/// Orthonormal columns that the matrix takes to 0, by the same decomposition.
Matrix null_space(const Matrix& a, double rank);
/// The shortest x of least |a x - b|; what is rounding follows from the size.
Vector least_squares_solution(const Matrix& a, const Vector& b);
/// Columns that the matrix takes to 0, not normalised; no columns: there are none.
/// @param rank  as above; 0: what follows from the size
Matrix kernel_of(const Matrix& a, double rank = 0.0);
/// As many orthonormal columns that span the same.
Matrix orthonormal(const Matrix& columns);

struct SingularValues {
  Matrix left, right;  ///< square
  Vector values;       ///< falling
};
SingularValues singular_values(const Matrix& a);
/// The values alone.
Vector singular_sizes(const Matrix& a);

// --- square ones
// ----------------------------------------------------------------------------------

/// By rows that change places.
class SquareSolver {
 public:
  explicit SquareSolver(const Matrix& a);
  ~SquareSolver();
  SquareSolver(const SquareSolver&) = delete;
  SquareSolver& operator=(const SquareSolver&) = delete;
  Vector solve(const Vector& b) const;
  Matrix solve(const Matrix& b) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};
Matrix inverse(const Matrix& a);
/// By rows and columns that change places.
Matrix solved(const Matrix& a, const Matrix& b);
bool is_regular(const Matrix& a);  ///< of full rank by that, to rounding

struct Eigenvalues {
  bool found{};
  std::vector<std::complex<double>> values;
  std::vector<std::vector<std::complex<double>>> vectors;  ///< in the order of the values
};
Eigenvalues eigenvalues(const Matrix& a);
/// a = vectors blocks vectors^-1 with real blocks of one row, or of two for conjugate values.
struct RealBlocks {
  bool found{};
  std::vector<std::complex<double>> values;
  Matrix vectors, blocks;
};
RealBlocks real_blocks(const Matrix& a);

// --- symmetric ones
// -------------------------------------------------------------------------------

struct SymmetricEigenvalues {
  Vector values;   ///< rising
  Matrix vectors;  ///< (columns) of a length of 1
};
SymmetricEigenvalues symmetric_eigenvalues(const Matrix& a);
bool is_positive_definite(const Matrix& a);
Matrix inverse_of_positive_definite(const Matrix& a);
Vector solved_symmetric(const Matrix& a, const Vector& b);

}  // namespace luztar
