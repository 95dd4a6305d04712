// Forces of what sticks, from loads: BentPairs.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/bent_pairs.h"
#include "luztar/dynamics/expansion.h"
#include "luztar/friction/dense_shares.h"

namespace luztar {
namespace {

constexpr double kSameColumn = 1e-12;  // relative: a column that the others make up

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A matrix whose columns have a length of 1, decomposed.
class Columns {
 public:
  explicit Columns(const MatrixXd& matrix)
      : weight_(matrix.colwise().norm().transpose().unaryExpr(
            [](double x) { return x > 0.0 ? 1.0 / x : 0.0; })),
        scaled_(matrix * weight_.asDiagonal()) {
    solver_.setThreshold(kSameColumn);
    solver_.compute(scaled_);
  }
  Eigen::Index rank() const { return solver_.rank(); }
  MatrixXd inverse() const { return weight_.asDiagonal() * solver_.pseudoInverse(); }
  /// Projects onto what the columns cancel, in terms of those of length 1.
  MatrixXd kernel() const {
    return MatrixXd::Identity(scaled_.cols(), scaled_.cols()) - solver_.pseudoInverse() * scaled_;
  }

 private:
  VectorXd weight_;
  MatrixXd scaled_;
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> solver_;
};

}  // namespace

/// Of forces of stuck_ on bodies_. @param columns  of a pair: where its force acts
template <class Act>
MatrixXd BentPairs::balance_of(const Act& columns) const {
  MatrixXd balance = MatrixXd::Zero(static_cast<Eigen::Index>(bodies_.size()),
                                    static_cast<Eigen::Index>(stuck_.size()));
  for (Eigen::Index j = 0; j < balance.cols(); ++j)
    for (const Term& term : columns(stuck_[j]))
      if (system_.is_free(term.body)) {
        const auto place = std::lower_bound(bodies_.begin(), bodies_.end(), term.body);
        balance(place - bodies_.begin(), j) += term.coefficient;
      }
  return balance;
}

/// Forces from loads: the only ones, or the smallest relative to the strengths of the pairs.
void BentPairs::find_shares(const Expansion& series) {
  const auto n = static_cast<Eigen::Index>(stuck_.size());
  redundant_ = false;
  shared_.clear();
  shares_.resize(n, static_cast<Eigen::Index>(bodies_.size()));
  if (shares_.size() == 0) return;
  MatrixXd balance = balance_of([&](int pair) { return series.terms_of_pair(pair); });
  find_shared(balance);
  if (!presses_.empty()) balance = balance_of([&](int pair) { return action_of(series, pair); });
  std::vector<double> strength;
  for (const int j : stuck_) strength.push_back(system_.pairs[j].share);
  shares_ = redundant_ ? canonical_shares(balance, strength).gain : Columns(balance).inverse();
}

/// Pairs of which forces are possible that cancel.
void BentPairs::find_shared(const MatrixXd& balance) {
  const Columns columns(balance);
  redundant_ = columns.rank() < balance.cols();
  if (!redundant_) return;
  const MatrixXd kernel = columns.kernel();
  shared_.assign(static_cast<std::size_t>(system_.n_pairs()), 0);
  for (Eigen::Index j = 0; j < balance.cols(); ++j)
    if (std::abs(kernel(j, j)) > 1e-9) shared_[stuck_[static_cast<std::size_t>(j)]] = 1;
}

/// What rounding leaves of a force, or of how it depends on a load, is 0 where frictions follow it.
void BentPairs::drop_small_shares() {
  const VectorXd row = shares_.cwiseAbs().rowwise().maxCoeff();
  const VectorXd column = shares_.cwiseAbs().colwise().maxCoeff();
  for (Eigen::Index i = 0; i < shares_.rows(); ++i)
    for (Eigen::Index j = 0; j < shares_.cols(); ++j)
      if (std::abs(shares_(i, j)) <= kForceRounding * std::min(row[i], column[j]))
        shares_(i, j) = 0.0;
}

}  // namespace luztar
