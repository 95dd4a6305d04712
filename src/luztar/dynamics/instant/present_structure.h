// The structure of the modes that are in force now.
#pragma once

#include <memory>
#include <vector>

#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/series/pairs_now.h"
#include "luztar/dynamics/structure/structure.h"

namespace luztar {

/// What moves with what while the stuck pairs of a state stick, and what that makes of the state:
/// velocities that are tied, deflections that are held.
class PresentStructure {
 public:
  PresentStructure(const SystemImpl& system, StructureCache& cache);

  /// Null before the first use().
  const std::shared_ptr<const Structure>& get() const { return structure_; }
  const Structure* operator->() const { return structure_.get(); }
  /// Takes the structure of the modes, the kept limits and the contacts of a state.
  void use(const State& state);
  bool is_redundant() const { return structure_ != nullptr && structure_->redundant; }
  /// True for a stuck pair on a cycle, whose force others can take over.
  bool is_shared(int pair) const;

  /// Ties velocities of all pairs at rest to exactly zero relative velocity. Pairs whose rate
  /// follows from theirs (parallel ones through other arms, say) come to rest with them. Where
  /// given motions agree but for rounding, pairs that stuck up to now say which of them a body
  /// follows.
  void tie(State& state, Expansion& series, PairsNow& now);
  /// Gives what sticks now the velocities of what it sticks to. What let go was at rest with it but
  /// for rounding (a plate that turns above the ground) and has no part in them any more.
  void follow(State& state, Expansion& series) const;
  /// Holds deflections that no longer change, lets go of those that do.
  void hold(State& state, const Expansion& series) const;

 private:
  std::shared_ptr<const Structure> tied() const;
  void leave_out_overruled(const PairsNow& now);

  const SystemImpl& system_;
  StructureCache& cache_;
  std::shared_ptr<const Structure> structure_;
  std::vector<Mode> tied_;             ///< (pairs) Stuck: those that tie() ties
  std::vector<Bound> no_kept_limits_;  ///< (pairs) Free
  std::vector<Edge> no_contact_;       ///< (springs) None
};

}  // namespace luztar
