// Modes of systems with massless bodies: a complementarity problem over power series in time.
#pragma once

#include <vector>

#include "luztar/dynamics/instant/cycle_cuts.h"
#include "luztar/dynamics/instant/massless_rounding.h"
#include "luztar/dynamics/instant/mode_decision.h"
#include "luztar/dynamics/instant/present_structure.h"
#include "luztar/dynamics/instant/violation.h"

namespace luztar {

/// Velocities of massless bodies jump with the forces, so the rate of a pair at such a body is
/// itself unknown, of the same order in time as its force; pairs between bodies with mass answer
/// one or two orders later. What is decided is one linear complementarity problem over power series
/// in time: a pair sticks with a force inside its limits just after now, or slides in the direction
/// of its rate just after now, where the sign of a series is that of its first coefficient. Series
/// ordered this way are an ordered field and the problem is one of a positive definite matrix over
/// it, so principal pivoting with least indices ends (Murty, Linear Algebra Appl. 5, 1972); larger
/// violations first save pivots.
///
///     decide   in   q, v of order 0 in series; modes, contacts and held deflections until now
///                   in state
///       first_guess     modes until now, those that the caller knows to break  -> pair_, guess_
///       repeat                                                 F_S > F_K: the cascade
///         decide_stage  repeat                                 pairs not broken are held by F_S
///                         try_modes        series in the modes of guess_       -> state, series
///                         rest             static massless bodies to balance   -> state, jump_
///                         worst_violation  the first coefficient that does not fit
///                         change_mode      that pair, or the one that yields   -> guess_
///                       until no pair violates its mode
///         stick_again   broken pairs that turn back                            -> pair_, guess_
///         break_movers  pairs that move though F_S holds them                  -> pair_
///       until nothing changes
///       write_roots     known zeros of guards                                  -> state
///       CycleLimits     pairs that keep a limit beside others                  -> state
///              out  modes, roots, kept_limit, held, positions and contacts of massless bodies in
///                   state, whose structure is the present one; all orders of series
///                   not decided: modes, held, positions and contacts of before_ again
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
  std::vector<std::pair<int, Mode>> released() const override;

 private:
  /// A pair at this instant.
  struct Pair {
    // Written by first_guess(), constant afterwards.
    bool is_open{};  ///< its mode is to be decided
    bool goes_on{};  ///< open, though it slid until now and nothing stopped it
    // Written by first_guess() and the cascade; reset where the pair catches a floating body.
    Mode broken{};  ///< carries F_K whichever way it goes; Stuck: held by forces up to F_S
  };
  /// What decide() finds in the state and goes back to before other modes are tried.
  struct Before {
    std::vector<Mode> pair;        ///< (pairs)
    std::vector<double> held;      ///< (elements)
    std::vector<char> is_held;     ///< (elements) 0 if the state is not resolved
    std::vector<double> position;  ///< (bodies) before a jump; at the start after it [m, rad]
    std::vector<Edge> contact;     ///< (springs) of the same moment
  };
  /// A pair and a mode of it.
  struct Change {
    int pair{-1};  ///< -1: none
    Mode mode{};
  };
  /// Modes that were tried.
  struct Tried {
    Violation violation;      ///< the worst one
    std::vector<Mode> guess;  ///< (pairs)
  };

  void first_guess(State& state, const PairsNow& now);
  ModeStatus decide_stage(State& state, Expansion& series);
  void end_where_it_was(State& state, Expansion& series);
  bool drops(int pair, Mode mode) const;
  bool stick_again(const State& state, const Expansion& series);
  bool break_movers(const State& state, const Expansion& series);
  ModeStatus decide_without_cascade(State& state, Expansion& series, const PairsNow& now);
  int lowest_order(const Expansion& series, int pair) const;
  bool try_modes(State& state, Expansion& series, int last);
  Violation violation_of(const State& state, const Expansion& series, int pair) const;
  Violation worst_violation(const State& state, const Expansion& series, bool first);
  bool contradicts(const State& state) const;
  void note_least(const Violation& worst, int order);
  void take_least();
  void set_at_static(Expansion& series);
  void change_mode(State& state, const Expansion& series, const Violation& worst);
  bool is_pushed_in(const State& state, const Violation& change) const;
  Change yielding_pair(const State& state, const Expansion& series, const Violation& change) const;
  void go_back(State& state, Expansion& series);
  double farthest_jump(const State& state, const Expansion& series) const;
  double jump_of(const State& state, int pair) const;
  double floating_force(const Expansion& series, const double* direction) const;
  bool catch_floating(const Expansion& series);
  void write_roots(State& state, const Expansion& series);
  void write_limits(State& state, const Expansion& series) const;

  const SystemImpl& system_;
  PresentStructure& present_;
  MasslessRounding rounding_;
  CycleCuts cycles_;
  std::vector<Pair> pair_;  ///< (pairs)
  Before before_;
  std::vector<Mode> guess_;      ///< (pairs) modes tried
  std::vector<char> at_static_;  ///< (pairs) 1: carries F_S if it slides; for Expansion
  std::vector<Violation> cut_;   ///< pairs of cycles that the box cannot hold
  Change last_;                  ///< the pair that was set to stick last, its mode before
  Tried least_;                  ///< modes that fit best so far
  bool keeps_static_{};          ///< pairs that are not broken are held by F_S
  double jump_{};                ///< how far massless bodies jump in the modes tried [m]
  int unbalanced_body_{-1};      ///< by the last decision or rest(); -1: none
};

}  // namespace luztar
