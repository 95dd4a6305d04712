// Bodies that are let go where the load on them passes zero, period after period, far from t = 0.
// Oracle: one period in long double, flights and impacts by bisection; each period is the same,
// since the bounces end before the next one.
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "stop_runs.h"

namespace luztar {
namespace {

using namespace testing;
using Real = long double;

constexpr int kPeriods = 600;
constexpr Real kTurn = 2 * std::numbers::pi_v<Real>;

/// A mass of 1 kg under the load g (G sin(phi) - 1) where it can only go up; phi = w t.
struct Load {
  Real ratio, w, g;

  Real lift_off() const { return std::asin(1 / ratio) / w; }
  /// Velocity and way after a time from a place where the phase was p and the velocity u.
  Real velocity(Real p, Real u, Real t) const {
    return u + g * (ratio * (std::cos(p) - std::cos(p + w * t)) / w - t);
  }
  Real way(Real p, Real u, Real t) const {
    return u * t +
           g * (ratio * (std::cos(p) * w * t - std::sin(p + w * t) + std::sin(p)) / (w * w) -
                t * t / 2);
  }
  std::string of(const std::string& phase) const {
    std::ostringstream text;
    text.precision(17);
    text << static_cast<double>(g * ratio) << "*sin(" << phase << ") - " << static_cast<double>(g);
    return text.str();
  }
  std::string phase() const {
    std::ostringstream text;
    text.precision(17);
    text << static_cast<double>(w) << "*t";
    return text.str();
  }
  double duration() const { return static_cast<double>(kPeriods * kTurn / w); }
};

struct Hit {
  Real time, impulse;
};

/// Where f falls below zero first, in steps that are shorter than anything that it does.
template <class Function>
Real first_zero(const Function& f, Real step) {
  Real before = step;
  while (f(before + step) > 0) before += step;
  Real after = before + step;
  for (int k = 0; k < 100; ++k) {
    const Real middle = (before + after) / 2;
    (f(middle) > 0 ? before : after) = middle;
  }
  return after;
}

/// Impacts of the first period that are hard enough to be compared.
std::vector<Hit> bounces(const Load& load, Real restitution) {
  std::vector<Hit> hits;
  Real time = load.lift_off();
  Real speed = 0;
  Real flight = 1 / load.w;
  while (flight * load.w > 1e-4L) {
    const Real phase = load.w * time;
    flight = first_zero([&](Real t) { return load.way(phase, speed, t); }, flight / 1000);
    const Real hit = load.velocity(phase, speed, flight);
    time += flight;
    speed = -restitution * hit;
    hits.push_back({time, (1 + restitution) * hit});
    REQUIRE(time < load.lift_off() + kTurn / load.w);
  }
  return hits;
}

/// Events of an element, period by period, each from its lift-off on.
std::vector<std::vector<Event>> periods_of(const Trajectory& out) {
  std::vector<std::vector<Event>> periods;
  for (const Event& event : out.events) {
    if (event.from != 0 && event.to == 0) periods.emplace_back();
    REQUIRE(!periods.empty());
    periods.back().push_back(event);
  }
  return periods;
}

void check_lift_offs(const std::vector<std::vector<Event>>& periods, const Load& load,
                     double precision) {
  REQUIRE(periods.size() == kPeriods);
  for (int n = 0; n < kPeriods; ++n) {
    const Real expected = load.lift_off() + n * kTurn / load.w;
    CHECK(periods[n].size() == periods[0].size());
    CHECK(periods[n][0].time.value ==
          doctest::Approx(static_cast<double>(expected)).epsilon(precision));
  }
}

void check_bounces(const Model& model, const Load& load, double restitution, double precision) {
  const Trajectory out = run(model, 0);
  INFO(out.info.diagnosis);
  REQUIRE(out.info.status == Status::Finished);
  const auto periods = periods_of(out);
  check_lift_offs(periods, load, precision);
  const std::vector<Hit> hits = bounces(load, restitution);
  REQUIRE(hits.size() > 5);
  for (int n = 0; n < kPeriods; ++n)
    for (std::size_t i = 0; i < hits.size(); ++i) {
      const Real expected = hits[i].time + n * kTurn / load.w;
      const Event& hit = periods[n].at(i + 1);
      REQUIRE(hit.cause == Event::Cause::Impact);
      CHECK(hit.time.value ==
            doctest::Approx(static_cast<double>(expected)).epsilon(10 * precision));
      CHECK(hit.impulse ==
            doctest::Approx(static_cast<double>(hits[i].impulse)).epsilon(1e4 * precision));
    }
  CHECK(out.info.proofs.hold());
}

const Load kUnits{1.45L, 1, 1};
const Load kHertz60{1.45L, 377, 9.81L};

int ball_on_floor(Model& model, const Load& load, const std::string& phase, double restitution) {
  model.simulation.max_events = number(1e6);
  const int ball = body(model, "ball", 1.0);
  force(model, "load", ball, load.of(phase));
  stop(model, "floor", between(ball, kGround), 0.0, kInfinity, restitution);
  return ball;
}

/// A drive that has turned a million rad already, evenly.
int drive(Model& model, const Load& load) {
  const auto turned = static_cast<double>(kTurn * 159'155);
  return body(model, "drive", kInfinity, turned, static_cast<double>(load.w));
}

}  // namespace

TEST_CASE("a ball that its load lifts off a stop bounces and rests the same in 600 periods") {
  for (const Load& load : {kUnits, kHertz60}) {
    CAPTURE(load.w);
    Model model = lasting(load.duration());
    ball_on_floor(model, load, load.phase(), 0.5);
    check_bounces(model, load, 0.5, 1e-13);
  }
}

TEST_CASE("a ball is let go by a load that follows the angle of a drive far from zero") {
  for (const Load& load : {kUnits, kHertz60}) {
    CAPTURE(load.w);
    Model model = lasting(load.duration());
    drive(model, load);
    ball_on_floor(model, load, "q.drive", 0.5);
    check_bounces(model, load, 0.5, 1e-9);  // angles of 1e6 rad round by 1e-10
  }
}

TEST_CASE("a ball is let go beside a friction and beside a second stop as by one stop") {
  for (const bool rubs : {false, true}) {
    CAPTURE(rubs);
    Model model = lasting(kUnits.duration());
    drive(model, kUnits);
    const int ball = ball_on_floor(model, kUnits, "q.drive", 0.0);
    if (rubs)
      friction(model, "guide", between(ball, kGround), 1e-9, 1e-9);
    else
      stop(model, "step", between(ball, kGround), 0.0, kInfinity, 0.0);
    const Trajectory out = run(model, 0);
    INFO(out.info.diagnosis);
    REQUIRE(out.info.status == Status::Finished);
    const std::vector<std::string> names = compile(model).event_names();
    int lifts = 0;
    for (const Event& event : out.events) {
      if (names[event.name] != "floor" || event.to != 0) continue;
      const Real expected = kUnits.lift_off() + lifts++ * kTurn / kUnits.w;
      CHECK(event.time.value == doctest::Approx(static_cast<double>(expected)).epsilon(1e-8));
    }
    CHECK(lifts == kPeriods);
  }
}

TEST_CASE("a freewheel lets its shaft go in each of 600 turns of a drive far from zero") {
  for (const Load& load : {kUnits, kHertz60}) {
    CAPTURE(load.w);
    Model model = lasting(load.duration());
    drive(model, load);
    const int shaft = body(model, "shaft", 1.0);
    force(model, "load", shaft, load.of("q.drive"));
    freewheel(model, "wheel", between(shaft, kGround));
    const Trajectory out = run(model, 0);
    INFO(out.info.diagnosis);
    REQUIRE(out.info.status == Status::Finished);
    REQUIRE(out.events.size() == 2 * kPeriods);
    const Real start = load.lift_off();
    const Real lasts = first_zero([&](Real t) { return load.velocity(load.w * start, 0, t); },
                                  Real{1e-3L} / load.w);
    for (int n = 0; n < kPeriods; ++n) {
      const Real before = n * kTurn / load.w;
      const auto at = static_cast<std::size_t>(n) * 2;
      CHECK(out.events[at].time.value ==
            doctest::Approx(static_cast<double>(before + start)).epsilon(1e-9));
      CHECK(out.events[at + 1].time.value ==
            doctest::Approx(static_cast<double>(before + start + lasts)).epsilon(1e-9));
    }
  }
}

}  // namespace luztar
