// What a program gives, beside the same in the model.
#include "luztar/exchange/stepper_inputs.h"

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

TEST_CASE("a step without events allocates nothing where inputs change either") {
  for (const auto kind : {StepperInput::Kind::Held, StepperInput::Kind::Interpolated}) {
    Stepper stepper(parse_model(kPushed, "pushed.toml"), {{"F", kind}});
    const int force = stepper.input("F");
    int quiet = 0;
    for (int n = 0; n < 1000; ++n) {
      const long before = allocations();
      stepper.set(force, 6.0 + std::sin(0.01 * n));
      stepper.step(1e-3);
      if (!stepper.events().empty() || n < 50) continue;
      ++quiet;
      CHECK(allocations() == before);
    }
    CHECK(quiet > 200);
  }
}

TEST_CASE("an input that is not set leaves the run as it is") {
  const Model model = parse_model(kPushed, "pushed.toml");
  Stepper plain(model, {}, {{"F", 8.0}});
  Stepper given(model, {{"F"}}, {{"F", 8.0}});
  for (int n = 0; n < 100; ++n) {
    plain.step(0.01);
    given.set(0, 8.0);  // what it is
    given.step(0.01);
    CHECK(given.value(given.output("q.block")) ==
          doctest::Approx(plain.value(plain.output("q.block"))).epsilon(1e-12));
  }
  CHECK(given.info().final_state.events == plain.info().final_state.events);
  CHECK(given.info().proofs.hold());
}

TEST_CASE("held inputs are what a controller holds that samples as often") {
  std::string text = kPushed;
  text.replace(text.find("value = \"F\""), 11, "value = \"x.hold.push\"");
  text +=
      "[controllers.hold]\nperiod = 1e-2\nmemory = { push = 3, n = 0 }\n"
      "update = [\"push = 3 + 12*sin(n/3)\", \"n = n + 1\"]\n";
  const Model reference = parse_model(text, "reference.toml");
  const Trajectory run = run_at_interval(reference, 1e-2);
  Stepper stepper(parse_model(kPushed, "pushed.toml"), {{"F"}});
  std::vector<Event> events;
  const int q = stepper.output("q.block"), f = stepper.output("f.guide");
  double worst = 0.0;
  for (int n = 0; n < 200; ++n) {
    stepper.set(0, 3.0 + 12.0 * std::sin(n / 3.0));
    REQUIRE(stepper.step(1e-2) == StepEnd::Reached);
    events.insert(events.end(), stepper.events().begin(), stepper.events().end());
    const auto i = static_cast<std::size_t>(n) + 1;
    worst = std::max(worst, std::abs(stepper.value(q) - run.q[0][i]));
    if (n < 199) stepper.set(0, 3.0 + 12.0 * std::sin((n + 1) / 3.0));
    stepper.apply_inputs();  // the sample of this instant, which the row shows
    worst = std::max(worst, std::abs(stepper.value(f) - run.f[1][i]) * (n < 199));
  }
  CHECK(worst < 1e-12);
  CHECK(events.size() > 10);
  compare_events(events, run.events, 1e-12);
  CHECK(stepper.info().proofs.hold());
}

TEST_CASE("a polynomial input is the expression that it is") {
  std::string text = kPushed;
  text.replace(text.find("value = \"F\""), 11, "value = \"3 + 20*t - 30*t^2\"");
  const Trajectory run = run_at_interval(parse_model(text, "reference.toml"), 0.1);
  Stepper stepper(parse_model(kPushed, "pushed.toml"), {{"F", StepperInput::Kind::Polynomial, 2}});
  for (int n = 0; n < 20; ++n) {
    const double t = stepper.time();
    if (n % 3 == 0)
      stepper.set(0, std::vector<double>{3.0 + 20.0 * t - 30.0 * t * t, 20.0 - 60.0 * t, -60.0});
    stepper.step(0.1);
    CHECK(stepper.value(0) ==
          doctest::Approx(run.q[0][static_cast<std::size_t>(n) + 1]).epsilon(1e-11));
    CHECK(stepper.input_value(0) ==
          doctest::Approx(3.0 + 20.0 * stepper.time() - 30.0 * stepper.time() * stepper.time()));
  }
}

TEST_CASE("parameters and signals that follow an input, and start values that read one") {
  const Model model = parse_model(R"toml(
parameters.a = 2
parameters.b = "3*a"
signals.s.value = "b + sin(t)"
states.x = { rate = "-x.x + b", start = "a/2" }
bodies.block = { mass = 1, position = "a" }
forces.push = { on = "block", value = "s - q.block + x.x" }
simulation.duration = 1
)toml",
                                  "follow.toml");
  Stepper plain(model, {}, {{"a", 5.0}}), given(model, {{"a"}}, {{"a", 5.0}});
  Stepper signal(model, {{"s"}});
  CHECK(given.value(0) == 5.0);
  CHECK(given.inputs()[0].start == 5.0);
  CHECK(signal.inputs()[0].start == 6.0);
  for (int n = 0; n < 10; ++n) {
    plain.step(0.1);
    given.step(0.1);
    CHECK(given.value(0) == doctest::Approx(plain.value(0)).epsilon(1e-12));
  }
}

TEST_CASE("delays, and inputs within them") {
  const auto text = [](const std::string& force) {
    return "parameters.F = 1\nbodies.block.mass = 1\n"
           "frictions.guide = { between = [\"block\", \"ground\"], kinetic = 0.3 }\n"
           "forces.push = { on = \"block\", value = \"" +
           force + "\" }\nsimulation.duration = 2\n";
  };
  const Trajectory run = run_at_interval(
      parse_model(text("delay(-q.block + step(t - 0.5), 0.1) + 1"), "a.toml"), 0.05);
  Stepper stepper(parse_model(text("delay(-q.block + F, 0.1) + 1"), "b.toml"), {{"F"}},
                  {{"F", 0.0}});
  for (std::size_t n = 0; n < 40; ++n) {
    stepper.set(0, n < 10 ? 0.0 : 1.0);
    REQUIRE(stepper.step_to(run.time[n + 1]) == StepEnd::Reached);
    CHECK(stepper.value(0) == doctest::Approx(run.q[0][n + 1]).epsilon(1e-9));
  }
}

TEST_CASE("a start at rest is that of the first values of inputs") {
  std::string text = kPushed;
  text += "simulation.start = \"equilibrium\"\n";
  Stepper stepper(parse_model(text, "rest.toml"), {{"F"}}, {{"F", 40.0}});
  CHECK(stepper.value(0) == doctest::Approx(0.4));
  stepper.step(1.0);
  CHECK(stepper.value(0) == doctest::Approx(0.4));
}
