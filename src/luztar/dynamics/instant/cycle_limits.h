// Cycles of stuck pairs in decided modes: which of them keep a limit while the others share.
#pragma once

#include <vector>

#include "luztar/dynamics/instant/present_structure.h"
#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/series/pairs_now.h"

namespace luztar {

/// What the decision found about limits on its way. Beside massless bodies it finds nothing.
struct LimitsFound {
  bool forced{};                ///< they are those of all distributions of the forces
  std::vector<char> was_there;  ///< (pairs) 1: its force was at a limit; empty: not known
  double rounding{};            ///< of forces now, by more than their sums [N]
};

/// The canonical forces of cycles may leave the box of one pair while the others can still hold;
/// pairs that keep a limit carry it, and the others share the rest anew. Writes `kept_limit` and
/// the `roots` of pairs on cycles, and makes the structure with these kept limits the present one.
/// Made for one instant.
class CycleLimits {
 public:
  /// @param now  `broken` of those whose guard says that they are at a limit
  CycleLimits(const SystemImpl& system, PresentStructure& present, State& state, Expansion& series,
              const PairsNow& now);

  /// Precondition: the present structure is that of the state, and redundant.
  void share(const LimitsFound& found);

 private:
  void forget_roots(bool forced);
  bool keep_limits_of_small_groups(double rounding);
  void keep_limits_of_large_groups(const LimitsFound& found);

  const SystemImpl& system_;
  PresentStructure& present_;
  State& state_;
  Expansion& series_;
  const PairsNow& now_;
};

}  // namespace luztar
