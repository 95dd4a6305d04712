#include "luztar/matrix/decompositions.h"

#include <Eigen/Dense>

#include "luztar/matrix/as_eigen.h"

namespace luztar {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::CompleteOrthogonalDecomposition<MatrixXd> orthogonal(const Matrix& a, double rank) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(rank);
  solver.compute(as_eigen(a));
  return solver;
}

std::vector<std::complex<double>> list_of(const Eigen::VectorXcd& values) {
  return {values.data(), values.data() + values.size()};
}

}  // namespace

Matrix pseudo_inverse(const Matrix& a, double rank) {
  if (a.size() == 0) return {a.cols(), a.rows()};
  return matrix_of(orthogonal(a, rank).pseudoInverse());
}

Index rank_of(const Matrix& a, double rank) { return orthogonal(a, rank).rank(); }

Matrix null_space(const Matrix& a, double rank) {
  const Index n = a.cols();
  if (a.size() == 0) return Matrix::identity(n);
  const auto solver = orthogonal(a, rank);
  const MatrixXd rows = solver.matrixZ();
  return matrix_of(solver.colsPermutation() * rows.transpose().rightCols(n - solver.rank()));
}

Vector least_squares_solution(const Matrix& a, const Vector& b) {
  const Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver(as_eigen(a));
  return vector_of(solver.solve(as_eigen(b)));
}

Matrix kernel_of(const Matrix& a, double rank) {
  Eigen::FullPivLU<MatrixXd> lu(as_eigen(a));
  if (rank > 0.0) lu.setThreshold(rank);
  return lu.dimensionOfKernel() == 0 ? Matrix(a.cols(), 0) : matrix_of(lu.kernel());
}

Matrix orthonormal(const Matrix& columns) {
  const Eigen::HouseholderQR<MatrixXd> qr(as_eigen(columns));
  return matrix_of(qr.householderQ() * MatrixXd::Identity(columns.rows(), columns.cols()));
}

SingularValues singular_values(const Matrix& a) {
  const Eigen::JacobiSVD<MatrixXd> svd(as_eigen(a), Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {matrix_of(svd.matrixU()), matrix_of(svd.matrixV()), vector_of(svd.singularValues())};
}

Vector singular_sizes(const Matrix& a) {
  return vector_of(Eigen::JacobiSVD<MatrixXd>(as_eigen(a)).singularValues());
}

struct SquareSolver::Impl {
  Eigen::PartialPivLU<MatrixXd> lu;
};

SquareSolver::SquareSolver(const Matrix& a)
    : impl_(new Impl{Eigen::PartialPivLU<MatrixXd>(as_eigen(a))}) {}
SquareSolver::~SquareSolver() = default;

Vector SquareSolver::solve(const Vector& b) const {
  return vector_of(impl_->lu.solve(as_eigen(b)));
}
Matrix SquareSolver::solve(const Matrix& b) const {
  return matrix_of(impl_->lu.solve(as_eigen(b)));
}

Matrix inverse(const Matrix& a) { return matrix_of(MatrixXd(as_eigen(a)).inverse()); }

Matrix solved(const Matrix& a, const Matrix& b) {
  return matrix_of(Eigen::FullPivLU<MatrixXd>(as_eigen(a)).solve(as_eigen(b)));
}
bool is_regular(const Matrix& a) { return Eigen::FullPivLU<MatrixXd>(as_eigen(a)).isInvertible(); }

Eigenvalues eigenvalues(const Matrix& a) {
  const Eigen::EigenSolver<MatrixXd> solver(as_eigen(a));
  Eigenvalues made{solver.info() == Eigen::Success, list_of(solver.eigenvalues()), {}};
  const Eigen::MatrixXcd vectors = solver.eigenvectors();
  for (Index k = 0; k < vectors.cols(); ++k) made.vectors.push_back(list_of(vectors.col(k)));
  return made;
}

RealBlocks real_blocks(const Matrix& a) {
  const Eigen::EigenSolver<MatrixXd> solver(as_eigen(a));
  if (solver.info() != Eigen::Success) return {};
  return {true, list_of(solver.eigenvalues()), matrix_of(solver.pseudoEigenvectors()),
          matrix_of(solver.pseudoEigenvalueMatrix())};
}

SymmetricEigenvalues symmetric_eigenvalues(const Matrix& a) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(as_eigen(a));
  return {vector_of(solver.eigenvalues()), matrix_of(solver.eigenvectors())};
}

bool is_positive_definite(const Matrix& a) {
  return Eigen::LLT<MatrixXd>(as_eigen(a)).info() == Eigen::Success;
}

Matrix inverse_of_positive_definite(const Matrix& a) {
  return matrix_of(as_eigen(a).llt().solve(MatrixXd::Identity(a.rows(), a.cols())));
}

Vector solved_symmetric(const Matrix& a, const Vector& b) {
  return vector_of(as_eigen(a).ldlt().solve(as_eigen(b)));
}

}  // namespace luztar
