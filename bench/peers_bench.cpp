// How fast is a run, and how exact, beside two tools that our users would otherwise take?
//
//     peers_bench [google-benchmark's flags]
//
// Exit status 1 if a requirement line at the end says "not met". What is compared: README.md.
#include <cstdio>
#include <functional>
#include <map>
#include <string>

#include <benchmark/benchmark.h>

#include "cvode_peer.h"
#include "engine.h"
#include "odeint_peer.h"

namespace bench {
namespace {

constexpr std::size_t kCycles = 200;

/// Largest error of the event times [s]; a wrong number of events is infinitely wrong.
double error_of(const std::vector<double>& found, const std::vector<double>& expected) {
  if (found.size() != expected.size()) return HUGE_VAL;
  double worst = 0.0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    worst = std::max(worst, std::abs(found[i] - expected[i]));
  }
  return worst;
}

std::vector<double> belt_events() {
  std::vector<double> times;
  for (std::size_t cycle = 0; cycle < kCycles; ++cycle) {
    const double start = Belt::kFirstBreak + static_cast<double>(cycle) * Belt::kPeriod;
    times.push_back(start);
    times.push_back(start + Belt::kPeriod - 0.8);
  }
  return times;
}

/// One line of the table.
struct Row {
  std::string name;
  std::function<void(Run&)> run;
  double seconds{};  ///< median of repetitions
  Run result{};
};

/// Keeps the medians, prints nothing.
class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name != "median") continue;
      // Processor time: other programs on the machine do not count. In ns a run.
      medians[run.run_name.function_name] = run.GetAdjustedCPUTime() * 1e-9;
    }
  }
  std::map<std::string, double> medians;
};

void measure(std::vector<Row>& rows) {
  for (Row& row : rows) {
    benchmark::RegisterBenchmark(row.name.c_str(),
                                 [&row](benchmark::State& state) {
                                   for (auto _ : state) row.run(row.result);
                                 })
        ->Repetitions(15)
        ->ReportAggregatesOnly(true)
        ->MinTime(0.05);
  }
  Collector collector;
  benchmark::RunSpecifiedBenchmarks(&collector);
  for (Row& row : rows) row.seconds = collector.medians[row.name];
}

/// `rows`: ours first. `scale`: runs to the unit of the title.
void print(const char* title, const std::vector<Row>& rows, std::size_t first, double scale,
           const std::function<std::array<double, 2>(const Run&)>& errors, const char* second) {
  std::printf("\n%-34s %9s %9s  %11s %11s\n", title, "time", "ratio", "events", second);
  for (std::size_t i = first; i < first + 3; ++i) {
    const auto [events, other] = errors(rows[i].result);
    std::printf("  %-32s %6.2f us %9.2f  %9.1e s %11.1e\n", rows[i].name.c_str(),
                rows[i].seconds * scale * 1e6, rows[i].seconds / rows[first].seconds, events,
                other);
  }
}

bool require(const char* what, double ratio, double least) {
  const bool met = ratio >= least;
  std::printf("  %-46s %8.2f >= %5.2f  %s\n", what, ratio, least, met ? "met" : "not met");
  return met;
}

bool compare() {
  Engine guide(kGuideModel, "guide.toml"), belt(kBeltModel, "belt.toml");
  CvodePeer<Guide> cvode_guide;
  CvodePeer<Belt> cvode_belt;
  OdeintPeer<Guide> odeint_guide;
  OdeintPeer<Belt> odeint_belt;
  // Ends half-way in the stick phase after the last cycle.
  const double belt_duration =
      Belt::kFirstBreak + static_cast<double>(kCycles) * Belt::kPeriod - 0.4;
  std::vector<Row> rows = {{"guide, luztar 1e-12",
                            [&](Run& out) {
                              guide.run(Guide::kDuration, out);
                            }},
                           {"guide, CVODE Adams 1e-9",
                            [&](Run& out) {
                              cvode_guide.run(Guide::kDuration, 0, out);
                            }},
                           {"guide, odeint dopri5 1e-9",
                            [&](Run& out) {
                              odeint_guide.run(Guide::kDuration, 0, out);
                            }},
                           {"belt, luztar 1e-12",
                            [&](Run& out) {
                              belt.run(belt_duration, out);
                            }},
                           {"belt, CVODE Adams 1e-9",
                            [&](Run& out) {
                              cvode_belt.run(1e9, kCycles, out);
                            }},
                           {"belt, odeint dopri5 1e-9", [&](Run& out) {
                              odeint_belt.run(1e9, kCycles, out);
                            }}};
  measure(rows);
  for (const Row& row : rows) {
    if (!(row.seconds > 0)) return std::puts("run without --benchmark_filter"), false;
  }
  print(
      "guide under chirp, one run of 9.5 s", rows, 0, 1.0,
      [](const Run& run) {
        return std::array{error_of(run.events, kGuideEvents), std::abs(run.final[0] - kGuideFinal)};
      },
      "z_r (m)");
  print(
      "belt, per stick-slip cycle", rows, 3, 1.0 / static_cast<double>(kCycles),
      [](const Run& run) {
        const double first = std::abs(run.events.front() - Belt::kFirstBreak);
        return std::array{error_of(run.events, belt_events()), first};
      },
      "first (s)");
  std::printf("\nenergy ledger, relative: guide %.1e, belt %.1e\nrequired\n", guide.ledger(),
              belt.ledger());
  bool met = require("guide: CVODE / luztar", rows[1].seconds / rows[0].seconds, 10.0);
  met &= require("guide: odeint / luztar", rows[2].seconds / rows[0].seconds, 1.0);
  met &= require("belt, per cycle: CVODE / luztar", rows[4].seconds / rows[3].seconds, 15.0);
  met &= require("belt, per cycle: odeint / luztar", rows[5].seconds / rows[3].seconds, 1.0);
  return met;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  // Repetitions of all rows take turns, so that a slow second of the machine hits every row.
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  std::vector<char*> arguments(argv, argv + argc);
  arguments.push_back(interleave.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  return bench::compare() ? 0 : 1;
}
