// Which pairs stick and which slide from an instant on: Gauss's principle, order by order.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "luztar/dynamics/cycle_pins.h"
#include "luztar/dynamics/gauss_solver.h"
#include "luztar/dynamics/pair_limits.h"
#include "luztar/dynamics/present_structure.h"
#include "luztar/friction/least_constraint.h"

namespace luztar {

enum class ModeStatus {
  Decided,
  Unsolved,  ///< the solver of the box problem gave up
  Cycled,    ///< the cascade for static > kinetic friction found no consistent modes
  Floating,  ///< a force acts on a massless body that nothing holds
  Jumped,    ///< a massless body would have to jump to where its forces balance
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
  /// @param tolerance  of the steps that lead to an instant, relative
  ModeResolver(const SystemImpl& system, StructureCache& cache, double tolerance = 0.0);

  /// @param state    in: modes of moving pairs, contacts, branches; out: modes of `at_rest` pairs,
  ///                 `roots` of all friction guards, `pinned`, held deflections
  /// @param series   start() done at state.anchor; used as work space
  /// @param at_rest  (pairs) 1: relative velocity is zero now
  /// @param broken   (pairs) sign of pairs that just reached their static limit, else 0
  ModeStatus decide(State& state, Expansion& series, const std::vector<std::int8_t>& at_rest,
                    const std::vector<std::int8_t>& broken);

  /// Sets of pairs that may break now under F_S > F_K: with each of them the forces fit the law.
  /// decide() takes one of them. Empty if there are more than a few pairs to choose from.
  std::vector<std::vector<int>> consistent_choices(const State& state, Expansion& series,
                                                   const std::vector<std::int8_t>& at_rest,
                                                   const std::vector<std::int8_t>& broken);

  const std::shared_ptr<const Structure>& structure() const { return present_.get(); }
  double residual() const { return residual_; }  ///< KKT residual, relative to the largest force

  /// The structure for the stuck pairs of a state (also after loading one).
  void use_structure_of(const State& state) { present_.use(state); }
  /// See PresentStructure.
  void tie(State& state, Expansion& series, std::vector<std::int8_t>& at_rest) {
    present_.tie(state, series, at_rest);
  }

  /// Puts massless bodies without damping exactly where the springs on them balance.
  /// @return false if that is somewhere else: unbalanced_body() would have to jump
  bool rest(State& state, Expansion& series);
  int unbalanced_body() const { return unbalanced_body_; }  ///< after Floating or Jumped

 private:
  /// Leaving: slides in a known direction, at the first order at which it moves.
  enum class Fate : std::int8_t { Moving, Sliding, Leaving, Stuck, AtUpper, AtLower, AtBoth };

  bool fits(const State& state, Expansion& series, const std::vector<std::int8_t>& at_rest);
  bool cascade(State& state, Expansion& series, const std::vector<std::int8_t>& at_rest);
  bool cascade_changes(const Expansion& series, const std::vector<std::int8_t>& at_rest);
  void classify(const Expansion& series, const std::vector<std::int8_t>& at_rest);
  bool decide_order(State& state, Expansion& series, int k);
  void start_sliding(const Expansion& series, int pair, double w);
  void follow_leaving(const Expansion& series, int k, double noise);
  void judge_at_limit(std::size_t position, int k, double noise);
  bool solve(Expansion& series, int k);
  ForceBounds bounds(const Expansion& series, int pair, int k) const;
  void write(State& state, const Expansion& series) const;
  LimitsFound limits_found() const;

  // Systems with massless bodies: modes_massless.cpp.
  static constexpr int kContradiction = -2;  ///< an order before all
  struct Violation {
    int pair{-1};
    int order{};
    double size{};
    std::int8_t mode{};  ///< to try instead
  };
  ModeStatus decide_by_series(State& state, Expansion& series,
                              const std::vector<std::int8_t>& at_rest,
                              const std::vector<std::int8_t>& broken);
  void first_guess(State& state, const std::vector<std::int8_t>& at_rest,
                   const std::vector<std::int8_t>& broken);
  ModeStatus decide_stage(State& state, Expansion& series);
  void end_where_it_was(State& state, Expansion& series);
  bool drops(int pair, int mode) const;
  bool stick_again(const State& state, const Expansion& series);
  bool break_movers(const State& state, const Expansion& series);
  ModeStatus decide_without_cascade(State& state, Expansion& series,
                                    const std::vector<std::int8_t>& at_rest,
                                    const std::vector<std::int8_t>& broken);
  int lowest_order(const Expansion& series, int pair) const;
  Violation violation_of_limits(const State& state, const Expansion& series, int pair) const;
  Violation violation_of_cycles(const State& state, const Expansion& series);
  bool cut_cycles(const Expansion& series, int k);
  bool try_modes(State& state, Expansion& series, int last);
  Violation violation_of(const State& state, const Expansion& series, int pair) const;
  Violation worst_violation(const State& state, const Expansion& series, bool first);
  void note_velocity_noise(const State& state, const Expansion& series);
  double force_noise(const Expansion& series, int k) const;
  double sum_noise(const Expansion& series, int k) const;
  bool contradicts(const State& state) const;
  void note_least(const Violation& worst, int order);
  void take_least();
  void press(Expansion& series);
  void change_mode(State& state, const Expansion& series, const Violation& worst);
  bool is_pushed_in(const State& state, const Violation& change) const;
  int yielding_pair(const State& state, const Expansion& series, const Violation& change);
  void go_back(State& state, Expansion& series);
  double farthest_jump(const State& state, const Expansion& series) const;
  double length_scale(const State& state, const Expansion& series) const;
  double jump_of(const State& state, int pair) const;
  double mobility_of(int body) const;
  double rate_noise(const Expansion& series, int pair, int k) const;
  double floating_force(const Expansion& series, const double* direction) const;
  bool catch_floating(const State& state, const Expansion& series);
  void write_roots(State& state, const Expansion& series);
  void write_limits(State& state, const Expansion& series) const;

  const SystemImpl& system_;
  PresentStructure present_;
  double tolerance_;
  LeastConstraintProblem problem_;
  LeastConstraintSolution solution_;
  std::vector<int> pairs_;              ///< of the box problem
  bool forced_limits_{};    ///< limits that fates are at are those of all distributions of forces
  GaussSolver gauss_;
  std::vector<Fate> fate_;  ///< (pairs)
  std::vector<std::int8_t> sign_;        ///< (pairs) direction of sliding pairs
  std::vector<std::int8_t> level_;       ///< (pairs) order at which the fate was decided
  std::vector<std::int8_t> bound_side_;  ///< (pairs) the limit it was at before
  std::vector<std::int8_t> opened_;      ///< (pairs) order at which it left the other limit
  std::vector<std::int8_t> broken_;      ///< (pairs)
  std::vector<std::int8_t> late_;        ///< (pairs) broke while its normal force was zero
  std::vector<std::int8_t> fired_;       ///< (pairs) just reached this limit
  std::vector<std::int8_t> side_;        ///< (pairs) stops: the edge they are closed at
  std::vector<std::int8_t> mode_;        ///< (pairs) handed to add_forces
  std::vector<double> mobility_;         ///< (pairs) J M^-1 J' [1/kg]
  double residual_{};
  bool restart_{};
  // Systems with massless bodies.
  std::vector<std::int8_t> candidate_;   ///< (pairs) 1: its mode is open now
  std::vector<double> velocity_noise_;   ///< (bodies) rounding of velocities now [m/s]
  double spring_noise_{};                ///< of the rates of their forces [N/s]
  double noise_factor_{1.0};             ///< > 1: no modes fit better than this
  double time_noise_{};                  ///< of this instant [s]
  std::vector<std::int8_t> goes_on_;     ///< (pairs) 1: it slid until now, and nothing stopped it
  std::vector<std::int8_t> before_;      ///< (pairs) modes until now
  std::vector<std::int8_t> guess_;       ///< (pairs) modes tried
  std::vector<std::int8_t> stuck_;       ///< (pairs)
  std::vector<double> held_;
  std::vector<std::int8_t> is_held_;
  std::vector<double> position_before_;      ///< (bodies) at this instant, before any jump
  std::vector<std::int8_t> contact_before_;  ///< (springs)
  int last_{-1};                             ///< the pair that was set to stick last, or -1
  std::int8_t last_mode_{};                  ///< its mode before
  Violation least_;                          ///< of all modes tried
  std::vector<std::int8_t> least_guess_;     ///< (pairs) its modes
  std::int8_t yield_side_{};                 ///< the limit that the yielding pair meets
  std::vector<std::int8_t> pressed_;         ///< (pairs) 1: carries its static limit if it slides
  bool presses_{};                           ///< the cascade does so
  std::vector<Violation> cut_;               ///< pairs of cycles that the box cannot hold
  double jump_{};  ///< how far massless bodies jump in the modes tried [m]
  int unbalanced_body_{-1};
};

}  // namespace luztar
