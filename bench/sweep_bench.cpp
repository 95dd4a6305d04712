// A table of runs of the mass on a belt, by speed and static friction, beside loops by hand around
// CVODE and Boost.odeint on the same points.
//
//     sweep_bench [POINTS]        of luztar's table, 10,000 if not given; peers run 1,000 of them
//
// Error: of the time that the mass sticks in 50 s, from its closed form, the worst of all points.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "cvode_peer.h"
#include "luztar/luztar.h"
#include "odeint_peer.h"

namespace bench {
namespace {

constexpr double kDuration = 50.0;

/// The belt of examples/belt.toml at the point that is run now.
struct SweptBelt {
  using State = std::array<double, 2>;
  static constexpr double kMass = 1.0, kStiffness = 25.0, kKinetic = 6.0;
  static inline double speed = 0.2, most = 10.0;
  int mode{0};

  double longest_step() const { return kAnyStep; }
  static State start() { return {0.0, speed}; }
  State slope(double, const State& y) const {
    if (mode == 0) return {y[1], 0.0};
    return {y[1], (-kStiffness * y[0] - mode * kKinetic) / kMass};
  }
  std::array<double, 1> guards(double, const State& y) const {
    return {mode == 0 ? most - std::abs(kStiffness * y[0]) : mode * (y[1] - speed)};
  }
  void change(double, State& y, std::size_t) {
    const double force = -kStiffness * y[0];
    const int direction = force > 0 ? 1 : -1;
    const bool stays = mode != 0 && std::abs(force) <= most;
    mode = stays ? 0 : direction;
    y[1] = speed;
  }
};

/// Time that it sticks, by events that break and stop in turn.
double stick_time(const std::vector<double>& events) {
  double sum = 0.0, since = 0.0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i % 2 == 0) sum += events[i] - since;
    since = events[i];
  }
  return events.size() % 2 == 0 ? sum + kDuration - since : sum;
}

double closed_form(double speed, double most) {
  const double k = SweptBelt::kStiffness, d = (most - SweptBelt::kKinetic) / k;
  const double w = std::sqrt(k / SweptBelt::kMass);
  const double stick = 2 * d / speed;
  const double slip = (2 * std::numbers::pi - 2 * std::atan(w * d / speed)) / w;
  std::vector<double> events;
  for (double t = most / (k * speed); t < kDuration;) {
    events.push_back(t);
    t += events.size() % 2 == 1 ? slip : stick;
  }
  return stick_time(events);
}

struct Outcome {
  double seconds{};  ///< of one run
  double error{};    ///< the worst [s]
};

template <class Work>
double seconds_of(const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

luztar::SweepPlan plan_of(const luztar::Model& model, int points) {
  const int side = std::max(2, static_cast<int>(std::sqrt(points)));
  const std::string n = std::to_string(side);
  luztar::SweepPlan plan;
  plan.variations = {luztar::parse_variation(model, "v0=0.05:1:" + n, {"v0", 0, 0}),
                     luztar::parse_variation(model, "FS=6.5:16:" + n, {"FS", 0, 0})};
  plan.measures = {luztar::parse_measure("stick_time(contact)", {"measure", 1, 1})};
  return plan;
}

std::vector<double> values_at(const luztar::SweepPlan& plan, std::int64_t point) {
  std::vector<double> values;
  plan.at(point, values);
  return values;
}

class Rows : public luztar::SweepObserver {
 public:
  explicit Rows(const luztar::SweepPlan& plan) : found(static_cast<std::size_t>(plan.points())) {}
  void row(std::int64_t point, const luztar::SweepRow& row) override {
    found[static_cast<std::size_t>(point)] = row.values[0];
  }
  std::vector<double> found;
};

Outcome by_luztar(const luztar::Model& model, const luztar::SweepPlan& plan, int threads) {
  luztar::ThreadPool pool(threads);
  Rows rows(plan);
  Outcome outcome;
  outcome.seconds =
      seconds_of([&] { luztar::sweep(model, plan, rows, threads, pool.executor()); }) /
      static_cast<double>(plan.points());
  for (std::int64_t point = 0; point < plan.points(); ++point) {
    const auto at = values_at(plan, point);
    outcome.error = std::max(outcome.error, std::abs(rows.found[static_cast<std::size_t>(point)] -
                                                     closed_form(at[0], at[1])));
  }
  return outcome;
}

/// What a point costs beside its run: all that is not simulate().
double beside(const luztar::Model& model, const luztar::SweepPlan& plan) {
  std::vector<luztar::System> systems;
  for (std::int64_t point = 0; point < plan.points(); ++point) {
    const auto at = values_at(plan, point);
    systems.push_back(luztar::compile(model, {{"v0", at[0]}, {"FS", at[1]}}));
  }
  luztar::MeasuredRun run(systems[0], plan.measures);
  const double alone = seconds_of([&] {
                         for (const luztar::System& system : systems)
                           run.run(system, luztar::initial_state(system), 0.0);
                       }) /
                       static_cast<double>(plan.points());
  return by_luztar(model, plan, 1).seconds - alone;
}

template <class Peer>
Outcome by_peer(const luztar::SweepPlan& plan, double tolerance) {
  Outcome outcome;
  Run run;
  outcome.seconds =
      seconds_of([&] {
        for (std::int64_t point = 0; point < plan.points(); ++point) {
          const auto at = values_at(plan, point);
          SweptBelt::speed = at[0];
          SweptBelt::most = at[1];
          Peer peer(tolerance);
          peer.run(kDuration, 0, run);
          outcome.error =
              std::max(outcome.error, std::abs(stick_time(run.events) - closed_form(at[0], at[1])));
        }
      }) /
      static_cast<double>(plan.points());
  return outcome;
}

void show(const std::string& name, const Outcome& outcome) {
  std::printf("  %-34s %10.1f us a run  %9.0f runs/s  error %.1e s\n", name.c_str(),
              1e6 * outcome.seconds, 1 / outcome.seconds, outcome.error);
}

bool require(const char* what, double ratio, double least) {
  std::printf("  %-46s %8.2f >= %5.2f  %s\n", what, ratio, least,
              ratio >= least ? "met" : "not met");
  return ratio >= least;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  using namespace bench;
  const int points = argc > 1 ? std::atoi(argv[1]) : 0;
  luztar::Model model = luztar::load_model(LUZTAR_SOURCE_DIR "/examples/belt.toml");
  model.simulation.duration = luztar::Expression::number(kDuration);
  const auto plan = plan_of(model, points > 0 ? points : 10'000), few = plan_of(model, 1000);
  std::puts("a table of runs of a mass on a belt, 50 s each");
  by_luztar(model, few, 1);  // warms up
  const Outcome one = by_luztar(model, plan, 1), two = by_luztar(model, plan, 2);
  show("luztar 1e-12, 1 thread", one);
  show("luztar 1e-12, 2 threads", two);
  const Outcome cvode = by_peer<CvodePeer<SweptBelt>>(few, 1e-12);
  const Outcome odeint = by_peer<OdeintPeer<SweptBelt>>(few, 1e-12);
  show("CVODE Adams 1e-12", cvode);
  show("CVODE Adams 1e-9", by_peer<CvodePeer<SweptBelt>>(few, 1e-9));
  show("odeint dopri5 1e-12", odeint);
  show("odeint dopri5 1e-9", by_peer<OdeintPeer<SweptBelt>>(few, 1e-9));
  std::printf("  beside the simulation itself: %.1f us a run\nrequired\n",
              1e6 * beside(model, few));
  bool met = require("CVODE / luztar, at no larger error", cvode.seconds / one.seconds, 15.0);
  met &= require("odeint / luztar, at no larger error", odeint.seconds / one.seconds, 1.3);
  return met ? 0 : 1;
}
