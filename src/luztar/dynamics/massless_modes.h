// Modes of systems with massless bodies: a complementarity problem over power series in time.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/dynamics/mode_decision.h"
#include "luztar/dynamics/pair_limits.h"
#include "luztar/dynamics/present_structure.h"
#include "luztar/friction/least_constraint.h"

namespace luztar {

/// Velocities of massless bodies jump with the forces, so the rate of a pair at such a body is
/// itself unknown, of the same order in time as its force; pairs between bodies with mass answer
/// one or two orders later. What is decided is one linear complementarity problem over power series
/// in time: a pair sticks with a force inside its limits just after now, or slides in the direction
/// of its rate just after now, where the sign of a series is that of its first coefficient. Series
/// ordered this way are an ordered field and the problem is one of a positive definite matrix over
/// it, so principal pivoting with least indices ends (Murty, Linear Algebra Appl. 5, 1972); larger
/// violations first save pivots.
class MasslessModes final : public ModeDecision {
 public:
  /// @param tolerance  of the steps that lead to an instant, relative
  MasslessModes(const SystemImpl& system, PresentStructure& present, double tolerance);

  ModeStatus decide(State& state, Expansion& series, const PairsNow& now) override;
  std::vector<std::vector<int>> consistent_choices(const State&, Expansion&,
                                                   const PairsNow&) override {
    return {};
  }
  double residual() const override { return 0.0; }
  bool rest(State& state, Expansion& series) override;
  int unbalanced_body() const override { return unbalanced_body_; }

 private:
  static constexpr int kContradiction = -2;  ///< an order before all
  struct Violation {
    int pair{-1};
    int order{};
    double size{};
    std::int8_t mode{};  ///< to try instead
  };
  void first_guess(State& state, const PairsNow& now);
  ModeStatus decide_stage(State& state, Expansion& series);
  void end_where_it_was(State& state, Expansion& series);
  bool drops(int pair, int mode) const;
  bool stick_again(const State& state, const Expansion& series);
  bool break_movers(const State& state, const Expansion& series);
  ModeStatus decide_without_cascade(State& state, Expansion& series,
                                    const PairsNow& now);
  int lowest_order(const Expansion& series, int pair) const;
  Violation violation_of_limits(const State& state, const Expansion& series, int pair) const;
  Violation violation_of_cycles(const State& state, const Expansion& series);
  bool cut_cycles(const State& state, const Expansion& series, int k);
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
  PresentStructure& present_;
  double tolerance_;
  LeastConstraintProblem problem_;
  LeastConstraintSolution solution_;
  std::vector<int> pairs_;             ///< of the box problem
  std::vector<AtLimit> at_limit_;      ///< (pairs_) the limits that all orders so far are at
  std::vector<std::int8_t> sign_;      ///< (pairs) direction of pairs that cannot stick
  std::vector<std::int8_t> broken_;    ///< (pairs) direction of those that carry F_K, else 0
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
