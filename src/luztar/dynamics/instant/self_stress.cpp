#include "luztar/dynamics/instant/self_stress.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/friction/dense_shares.h"

namespace luztar {
namespace {

/// Projects onto what the columns of a matrix cancel.
Matrix cancelling_part(const Matrix& columns) {
  return Matrix::identity(columns.cols()) - pseudo_inverse(columns) * columns;
}

}  // namespace

SelfStress::SelfStress(const SystemImpl& system, const Expansion& series, std::vector<int> pairs)
    : system_(system), pairs_(std::move(pairs)) {
  const Index n = pairs_.size();
  mass_ = Vector(n);
  balance_ = Matrix(system.n_bodies(), n);
  for (Index j = 0; j < n; ++j) {
    const int pair = pairs_[static_cast<std::size_t>(j)];
    const double mobility = mobility_of(system, series, pair);
    if (!(mobility > 0.0)) continue;
    mass_[j] = 1.0 / std::sqrt(mobility);
    for (const Term& term : series.terms_of_pair(pair))
      balance_(term.body, j) +=
          mass_[j] * term.coefficient * std::sqrt(system.inverse_mass(term.body));
  }
}

/// The part of drive over the active pairs that is in balance on all bodies.
Vector SelfStress::cancelling(const Vector& drive, const std::vector<char>& active) const {
  Matrix columns = balance_;
  Vector part = drive;
  for (Index j = 0; j < drive.size(); ++j) {
    if (active[static_cast<std::size_t>(j)] != 0) continue;
    std::ranges::fill(columns.col(j), 0.0);
    part[j] = 0.0;
  }
  return cancelling_part(columns) * part;
}

bool SelfStress::may_separate() const {
  const Matrix kernel = cancelling_part(balance_);
  for (Index j = 0; j < kernel.cols(); ++j)
    if (mass_[j] > 0.0 && kernel(j, j) > kSolved &&
        system_.is_bent(pairs_[static_cast<std::size_t>(j)]))
      return true;
  return false;
}

Vector SelfStress::along(const Vector& rates, const std::vector<AtLimit>& at) const {
  std::vector<char> active(pairs_.size());
  for (std::size_t j = 0; j < pairs_.size(); ++j)
    active[j] = mass_[static_cast<Index>(j)] > 0.0 && at[j] != AtLimit::Both ? 1 : 0;
  const Vector drive = product(mass_, rates);
  const double nothing = kSolved * largest(drive);
  for (;;) {
    const Vector part = cancelling(drive, active);
    Vector force = Vector(drive.size());
    if (largest(part) > nothing) force = product(mass_, part);
    bool beyond = false;
    for (std::size_t j = 0; j < pairs_.size(); ++j) {
      const double y = force[static_cast<Index>(j)];
      if (active[j] == 0 ||
          !(at[j] == AtLimit::Upper ? y > 0.0 : at[j] == AtLimit::Lower && y < 0.0))
        continue;
      active[j] = 0;
      beyond = true;
    }
    if (!beyond) return force;
  }
}

}  // namespace luztar
