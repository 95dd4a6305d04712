// What a step of a program costs: gear_system and belt, with and without an input that changes,
// beside the same interval of a run in one piece. Microseconds of the processor, least of some
// turns.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "luztar/luztar.h"

namespace {

constexpr int kTurns = 7;

double processor_time() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Case {
  std::string example, input, output;
  double low, high;  ///< of the input
  double h;          ///< [s]
  int steps;
  double most;  ///< [us]; 0: no limit
};

/// Least time of a step [us]. @param only_quiet  of steps without events
double time_of_step(const luztar::Model& model, const Case& one, bool only_quiet) {
  std::vector<luztar::StepperInput> inputs;
  if (!one.input.empty()) inputs.push_back({one.input});
  double least = 1e300;
  for (int turn = 0; turn < kTurns; ++turn) {
    luztar::Stepper stepper(model, inputs);
    const int output = stepper.output(one.output);
    double sum = 0.0, read = 0.0;
    int count = 0;
    for (int n = 0; n < one.steps; ++n) {
      const double before = only_quiet ? processor_time() : n == 0 ? processor_time() : 0.0;
      if (!inputs.empty()) stepper.set(0, n % 2 == 0 ? one.low : one.high);
      stepper.step(one.h);
      read += stepper.value(output);
      if (only_quiet && stepper.events().empty()) {
        sum += processor_time() - before;
        ++count;
      }
      if (n == 0) sum -= only_quiet ? 0.0 : before;
    }
    if (!only_quiet) {
      sum += processor_time();
      count = one.steps;
    }
    if (read > 1e300) std::puts("");
    least = std::min(least, 1e6 * sum / count);
  }
  return least;
}

double time_of_run(const luztar::Model& model, const Case& one) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.duration = one.steps * one.h;
  settings.span = system.settings().duration;
  settings.give_rows(0);
  luztar::Observer none;
  double least = 1e300;
  for (int turn = 0; turn < kTurns; ++turn) {
    const double before = processor_time();
    luztar::simulate(system, luztar::initial_state(system), settings, none);
    least = std::min(least, 1e6 * (processor_time() - before) / one.steps);
  }
  return least;
}

}  // namespace

int main() {
  const std::vector<Case> cases{
      {"gear_system", "", "q.phi", 0, 0, 1e-3, 2000, 15.0},
      {"belt", "", "q.block", 0, 0, 1e-3, 20000, 2.0},
      {"hunting_servo", "r", "q.table", 0.0099, 0.0101, 1e-3, 5000, 0.0},
  };
  std::printf("%-14s %-6s %6s %10s %10s %12s\n", "example", "input", "h", "step", "no event",
              "one piece");
  int status = 0;
  for (const Case& one : cases) {
    const auto model = luztar::load_model(LUZTAR_SOURCE_DIR "/examples/" + one.example + ".toml");
    const double step = time_of_step(model, one, false), quiet = time_of_step(model, one, true);
    std::printf("%-14s %-6s %6g %7.2f us %7.2f us %9.2f us", one.example.c_str(), one.input.c_str(),
                one.h, step, quiet, time_of_run(model, one));
    if (one.most > 0.0) {
      std::printf("  required below %g us: %s", one.most, step < one.most ? "met" : "not met");
      if (!(step < one.most)) status = 1;
    }
    std::puts("");
  }
  return status;
}
