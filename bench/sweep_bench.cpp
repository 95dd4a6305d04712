// A table of runs of the mass on a belt, by speed and static friction, beside loops by hand around
// CVODE and Boost.odeint on the same points.
//
//     sweep_bench [SPEEDS FRICTIONS] [--json]        luztar's table; 400 x 250 if not given
//     sweep_bench [SPEEDS FRICTIONS] --points M N    prints M x N points of it, for other peers:
//                                                    speed, friction, duration, closed form
//
// Peers run 40 x 25 points, spread evenly over the grid. Error: of the time that the mass sticks in
// 50 s, from its closed form, the worst of all points. Times are the least of some turns, those of
// one thread of the processor. peers/sweeps.py prints them beside scipy's and heyoka's.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
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
  double seconds{HUGE_VAL};  ///< of the processor, of one run
  double wall{HUGE_VAL};     ///< the same by the clock
  double error{};            ///< the worst [s]
  std::size_t points{};
};

/// One turn of all points; the least times of all turns stay.
template <class Work>
void take_turn(Outcome& outcome, std::size_t points, const Work& work) {
  const auto begin = std::chrono::steady_clock::now();
  const std::clock_t processor = std::clock();
  work();
  const double scale = 1.0 / static_cast<double>(points);
  const double seconds = static_cast<double>(std::clock() - processor) / CLOCKS_PER_SEC;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  outcome.points = points;
  outcome.seconds = std::min(outcome.seconds, scale * seconds);
  outcome.wall = std::min(outcome.wall, scale * wall.count());
}

struct Sides {
  int speeds{400}, frictions{250};
};

luztar::SweepPlan plan_of(const luztar::Model& model, Sides sides) {
  luztar::SweepPlan plan;
  plan.variations = {
      luztar::parse_variation(model, "v0=0.05:1:" + std::to_string(sides.speeds), {"v0", 0, 0}),
      luztar::parse_variation(model, "FS=6.5:16:" + std::to_string(sides.frictions), {"FS", 0, 0})};
  plan.measures = {luztar::parse_measure("stick_time(contact)", {"measure", 1, 1})};
  return plan;
}

std::vector<double> values_at(const luztar::SweepPlan& plan, std::int64_t point) {
  std::vector<double> values;
  plan.at(point, values);
  return values;
}

using Points = std::vector<std::vector<double>>;

/// Speed and static friction of some points of a grid, spread evenly over it.
Points spread(const luztar::SweepPlan& plan, Sides grid, Sides some) {
  const auto line = [](int i, int count, int of) {
    return count < 2 ? 0 : std::llround(static_cast<double>(i) * (of - 1) / (count - 1));
  };
  Points points;
  for (int i = 0; i < some.speeds; ++i)
    for (int j = 0; j < some.frictions; ++j)
      points.push_back(values_at(plan, line(i, some.speeds, grid.speeds) * grid.frictions +
                                           line(j, some.frictions, grid.frictions)));
  return points;
}

class Rows : public luztar::SweepObserver {
 public:
  explicit Rows(const luztar::SweepPlan& plan) : found(static_cast<std::size_t>(plan.points())) {}
  void row(std::int64_t point, const luztar::SweepRow& row) override {
    found[static_cast<std::size_t>(point)] = row.values[0];
  }
  std::vector<double> found;
};

void by_luztar(const luztar::Model& model, const luztar::SweepPlan& plan, int threads,
               Outcome& outcome) {
  luztar::ThreadPool pool(threads);
  Rows rows(plan);
  take_turn(outcome, rows.found.size(),
            [&] { luztar::sweep(model, plan, rows, threads, pool.executor()); });
  for (std::int64_t point = 0; point < plan.points(); ++point) {
    const auto at = values_at(plan, point);
    outcome.error = std::max(outcome.error, std::abs(rows.found[static_cast<std::size_t>(point)] -
                                                     closed_form(at[0], at[1])));
  }
}

/// What a point costs beside its run [s]: all that is not simulate(). Of runs of 1 ns, since it
/// does not depend on their length and would be lost in the noise of long ones.
double beside(luztar::Model model, Sides sides) {
  model.simulation.duration = luztar::Expression::number(1e-9);
  const auto plan = plan_of(model, sides);
  const auto at = values_at(plan, 0);
  const luztar::System system = luztar::compile(model, {{"v0", at[0]}, {"FS", at[1]}});
  luztar::MeasuredRun run(system, plan.measures);
  const auto points = static_cast<std::size_t>(plan.points());
  Outcome all, alone;
  for (int turn = 0; turn < 50; ++turn) {
    by_luztar(model, plan, 1, all);
    take_turn(alone, points, [&] {
      for (std::size_t i = 0; i < points; ++i) run.run(system, luztar::initial_state(system), 0.0);
    });
  }
  return all.seconds - alone.seconds;
}

template <class Peer>
Outcome by_peer(const Points& points, double tolerance) {
  Outcome outcome;
  std::vector<double> found;
  Run run;
  for (int turn = 0; turn < 3; ++turn) {
    found.clear();
    take_turn(outcome, points.size(), [&] {
      for (const auto& at : points) {
        SweptBelt::speed = at[0];
        SweptBelt::most = at[1];
        Peer peer(tolerance);
        peer.run(kDuration, 0, run);
        found.push_back(stick_time(run.events));
      }
    });
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    outcome.error =
        std::max(outcome.error, std::abs(found[i] - closed_form(points[i][0], points[i][1])));
  return outcome;
}

void show(bool json, const char* name, const Outcome& outcome) {
  if (json)
    std::printf(
        "{\"name\": \"%s\", \"seconds\": %.6e, \"wall\": %.6e, \"error\": %.3e, "
        "\"points\": %zu}\n",
        name, outcome.seconds, outcome.wall, outcome.error, outcome.points);
  else
    std::printf("  %-24s %8.2f us a run  %8.0f runs/s  error %.1e s, %zu points\n", name,
                1e6 * outcome.seconds, 1 / outcome.seconds, outcome.error, outcome.points);
  std::fflush(stdout);
}

bool require(const char* what, double value, const char* bound, double limit, bool met) {
  std::printf("  %-38s %8.2f %s %5.2f  %s\n", what, value, bound, limit, met ? "met" : "not met");
  return met;
}

bool faster(const char* what, const Outcome& ours, const Outcome& peer, double least) {
  const double ratio = peer.seconds / ours.seconds;
  return require(what, ratio, ">=", least, ratio >= least && ours.error <= peer.error);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  using namespace bench;
  bool json = false, points = false;
  std::vector<int> numbers;
  for (int i = 1; i < argc; ++i) {
    json |= std::string(argv[i]) == "--json";
    points |= std::string(argv[i]) == "--points";
    if (const int number = std::atoi(argv[i]); number > 0) numbers.push_back(number);
  }
  Sides grid, some{40, 25};
  if (points && numbers.size() >= 2) {
    some = {numbers.end()[-2], numbers.end()[-1]};
    numbers.resize(numbers.size() - 2);
  }
  if (numbers.size() >= 2) grid = {numbers[0], numbers[1]};

  luztar::Model model = luztar::load_model(LUZTAR_SOURCE_DIR "/examples/belt.toml");
  model.simulation.duration = luztar::Expression::number(kDuration);
  const auto plan = plan_of(model, grid);
  const Points of_peers = spread(plan, grid, some);
  if (points) {
    for (const auto& at : of_peers)
      std::printf("%.17g %.17g %.17g %.17g\n", at[0], at[1], kDuration, closed_form(at[0], at[1]));
    return 0;
  }

  if (!json) std::puts("a table of runs of a mass on a belt, 50 s each");
  const double other = beside(model, {100, 50});  // which also warms up
  Outcome one, two;
  for (int turn = 0; turn < 3; ++turn) {
    by_luztar(model, plan, 1, one);
    by_luztar(model, plan, 2, two);
  }
  two.seconds = two.wall;  // what two threads gain, only the clock tells
  show(json, "luztar 1e-12", one);
  show(json, "luztar 1e-12, 2 threads", two);
  const Outcome cvode = by_peer<CvodePeer<SweptBelt>>(of_peers, 1e-12);
  const Outcome odeint = by_peer<OdeintPeer<SweptBelt>>(of_peers, 1e-12);
  show(json, "CVODE Adams 1e-12", cvode);
  show(json, "CVODE Adams 1e-9", by_peer<CvodePeer<SweptBelt>>(of_peers, 1e-9));
  show(json, "odeint dopri5 1e-12", odeint);
  show(json, "odeint dopri5 1e-9", by_peer<OdeintPeer<SweptBelt>>(of_peers, 1e-9));
  if (json) {
    std::printf("{\"beside\": %.3e}\n", other);
    return 0;
  }
  std::puts("required, of processor time at no larger error; of threads by the clock");
  const double gain = one.wall / two.wall;
  bool met = faster("CVODE / luztar", one, cvode, 15.0);
  met &= faster("odeint / luztar", one, odeint, 1.3);
  met &= require("2 threads / 1", gain, ">=", 1.8, gain >= 1.8);
  met &= require("us a run beside the simulation", 1e6 * other, "<=", 1.0, other <= 1e-6);
  return met ? 0 : 1;
}
