// The motion from one instant on, as power series of tau = t - anchor.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "luztar/dynamics/massless.h"
#include "luztar/dynamics/structure.h"
#include "luztar/dynamics/system_impl.h"

namespace luztar {

/// Taylor coefficients of every coordinate, deflection and force. Rows are contiguous:
/// q(b)[k] is the coefficient of tau^k. Work space: made once, filled at every anchor.
class Expansion {
 public:
  Expansion(const SystemImpl& system, int order);

  int order() const { return order_; }
  /// Coefficients beyond are zero in all rows, those of given motions and forces of time too;
  /// >= 2 and <= order(). After expand().
  int degree() const { return degree_; }
  /// A lower order for a while (the rows keep their length); at most that of the constructor.
  void set_order(int order) { order_ = degree_ = order; }

  /// Order 0 of coordinates from the state; all orders of inputs and given motions.
  void start(const State& state);

  /// Forces of order k without the pairs whose `pair_mode` is 0 (stuck or not decided), but
  /// with pinned ones; sums on bodies. Needs q, v up to order k.
  /// @param hold  use the held deflections of the state
  void add_forces(const State& state, const std::vector<std::int8_t>& pair_mode, int k, bool hold);

  /// Accelerations of order k from the sums on bodies, then q and v of order k + 1.
  void accelerate_free(int k);
  void accelerate(const Structure& structure, int k);

  /// Sets the velocities of dependent bodies at the anchor to those of the bodies they follow.
  void tie_velocities(const Structure& structure, State& state);

  /// Forces of stuck pairs of order k, after accelerate(); adds them to the bodies.
  void add_stuck_forces(const Structure& structure, int k);

  /// What the stuck pairs on bodies have to balance, of order k, after accelerate(): force less
  /// inertia.
  void loads(const std::vector<int>& bodies, int k, std::vector<double>& load) const;

  /// A pair force found elsewhere (Gauss), of order k; adds it to its bodies.
  void add_pair_force(int pair, int k, double force);

  /// Moves massless bodies that nothing damps to where the springs on them balance, in the modes
  /// of the state. @return how far the farthest of them moved, as an elongation of a spring [m]
  double rest_massless(State& state, const Structure& structure);
  /// The same from anywhere: contacts of springs at massless bodies are chosen too.
  void place_massless(State& state);
  /// Damping and stiffness that hold the massless bodies in the modes of the state.
  void prepare_massless(const State& state, const Structure& structure);
  const MasslessBalance& massless() const { return massless_; }

  /// Order 0 for impacts: impulses instead of forces, jumps of velocity instead of accelerations.
  void clear_jump();
  void set_jump(int body, double jump) { a_[row(body)] = jump; }

  /// All orders in the modes of the state. Call start() before.
  void expand(const State& state, const Structure& structure);
  /// After expand(): the program again, on the branches of the state, along the same motion.
  void repeat_program(const State& state);

  /// Distance of the rows of two bodies or elements.
  std::size_t stride() const { return stride_; }
  double* q(int body) { return &q_[row(body)]; }
  double* v(int body) { return &v_[row(body)]; }
  const double* q(int body) const { return q_.data() + row(body); }
  const double* v(int body) const { return v_.data() + row(body); }
  const double* a(int body) const { return a_.data() + row(body); }
  const double* body_force(int body) const { return body_force_.data() + row(body); }
  const double* d(int element) const { return d_.data() + row(element); }
  const double* rate(int element) const { return rate_.data() + row(element); }
  const double* f(int element) const { return f_.data() + row(element); }
  const double* z(int internal) const { return z_.data() + row(internal); }

  /// Expands again with bristles that have settled taken for what they have settled on, where that
  /// lets a step be several times as long as `step`; false: nothing to gain, the series is the old
  /// one. See expansion_bristles.cpp.
  bool expand_settled(const State& state, const Structure& structure, double step,
                      double tolerance);
  /// In the present series: taken for what it has settled on.
  bool is_settled(int internal) const { return settled_[internal] != 0; }
  /// How far settled bristles follow their law to the tolerance; infinity if none is settled.
  double settled_step(double tolerance) const;

  const ProgramSeries& series() const { return series_; }

  /// Pairs that slide at their static limit for now: (pairs) 1. A cascade tries them so.
  void press(const std::vector<std::int8_t>& pairs) { pressed_ = pairs; }

  /// Coefficient of order k of how far the force of a stuck pair may go, >= 0 at order 0. Index 0:
  /// downwards, 1: upwards. Valid after add_forces() of that order.
  double limit(int pair, int side, int k) const {
    const PairLaw& law = system_.pairs[pair];
    if (law.normal_slot >= 0) return law.breakaway[side] * series_.slot(law.normal_slot)[k];
    return k == 0 ? law.breakaway[side] : 0.0;
  }

  /// Coefficient of order k of what a pair weighs where forces are not unique, as in GroupShares.
  double strength(int pair, int k) const;

  /// What a pair at rest that keeps its limit would carry if it shared (GroupShares), by order;
  /// null if nothing tells. After expand().
  const double* own_share(int pair) const {
    return has_own_share_.empty() || has_own_share_[pair] == 0 ? nullptr : &own_share_[row(pair)];
  }

  /// Coefficients that bound how long shared forces hold to rounding; null: nothing does.
  const double* shares_cancel() const { return cancels_.empty() ? nullptr : cancels_.data(); }
  /// How long shared forces hold for other reasons (GroupShares::moment). After expand() [s]
  double shares_moment() const { return moment_; }

  /// Largest force of order k on a body or in an element: the scale of rounding.
  double force_scale(int k) const;

 private:
  std::size_t row(int index) const { return static_cast<std::size_t>(index) * stride_; }
  /// An element whose force is linear in the rates of at most two bodies, in the present modes.
  struct Link {
    double *d, *rate, *f;
    double coefficient[2];
    const double* velocity[2];
    double* force_on[2];
    double stiffness, damping;
  };

  /// A free body that moves alone.
  struct Mover {
    double *q, *v, *a;
    const double* force;
    double inverse_mass;
  };

  void deflections(const State& state, int k, bool hold);
  bool find_settled(const State& state, double step);
  void improve_settled();
  void unsettle();
  void solve_settled(const State& state, int k);
  void feed_program(const State& state, const std::vector<std::int8_t>& pair_mode, int k);
  double speed(const ProgramInput& input, int mode, int k) const;
  double level(int pair, int mode, int k) const;
  double spring_force(const State& state, int spring, int k) const;
  double element_force(const State& state, int element, const std::vector<std::int8_t>& pair_mode,
                       int k) const;
  void advance(int k);
  void follow(const Structure& structure, int k);

  // Orders 1 and up of expand(): what feeds back goes order by order, the rest row by row.
  void plan(const State& state);
  void plan_motion(const Structure& structure);
  bool move(int k);
  void expand_alone();
  void clear_beyond(int k);
  void plan_link(const State& state, int element);
  bool is_general(int element) const;
  void add_row(int body, double factor, const double* force);
  bool link_forces(int k);
  void general_forces(const State& state, int k);
  void fill_watched();
  void stuck_rows(const Structure& structure);
  void carried(const GroupShares& group, int k, std::vector<double>& load) const;
  void add_shared_forces(const Structure& structure, int k);

  // Massless bodies: expansion_massless.cpp.
  void expand_massless(const State& state, const Structure& structure);
  void follow_massless(const Structure& structure, int k);
  void balance(const State& state, const Structure& structure, int k);
  void balance_exactly(State& state);
  double slack_force(const Structure& structure, int slack, int k) const;
  double move_slacks(State& state, const Structure& structure, const std::vector<double>& move);
  double static_drive(const State& state, int direction, int k) const;

  const SystemImpl& system_;
  int order_;
  int degree_;
  std::size_t stride_;
  std::vector<double> q_, v_, a_, body_force_;  ///< (bodies × orders)
  std::vector<double> d_, rate_, f_;            ///< (elements × orders)
  std::vector<double> z_;                       ///< (internals × orders)
  std::vector<double> z_rate_, z_residual_;     ///< (internals × orders) of settled bristles
  std::vector<char> settled_;                   ///< (internals)
  bool any_settled_{};
  std::vector<double> given_;         ///< (bodies) scratch
  std::vector<double> zero_, waste_;  ///< rows for a missing second body
  int input_degree_{};                ///< forces and given velocities of time end here
  std::vector<double> inverse_;       ///< 1 / k
  std::vector<char> feeds_program_;   ///< (elements)
  std::vector<std::int8_t> pressed_;  ///< (pairs) 1: slides at its static limit
  std::vector<Link> links_;
  std::vector<Mover> movers_;
  bool coupled_{};                      ///< bodies move in groups
  std::vector<int> watched_, general_;  ///< elements
  ProgramSeries series_;
  MasslessBalance massless_;
  double moment_{std::numeric_limits<double>::infinity()};  ///< see shares_moment()
  std::vector<double> cancels_;  ///< (orders) the largest of GroupShares::cancels()
  std::vector<double> load_, shared_, own_, strength_;  ///< of a group of stuck pairs
  std::vector<double> own_share_;                       ///< (pairs × orders), if any is known
  std::vector<char> has_own_share_;                     ///< (pairs), the same
  std::vector<double> slack_;  ///< forces, velocities, drives of massless bodies
};

}  // namespace luztar
