// Deflections of bristles, and those that have settled.
#pragma once

#include <vector>

#include "luztar/dynamics/series/motion_series.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// Series of the bristle deflections z, and of states of the model file, which never settle here.
///
/// z' = v - A z with A = s |v| / L forgets where it came from at the rate A, up to 1e8 per second,
/// and an explicit series must keep to about ten of its times although by then z moves as slowly as
/// v. What z settles on has a series of its own: z = (v - z') / A. It is found by repetition from
/// z' = 0, which gains a factor of A times the time in which v changes with every round:
///
///     find      bristles whose settling limits the step    -> settled
///     repeat    expansion of all orders, by the caller: solve() and integrate() at each
///       improve      z' from the series of z               -> z'; what that changes: residual
///     until step() is long enough
///     unsettle  if it never is, or z is not at the tolerance yet: is_near()
class InternalSeries {
 public:
  InternalSeries(const SystemImpl& system, int order);

  double* z(int internal) { return &z_[row(internal)]; }
  const double* z(int internal) const { return z_.data() + row(internal); }
  /// Of what it has settled on; 0: it has not.
  const double* rate(int internal) const { return z_rate_.data() + row(internal); }
  bool any_settled() const { return any_settled_; }
  /// In the present series: taken for what it has settled on.
  bool is_settled(int internal) const { return settled_[internal] != 0; }

  /// Order 0 from the state, all orders of delays; nothing has settled.
  void start(const State& state);
  /// Of an order whose other inputs are there: z of settled bristles, then what depends on it.
  void solve(int k, ProgramSeries& program, const State& state);
  /// z of order k + 1 of the others from their law. @param inverse  1 / (k + 1)
  void integrate(int k, const ProgramSeries& program, double inverse) {
    for (int i = 0; i < system_.first_delay(); ++i)
      if (settled_[i] == 0)
        z_[row(i) + k + 1] = program.slot(system_.internals[i].rate_slot)[k] * inverse;
  }

  /// Near what they settle on, with a settling that limits this step [s]. @return false: none
  bool find(const State& state, const MotionSeries& motion, const ProgramSeries& program,
            double step);
  void improve(int order);
  /// How far settled bristles follow their law to the tolerance; infinity if none is settled [s].
  double step(const MotionSeries& motion, double tolerance) const;
  /// The part that has not settled is at the tolerance.
  bool is_near(const State& state, double tolerance) const;

 private:
  void look_back(const State& state, int delay);
  std::size_t row(int internal) const { return static_cast<std::size_t>(internal) * stride_; }

  const SystemImpl& system_;
  std::size_t stride_;
  std::vector<double> z_, z_rate_, residual_;  ///< (internals × orders)
  std::vector<char> settled_;                  ///< (internals)
  bool any_settled_{};
};

}  // namespace luztar
