#include "luztar/dynamics/structure/group_shares.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/pair_ends.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

constexpr std::size_t kManyPairs = 64;  // a dense balance of forces of more is slow

}  // namespace

double strength_of(const PairLaw& law) {
  if (!law.is_dry()) return std::numeric_limits<double>::infinity();
  return 0.5 * (law.breakaway[0] + law.breakaway[1]);
}

GroupShares::GroupShares(const SystemImpl& system, std::vector<int> pairs, std::vector<int> kept,
                         std::vector<int> bodies)
    : system_(system),
      pairs_(std::move(pairs)),
      kept_(std::move(kept)),
      bodies_(std::move(bodies)) {
  for (const auto* list : {&pairs_, &kept_})
    for (const int j : *list) {
      varies_ = varies_ || system.pairs[j].normal_slot >= 0;
      strength_.push_back(strength_of(system.pairs[j]));
    }
  if (pairs_.size() > kManyPairs && find_ends() && build_large()) {
    unique_ = large_->is_unique();
    unique_.resize(pairs_.size());
    return;
  }
  fill_balance();
  build_dense();
}

int GroupShares::place_of(int body) const { return place_in(bodies_, body); }

/// @return false: pairs that no graph has
bool GroupShares::find_ends() {
  std::vector<int> all = pairs_;
  all.insert(all.end(), kept_.begin(), kept_.end());
  auto ends = ends_of(system_, all, bodies_);
  if (ends) ends_ = std::move(*ends);
  return ends.has_value();
}

/// By the present strengths. @return false: no graph
bool GroupShares::build_large() {
  const double largest = largest_limited(strength_);
  std::vector<double> weights;
  for (std::size_t i = 0; i < strength_.size(); ++i)
    weights.push_back(i < pairs_.size() ? std::max(strength_[i], kNoise * largest) : 0.0);
  large_ = std::make_unique<SharedForces>(static_cast<int>(bodies_.size()), std::span<const char>{},
                                          ends_, weights);
  if (!large_->is_graph()) large_ = nullptr;
  return large_ != nullptr;
}

void GroupShares::fill_balance() {
  balance_ = Matrix(bodies_.size(), strength_.size());
  for (std::size_t i = 0; i < strength_.size(); ++i)
    for (const Term& term : system_.terms_of_pair(pair_at(i)))
      if (!system_.is_given(term.body)) balance_(place_of(term.body), i) += term.coefficient;
}

/// By the present strengths.
void GroupShares::build_dense() {
  const Index m = pairs_.size();
  const Matrix own = balance_.left_cols(m);
  CanonicalShares shares = canonical_shares(own, {strength_.begin(), strength_.begin() + m});
  potentials_ = std::move(shares.potentials);
  if (all_unique_) return;
  // Unique forces do not depend on the weights; then unit weights round best.
  const Matrix inverse = pseudo_inverse(own);
  all_unique_ = rank_of(own, kRank) == m;
  gain_ = all_unique_ ? inverse : shares.gain;
  unique_.clear();  // a force is unique if no distribution without effect contains it
  for (Index k = 0; k < m; ++k)
    unique_.push_back(std::abs(1.0 - dot(inverse.row(k), own.col(k))) < 1e-9 ? 1 : 0);
}

void GroupShares::begin(const std::vector<double>& strength) {
  series_.begin();
  cancels_.clear();
  moments_.assign(pairs_.size(), std::numeric_limits<double>::infinity());
  unit_ = largest_limited(strength);
  if (unit_ == 0.0) unit_ = 1.0;
  if (!varies_) return;
  std::vector<double> now = strength;
  const std::vector<char> none = vanishing(now);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (none[i] != 0) now[i] = 0.0;
  if (now == strength_) return;
  strength_ = std::move(now);
  if (large_) {
    [[maybe_unused]] const bool is_graph = build_large();
    LUZTAR_ASSERT(is_graph);
  } else {
    build_dense();
  }
}

/// The largest strength of order 0 of pairs whose strength is not constant; 0: all are [N].
double GroupShares::largest_varying() const {
  double largest = 0.0;
  for (std::size_t i = 0; i < pairs_.size(); ++i)
    if (system_.pairs[pairs_[i]].normal_slot >= 0) largest = std::max(largest, strength_[i]);
  return largest;
}

double GroupShares::moment() const {
  double longest = 0.0;
  for (const double moment : moments_)
    if (!std::isinf(moment)) longest = std::max(longest, moment);
  return longest > 0.0 ? longest : std::numeric_limits<double>::infinity();
}

/// Takes the forces of pairs off the loads.
void GroupShares::take_off(const Vector& force, bool unique, Vector& load) const {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if ((unique_[i] != 0) != unique || force(i) == 0.0) continue;
    for (const Term& term : system_.terms_of_pair(pairs_[i]))
      if (!system_.is_given(term.body)) load(place_of(term.body)) -= term.coefficient * force(i);
  }
}

/// Forces of `load` by the strengths of order 0. @return the differences of potentials of `rest`
Vector GroupShares::share_now(const Vector& load, const Vector& rest,
                              std::vector<double>& force) const {
  std::vector<double> differences;
  if (large_) {
    large_->share({load.data(), bodies_.size()}, force, differences);
    force.resize(pairs_.size());
    if (rest != load) {
      std::vector<double> unused;
      large_->share({rest.data(), bodies_.size()}, unused, differences);
    }
    for (std::size_t i = 0; i < strength_.size(); ++i)
      if (strength_[i] == 0.0) differences[i] = 0.0;
    return Vector(differences);
  }
  const Vector shared = gain_ * load;
  force = shared.list();
  return balance_.transpose() * (potentials_ * rest);
}

void GroupShares::share(int k, const std::vector<double>& strength, std::span<const double> load,
                        std::vector<double>& force, std::vector<double>& own) {
  if (k == 0) begin(strength);
  for (std::size_t i = 0; i < pairs_.size() && k > 0; ++i)
    if (unique_[i] == 0 && strength_[i] == 0.0 && strength[i] != 0.0)
      moments_[i] =
          std::min(moments_[i], std::pow(kSolved * unit_ / std::abs(strength[i]), 1.0 / k));
  const Index m = pairs_.size();
  const Vector rest = series_.rest(varies_ ? strength : std::vector<double>{}, m + own_size());
  Vector left(load);
  take_off(rest, false, left);
  // Forces that are unique do not depend on strengths, only their potentials do.
  Vector of_potentials = left;
  take_off(rest, true, of_potentials);
  Vector difference = share_now(left, of_potentials, force);
  for (Index i = 0; i < m; ++i)
    if (unique_[i] == 0) force[i] += rest(i);
  own.clear();
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    const Index at = m + static_cast<Index>(i);
    const bool limited = system_.pairs[kept_[i]].is_dry();
    const double weight = limited ? strength_[pairs_.size() + i] : unit_;
    own.push_back(weight * difference(at));
  }
  // What cancels: the forces are no better than its rounding.
  cancels_.push_back(k == 0 ? largest_varying() : largest(rest));
  series_.add(std::move(difference));
}

}  // namespace luztar
