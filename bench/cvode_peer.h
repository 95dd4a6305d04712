// SUNDIALS CVODE as its users run it: Adams with fixed-point iteration (not stiff), root finding
// on the guard, re-initialised at every event. Memory is made once, outside the measurement.
#pragma once

#include <stdexcept>

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "problems.h"

namespace bench {

template <class Problem>
class CvodePeer {
 public:
  CvodePeer() {
    SUNContext_Create(nullptr, &context_);
    y_ = N_VNew_Serial(2, context_);
    memory_ = CVodeCreate(CV_ADAMS, context_);
    solver_ = SUNNonlinSol_FixedPoint(y_, 0, context_);
    put(Problem::start());
    require(CVodeInit(memory_, &slope, 0.0, y_));
    require(CVodeSStolerances(memory_, 1e-9, 1e-12));
    require(CVodeSetNonlinearSolver(memory_, solver_));
    require(CVodeSetUserData(memory_, &problem_));
    require(CVodeRootInit(memory_, 1, &guard));
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
  void run(double duration, std::size_t cycles, Run& out) {
    problem_ = Problem{};
    out.events.clear();
    put(Problem::start());
    double t = 0.0;
    restart(t);
    while (true) {
      const int flag = CVode(memory_, duration, y_, &t, CV_NORMAL);
      if (flag < 0) throw std::runtime_error("CVODE failed");
      if (flag != CV_ROOT_RETURN) break;
      out.events.push_back(t);
      State state = get();
      problem_.change(t, state);
      put(state);
      if (cycles != 0 && out.events.size() == 2 * cycles) break;
      restart(t);
    }
    out.final = get();
  }

 private:
  static int slope(realtype t, N_Vector y, N_Vector dy, void* user) {
    const double* from = NV_DATA_S(y);
    const State d = static_cast<Problem*>(user)->slope(t, {from[0], from[1]});
    NV_DATA_S(dy)[0] = d[0];
    NV_DATA_S(dy)[1] = d[1];
    return 0;
  }
  static int guard(realtype t, N_Vector y, realtype* g, void* user) {
    const double* from = NV_DATA_S(y);
    g[0] = static_cast<Problem*>(user)->guard(t, {from[0], from[1]});
    return 0;
  }
  static void require(int flag) {
    if (flag < 0) throw std::runtime_error("CVODE set-up failed");
  }
  void put(const State& s) { NV_DATA_S(y_)[0] = s[0], NV_DATA_S(y_)[1] = s[1]; }
  State get() const { return {NV_DATA_S(y_)[0], NV_DATA_S(y_)[1]}; }
  void restart(double t) {
    require(CVodeReInit(memory_, t, y_));
    require(CVodeSetMaxStep(memory_, problem_.mode == 0 ? Problem::kStuckStep : 0.0));
  }

  Problem problem_{};
  SUNContext context_{};
  N_Vector y_{};
  void* memory_{};
  SUNNonlinearSolver solver_{};
};

}  // namespace bench
