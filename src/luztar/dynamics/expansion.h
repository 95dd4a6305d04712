// The motion from one instant on, as power series of tau = t - anchor.
#pragma once

#include <vector>

#include "luztar/dynamics/structure.h"
#include "luztar/dynamics/system_impl.h"

namespace luztar {

/// Taylor coefficients of every coordinate, deflection and force. Rows are contiguous:
/// q(b)[k] is the coefficient of tau^k. Work space: made once, filled at every anchor.
class Expansion {
 public:
  Expansion(const SystemImpl& system, int order);

  int order() const { return order_; }
  /// A lower order for a while (the rows keep their length); at most that of the constructor.
  void set_order(int order) { order_ = order; }

  /// Order 0 of coordinates from the state; all orders of inputs and given motions.
  void start(const State& state);

  /// Forces of order k without the pairs whose `friction_mode` is 0 (stuck or not decided), but
  /// with pinned ones; sums on bodies. Needs q, v up to order k.
  /// @param hold  use the held deflections of the state
  void add_forces(const State& state, const std::vector<std::int8_t>& friction_mode, int k,
                  bool hold);

  /// Accelerations of order k from the sums on bodies, then q and v of order k + 1.
  void accelerate_free(int k);
  void accelerate(const Structure& structure, int k);

  /// Sets the velocities of dependent bodies at the anchor to those of the bodies they follow.
  void tie_velocities(const Structure& structure, State& state);

  /// Forces of stuck pairs of order k, after accelerate(); adds them to the bodies.
  void add_stuck_forces(const Structure& structure, int k);

  /// A friction force found elsewhere (Gauss), of order k; adds it to its bodies.
  void add_friction_force(int friction, int k, double force);

  /// All orders in the modes of the state. Call start() before.
  void expand(const State& state, const Structure& structure);

  double* q(int body) { return &q_[row(body)]; }
  double* v(int body) { return &v_[row(body)]; }
  const double* q(int body) const { return &q_[row(body)]; }
  const double* v(int body) const { return &v_[row(body)]; }
  const double* a(int body) const { return &a_[row(body)]; }
  const double* body_force(int body) const { return &body_force_[row(body)]; }
  const double* d(int element) const { return &d_[row(element)]; }
  const double* rate(int element) const { return &rate_[row(element)]; }
  const double* f(int element) const { return &f_[row(element)]; }
  const ProgramSeries& series() const { return series_; }

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
  void feed_program(const State& state, int k);
  double spring_force(const State& state, int spring, int k) const;
  double element_force(const State& state, int element,
                       const std::vector<std::int8_t>& friction_mode, int k) const;
  void advance(int k);
  void follow(const Structure& structure, int k);

  // Orders 1 and up of expand(): what feeds back goes order by order, the rest row by row.
  void plan(const State& state);
  void plan_motion(const Structure& structure);
  void move(int k);
  bool ends_at(int k) const;
  void clear_beyond(int k);
  void plan_link(const State& state, int element);
  bool is_general(int element) const;
  void add_row(int body, double factor, const double* force);
  void link_forces(int k);
  void general_forces(const State& state, int k);
  void fill_watched();
  void stuck_rows(const Structure& structure);

  const SystemImpl& system_;
  int order_;
  std::size_t stride_;
  std::vector<double> q_, v_, a_, body_force_;  ///< (bodies × orders)
  std::vector<double> d_, rate_, f_;            ///< (elements × orders)
  std::vector<double> given_;                   ///< (bodies) scratch
  std::vector<double> zero_, waste_;            ///< rows for a missing second body
  int input_degree_{};                          ///< forces and given velocities of time end here
  std::vector<double> inverse_;                 ///< 1 / k
  std::vector<char> feeds_program_;             ///< (elements)
  std::vector<Link> links_;
  std::vector<Mover> movers_;
  bool coupled_{};                      ///< bodies move in groups
  std::vector<int> watched_, general_;  ///< elements
  ProgramSeries series_;
};

}  // namespace luztar
