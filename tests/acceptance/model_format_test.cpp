// The models of docs/model*.md, run: what stands there is what happens.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/recording.h"
#include "luztar/luztar.h"

using namespace acceptance;

namespace {

/// The model of the page whose title begins with `title`.
luztar::System system_of(const std::string& title) {
  std::string page;
  for (const auto& entry : std::filesystem::directory_iterator(LUZTAR_SOURCE_DIR "/docs")) {
    if (!entry.path().filename().string().starts_with("model")) continue;
    std::ifstream file(entry.path());
    page.append(std::istreambuf_iterator<char>(file), {});
  }
  const std::size_t begin = page.find("title = \"" + title);
  REQUIRE(begin != std::string::npos);
  const std::size_t end = page.find("```", begin);
  return luztar::compile(luztar::parse_model(page.substr(begin, end - begin), "docs"));
}

struct Run {
  luztar::System system;
  Recorded recording;

  explicit Run(const std::string& title)
      : system(system_of(title)), recording(record(system, system.settings())) {
    check_trust(recording);
    REQUIRE(!recording.samples.empty());
  }
  std::size_t body(const char* name) const {
    return static_cast<std::size_t>(body_index(system, name));
  }
  std::size_t element(const char* name) const {
    return static_cast<std::size_t>(element_index(system, name));
  }
  double largest_error(const auto& found, const auto& expected) const {
    double worst = 0;
    for (const Snapshot& at : recording.samples) {
      worst = std::max(worst, std::abs(found(at) - expected(at)));
    }
    return worst;
  }
};

}  // namespace

TEST_CASE("a massless body between two springs divides their deflection as the page says") {
  const Run run("Two springs in a row");
  const std::size_t seat = run.body("seat"), joint = run.body("joint");
  // 30 and 60 N/m in series are 20 N/m: q = 0.3 cos(sqrt(20/2) t).
  CHECK(run.largest_error(
            [&](const Snapshot& at) { return at.q[seat]; },
            [&](const Snapshot& at) { return 0.3 * std::cos(std::sqrt(10.0) * at.time); }) < 1e-12);
  CHECK(run.largest_error([&](const Snapshot& at) { return at.q[joint]; },
                          [&](const Snapshot& at) { return at.q[seat] * 2 / 3; }) < 1e-15);
  CHECK(run.recording.samples[0].q[joint] == doctest::Approx(0.2).epsilon(1e-15));
}

TEST_CASE("gear and drum lift the load with the mass that their inertias add to it") {
  const Run run("A motor lifts a load");
  const std::size_t load = run.body("load"), drum = run.body("drum"), motor = run.body("motor");
  // The motor turns 50 rad, the drum 10 rad for each metre: 10 + 0.05 * 10^2 + 0.002 * 50^2 kg.
  const double a = (2.2 * 50 - 98.1) / 20;
  CHECK(run.largest_error([&](const Snapshot& at) { return at.q[load]; },
                          [&](const Snapshot& at) { return a * at.time * at.time / 2; }) < 1e-13);
  const Snapshot& end = run.recording.samples.back();
  CHECK(end.q[drum] == doctest::Approx(10 * end.q[load]).epsilon(1e-14));
  CHECK(end.q[motor] == doctest::Approx(-50 * end.q[load]).epsilon(1e-14));
  CHECK(end.f[run.element("rope")] == doctest::Approx(-10 * (9.81 + a)).epsilon(1e-13));
}

TEST_CASE("the brake slows the wheel by 0.3 times the normal force until it holds") {
  const Run run("A brake");
  const std::size_t wheel = run.body("wheel"), brake = run.element("brake");
  // 0.5 w' = -0.2 * 0.3 * 200 min(t, 1); far above 0.1 m/s the Stribeck part is below 1e-300.
  const auto speed = [](double t) {
    return t < 1 ? 40 - 12 * t * t : 28 - 24 * (t - 1);
  };
  double worst = 0;
  for (const Snapshot& at : run.recording.samples) {
    if (speed(at.time) < 15) break;
    worst = std::max(worst, std::abs(at.v[wheel] - speed(at.time)));
  }
  CHECK(worst < 1e-11);
  // Below it brakes more, by up to 0.4/0.3: it stops between the two straight lines.
  REQUIRE(!run.recording.events.empty());
  const double stop = run.recording.events.back().time.value;
  CHECK(stop < 1 + 28.0 / 24);
  CHECK(stop > 1 + 27.0 / 24);
  const Snapshot& end = run.recording.samples.back();
  CHECK(end.mode[brake] == 0);
  CHECK(end.v[wheel] == 0.0);
  CHECK(end.upper[brake] == doctest::Approx(80).epsilon(1e-14));
}

namespace {

/// The level of the page's table, written out here once more.
double measured_level(double speed) {
  const double u[] = {0, 0.02, 0.1, 1.0}, level[] = {9.0, 5.5, 4.0, 6.5};
  int i = 0;
  while (i < 3 && speed > u[i + 1]) ++i;
  if (i == 3) return level[3];
  return level[i] + (level[i + 1] - level[i]) * (speed - u[i]) / (u[i + 1] - u[i]);
}

}  // namespace

TEST_CASE("measured friction follows its table, the lubricated one its two branches") {
  const Run run("A measured friction curve");
  const std::size_t measured = run.element("measured"), oil = run.element("lubricated");
  double worst = 0;
  int sliding = 0, high = 0, low = 0;
  for (const Snapshot& at : run.recording.samples) {
    const double u = std::abs(at.rate[measured]);
    if (at.mode[measured] != 0) {
      ++sliding;
      worst = std::max(worst, std::abs(std::abs(at.f[measured]) - measured_level(u)));
      CHECK(at.f[measured] * at.rate[measured] >= 0);
    }
    CHECK(at.lower[measured] == -14);
    CHECK(at.upper[measured] == 12);
  }
  CHECK(sliding > 100);
  CHECK(worst < 1e-11);
  bool fast = false;
  double worst_oil = 0;
  for (const Snapshot& at : run.recording.samples) {
    const double u = std::abs(at.rate[oil]);
    if (at.mode[oil] == 0 || u < 0.2) fast = false;
    if (u > 0.5) fast = true;
    if (at.mode[oil] == 0) continue;
    ++(fast ? low : high);
    worst_oil = std::max(worst_oil, std::abs(std::abs(at.f[oil]) - ((fast ? 6.0 : 9.0) + 2 * u)));
  }
  CHECK(low > 50);
  CHECK(high > 20);
  CHECK(worst_oil < 1e-11);
}

TEST_CASE("in presliding the block yields by a force over sigma0, and hardly more") {
  const Run run("Presliding");
  const std::size_t block = run.body("block"), floor = run.element("floor");
  double largest = 0;
  for (const Snapshot& at : run.recording.samples)
    largest = std::max(largest, std::abs(at.q[block]));
  // A spring of 1e5 N/m would give 1.2e-5 m; z' = v (1 - s z/L sgn v) creeps more near L = 1.5 N.
  CHECK(largest > 1.2e-5);
  CHECK(largest < 1e-4);
  // Nearly at rest, the friction balances the pull, once the start has died down: the bristles'
  // 300 N s/m on 1 kg take e^-150/s from it.
  CHECK(run.largest_error([&](const Snapshot& at) { return at.time < 0.1 ? 0 : at.f[floor]; },
                          [&](const Snapshot& at) {
                            return at.time < 0.1 ? 0 : 1.2 * std::sin(2 * at.time);
                          }) < 1e-3);
}

TEST_CASE("the ball of the page rests on the floor when the closed form says so") {
  const Run run("A ball comes to rest");
  const std::size_t ball = run.body("ball"), floor = run.element("floor");
  const double g = 9.81, e = 0.5, fall = std::sqrt(2 / g);
  // Flights last 2 fall e^k: fall (1 + 2 (e + e^2 + ...)) = 3 fall.
  const double rest = fall * (1 + e) / (1 - e);
  std::vector<const luztar::Event*> impacts;
  for (const luztar::Event& event : run.recording.events) {
    if (event.cause == luztar::Event::Cause::Impact) impacts.push_back(&event);
  }
  REQUIRE(impacts.size() > 10);
  double time = fall, speed = g * fall;
  for (int k = 0; k < 10; ++k) {
    CAPTURE(k);
    CHECK(impacts[k]->time.value == doctest::Approx(time).epsilon(1e-12));
    CHECK(impacts[k]->impulse == doctest::Approx(-0.5 * (1 + e) * speed).epsilon(1e-11));
    speed *= e;
    time += 2 * speed / g;
  }
  for (const Snapshot& at : run.recording.samples) {
    CAPTURE(at.time);
    if (at.time < rest - 1e-6) CHECK(at.mode[floor] == 0);
    if (at.time > rest + 1e-6) {
      CHECK(at.mode[floor] == -1);
      CHECK(at.v[ball] == 0.0);
      CHECK(std::abs(at.q[ball]) < 1e-12);
      CHECK(at.f[floor] == doctest::Approx(-0.5 * g).epsilon(1e-14));
    }
  }
}
