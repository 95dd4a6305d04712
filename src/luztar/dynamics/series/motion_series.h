// A motion as power series of tau = t - anchor: the numbers and what holds between them.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "luztar/dynamics/structure/structure.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// Taylor coefficients of every coordinate, deflection and force. Rows are contiguous: q(b)[k] is
/// the coefficient of tau^k. Knows Newton's law and what sticks to what, but no law of an element.
class MotionSeries {
 public:
  MotionSeries(const SystemImpl& system, int order);
  MotionSeries(const MotionSeries&) = delete;
  MotionSeries& operator=(const MotionSeries&) = delete;

  int order() const { return order_; }
  /// Distance of the rows of two bodies or elements.
  std::size_t stride() const { return stride_; }
  std::size_t row(int index) const { return static_cast<std::size_t>(index) * stride_; }
  double* q(int body) { return &q_[row(body)]; }
  double* v(int body) { return &v_[row(body)]; }
  double* a(int body) { return &a_[row(body)]; }
  double* body_force(int body) { return &body_force_[row(body)]; }
  double* d(int element) { return &d_[row(element)]; }
  double* rate(int element) { return &rate_[row(element)]; }
  double* f(int element) { return &f_[row(element)]; }
  const double* q(int body) const { return q_.data() + row(body); }
  const double* v(int body) const { return v_.data() + row(body); }
  const double* a(int body) const { return a_.data() + row(body); }
  const double* body_force(int body) const { return body_force_.data() + row(body); }
  const double* d(int element) const { return d_.data() + row(element); }
  const double* rate(int element) const { return rate_.data() + row(element); }
  const double* f(int element) const { return f_.data() + row(element); }
  /// The bodies of an element with its coefficients at the anchor.
  std::span<const Term> terms(int element) const {
    return bent_arms_.empty() ? system_.terms_of(element) : bent_terms(element);
  }
  std::span<const Term> terms_of_pair(int pair) const { return terms(system_.first_pair() + pair); }
  /// Takes the coefficients of another motion.
  void take_arms(const MotionSeries& other) { bent_arms_ = other.bent_arms_; }
  /// 1 / k, to integrate
  double inverse(int k) const { return inverse_[k]; }

  /// Accelerations of order k from the sums of forces on bodies, then q and v of order k + 1.
  void accelerate_free(int k);
  void accelerate(const Structure& structure, int k);

  /// Of order k, found elsewhere.
  void set_acceleration(int body, int k, double value) {
    a(body)[k] = value;
    if (k <= order_) v(body)[k + 1] = value * inverse(k + 1);
  }

  /// Sets the velocities of dependent bodies at the anchor to those of the bodies they follow.
  void tie_velocities(const Structure& structure, State& state);

  /// Force less inertia of a body, of order k: what stuck pairs have to balance. After
  /// accelerate().
  double load(int body, int k) const;
  void loads(const std::vector<int>& bodies, int k, std::vector<double>& load) const;

  /// A pair force found elsewhere (Gauss), of order k; adds it to its bodies.
  void add_pair_force(int pair, int k, double force);
  /// All orders but 0 of a force, to a body.
  void add_row(int body, double factor, const double* force);

  /// Forces of pairs that stick, of order k, as far as they are unique, after accelerate(); adds
  /// them to the bodies.
  void add_holding_forces(const Structure& structure, int k);
  /// The same of all orders but 0.
  void add_holding_rows(const Structure& structure);
  /// All orders but 0 of bodies that follow given motions only.
  void follow_rows(const Structure& structure);

  /// Order 0 for impacts: impulses instead of forces, jumps of velocity instead of accelerations.
  void clear_jump();
  void set_jump(int body, double jump) { a(body)[0] = jump; }

  /// Sum of the absolute forces of all elements on a body, of order k.
  double size_of_forces(int body, int k) const;
  /// Largest force of order k on a body or in an element: the scale of rounding.
  double force_scale(int k) const;
  /// Arms of all elements with their coefficients at the anchor.
  const std::vector<Term>& all_arms() const { return bent_arms_; }

 protected:
  void use_order(int order) { order_ = order; }
  /// Deflections and rates of order k. @param hold  use the held deflections of the state
  void stretch(const State& state, int k, bool hold);
  /// Of an element of constant arms, of order k, from its bodies.
  double rate_of_bodies(int element, int k) const;
  /// Velocities of order k of bodies that are stuck to others, and what positions change by.
  void follow(const Structure& structure, int k);
  /// Digits of order 0 that rounding hides, for all orders from here on.
  void see(const Unseen& unseen);
  const std::vector<double>& unseen_motion() const { return unseen_motion_; }
  /// What velocities have beyond their doubles: all zero, to be set by row(body) + k, ...
  std::vector<double>& begin_rests();
  /// ... or none, until the next begin_rests().
  void clear_rests() { rest_.clear(); }
  std::vector<double>& rests() { return rest_; }
  bool has_rests() const { return !rest_.empty(); }
  double& rest(int body, int k) { return rest_[row(body) + k]; }
  std::span<Term> bent_terms(int element) {
    const auto& begins = system_.arms.begins();
    return {bent_arms_.data() + begins[element], bent_arms_.data() + begins[element + 1]};
  }

  const SystemImpl& system_;

 private:
  std::span<const Term> bent_terms(int element) const {
    const auto& begins = system_.arms.begins();
    return {bent_arms_.data() + begins[element], bent_arms_.data() + begins[element + 1]};
  }
  void advance(int k);
  void add_load_row(int body, double factor, double* force) const;

  int order_;
  std::size_t stride_;
  std::vector<double> q_, v_, a_, body_force_;  ///< (bodies × orders)
  std::vector<double> d_, rate_, f_;            ///< (elements × orders)
  std::vector<double> inverse_;                 ///< 1 / k
  std::vector<double> rest_;                    ///< (bodies × orders) of v; or empty
  std::vector<double> unseen_motion_;           ///< Unseen::motion
  std::vector<double> given_;                   ///< (bodies) scratch
  std::vector<Term> bent_arms_;  ///< of all elements, where deflections are expressions; else empty
};

}  // namespace luztar
