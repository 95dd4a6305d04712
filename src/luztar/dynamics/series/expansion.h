// The motion from one instant on, as power series of tau = t - anchor.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "luztar/dynamics/series/bent_pairs.h"
#include "luztar/dynamics/series/feedback.h"
#include "luztar/dynamics/series/internal_series.h"
#include "luztar/dynamics/series/motion_series.h"
#include "luztar/dynamics/series/slow_manifold.h"
#include "luztar/dynamics/series/stuck_shares.h"
#include "luztar/dynamics/structure/massless.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// How the coefficients of a motion follow from a state in given modes. Work space: made once,
/// filled at every anchor.
///
///     start       state                                    -> order 0 of coordinates; time in all
///     expand
///       order 0   add_forces, accelerate, add_stuck_forces -> forces, accelerations
///       orders 1, 2, ...
///         Feedback         linear elements and bodies that move alone
///         general_forces   what is an expression, through the Program and InternalSeries
///         accelerate       bodies that move in groups
///       row by row         watched elements (Feedback), forces of stuck pairs, StuckShares
///     with massless bodies: balance(), accelerate, add_stuck_forces at each order
///
/// Modes are decided with order 0 and single orders of it, between start() and expand().
class Expansion : public MotionSeries {
 public:
  Expansion(const SystemImpl& system, int order);

  /// Coefficients beyond are zero in all rows, those of given motions and forces of time too;
  /// >= 2 and <= order(). After expand().
  int degree() const { return degree_; }
  /// A lower order for a while (the rows keep their length); at most that of the constructor.
  void set_order(int order);

  /// Order 0 of coordinates from the state; all orders of inputs and given motions.
  void start(const State& state);

  /// Arms of elements whose deflections are expressions, from order 0 of coordinates.
  void find_arms(const State& state);
  /// The state has been put elsewhere: where arms pointed before says nothing.
  void forget_arms(const State& state);
  /// At an instant at which states jump that arms read: these may point elsewhere.
  void let_arms_jump(bool jump) { arms_jump_ = jump; }
  bool arms_jump() const { return arms_jump_; }
  /// What accelerations of order k leave of the rates of pairs along expressions. When velocities
  /// up to order k are there.
  void curve(int k);
  /// Part of the relative acceleration of a pair that is due to its turning arms, of the order that
  /// curve() was asked for last.
  double curvature(int pair) const { return curvature_.empty() ? 0.0 : curvature_[pair]; }
  /// The same of an Expansion of jumps: the rate that a jump is to take away.
  void set_curvature(int pair, double rate) { curvature_[pair] = rate; }
  /// Jumps of velocity under impulses on bodies, as order 0; with the arms that are there.
  void jump(const Structure& structure);
  /// Coefficient of order k >= 1 of the rate that bodies give it, whether it is held or not. After
  /// expand().
  double rate_of_pair(int pair, int k) const;
  /// A pair that sticks although its gradient was zero on the way from one anchor to the next; -1:
  /// none.
  int turned_round() const { return turned_round_; }
  BentPairs& bent() { return bent_; }
  const BentPairs& bent() const { return bent_; }

  /// Forces of order k without the pairs whose `pair_mode` is Stuck (or not decided), but
  /// with those that keep a limit; sums on bodies. Needs q, v up to order k.
  /// @param hold  use the held deflections of the state
  void add_forces(const State& state, const std::vector<Mode>& pair_mode, int k, bool hold);

  /// After add_forces() of order 0: limits that read forces of links are those of these forces.
  /// @param force  (pairs) [N]
  void load_links(const State& state, const std::vector<double>& force);
  /// How the force of a friction that slides this way grows with the one that presses it. After
  /// add_forces() of order 0.
  double pressed_factor(const State& state, const NormalLoad& load, Mode direction);

  /// Forces of stuck pairs of order k, after accelerate(); adds them to the bodies.
  void add_stuck_forces(const Structure& structure, int k);

  /// Moves massless bodies that nothing damps to where the springs on them balance, in the modes
  /// of the state. @return how far the farthest of them moved, as an elongation of a spring [m]
  double rest_massless(State& state, const Structure& structure);
  /// The same from anywhere: contacts of springs at massless bodies are chosen too.
  void place_massless(State& state);
  /// Damping and stiffness that hold the massless bodies in the modes of the state.
  void prepare_massless(const State& state, const Structure& structure);
  const MasslessBalance& massless() const { return massless_; }

  /// All orders in the modes of the state. Call start() before.
  void expand(const State& state, const Structure& structure);
  /// Arms along expressions of what sticks to the end of a step, for the next start() to compare.
  void carry_arms(const State& state, double tau);
  /// After expand(): the program again, on the branches of the state, along the same motion.
  void repeat_program(const State& state);

  const double* z(int internal) const { return internals_.z(internal); }
  /// Expands again with bristles that have settled taken for what they have settled on, where that
  /// lets a step be several times as long as `step`; false: nothing to gain, the series is the old
  /// one. See InternalSeries.
  bool expand_settled(const State& state, const Structure& structure, double step,
                      double tolerance);
  bool is_settled(int internal) const { return internals_.is_settled(internal); }
  /// The fastest decay that the last coefficients of velocities and states show [1/s];
  /// 0: none, or more of them than a slow manifold takes.
  double fast_decay(const State& state, const Structure& structure, double tolerance) const;
  /// Expands again with velocities and states that have settled on a slow manifold. Call it again
  /// with a smaller decay where that limits the step. See SlowManifold. @pre fast_decay() is not 0
  /// @param decay  the least that counts as fast [1/s]
  /// @return false: they have not; call start() and expand()
  bool expand_slow(const State& state, const Structure& structure, double decay, double tolerance);
  /// Of the rounds since start(), in explicit series.
  double cost_of_slow() const { return manifold_.cost(); }
  double settled_step(double tolerance) const {
    return std::min(internals_.step(*this, tolerance), manifold_.step(tolerance));
  }

  const ProgramSeries& series() const { return series_; }

  /// Pairs that slide at their static limit for now: (pairs) 1. A cascade tries them so.
  void set_at_static(const std::vector<char>& pairs) { at_static_ = pairs; }

  /// Coefficient of order k of how far the force of a stuck pair may go, >= 0 at order 0. Index 0:
  /// downwards, 1: upwards. Valid after add_forces() of that order.
  double limit(int pair, int side, int k) const {
    const PairLaw& law = system_.pairs[pair];
    return law.limit(
        law.breakaway[side], [this](int slot) { return series_.slot(slot); }, k);
  }

  /// Coefficient of order k of what a pair weighs where forces are not unique, as in GroupShares.
  double strength(int pair, int k) const;

  /// Of pairs whose forces are not unique, after expand().
  const StuckShares& shares() const { return shares_; }

 private:
  void feed_program(const State& state, const std::vector<Mode>& pair_mode, int k);
  double speed(const ProgramInput& input, Mode mode, int k) const;
  double level(int pair, Mode mode, int k) const;
  double spring_force(const State& state, int spring, int k) const;
  double element_force(const State& state, int element, const std::vector<Mode>& pair_mode,
                       int k) const;
  void general_forces(const State& state, int k);
  void feed_coordinates(int k, bool still);
  void bend(const State& state, int k, bool hold);
  static int limited(const State& state, int pair);
  std::vector<LoadFactor> find_load_factors(const State& state);
  void hold_bent(const State& state, const Structure& structure, int k);
  void read_arms(const State& state);
  double size_of_arms(int pair) const;
  void drop_small_arms(int pair);
  bool vanishes(int pair) const;
  bool turns_round(const std::vector<Term>& before, int pair) const;
  bool is_rounding(const State& state, const DirectFormula& formula, double value) const;
  void push_along_gradients(int k);
  void settle_acceleration(int body);
  const double* rate_of_state(int internal) const;

  // Massless bodies: expansion_massless.cpp.
  void expand_massless(const State& state, const Structure& structure);
  void accelerate_massless();
  void follow_massless(const Structure& structure, int k);
  void balance(const State& state, const Structure& structure, int k);
  void balance_exactly(State& state);
  double massless_force(const Structure& structure, int massless, int k) const;
  double move_massless(State& state, const Structure& structure, const std::vector<double>& move);
  void static_drive(const State& state, int k, double* drive) const;
  void look_ahead(const Structure& structure, int k);

  int degree_;
  ProgramSeries series_;
  InternalSeries internals_;
  SlowManifold manifold_;
  Feedback feedback_;
  StuckShares shares_;
  MasslessBalance massless_;
  BentPairs bent_;
  std::vector<double> curvature_;  ///< (pairs); empty if none is along an expression
  std::vector<double> widest_;     ///< (pairs) the largest G M^-1 G' so far [1/kg]
  int turned_round_{-1};
  bool arms_jump_{};
  bool has_bent_speeds_{};                ///< a law reads the speed of such a pair
  const std::int64_t* branch_{};          ///< of the state that was expanded last
  bool moves_{};                          ///< a motion; else jumps of velocity, which bend nothing
  std::vector<char> at_static_;           ///< (pairs) 1: slides at its static limit
  bool has_states_;                       ///< with rates, in the model file
  bool reads_motion_;                     ///< laws read positions or velocities
  std::vector<double> massless_scratch_;  ///< forces, velocities, drives of massless bodies
};

}  // namespace luztar
