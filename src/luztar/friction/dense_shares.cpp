#include "luztar/friction/dense_shares.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

/// Without the rounding of what a projection takes away.
Matrix projected(const Matrix& by, const Matrix& columns) {
  const double most = largest(columns);
  return (by * columns).each([most](double x) { return std::abs(x) <= 1e-12 * most ? 0.0 : x; });
}

/// Shares of pairs, those without limit first, then those with one, then those without strength.
struct Shares {
  Shares(const Matrix& all, const std::vector<double>& strength) : balance(all) {
    for (std::size_t k = 0; k < strength.size(); ++k) {
      const int kind = std::isinf(strength[k]) ? 0 : strength[k] > 0.0 ? 1 : 2;
      members[kind].push_back(static_cast<int>(k));
    }
    Matrix left = Matrix::identity(balance.rows());
    for (int i = 0; i < 3; ++i) {
      for (const int k : members[i]) root[i].push_back(i == 1 ? std::sqrt(strength[k]) : 1.0);
      const Matrix own = projected(left, balance.cols_at(members[i])) * root[i].as_diagonal();
      inverse[i] = pseudo_inverse(own);
      takes[i] = root[i].as_diagonal() * inverse[i] * left;
      left -= own * inverse[i] * left;
    }
  }

  Matrix gain() const {
    Matrix all(balance.cols(), balance.rows());
    Matrix rest = Matrix::identity(balance.rows());
    for (int i = 2; i >= 0; --i) {
      const Matrix share = takes[i] * rest;
      for (Index k = 0; k < share.rows(); ++k) all.set_row(members[i][k], share.row(k));
      rest -= balance.cols_at(members[i]) * share;
    }
    return all;
  }

  /// As in CanonicalShares, times the load.
  Vector potentials(const Vector& force) const {
    return inverse[1].transpose() * quotient(force.at(members[1]), root[1]);
  }

  const Matrix& balance;
  std::vector<int> members[3];
  Vector root[3];
  Matrix inverse[3], takes[3];
};

}  // namespace

Matrix pseudo_inverse(const Matrix& matrix) { return pseudo_inverse(matrix, kRank); }

CanonicalShares canonical_shares(const Matrix& balance, const std::vector<double>& strength) {
  const Shares shares(balance, strength);
  CanonicalShares result{shares.gain(), {}};
  const Matrix weights =
      Matrix(shares.inverse[1].transpose()) * inverses(shares.root[1]).as_diagonal();
  result.potentials = weights * result.gain.rows_at(shares.members[1]);
  return result;
}

BoxShares::BoxShares(Matrix balance, std::vector<double> strength)
    : balance_(std::move(balance)), strength_(std::move(strength)), m_(strength_.size()) {
  for (const double s : strength_)
    if (!std::isinf(s)) unit_ = std::max(unit_, s);
  if (unit_ == 0.0) unit_ = 1.0;
  const std::vector<char> none = vanishing(strength_);
  for (std::size_t j = 0; j < m_; ++j)
    if (none[j] != 0) strength_[j] = 0.0;
}

bool BoxShares::begin(const Vector& load, const Limits& limits, double tolerance,
                      const std::vector<double>& near) {
  limits_ = limits;
  tolerance_ = tolerance;
  order_ = 0;
  kept_.assign(m_, Bound::Free);
  series_.begin();
  rest_ = series_.rest({}, m_);
  if (!start(load)) return false;
  const std::size_t rounds = 50 + 10 * m_;
  for (std::size_t round = 0; round < rounds; ++round) {
    stop_if_asked();
    split();
    aim(load);
    if (!approach()) continue;  // one more keeps its limit
    const std::size_t worst = worst_kept(round > rounds / 2);
    if (worst != m_) {
      kept_[worst] = Bound::Free;
      continue;
    }
    series_.add(balance_.transpose() * potentials_);
    keep_fixed();
    note_limits(near);
    return true;
  }
  return false;
}

/// Forces inside the limits: those that leave the least load.
bool BoxShares::start(const Vector& load) {
  LeastConstraintProblem problem;
  problem.resize(static_cast<int>(m_));
  const Matrix all = balance_.transpose() * balance_;
  const Vector drive = balance_.transpose() * load;
  for (std::size_t i = 0; i < m_; ++i) {
    for (std::size_t j = 0; j < m_; ++j) problem.delassus[i * m_ + j] = all(i, j);
    problem.drive[i] = drive(i);
  }
  problem.lower = limits_.lower;
  problem.upper = limits_.upper;
  problem.scale = largest(load);
  LeastConstraintSolution solution;
  solve_least_constraint(problem, solution);
  force_ = Vector(solution.force);
  return largest(load - balance_ * force_) <= tolerance_;
}

void BoxShares::split() {
  free_.clear();
  held_.clear();
  for (std::size_t j = 0; j < m_; ++j)
    (kept_[j] != Bound::Free || (order_ == 0 && is_fixed(j)) ? held_ : free_)
        .push_back(static_cast<int>(j));
}

/// The canonical forces of the free pairs beside those that are held.
void BoxShares::aim(const Vector& load) {
  std::vector<double> strength;
  for (const int j : free_) strength.push_back(strength_[j]);
  const Matrix own = balance_.cols_at(free_);
  const Shares shares(own, strength);
  const Vector rest = rest_.at(free_);
  Vector left = load;
  for (const int j : held_)
    for (Index i = 0; i < left.size(); ++i) left[i] -= force_[j] * balance_(i, j);
  const Vector shared = shares.gain() * (left - own * rest);
  target_ = force_;
  target_.set(free_, shared + rest);
  potentials_ = shares.potentials(shared);
}

/// To these forces, or up to the first limit on the way (false).
bool BoxShares::approach() {
  double step = 1.0;
  std::size_t first = m_;
  for (const int k : free_) {
    const auto j = static_cast<std::size_t>(k);
    const double change = target_(k) - force_(k);
    const double room = change > 0.0 ? limits_.upper[j] - force_(k) : force_(k) - limits_.lower[j];
    if (std::abs(change) <= room + tolerance_) continue;
    const double part = std::max(0.0, room) / std::abs(change);
    if (part >= step) continue;
    step = part;
    first = j;
  }
  if (first == m_) {
    force_ = target_;
    return true;
  }
  kept_[first] = target_(first) > force_(first) ? Bound::Upper : Bound::Lower;
  force_ += step * (target_ - force_);
  force_(first) = limit(first, kept_[first]);
  return false;
}

/// What the potentials would give a pair without limits, beyond what it carries.
double BoxShares::excess(std::size_t j, const Vector& potentials) const {
  const double pull = dot(balance_.col(j), potentials);
  return std::isinf(strength_[j]) ? unit_ * pull : strength_[j] * pull + rest_(j) - force_(j);
}

/// The pair that the potentials draw off its limit hardest, or the first one; m: none.
std::size_t BoxShares::worst_kept(bool first) const {
  std::size_t worst = m_;
  double most = tolerance_;
  for (std::size_t j = 0; j < m_; ++j) {
    if (kept_[j] == Bound::Free) continue;
    const double off = -number(kept_[j]) * excess(j, potentials_);
    if (off <= most) continue;
    worst = j;
    if (first) return worst;
    most = off;
  }
  return worst;
}

/// Pairs that have no room at all keep the limit that they exceed; of those that loads
/// need later those with the least excess are free.
void BoxShares::keep_fixed() {
  pressing_ = potentials_;
  excess_.assign(m_, 0.0);
  since_.assign(m_, kNever);
  std::vector<std::size_t> fixed;
  for (std::size_t j = 0; j < m_; ++j) {
    const double beyond = excess(j, pressing_);
    if (is_fixed(j) && kept_[j] == Bound::Free) fixed.push_back(j);
    excess_[j] = is_fixed(j) ? std::abs(beyond) : number(kept_[j]) * beyond;
    since_[j] = excess_[j] > tolerance_ ? 0 : kNever;
  }
  std::stable_sort(fixed.begin(), fixed.end(),
                   [this](std::size_t a, std::size_t b) { return excess_[a] < excess_[b]; });
  split();
  const auto rank = [&] {
    return free_.empty() ? 0 : rank_of(balance_.cols_at(free_), kRank);
  };
  for (const std::size_t j : fixed) {
    const auto before = rank();
    free_.push_back(static_cast<int>(j));
    if (rank() > before || excess_[j] <= tolerance_) continue;
    free_.pop_back();
    kept_[j] = excess(j, pressing_) > 0.0 ? Bound::Upper : Bound::Lower;
  }
}

void BoxShares::note_limits(const std::vector<double>& near) {
  for (int side = 0; side < 2; ++side) {
    zeros_[side].assign(m_, 0);
    for (std::size_t j = 0; j < m_; ++j) {
      const double room = side == 1 ? limits_.upper[j] - force_(j) : force_(j) - limits_.lower[j];
      if (room <= near[j]) zeros_[side][j] = 1;
    }
  }
}

bool BoxShares::is_open() const {
  for (std::size_t j = 0; j < m_; ++j)
    if (kept_[j] == Bound::Free && (zeros_[0][j] > order_ || zeros_[1][j] > order_)) return true;
  return false;
}

/// Nothing changes at this order.
bool BoxShares::stays(const Vector& load) const {
  const auto is_nothing = [](double limit) {
    return limit == 0.0 || std::isinf(limit);
  };
  return load.is_zero() && rest_.is_zero() &&
         std::all_of(limits_.lower.begin(), limits_.lower.end(), is_nothing) &&
         std::all_of(limits_.upper.begin(), limits_.upper.end(), is_nothing);
}

bool BoxShares::next(const Vector& load, const Limits& limits, double tolerance) {
  limits_ = limits;
  tolerance_ = tolerance;
  ++order_;
  rest_ = series_.rest(limits.strength, m_);
  if (stays(load)) {
    force_.assign(force_.size(), 0.0);
    series_.add(force_);
    for (auto& zeros : zeros_)
      for (int& count : zeros) count += count == order_ ? 1 : 0;
    return true;
  }
  for (std::size_t round = 0; round < 20 + 5 * m_; ++round) {
    stop_if_asked();
    for (std::size_t j = 0; j < m_; ++j)
      force_(j) = kept_[j] == Bound::Free ? 0.0 : limit(j, kept_[j]);
    split();
    aim(load);
    force_ = target_;
    if (mend_one()) continue;
    if (largest(load - balance_ * force_) > tolerance_) return false;
    series_.add(balance_.transpose() * potentials_);
    note_excess();
    for (std::size_t j = 0; j < m_; ++j)
      for (const int side : {0, 1}) {
        const double room = side == 1 ? limits_.upper[j] - force_(j) : force_(j) - limits_.lower[j];
        int& zeros = zeros_[side][j];
        if (zeros == order_ && room <= tolerance_) ++zeros;
      }
    return true;
  }
  return false;
}

/// Pairs that keep a limit from this order on for a reason.
void BoxShares::note_excess() {
  for (std::size_t j = 0; j < m_; ++j) {
    if (kept_[j] == Bound::Free || since_[j] != kNever) continue;
    const double beyond = number(kept_[j]) * excess(j, potentials_);
    if (beyond <= tolerance_) continue;
    excess_[j] = beyond;
    since_[j] = order_;
  }
}

/// Lets the pair that goes farthest beyond a limit that it is at keep it, or else one that keeps
/// its limit for no reason leave it. @return true if something changed
bool BoxShares::mend_one() {
  std::size_t worst = m_;
  Bound side{};
  double most = tolerance_;
  for (const int k : free_) {
    const auto j = static_cast<std::size_t>(k);
    for (const Bound s : {Bound::Lower, Bound::Upper}) {
      if (zeros_[s == Bound::Upper ? 1 : 0][j] < order_) continue;
      const double beyond = number(s) * (force_(k) - limit(j, s));
      if (!(beyond > most)) continue;
      most = beyond;
      worst = j;
      side = s;
    }
  }
  if (worst != m_) return keep(worst, side);
  for (std::size_t j = 0; j < m_; ++j) {
    if (kept_[j] == Bound::Free || since_[j] != kNever) continue;
    const double off = -number(kept_[j]) * excess(j, potentials_);
    if (off <= most) continue;
    most = off;
    worst = j;
  }
  if (worst == m_) return false;
  kept_[worst] = Bound::Free;
  return true;
}

bool BoxShares::keep(std::size_t j, Bound side) {
  const auto own = std::find(free_.begin(), free_.end(), static_cast<int>(j)) - free_.begin();
  const Vector ray = pseudo_inverse(balance_.cols_at(free_)).row(own);
  const double unique = dot(ray, balance_.col(j));
  if (std::abs(1.0 - unique) < kSolved) return exchange(j, side, ray);
  kept_[j] = side;
  excess_[j] = 0.0;
  since_[j] = kNever;
  return true;
}

/// All other pairs of a cut keep a limit: the first that the potentials let go when they drive this
/// one against its own takes its place. @return false: all exceed in one direction, it breaks
bool BoxShares::exchange(std::size_t j, Bound side, const Vector& ray) {
  const auto pull = [&](std::size_t i) {
    const double strength = std::isinf(strength_[i]) ? unit_ : strength_[i];
    return number(side) * strength * dot(balance_.col(i), ray);
  };
  double most = 0.0;
  std::size_t first = m_;
  for (std::size_t i = 0; i < m_; ++i) {
    const double slope = number(kept_[i]) * pull(i);
    if (!(slope < -kSolved * unit_)) continue;
    const double factor = since_[i] == kNever ? 0.0 : std::max(0.0, excess_[i]) / -slope;
    const bool comes_first =
        first == m_ || since_[i] > since_[first] ||
        (since_[i] == since_[first] && factor < most);  // later orders are smaller
    if (!comes_first) continue;
    most = factor;
    first = i;
  }
  if (first == m_) return false;
  const int since = since_[first];
  for (std::size_t i = 0; i < m_; ++i) {
    const double change = most * number(kept_[i]) * pull(i);
    if (kept_[i] == Bound::Free || since_[i] < since || (since_[i] > since && change <= 0.0))
      continue;
    excess_[i] = change + (since_[i] == since ? excess_[i] : 0.0);
    since_[i] = since;
  }
  excess_[j] = most * std::abs(pull(j));
  since_[j] = since;
  kept_[first] = Bound::Free;
  kept_[j] = side;
  return true;
}

}  // namespace luztar
