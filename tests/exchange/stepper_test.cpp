// Steps of a program beside runs in one piece.
#include "luztar/exchange/stepper.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/core/error.h"
#include "luztar/core/nearness.h"
#include "luztar/io/load_model.h"
#include "luztar/simulate/channel.h"
#include "luztar/study/rest/equilibrium.h"
#include "stepped.h"
#include "tests/friction/allocations.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("what steps show has the bits of the output points of a run, and so have its events") {
  const std::map<std::string, double> durations{
      {"belt", 5.0},          {"gear_system", 0.4},    {"rattling_gear", 0.2},
      {"hunting_servo", 3.0}, {"sampled_servo", 0.5},  {"lugre", 2.0},
      {"ratchet", 2.0},       {"hysteresis", 3.0},     {"newtons_cradle", 1.0},
      {"cam_follower", 1.0},  {"massless_block", 4.0}, {"steering", 2.0},
      {"motor_map", 1.0},     {"planetary_gear", 1.0}, {"brake_squeal", 2.0},
      {"emps", 0.3}};
  for (const auto& [name, duration] : durations)
    for (const double h : {1e-2, 1e-3, 1e-4}) {
      if (h < 1e-3 && name != "belt" && name != "gear_system" && name != "newtons_cradle") continue;
      CAPTURE(name);
      CAPTURE(h);
      compare_bits(with_duration(example(name), duration), h);
    }
}

TEST_CASE("steps of any length read the same motion") {
  const Model model = with_duration(example("gear_system"), 0.2);
  Stepper fine(model), coarse(model);
  const int q = fine.output("q.phi"), energy = fine.output("energy.dissipated");
  for (const double t : {0.013, 0.05, 0.1201, 0.2}) {
    while (fine.time() + 1.7e-4 < t) REQUIRE(fine.step(1.7e-4) == StepEnd::Reached);
    fine.step_to(t);
    coarse.step_to(t);
    CHECK(fine.value(q) == coarse.value(q));
    CHECK(fine.value(energy) == coarse.value(energy));
  }
}

TEST_CASE("a step without events allocates nothing") {
  for (const auto& [name, input] : {std::pair{"gear_system", ""}, {"belt", ""}, {"emps", ""}}) {
    CAPTURE(name);
    Stepper stepper(example(name));
    std::vector<int> outputs(stepper.outputs().size());
    for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i] = static_cast<int>(i);
    std::vector<double> values(outputs.size());
    int quiet = 0;
    for (int n = 0; n < 400; ++n) {
      const long before = allocations();
      stepper.step(1e-4);
      stepper.values(outputs, values);
      if (!stepper.events().empty() || n < 50) continue;
      ++quiet;
      CHECK(allocations() == before);
    }
    CHECK(quiet > 200);
  }
}

TEST_CASE("a step can end at its first event") {
  Stepper stepper(example("belt")), plain(example("belt"));
  std::vector<double> times, all;
  while (stepper.time() < 5.0)
    if (stepper.step_to(5.0, true) == StepEnd::Event) {
      REQUIRE(!stepper.events().empty());
      CHECK(stepper.time() == stepper.events().front().time.value);
      times.push_back(stepper.time());
    }
  plain.step_to(5.0);
  for (const Event& event : plain.events()) all.push_back(event.time.value);
  CHECK(times == all);
  CHECK(stepper.value(0) == plain.value(0));
}

TEST_CASE("a run that has ended says so, and keeps what it reached") {
  Stepper stepper(
      parse_model("bodies.b = { mass = 1, velocity = 1 }\n"
                  "forces.f = { on = \"b\", value = \"1/(1 - q.b)\" }\n"
                  "simulation.duration = 5\n",
                  "pole.toml"));
  CHECK(stepper.step_to(0.1) == StepEnd::Reached);
  CHECK(stepper.step_to(4.0) == StepEnd::Ended);
  CHECK(stepper.status() == Status::NotFinite);
  CHECK(!stepper.diagnosis().empty());
  const double time = stepper.time(), q = stepper.value(0);
  CHECK(time > 0.5);
  CHECK(time < 1.0);
  CHECK(q == doctest::Approx(1.0).epsilon(1e-3));
  CHECK(stepper.step(1.0) == StepEnd::Ended);
  CHECK(stepper.time() == time);
  CHECK(stepper.value(0) == q);
}

TEST_CASE("wrong calls change nothing and say what is wrong") {
  const Model model = parse_model(kPushed, "pushed.toml");
  const auto says = [](const auto& call, const std::string& words) {
    try {
      call();
      FAIL("nothing was thrown");
    } catch (const std::exception& error) {
      const std::string what = error.what();
      CAPTURE(what);
      CHECK(what.find(words) != std::string::npos);
    }
  };
  Stepper stepper(model, {{"F"}});
  stepper.step(0.1);
  const double q = stepper.value(0);
  const auto inputs = [&](const std::string& name) {
    return [&model, name] {
      Stepper made(model, {{name}});
    };
  };
  says(inputs("FF"), "no parameter or signal 'FF'; there is F and k");
  says(inputs("k"), "'stiffness' of 'spring' reads 'k', which follows an input");
  says(inputs("k"), "pushed.toml:5:");
  says([&] { Stepper made(model, {{"F"}, {"F"}}); }, "twice");
  says([&] { stepper.input("G"); }, "no input 'G'");
  says([&] { stepper.output("q.blok"); }, "did you mean 'q.block'?");
  says([&] { stepper.set(1, 0.0); }, "none has the number 1");
  says([&] { stepper.set(0, std::nan("")); }, "finite");
  says([&] { stepper.set(0, std::vector{1.0, 2.0}); }, "one number");
  says([&] { stepper.step(0.0); }, "above 0 s");
  says([&] { stepper.step(-1.0); }, "above 0 s");
  says([&] { stepper.step(std::nan("")); }, "above 0 s");
  says([&] { stepper.step(1e-30); }, "nothing beside the time");
  says([&] { stepper.step_to(0.1); }, "already");
  says([&] { stepper.step_to(0.05); }, "already");
  says([&] { stepper.step_to(kInfinity); }, "no step leads");
  says([&] { stepper.value(999); }, "no such output");
  says([&] { stepper.restore({}); }, "no state");
  says([&] { stepper.state_of("luztar"); }, "no state of a stepper");
  says([&] { stepper.set_parameters({{"F", 2.0}}); }, "set it");
  says([&] { stepper.restore(Stepper(model).save()); }, "other inputs");
  says([&] { Stepper(model).restore(Stepper(example("belt")).save()); }, "another stepper");
  const std::string bytes = stepper.save().bytes();
  for (std::size_t length = 0; length < bytes.size(); length += 7)
    CHECK_THROWS(stepper.state_of(std::string_view(bytes).substr(0, length)));
  CHECK(stepper.time() == 0.1);
  CHECK(stepper.value(0) == q);
  Model steps = model;
  steps.simulation.method = Method::Stepping;
  steps.simulation.step = Expression::number(1e-3);
  says([&] { Stepper made(steps); }, "method = \"events\"");
}
