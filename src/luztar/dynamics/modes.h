// Which pairs stick and which slide from an instant on: Gauss's principle, order by order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "luztar/dynamics/expansion.h"
#include "luztar/dynamics/structure.h"
#include "luztar/friction/least_constraint.h"

namespace luztar {

enum class ModeStatus {
  Decided,
  Unsolved,  ///< the solver of the box problem gave up
  Cycled,    ///< the cascade for static > kinetic friction found no consistent modes
};

/// Decides the modes of all pairs whose relative velocity is zero at the anchor.
///
/// Order 0 is Gauss's principle for accelerations over the whole box |T| <= F_S; with F_S > F_K the
/// cascade of docs/theory.md, section 2, around it. A pair that sits exactly at its limit without
/// moving (every regular release does, since its acceleration starts at zero) is not decided by
/// accelerations; there the same principle holds for the next derivative, with T' <= 0 at an upper
/// limit, and so on along the Taylor coefficients until each pair moves or sticks.
class ModeResolver {
 public:
  ModeResolver(const SystemImpl& system, StructureCache& cache);

  /// @param state    in: modes of moving pairs, contacts, branches; out: modes of `at_rest` pairs,
  ///                 `roots` of all friction guards, `pinned`, held deflections
  /// @param series   start() done at state.anchor; used as work space
  /// @param at_rest  (frictions) 1: relative velocity is zero now
  /// @param broken   (frictions) sign of pairs that just reached their static limit, else 0
  ModeStatus decide(State& state, Expansion& series, const std::vector<std::int8_t>& at_rest,
                    const std::vector<std::int8_t>& broken);

  const std::shared_ptr<const Structure>& structure() const { return structure_; }
  double residual() const { return residual_; }  ///< KKT residual, relative to the largest force

  /// The structure for the stuck pairs of a state (also after loading one).
  void use_structure_of(const State& state);
  /// Ties velocities of all pairs in `at_rest` to exactly zero relative velocity. Pairs whose rate
  /// follows from theirs (parallel ones through other arms, say) come to rest with them.
  void tie(State& state, Expansion& series, std::vector<std::int8_t>& at_rest);
  /// Holds deflections that no longer change, lets go of those that do.
  void hold(State& state, const Expansion& series) const;

 private:
  enum class Fate : std::int8_t { Moving, Sliding, Stuck, AtUpper, AtLower, AtBoth };

  bool cascade(State& state, Expansion& series, const std::vector<std::int8_t>& at_rest);
  bool cascade_changes(const Expansion& series, const std::vector<std::int8_t>& at_rest);
  void classify(const Expansion& series, const std::vector<std::int8_t>& at_rest);
  bool decide_order(State& state, Expansion& series, int k);
  bool solve(Expansion& series, int k);
  void set_box(int position, int friction, int k);
  double relative_acceleration(const Expansion& series, int friction, int k) const;
  void write(State& state, int order) const;
  void share_redundant(State& state, Expansion& series, const std::vector<std::int8_t>& broken);

  const SystemImpl& system_;
  StructureCache& cache_;
  std::shared_ptr<const Structure> structure_;
  LeastConstraintProblem problem_;
  LeastConstraintSolution solution_;
  std::vector<int> pairs_;               ///< of the box problem
  std::vector<Fate> fate_;               ///< (frictions)
  std::vector<std::int8_t> sign_;        ///< (frictions) direction of sliding pairs
  std::vector<std::int8_t> level_;       ///< (frictions) order at which the fate was decided
  std::vector<std::int8_t> bound_side_;  ///< (frictions) the limit it was at before
  std::vector<std::int8_t> broken_;      ///< (frictions)
  std::vector<std::int8_t> fired_;       ///< (frictions) just reached this limit
  std::vector<std::int8_t> mode_;        ///< (frictions) handed to add_forces
  std::vector<double> mobility_;         ///< (frictions) J M^-1 J' [1/kg]
  double residual_{};
  bool restart_{};
};

}  // namespace luztar
