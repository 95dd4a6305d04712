// What stiffness costs: a fault under rate-and-state friction over ten cycles and nine decades of
// speed (tests/reference/rate_and_state.json), beside CVODE's BDF with Newton's method.
//
//     fault_bench
//
// Error: of velocities at the rows of the reference, relative to each.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include <cvode/cvode.h>
#include <nlohmann/json.hpp>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "luztar/luztar.h"

namespace {

struct Fault {
  nlohmann::json reference;
  double m, N, a, b, mu0, V0, L, k, V, rest;
  std::vector<double> start;              ///< q, v, age
  std::vector<std::vector<double>> rows;  ///< t, q, v, age

  Fault() {
    std::ifstream(LUZTAR_SOURCE_DIR "/tests/reference/rate_and_state.json") >> reference;
    const auto& p = reference["parameters"];
    m = p["m"], N = p["N"], a = p["a"], b = p["b"], mu0 = p["mu0"], V0 = p["V0"], L = p["L"];
    k = p["k"], V = p["V"], rest = reference["initial"]["rest"];
    const auto& initial = reference["initial"];
    start = {initial["q"], initial["v"], initial["th"]};
    rows = reference["rows"].get<std::vector<std::vector<double>>>();
  }
};

struct Outcome {
  std::vector<double> v;  ///< at the rows
  long steps{};
};

Outcome by_luztar(const luztar::System& system, const Fault& fault, double tolerance) {
  luztar::SimulationSettings settings{.duration = fault.rows.back()[0],
                                      .samples = static_cast<int>(fault.rows.size())};
  settings.tolerance = tolerance;
  const luztar::Trajectory r = simulate(system, initial_state(system), settings);
  return {r.v[1], static_cast<long>(r.info.final_state.steps)};
}

int slope(realtype t, N_Vector y, N_Vector rate, void* user) {
  const Fault& f = *static_cast<Fault*>(user);
  const double* x = NV_DATA_S(y);
  double* d = NV_DATA_S(rate);
  const double lever = std::exp((f.mu0 + f.b * std::log(f.V0 * x[2] / f.L)) / f.a) / (2 * f.V0);
  d[0] = x[1];
  d[1] = (f.k * (f.V * t - x[0] + f.rest) - f.a * f.N * std::asinh(x[1] * lever)) / f.m;
  d[2] = 1 - std::abs(x[1]) * x[2] / f.L;
  return 0;
}

Outcome by_cvode(Fault& fault, double tolerance) {
  SUNContext context;
  SUNContext_Create(nullptr, &context);
  N_Vector y = N_VNew_Serial(3, context);
  N_Vector least = N_VNew_Serial(3, context);
  std::copy(fault.start.begin(), fault.start.end(), NV_DATA_S(y));
  NV_DATA_S(least)[0] = tolerance * fault.L;
  NV_DATA_S(least)[1] = tolerance * 1e-10;
  NV_DATA_S(least)[2] = tolerance * 1e-4;
  void* memory = CVodeCreate(CV_BDF, context);
  SUNMatrix matrix = SUNDenseMatrix(3, 3, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  CVodeInit(memory, &slope, 0.0, y);
  CVodeSVtolerances(memory, tolerance, least);
  CVodeSetUserData(memory, &fault);
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeSetMaxNumSteps(memory, 100000000);
  Outcome out;
  for (const auto& row : fault.rows) {
    double t = 0.0;
    if (row[0] > 0.0 && CVode(memory, row[0], y, &t, CV_NORMAL) < 0) break;
    out.v.push_back(NV_DATA_S(y)[1]);
  }
  CVodeGetNumSteps(memory, &out.steps);
  CVodeFree(&memory);
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  N_VDestroy(y);
  N_VDestroy(least);
  SUNContext_Free(&context);
  return out;
}

void show(const char* name, double tolerance, const Fault& fault,
          const std::function<Outcome()>& run) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRuns = 5;
  std::vector<double> seconds;
  Outcome out;
  for (int i = 0; i < kRuns; ++i) {
    const auto begin = Clock::now();
    out = run();
    seconds.push_back(std::chrono::duration<double>(Clock::now() - begin).count());
  }
  std::sort(seconds.begin(), seconds.end());
  double worst = out.v.size() == fault.rows.size() ? 0.0 : HUGE_VAL;
  for (std::size_t i = 0; i < out.v.size(); ++i)
    worst = std::max(worst, std::abs(out.v[i] / fault.rows[i][2] - 1.0));
  std::printf("%-8s %9.0e %9.1f ms %8ld steps   error %8.1e\n", name, tolerance,
              1e3 * seconds[kRuns / 2], out.steps, worst);
}

}  // namespace

int main() {
  Fault fault;
  const luztar::System system =
      compile(luztar::load_model(LUZTAR_SOURCE_DIR "/tests/acceptance/models/rate_and_state.toml"));
  for (const double tolerance : {1e-8, 1e-10, 1e-12})
    show("luztar", tolerance, fault, [&] { return by_luztar(system, fault, tolerance); });
  for (const double tolerance : {1e-8, 1e-10, 1e-12, 1e-13})
    show("CVODE", tolerance, fault, [&] { return by_cvode(fault, tolerance); });
  return 0;
}
