// Which pairs stick and which slide from an instant on.
#pragma once

#include <memory>
#include <vector>

#include "luztar/dynamics/mode_decision.h"
#include "luztar/dynamics/present_structure.h"

namespace luztar {

/// Decides the modes of all pairs whose relative velocity is zero at the anchor, and knows the
/// structure that follows from them. At an instant:
///
///     tie(state, series, now)              velocities of pairs at rest, exactly equal
///     decide(state, series, now)           modes; structure() is theirs afterwards
///     series.expand(state, *structure())   by the caller
class ModeResolver {
 public:
  /// @param tolerance  of the steps that lead to an instant, relative
  ModeResolver(const SystemImpl& system, StructureCache& cache, double tolerance = 0.0);

  /// @param state    in: modes of moving pairs, contacts, branches; out: modes of pairs at rest,
  ///                 `roots` of all friction guards, `pinned`, held deflections
  /// @param series   start() done at state.anchor; used as work space
  ModeStatus decide(State& state, Expansion& series, const PairsNow& now) {
    return decision_->decide(state, series, now);
  }

  /// Sets of pairs that may break now under F_S > F_K: with each of them the forces fit the law.
  /// decide() takes one of them. Empty if there are more than a few pairs to choose from, or bodies
  /// without mass.
  std::vector<std::vector<int>> consistent_choices(const State& state, Expansion& series,
                                                   const PairsNow& now) {
    return decision_->consistent_choices(state, series, now);
  }

  const std::shared_ptr<const Structure>& structure() const { return present_.get(); }
  /// KKT residual of order 0, relative to the largest force.
  double residual() const { return decision_->residual(); }

  /// The structure for the stuck pairs of a state (also after loading one).
  void use_structure_of(const State& state) { present_.use(state); }
  /// See PresentStructure.
  void tie(State& state, Expansion& series, PairsNow& now) { present_.tie(state, series, now); }

  /// Puts massless bodies without damping exactly where the springs on them balance.
  /// @return false if that is somewhere else: unbalanced_body() would have to jump
  bool rest(State& state, Expansion& series) { return decision_->rest(state, series); }
  /// After Floating or Jumped; else -1.
  int unbalanced_body() const { return decision_->unbalanced_body(); }

 private:
  PresentStructure present_;
  std::unique_ptr<ModeDecision> decision_;  ///< refers to present_
};

}  // namespace luztar
