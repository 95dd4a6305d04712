// Large groups of stuck pairs with cycles: which of them keep a limit while the others share.
#pragma once

#include <array>
#include <vector>

#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/series/pairs_now.h"
#include "luztar/dynamics/structure/group_shares.h"

namespace luztar {

/// In State::roots: the guard of a pair that nothing moves off its limit.
inline constexpr ZeroCount kKept = 2;

/// What ShareLimits does for small groups, from two orders only: forces inside all limits now say
/// which pairs are at one, and forces inside what is left just after say which of them stay.
/// Made for one instant.
class LargeGroupLimits {
 public:
  /// @param series  loads of order 0, and of order 1 unless there are massless bodies
  /// @param now     `broken` of those whose guard says that they are at a limit
  /// @param group   with large()
  LargeGroupLimits(const SystemImpl& system, State& state, const Expansion& series,
                   const PairsNow& now, GroupShares& group);

  /// Writes `kept_limit` of pairs that keep a limit, and `roots` of all at a limit.
  /// @return true if a pair keeps its limit now
  bool keep_limits();

 private:
  void share_now();
  void find_limits();
  bool grows_from_zero() const;
  bool keep_for_a_moment();
  void share_rates();
  void set_rate_bounds(const std::vector<double>& rest);
  void set_rate_loads(const std::vector<double>& rest);
  std::vector<double> rest_of_rates() const;
  void find_staying();
  std::vector<char> removable() const;
  void write_kept_limit(std::size_t position);

  const SystemImpl& system_;
  State& state_;
  const Expansion& series_;
  const PairsNow& now_;
  GroupShares& group_;
  const std::vector<int>& pairs_;      ///< of the group, without those that keep a limit already
  std::array<double, 2> noise_;        ///< rounding of forces [N] and of their rates [N/s]
  std::vector<double> load_;           ///< (bodies of the group) what the pairs balance
  std::vector<double> lower_, upper_;  ///< (ends of the group) bounds, first of forces, then rates
  std::vector<double> force_;          ///< (pairs_) inside their limits [N]
  std::vector<double> excess_;         ///< (ends of the group) how far forces would go beyond [N]
  std::vector<Bound> at_;              ///< (pairs_) the limit of the force
  std::vector<double> rate_;           ///< (pairs_) of forces that stay or leave [N/s]
  std::vector<double> excess_rate_;    ///< (ends of the group) the same of rates [N/s]
  std::vector<char> stays_;            ///< (pairs_) 1: at its limit just after too
};

}  // namespace luztar
