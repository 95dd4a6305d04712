// Boost.odeint by hand: Dormand-Prince 5(4) with dense output, the guards looked at after
// every step, the first zero found by bisection on the interpolant. Everything inlines.
#pragma once

#include <algorithm>

#include <boost/numeric/odeint.hpp>

#include "problems.h"

namespace bench {

template <class Problem>
class OdeintPeer {
  using State = typename Problem::State;

 public:
  explicit OdeintPeer(double tolerance = 1e-9) : tolerance_(tolerance) {}

  /// Runs to `duration`, or for `cycles` pairs of events if that is not zero.
  void run(double duration, std::size_t cycles, Run& out, double sample_every = HUGE_VAL) {
    namespace ode = boost::numeric::odeint;
    auto stepper =
        ode::make_dense_output(1e-3 * tolerance_, tolerance_, ode::runge_kutta_dopri5<State>());
    Problem problem;
    out.events.clear(), out.samples.clear();
    double step = std::min(1e-2, problem.longest_step());
    double next = sample_every;
    stepper.initialize(Problem::start(), 0.0, step);
    const auto slope = [&problem](const State& y, State& dy, double t) {
      dy = problem.slope(t, y);
    };
    while (true) {
      const auto [from, to] = stepper.do_step(slope);
      const double longest = problem.longest_step();
      // A good user keeps the last step over an event: no slow restart.
      if (longest == kAnyStep) step = to - from;
      double end = std::min(to, duration);
      State y = stepper.current_state();
      if (end < to) stepper.calc_state(end, y);
      const bool event = first_below(problem, end, y) < kGuards;
      if (event) end = bisect(problem, stepper, from, end, y);
      for (; next <= end; next = sample_every * static_cast<double>(out.samples.size() + 1)) {
        State then = y;
        stepper.calc_state(next, then);
        out.samples.emplace_back(then.begin(), then.end());
      }
      if (event) {
        out.events.push_back(end);
        problem.change(end, y, first_below(problem, end, y));
        if (cycles != 0 && out.events.size() == 2 * cycles) return finish(y, out);
        stepper.initialize(y, end, std::min(step, problem.longest_step()));
      } else if (to >= duration) {
        return finish(y, out);
      } else if (stepper.current_time_step() > longest) {
        stepper.initialize(y, to, longest);
      }
    }
  }

 private:
  static constexpr std::size_t kGuards =
      std::tuple_size_v<decltype(Problem{}.guards(0.0, State{}))>;

  static void finish(const State& y, Run& out) { out.final.assign(y.begin(), y.end()); }

  static std::size_t first_below(const Problem& problem, double t, const State& y) {
    const auto values = problem.guards(t, y);
    for (std::size_t g = 0; g < kGuards; ++g)
      if (values[g] < 0) return g;
    return kGuards;
  }

  /// The first zero of a guard in [low, high] to 1e-12 s, far below the error of the steps.
  template <class Stepper>
  static double bisect(const Problem& problem, const Stepper& stepper, double low, double high,
                       State& y) {
    while (high - low > 1e-12) {
      const double middle = 0.5 * (low + high);
      stepper.calc_state(middle, y);
      (first_below(problem, middle, y) < kGuards ? high : low) = middle;
    }
    stepper.calc_state(high, y);
    return high;
  }

  double tolerance_;
};

}  // namespace bench
