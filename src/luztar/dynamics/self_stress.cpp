#include "luztar/dynamics/self_stress.h"

#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/friction/dense_shares.h"

namespace luztar {
namespace {

constexpr double kCancels = 1e-9;  // share of a pair in forces that cancel

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Projects onto what the columns of a matrix cancel.
MatrixXd kernel_of(const MatrixXd& columns) {
  return MatrixXd::Identity(columns.cols(), columns.cols()) - pseudo_inverse(columns) * columns;
}

}  // namespace

SelfStress::SelfStress(const SystemImpl& system, const Expansion& series, std::vector<int> pairs)
    : system_(system), pairs_(std::move(pairs)) {
  const auto n = static_cast<Eigen::Index>(pairs_.size());
  mass_ = VectorXd::Zero(n);
  balance_ = MatrixXd::Zero(system.n_bodies(), n);
  for (Eigen::Index j = 0; j < n; ++j) {
    const int pair = pairs_[static_cast<std::size_t>(j)];
    const double mobility = mobility_of(system, series, pair);
    if (!(mobility > 0.0)) continue;
    mass_[j] = 1.0 / std::sqrt(mobility);
    for (const Term& term : series.terms_of_pair(pair))
      balance_(term.body, j) +=
          mass_[j] * term.coefficient * std::sqrt(system.inverse_mass(term.body));
  }
}

/// The part of drive over the pairs taken that is in balance on all bodies.
VectorXd SelfStress::cancelling(const VectorXd& drive, const std::vector<char>& taken) const {
  MatrixXd columns = balance_;
  VectorXd part = drive;
  for (Eigen::Index j = 0; j < drive.size(); ++j) {
    if (taken[static_cast<std::size_t>(j)] != 0) continue;
    columns.col(j).setZero();
    part[j] = 0.0;
  }
  return kernel_of(columns) * part;
}

bool SelfStress::may_tear() const {
  const MatrixXd kernel = kernel_of(balance_);
  for (Eigen::Index j = 0; j < kernel.cols(); ++j)
    if (mass_[j] > 0.0 && kernel(j, j) > kCancels &&
        system_.is_bent(pairs_[static_cast<std::size_t>(j)]))
      return true;
  return false;
}

VectorXd SelfStress::along(const VectorXd& rates, const std::vector<AtLimit>& at) const {
  std::vector<char> taken(pairs_.size());
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    taken[j] = mass_[static_cast<Eigen::Index>(j)] > 0.0 && at[j] != AtLimit::Both ? 1 : 0;
  const VectorXd drive = mass_.cwiseProduct(rates);
  const double nothing = kSolved * drive.lpNorm<Eigen::Infinity>();
  for (;;) {
    const VectorXd part = cancelling(drive, taken);
    VectorXd force = VectorXd::Zero(drive.size());
    if (part.lpNorm<Eigen::Infinity>() > nothing) force = mass_.cwiseProduct(part);
    bool beyond = false;
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      const double y = force[static_cast<Eigen::Index>(j)];
      if (taken[j] == 0 ||
          !(at[j] == AtLimit::Upper ? y > 0.0 : at[j] == AtLimit::Lower && y < 0.0))
        continue;
      taken[j] = 0;
      beyond = true;
    }
    if (!beyond) return force;
  }
}

}  // namespace luztar
