// SUNDIALS CVODE as its users run it: Adams with fixed-point iteration (not stiff), root finding
// on the guards, re-initialised at every event. Memory is made once, outside the measurement.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "problems.h"

namespace bench {

template <class Problem>
class CvodePeer {
  using State = typename Problem::State;

 public:
  explicit CvodePeer(double tolerance = 1e-9) {
    SUNContext_Create(nullptr, &context_);
    y_ = N_VNew_Serial(std::tuple_size_v<State>, context_);
    memory_ = CVodeCreate(CV_ADAMS, context_);
    solver_ = SUNNonlinSol_FixedPoint(y_, 0, context_);
    put(Problem::start());
    require(CVodeInit(memory_, &slope, 0.0, y_));
    require(CVodeSStolerances(memory_, tolerance, 1e-3 * tolerance));
    require(CVodeSetNonlinearSolver(memory_, solver_));
    require(CVodeSetUserData(memory_, &problem_));
    require(CVodeRootInit(memory_, kGuards, &guard));
    require(CVodeSetMaxNumSteps(memory_, 100000));
  }
  CvodePeer(const CvodePeer&) = delete;
  CvodePeer& operator=(const CvodePeer&) = delete;
  ~CvodePeer() {
    CVodeFree(&memory_);
    SUNNonlinSolFree(solver_);
    N_VDestroy(y_);
    SUNContext_Free(&context_);
  }

  /// Runs to `duration`, or for `cycles` pairs of events if that is not zero.
  void run(double duration, std::size_t cycles, Run& out, double sample_every = HUGE_VAL) {
    problem_ = Problem{};
    out.events.clear(), out.samples.clear();
    put(Problem::start());
    double t = 0.0, next = sample_every;
    restart(t);
    while (t < duration) {
      const int flag = CVode(memory_, std::min(next, duration), y_, &t, CV_NORMAL);
      if (flag < 0) throw std::runtime_error("CVODE failed");
      if (flag != CV_ROOT_RETURN) {
        if (t < next) break;
        const State now = get();
        out.samples.emplace_back(now.begin(), now.end());
        next = sample_every * static_cast<double>(out.samples.size() + 1);
        continue;
      }
      out.events.push_back(t);
      State state = get();
      std::array<int, kGuards> fired{};
      CVodeGetRootInfo(memory_, fired.data());
      for (std::size_t g = 0; g < kGuards; ++g)
        if (fired[g] != 0) problem_.change(t, state, g);
      put(state);
      if (cycles != 0 && out.events.size() == 2 * cycles) break;
      restart(t);
    }
    const State last = get();
    out.final.assign(last.begin(), last.end());
  }

 private:
  static constexpr std::size_t kGuards =
      std::tuple_size_v<decltype(Problem{}.guards(0.0, State{}))>;

  static State read(N_Vector y) {
    State state;
    std::copy_n(NV_DATA_S(y), state.size(), state.begin());
    return state;
  }
  static int slope(realtype t, N_Vector y, N_Vector dy, void* user) {
    const State d = static_cast<Problem*>(user)->slope(t, read(y));
    std::copy(d.begin(), d.end(), NV_DATA_S(dy));
    return 0;
  }
  static int guard(realtype t, N_Vector y, realtype* g, void* user) {
    const auto values = static_cast<Problem*>(user)->guards(t, read(y));
    std::copy(values.begin(), values.end(), g);
    return 0;
  }
  static void require(int flag) {
    if (flag < 0) throw std::runtime_error("CVODE set-up failed");
  }
  void put(const State& state) { std::copy(state.begin(), state.end(), NV_DATA_S(y_)); }
  State get() const { return read(y_); }
  void restart(double t) {
    require(CVodeReInit(memory_, t, y_));
    const double longest = problem_.longest_step();
    require(CVodeSetMaxStep(memory_, longest < kAnyStep ? longest : 0.0));
  }

  Problem problem_{};
  SUNContext context_{};
  N_Vector y_{};
  void* memory_{};
  SUNNonlinearSolver solver_{};
};

}  // namespace bench
