// Boost.odeint by hand: Dormand-Prince 5(4) with dense output, the guard looked at after every
// step, its zero found by bisection on the interpolant. Everything inlines.
#pragma once

#include <algorithm>

#include <boost/numeric/odeint.hpp>

#include "problems.h"

namespace bench {

template <class Problem>
class OdeintPeer {
 public:
  /// Runs to `duration`, or for `cycles` pairs of events if that is not zero.
  void run(double duration, std::size_t cycles, Run& out) {
    namespace ode = boost::numeric::odeint;
    auto stepper = ode::make_dense_output(1e-12, 1e-9, ode::runge_kutta_dopri5<State>());
    Problem problem;
    out.events.clear();
    double step = 1e-2;  // a good user keeps the last step over an event: no slow restart
    stepper.initialize(Problem::start(), 0.0, step);
    const auto slope = [&problem](const State& y, State& dy, double t) {
      dy = problem.slope(t, y);
    };
    while (true) {
      const auto [from, to] = stepper.do_step(slope);
      if (problem.mode != 0) step = to - from;
      const double end = std::min(to, duration);
      State y = stepper.current_state();
      if (end < to) stepper.calc_state(end, y);
      if (problem.guard(end, y) < 0) {
        const double t = bisect(problem, stepper, from, end, y);
        out.events.push_back(t);
        problem.change(t, y);
        if (cycles != 0 && out.events.size() == 2 * cycles) return finish(y, out);
        stepper.initialize(y, t, step);
      } else if (to >= duration) {
        return finish(y, out);
      } else if (problem.mode == 0 && stepper.current_time_step() > Problem::kStuckStep) {
        stepper.initialize(y, to, Problem::kStuckStep);
      }
    }
  }

 private:
  static void finish(const State& y, Run& out) { out.final = y; }

  /// The zero of the guard in [low, high] to 1e-12 s, far below the error of the steps.
  template <class Stepper>
  static double bisect(const Problem& problem, const Stepper& stepper, double low, double high,
                       State& y) {
    while (high - low > 1e-12) {
      const double middle = 0.5 * (low + high);
      stepper.calc_state(middle, y);
      (problem.guard(middle, y) < 0 ? high : low) = middle;
    }
    stepper.calc_state(high, y);
    return high;
  }
};

}  // namespace bench
