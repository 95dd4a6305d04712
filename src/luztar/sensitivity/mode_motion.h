// A motion in given modes as power series of numbers that carry derivatives.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/dynamics/system/state.h"
#include "luztar/sensitivity/holding.h"
#include "luztar/sensitivity/massless_orders.h"
#include "luztar/sensitivity/numbers.h"

namespace luztar {

/// The equations of motion once more, for derivatives: no mode is decided here, so that each order
/// is one linear system. Its values are those of the run to rounding, which proves it on every
/// step. Rows are Taylor coefficients in tau = t - anchor: q(b)[k], v(b)[k], ...
template <typename N>
class ModeMotion {
 public:
  /// @param order  largest
  ModeMotion(const Numbers<N>& numbers, int order);

  /// The modes of a State, and its anchor; starts follow in q(b)[0], v(b)[0] and z(i)[0].
  void set(const State& state);
  /// The same modes from another instant on.
  void move_anchor(const Time& anchor) { state_.anchor = anchor; }
  /// Order 0 alone: forces and accelerations at the anchor.
  void start();
  /// Bristles that the series of the run takes for what they settle on (InternalSeries): so they
  /// are here. @param settled  (internals)
  void settle(const std::vector<char>& settled);
  /// All orders up to `order`. After start().
  void expand(int order);
  int order() const { return order_; }
  const State& state() const { return state_; }
  /// Massless bodies that nothing damps go where they balance, to first order; values stay. After
  /// set() and the starts.
  void rest_massless();

  N* q(int b) { return &rows_.q[row(b)]; }
  N* v(int b) { return &rows_.v[row(b)]; }
  N* a(int b) { return &rows_.a[row(b)]; }
  N* z(int i) { return &rows_.z[row(i)]; }
  N* d(int e) { return &rows_.d[row(e)]; }
  N* rate(int e) { return &rows_.rate[row(e)]; }
  N* f(int e) { return &rows_.f[row(e)]; }
  const N* q(int b) const { return &rows_.q[row(b)]; }
  const N* v(int b) const { return &rows_.v[row(b)]; }
  const N* a(int b) const { return &rows_.a[row(b)]; }
  const N* z(int i) const { return &rows_.z[row(i)]; }
  const N* d(int e) const { return &rows_.d[row(e)]; }
  const N* rate(int e) const { return &rows_.rate[row(e)]; }
  const N* f(int e) const { return &rows_.f[row(e)]; }
  const N* slot(int index) const { return program_.slot(index); }
  const std::vector<std::int64_t>& branch() const { return branch_; }
  /// Coefficient of order k of how far the force of a pair may go. Index 0: downwards.
  N limit(int pair, int side, int k) const;
  /// A value and its rate.
  struct Slope {
    N value;
    double rate{};
  };
  /// A row at the anchor + tau, and how it changes.
  Slope slope_at(const N* row, double tau) const {
    Slope slope{at(row, tau), 0.0};
    for (int k = order_; k >= 1; --k) slope.rate = slope.rate * tau + k * value_of(row[k]);
    return slope;
  }
  Slope limit_slope(int pair, int side, double tau) const;
  /// A row at the anchor + tau.
  N at(const N* row, double tau) const {
    N value = row[order_];
    for (int k = order_ - 1; k >= 0; --k) value = value * tau + row[k];
    return value;
  }
  const std::vector<N>& arms(int pair) const { return arms_[static_cast<std::size_t>(pair)]; }
  const Numbers<N>& numbers() const { return numbers_; }
  const Holding<N>& holding() const { return holding_; }

 private:
  std::size_t row(int i) const { return static_cast<std::size_t>(i) * stride_; }
  void stretch(int k);
  void feed(int k);
  void feed_coordinates(int k, bool still);
  void bend(int k);
  N element_force(int e, int k) const;
  N level(int pair, int k) const;
  N spring_force(int e, int k) const;
  void add_forces(int k);
  void push_along_gradients(int k);
  void find_arms();
  std::vector<typename Holding<N>::LoadFactor> find_load_factors();
  void hold(int k);
  void expand_order(int k);
  // Massless bodies.
  void balance(int k);
  void expand_once(int order);
  double improve_settled(int order);
  void leave_settled(int order);
  bool starts_settled();
  std::vector<N> massless_forces(int k) const;
  N static_drive(int direction, int k) const;
  void look_ahead(int k);
  void follow_massless(int k);

  const Numbers<N>& numbers_;
  const SystemImpl& system_;
  std::size_t stride_;
  int order_{};
  State state_;
  std::vector<std::int64_t> branch_;
  BasicProgramSeries<N> program_;
  Holding<N> holding_;
  std::vector<std::vector<N>> arms_;  ///< (pairs)
  struct {
    std::vector<N> q, v, a, body_force;  ///< (bodies × orders)
    std::vector<N> d, rate, f;           ///< (elements × orders)
    std::vector<N> z;                    ///< (internals × orders)
  } rows_;
  std::vector<typename Holding<N>::LoadFactor> load_factors_;
  /// Bristles taken for what they settle on.
  struct {
    std::vector<char> is;    ///< (internals); empty: none
    std::vector<N> rate;     ///< (internals × orders) of the round before
    std::vector<N> start;    ///< (internals) where they would begin otherwise
    std::vector<N> largest;  ///< (internals) slopes so far
  } settled_;
  MasslessOrders<N> massless_;
  std::vector<N> drive_, force_, acceleration_, pair_force_;  ///< of hold(); scratch
};

}  // namespace luztar
