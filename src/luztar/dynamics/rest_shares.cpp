#include "luztar/dynamics/rest_shares.h"

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::CompleteOrthogonalDecomposition<MatrixXd> decomposed(const MatrixXd& matrix) {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver;
  solver.setThreshold(kNoise);
  solver.compute(matrix);
  return solver;
}

/// Columns that a matrix takes to zero, orthonormal.
MatrixXd null_space(const MatrixXd& matrix) {
  const Eigen::Index n = matrix.cols();
  if (matrix.size() == 0) return MatrixXd::Identity(n, n);
  const auto solver = decomposed(matrix);
  const MatrixXd rows = solver.matrixZ();
  return solver.colsPermutation() * rows.transpose().rightCols(n - solver.rank());
}

MatrixXd pseudo_inverse_of(const MatrixXd& matrix) {
  if (matrix.size() == 0) return MatrixXd::Zero(matrix.cols(), matrix.rows());
  return decomposed(matrix).pseudoInverse();
}

double inverse_or_zero(double x) { return x > 0.0 ? 1.0 / x : 0.0; }

}  // namespace

RestShares::RestShares(const RestingPairs& pairs)
    : root_(pairs.inverse_mass.cwiseSqrt()), give_(pairs.compliance) {
  arms_ = root_.asDiagonal() * pairs.arms;
  size_ = arms_.colwise().norm().transpose();
  const VectorXd scale = size_.unaryExpr(&inverse_or_zero);
  arms_ = arms_ * scale.asDiagonal();
  inverse_ = pseudo_inverse_of(arms_);
  find_gain(pairs, root_.asDiagonal() * pairs.action * scale.asDiagonal());
}

/// Forces in units in which each pair alone has a mobility of 1: those that balance the load, of
/// these those by which what rests fits together, of these the least of frictions.
void RestShares::find_gain(const RestingPairs& pairs, const MatrixXd& action) {
  const MatrixXd fits = null_space(null_space(arms_).transpose() * give_.asDiagonal());
  const MatrixXd balance = action * fits;
  gain_ = fits * pseudo_inverse_of(balance);
  const MatrixXd left = null_space(balance);
  if (left.cols() > 0) {
    const MatrixXd ways = fits * left;
    VectorXd weight(give_.size());
    for (Eigen::Index j = 0; j < weight.size(); ++j)
      weight[j] =
          give_[j] > 0.0 || size_[j] == 0.0
              ? 0.0
              : 1.0 / std::sqrt(size_[j] * size_[j] * std::max(pairs.strength[j], kSmallest));
    const double largest = weight.size() > 0 ? weight.maxCoeff() : 0.0;
    if (largest > 0.0) weight /= largest;
    gain_ -= ways * (pseudo_inverse_of(weight.asDiagonal() * ways) * (weight.asDiagonal() * gain_));
  }
  gain_ = size_.unaryExpr(&inverse_or_zero).asDiagonal() * gain_ * root_.asDiagonal();
}

VectorXd RestShares::slip(const VectorXd& row, bool in_all) const {
  const VectorXd wanted = root_.cwiseProduct(row);
  const VectorXd by = inverse_ * wanted;
  if (!((arms_ * by - wanted).norm() <= kSolved * wanted.norm())) return {};
  const VectorXd rigid = by.cwiseProduct((give_.array() == 0.0).cast<double>().matrix());
  if (in_all && !(rigid.norm() <= kSolved * by.norm())) return {};
  return by.cwiseProduct(give_).cwiseProduct(size_);
}

}  // namespace luztar
