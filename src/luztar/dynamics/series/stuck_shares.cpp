#include "luztar/dynamics/series/stuck_shares.h"

#include <algorithm>

#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/structure/group_shares.h"

namespace luztar {
namespace {

/// The loads that pairs of a group carry with the forces that they have.
void carried(const GroupShares& group, int k, const SystemImpl& system, const Expansion& series,
             std::vector<double>& load) {
  load.assign(group.bodies().size(), 0.0);
  for (const int j : group.pairs())
    for (const Term& term : system.terms_of_pair(j))
      if (!system.is_given(term.body))
        load[group.place_of(term.body)] += term.coefficient * series.f(system.first_pair() + j)[k];
}

}  // namespace

void StuckShares::add(const Structure& structure, int k, const SystemImpl& system,
                      Expansion& series) {
  if (k == 0) std::fill(has_own_.begin(), has_own_.end(), char{0});
  moment_ = std::numeric_limits<double>::infinity();
  if (k == 0) cancels_.clear();
  for (const auto& group : structure.shared) {
    add_group(*group, k, system, series);
    moment_ = std::min(moment_, group->moment());
    if (!group->varies()) continue;
    cancels_.resize(series.stride(), 0.0);
    cancels_[k] = std::max(cancels_[k], group->cancels()[k]);
  }
}

void StuckShares::add_group(GroupShares& group, int k, const SystemImpl& system,
                            Expansion& series) {
  if (group.has_gain())
    carried(group, k, system, series, load_);
  else
    series.loads(group.bodies(), k, load_);
  strength_.clear();
  for (const auto* list : {&group.pairs(), &group.kept()})
    for (const int j : *list) strength_.push_back(series.strength(j, k));
  group.share(k, strength_, load_, force_, own_now_);
  for (std::size_t i = 0; i < force_.size() && !group.has_gain(); ++i) {
    series.f(system.first_pair() + group.pairs()[i])[k] = 0.0;
    series.add_pair_force(group.pairs()[i], k, force_[i]);
  }
  if (own_now_.empty()) return;
  if (has_own_.empty()) {
    stride_ = series.stride();
    has_own_.assign(static_cast<std::size_t>(system.n_pairs()), 0);
    own_.assign(static_cast<std::size_t>(system.n_pairs()) * stride_, 0.0);
  }
  for (std::size_t i = 0; i < own_now_.size(); ++i) {
    const auto pair = static_cast<std::size_t>(group.kept()[i]);
    has_own_[pair] = 1;
    own_[pair * stride_ + static_cast<std::size_t>(k)] = own_now_[i];
  }
}

}  // namespace luztar
