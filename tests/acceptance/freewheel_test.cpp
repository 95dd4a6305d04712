// Freewheels as users meet them: an example, its equations, its generated functions.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "../freewheel_network.h"
#include "generated_program.h"
#include "luztar/luztar.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("the roll feed goes on by the same angle with each stroke, that of its closed form") {
  const Model model = load_model(LUZTAR_SOURCE_DIR "/examples/freewheel_roll_feed.toml");
  const System system = compile(model);
  const Trajectory out = simulate(system, initial_state(system), system.settings());
  REQUIRE(out.info.status == Status::Finished);
  const double A = 0.4, w = 4.0 * std::acos(-1.0), slows = 0.4 / 0.02;
  const double sine = slows / (A * w * w), speed = A * w * std::sqrt(1.0 - sine * sine);
  const double feed = A * (1.0 + sine) + 0.5 * speed * speed / slows;
  for (std::size_t i = 0; i < out.time.size(); ++i) {
    const double strokes = out.time[i] / 0.5;
    const double share = strokes - std::floor(strokes + 1e-9);
    if (share < 0.8) continue;  // from there on the roll stands
    CHECK(out.q[1][i] == doctest::Approx(feed * std::ceil(strokes - 1e-9)).epsilon(1e-12));
    CHECK(out.f[2][i] == doctest::Approx(-0.3).epsilon(1e-12));  // the backstop has the whole pull
    CHECK(out.v[1][i] == 0.0);
  }
}

TEST_CASE("a freewheel in derived equations: its law, and min(x, 0) for what it carries") {
  Model model = lasting(1.0);
  const int a = body(model, "a", 2.0), b = body(model, "b", 3.0);
  freewheel(model, "clutch", between(b, a));
  force(model, "p", a, "t");
  const std::string text = print(derivation(model), DocumentFormat::Text);
  CHECK(text.find("v_clutch ≥ 0") != std::string::npos);
  CHECK(text.find("T_clutch ≤ 0   if v_clutch = 0") != std::string::npos);
  CHECK(text.find("T_clutch = 0   if v_clutch > 0") != std::string::npos);
  CHECK(text.find("T_clutch = min(-0.6·p, 0)") != std::string::npos);
}

TEST_CASE("generated functions of random networks with freewheels: those of an exact enumeration") {
  const acceptance::ScratchFolder folder("freewheel_functions");
  acceptance::GeneratedPrograms programs(folder);
  std::vector<std::vector<Fraction>> expected;
  std::vector<std::size_t> bodies;
  for (int seed = 1; seed <= 24; ++seed) {
    FreewheelNetwork network = random_network(seed, true, true);
    if (network.model.freewheels.empty()) continue;
    const auto motion = only_motion(network.problem);
    REQUIRE(motion);
    expected.push_back(*motion);
    bodies.push_back(network.model.bodies.size());
    programs.add(network.model);
  }
  REQUIRE(programs.are_clean());
  REQUIRE(programs.compile());
  for (std::size_t k = 0; k < programs.size(); ++k) {
    CAPTURE(k);
    const std::vector<double> rest(programs[k].input_width, 0.0);
    const std::vector<double> in_c = programs.run_c(k, rest),
                              in_python = programs.run_python(k, rest);
    REQUIRE(in_c.size() == programs[k].output_width);
    REQUIRE(in_python.size() == programs[k].output_width);
    for (std::size_t b = 0; b < bodies[k]; ++b) {
      CHECK(std::abs(in_c[b] - expected[k][b].convert_to<double>()) <= 1e-11);
      CHECK(std::abs(in_python[b] - expected[k][b].convert_to<double>()) <= 1e-11);
    }
  }
}

TEST_CASE("bodies that a link ties become one, and their freewheels with them") {
  Model model = lasting(4.0);
  const int a = body(model, "a", 1.0), b = body(model, "b", 2.0), c = body(model, "c", 3.0);
  link(model, "gear", between(a, b, 2.0, 1.0));
  freewheel(model, "clutch", between(c, b));
  freewheel(model, "backstop", between(a, kGround));
  force(model, "p", a, "3*sin(2*t)");
  friction(model, "load", between(c, kGround), 0.4, 0.4);
  const Reduction reduction = reduce(model, {});
  CHECK(reduction.model.bodies.size() == 2);
  CHECK(reduction.model.freewheels.size() == 2);
  const auto last = [](const Model& of) {
    const System system = compile(of);
    return simulate(system, initial_state(system), system.settings());
  };
  const Trajectory full = last(model), small = last(reduction.model);
  REQUIRE(full.info.status == Status::Finished);
  REQUIRE(small.info.status == Status::Finished);
  CHECK(full.info.q[2] == doctest::Approx(small.info.q[1]).epsilon(1e-12));
  CHECK(full.info.q[2] > 0.1);
}
