// The recipes of docs/recipes.md run, and do what the page says.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "acceptance/page_models.h"
#include "luztar/luztar.h"

using namespace luztar;

namespace {

Trajectory recipe(const std::string& word) { return acceptance::run_of_page("recipes.md", word); }

}  // namespace

TEST_CASE("recipes: every model of the page has a test here") {
  CHECK(acceptance::models_of_page("recipes.md").size() == 12);
}

TEST_CASE("recipes: the one-way clutch slips at its limit, and turns free") {
  const Trajectory r = recipe("One-way clutch");
  const auto breaks = [](const Event& event) {
    return event.cause == Event::Cause::Break;
  };
  const double t = std::ranges::find_if(r.events, breaks)->time.value;
  // Shaft and load turn together: 0.12 w' = 8 sin(2 t) - 0.05 w.
  const double a = 0.05 / 0.12, size = 8.0 / 0.12 / (a * a + 4.0);
  const double w =
      size * (a * std::sin(2.0 * t) - 2.0 * std::cos(2.0 * t) + 2.0 * std::exp(-a * t));
  const double slope = 8.0 / 0.12 * std::sin(2.0 * t) - a * w;
  CHECK(0.1 * slope + 0.05 * w == doctest::Approx(5.0).epsilon(1e-12));
  for (const double torque : r.f[1]) CHECK(std::abs(torque) <= 5.0);
  CHECK(*std::ranges::min_element(r.v[0]) < -100.0);
  CHECK(*std::ranges::min_element(r.v[2]) >= 0.0);
}

TEST_CASE("recipes: the rope has the forces of a capstan on its two sides") {
  const Trajectory r = recipe("capstan");
  const double ratio = std::exp(0.2 * 1.5 * 2.0 * std::numbers::pi);
  int forward = 0, backward = 0;
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double slack = std::abs(r.f[0][k]), tight = slack + r.f[1][k];
    if (r.mode[1][k] > 0) CHECK(tight == doctest::Approx(ratio * slack).epsilon(1e-12));
    if (r.mode[1][k] < 0) CHECK(tight == doctest::Approx(slack / ratio).epsilon(1e-12));
    forward += r.mode[1][k] > 0 ? 1 : 0;
    backward += r.mode[1][k] < 0 ? 1 : 0;
  }
  CHECK(forward > 0);
  CHECK(backward > 0);
}

TEST_CASE("recipes: the pulses have their width") {
  const Trajectory r = recipe("Pulse-width");
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    const double phase = std::fmod(r.time[k], 0.02) / 0.02;
    if (std::abs(phase - 0.3) < 1e-9 || phase < 1e-9 || phase > 1.0 - 1e-9) continue;
    CHECK(r.internal[1][k] == (phase < 0.3 ? 1.0 : 0.0));
  }
}

TEST_CASE("recipes: the brake latches at rest and holds") {
  const Trajectory r = recipe("latches");
  const double t = 2.0 / 9.81, height = t;
  for (std::size_t k = 0; k < r.time.size(); ++k)
    if (r.time[k] > t) CHECK(std::abs(r.q[0][k] - height) < 1e-15);
}

TEST_CASE("recipes: the valve keeps the piston between its levels") {
  const Trajectory r = recipe("valve");
  for (std::size_t k = 0; k < r.time.size(); ++k) {
    CHECK(r.q[0][k] < 0.305);
    if (r.time[k] > 1.0) CHECK(r.q[0][k] > 0.195);
  }
  const auto opens = std::ranges::count_if(
      r.events, [](const Event& event) { return event.cause == Event::Cause::Jump; });
  CHECK(opens >= 8);
}

TEST_CASE("recipes: the section flutters within its freeplay, and not without") {
  const Trajectory r = recipe("Wing section");
  const auto largest = [&](double from, double to) {
    double most = 0.0;
    for (std::size_t k = 0; k < r.time.size(); ++k)
      if (r.time[k] >= from && r.time[k] <= to) most = std::max(most, std::abs(r.q[1][k]));
    return most * 180.0 / std::numbers::pi;
  };
  CHECK(largest(18.0, 20.0) == doctest::Approx(largest(16.0, 18.0)).epsilon(1e-3));
  CHECK(largest(18.0, 20.0) == doctest::Approx(3.4).epsilon(0.01));
  for (std::size_t k = 0; k < r.time.size(); ++k) {  // elements: bending, torsion ... moment
    CHECK(std::abs(12.4 * r.a[0][k] + 0.42 * r.a[1][k] + r.f[0][k] + r.f[2][k] - r.f[4][k]) < 1e-9);
    CHECK(std::abs(0.42 * r.a[0][k] + 0.065 * r.a[1][k] + r.f[1][k] + r.f[3][k] - r.f[5][k]) <
          1e-9);
  }
  for (const std::string& text : acceptance::models_of_page("recipes.md")) {
    if (text.find("Wing section") == std::string::npos) continue;
    const System stiff = compile(parse_model(text, "recipes.md"), {{"play", 0.0}});
    const Trajectory damped = simulate(stiff, initial_state(stiff), stiff.settings());
    CHECK(std::abs(damped.q[1].back()) < 1e-3);
  }
}

TEST_CASE("recipes: the loop with a dead time comes to rest where the seal holds it") {
  const Trajectory r = recipe("dead time");
  CHECK(r.mode[1].back() == 0);
  CHECK(std::abs(r.q[0].back()) <= 9.0 / (900.0 * 8.0));
  CHECK(*std::ranges::min_element(r.q[0]) < -0.005);  // it goes beyond
}

TEST_CASE("recipes: the tool chatters above its width of cut, and leaves the metal") {
  const Trajectory r = recipe("chatters");
  const double k = 2e7, z = 900.0 / (2.0 * std::sqrt(k * 10.0)),
               least = 2.0 * k * z * (1.0 + z) / 2e9;
  CHECK(1.2e-3 > least);
  const auto out = std::ranges::count(r.f[1], 0.0);
  CHECK(out > 100);
  const Model model = parse_model(acceptance::models_of_page("recipes.md").at(8), "lathe.toml");
  const System below = compile(model, {{"w", 0.9 * least}});
  const Trajectory calm = simulate(below, initial_state(below), below.settings());
  const auto fastest = [&](std::size_t from, std::size_t to) {
    double most = 0.0;
    for (std::size_t i = from; i < to; ++i) most = std::max(most, std::abs(calm.v[0][i]));
    return most;
  };
  const std::size_t n = calm.time.size();
  CHECK(fastest(n / 2, n) < 0.5 * fastest(0, n / 4));
  CHECK(std::ranges::count(calm.f[1], 0.0) == 0);
}

TEST_CASE("recipes: the escapement lets one tooth after the other pass, on alternate sides") {
  const Trajectory r = recipe("Verge");
  std::vector<Event> drops;
  for (const Event& event : r.events)
    if (event.cause == Event::Cause::Leave) drops.push_back(event);
  REQUIRE(drops.size() > 14);
  for (std::size_t k = 1; k < drops.size(); ++k) CHECK(drops[k].name != drops[k - 1].name);
  // A period passes one tooth, and comes to be the same each time.
  const double last = drops.back().time - drops[drops.size() - 3].time;
  CHECK(std::abs((drops[drops.size() - 3].time - drops[drops.size() - 5].time) - last) <
        0.01 * last);
  const double pitch = 24.0 * std::numbers::pi / 180.0;
  CHECK(std::abs(r.q[0].back() / pitch - 10.0 / last) < 1.0);
}

TEST_CASE("recipes: the clutch slips after each shift until the engine has the new speed") {
  const Trajectory r = recipe("Gearbox");
  std::vector<Event> shifts;
  int stops = 0;
  for (const Event& event : r.events) {
    if (event.cause == Event::Cause::Impact) shifts.push_back(event);
    if (event.cause == Event::Cause::Stop) ++stops;
  }
  REQUIRE(shifts.size() == 2);
  CHECK(stops == 2);
  const double ratios[3] = {9.0 / 0.3, 5.5 / 0.3, 3.6 / 0.3}, speeds[2] = {6.0, 11.0};
  for (std::size_t k = 0; k < 2; ++k) {
    const double rate = (ratios[k] - ratios[k + 1]) * speeds[k];
    const double size = 1.0 / 0.02 + ratios[k + 1] * ratios[k + 1] / 1000.0;
    CHECK(shifts[k].impulse == doctest::Approx(rate / size).epsilon(1e-10));
  }
  CHECK(r.v[0].back() == doctest::Approx(ratios[2] * r.v[2].back()).epsilon(1e-12));
}

TEST_CASE("recipes: the part goes forward, pressed by no more than its contact") {
  const Trajectory r = recipe("feeder");
  for (std::size_t k = 0; k < r.time.size(); ++k)
    CHECK(std::abs(r.f[0][k]) <= 0.3 * std::abs(r.f[1][k]) + 1e-12);
  CHECK(r.q[0].back() > 0.01);
  const Model model = parse_model(acceptance::models_of_page("recipes.md").at(10), "feeder.toml");
  const System other = compile(model, {{"beta", 150.0 * std::numbers::pi / 180.0}});
  const Trajectory back = simulate(other, initial_state(other), other.settings());
  CHECK(std::abs(back.q[0].back() + r.q[0].back()) < 1e-10);
  CHECK(std::ranges::any_of(r.events, [](const Event& event) {
    return event.cause == Event::Cause::Impact;  // it has flown
  }));
}

TEST_CASE("recipes: the pad slides within a limit that follows the normal displacement") {
  const Trajectory r = recipe("under a blade");
  std::string text = acceptance::models_of_page("recipes.md").at(11);
  const std::string reads = "2000*q.normal";
  text.replace(text.find(reads), reads.size(), "2000*0.002*cos(sqrt(9000)*t)");
  const System known = compile(parse_model(text, "blade.toml"));
  const Trajectory other = simulate(known, initial_state(known), known.settings());
  CHECK(r.events.size() == other.events.size());
  CHECK(std::abs(r.q[0].back() - other.q[0].back()) < 1e-12);
  CHECK(std::abs(r.q[2].back() - other.q[2].back()) < 1e-12);
  CHECK(std::ranges::count(r.f[3], 0.0) > 10);  // it has lifted off
}
