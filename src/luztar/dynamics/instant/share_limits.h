// Groups of some dozens of stuck pairs with cycles: which of them keep a limit while the others
// share the rest of the load.
#pragma once

#include <optional>
#include <vector>

#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/series/pairs_now.h"
#include "luztar/friction/dense_shares.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// Decided order by order (BoxShares) from the series of the forces in any distribution.
class ShareLimits {
 public:
  /// @param pairs  of the group
  /// @param now  `broken` of those whose guard says that they are at a limit
  /// @param rounding  of their forces now, where it is more than that of sums [N]
  ShareLimits(const SystemImpl& system, const State& state, std::vector<int> pairs,
              const PairsNow& now, double rounding);

  /// @param series  forces of order k, of order 0 the canonical ones
  /// @return true: the next order is needed
  bool look(const Expansion& series, int k);

  /// Writes the kept limits of pairs, and counts the zeros of guards of those that leave one.
  /// @return true if a pair keeps its limit now
  bool write(State& state) const;

 private:
  BoxShares::Limits limits(const Expansion& series, int k) const;
  bool begin(const Vector& force, const Expansion& series);
  bool waits(const Expansion& series, int k);

  const SystemImpl& system_;
  std::vector<int> pairs_;
  double rounding_;                  ///< of order 0, at least [N]
  std::vector<Edge> edge_;           ///< (pairs of the group) closed_edge()
  std::vector<Mode> fired_;          ///< (the same) direction of the limit that a guard says
  Matrix balance_;                   ///< (bodies × the same)
  std::vector<char> endless_;        ///< (the same) no friction
  std::optional<BoxShares> shares_;  ///< if a pair is at a limit
  std::vector<char> from_zero_;      ///< (pairs of the group) its strength is 0 now
  bool waits_{};                     ///< one has no strength so far
  bool brief_{};                     ///< and grows
  bool open_{true};
};

}  // namespace luztar
