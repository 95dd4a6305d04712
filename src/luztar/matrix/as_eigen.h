// Our numbers in place, as Eigen sees them. Private to matrix/.
#pragma once

#include <Eigen/Core>

#include "luztar/matrix/matrix.h"

namespace luztar {

inline Eigen::Map<const Eigen::MatrixXd> as_eigen(const Matrix& a) {
  return {a.data(), a.rows(), a.cols()};
}
inline Eigen::Map<Eigen::MatrixXd> as_eigen(Matrix& a) { return {a.data(), a.rows(), a.cols()}; }
inline Eigen::Map<const Eigen::VectorXd> as_eigen(std::span<const double> a) {
  return {a.data(), static_cast<Index>(a.size())};
}
inline Eigen::Map<const Eigen::VectorXd> as_eigen(const Vector& a) { return {a.data(), a.size()}; }
inline Eigen::Map<Eigen::VectorXd> as_eigen(Vector& a) { return {a.data(), a.size()}; }

/// Evaluated straight into a matrix or a vector of ours.
template <class Expression>
Matrix matrix_of(const Expression& expression) {
  Matrix made(expression.rows(), expression.cols());
  as_eigen(made).noalias() = expression;
  return made;
}
template <class Expression>
Vector vector_of(const Expression& expression) {
  Vector made(expression.size());
  as_eigen(made).noalias() = expression;
  return made;
}

}  // namespace luztar
