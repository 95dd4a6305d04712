// Pairs on cycles beside massless bodies: whether any forces in the whole box hold them.
#pragma once

#include <vector>

#include "luztar/dynamics/instant/violation.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/friction/least_constraint.h"

namespace luztar {

/// Forces of pairs on cycles are not unique: they break when no forces in the whole box do what
/// those of the series do, which is asked order by order, as in InertialModes.
class CycleCuts {
 public:
  CycleCuts(const SystemImpl& system, const PresentStructure& present,
            const MasslessRounding& rounding);

  /// Pairs that leave their box together; empty if forces in the box hold all of them.
  /// @param series  of the modes of the state
  std::vector<Violation> find(const State& state, const Expansion& series);

 private:
  void begin();
  void set_problem(const State& state, const Expansion& series, int k);
  std::vector<Violation> cuts_of_order(const State& state, const Expansion& series, int k);

  const SystemImpl& system_;
  const PresentStructure& present_;
  const MasslessRounding& rounding_;
  std::vector<int> pairs_;            ///< of the problem: stuck, with forces that are not unique
  std::vector<AtLimit> at_limit_;     ///< (pairs_) limits that all orders so far are at
  LeastConstraintProblem problem_;    ///< (pairs_) of one order
  LeastConstraintSolution solution_;  ///< (pairs_) of one order
};

}  // namespace luztar
