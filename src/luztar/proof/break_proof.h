// Whether pairs that break away really could not be held any longer.
#pragma once

#include <vector>

#include "luztar/dynamics/system/system_impl.h"
#include "luztar/proof/instant.h"

namespace luztar {

/// Where pairs at rest close cycles, their forces are not unique, and one at its limit says
/// nothing: others may take over. What rests can no longer be held only where the pairs at their
/// limits hold a part that nothing else holds: then every choice of forces has them there. That
/// part and the direction it would slide in are looked for here, from the forces and limits alone:
/// with the pairs at rest below their limits taken for rigid, some pair at its limit must be free
/// to slide in the direction of the force on it. This is Farkas' lemma for pairs with arms of equal
/// lengths; what has others is not judged.
class BreakProof {
 public:
  explicit BreakProof(const SystemImpl& system) : system_(system) {}

  /// True if no pair breaks here whose static limit is above its kinetic one, or if the modes of
  /// other elements change too.
  bool is_no_question(const Instant& before, const Instant& after) const;

  /// @param enough  (pairs) a friction at rest with this force, whatever its sign, is at its limit
  /// @param tiny  a force up to this is none [N, N m]
  /// @return whether something is free to slide
  bool can_break(const Instant& before, const std::vector<double>& enough, double tiny);

 private:
  bool is_plain(int pair) const;
  int root(int node);
  bool reaches(int from, int to);

  const SystemImpl& system_;
  std::vector<int> parent_;               ///< (bodies, then the ground)
  std::vector<std::vector<int>> slides_;  ///< (roots) parts that may not fall behind this one
};

}  // namespace luztar
