// States of steppers: kept, given back, as text; other parameters.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/core/error.h"
#include "luztar/core/nearness.h"
#include "luztar/exchange/stepper.h"
#include "luztar/io/load_model.h"
#include "luztar/simulate/channel.h"
#include "luztar/study/rest/equilibrium.h"
#include "stepped.h"
#include "tests/friction/allocations.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a run goes on from a saved state with the same bits") {
  for (const char* name : {"gear_system", "sampled_servo", "lugre", "newtons_cradle"}) {
    CAPTURE(name);
    Stepper stepper(example(name)), other(example(name));
    while (stepper.time() < 0.1) stepper.step(1.1e-3);
    const StepperState state = stepper.save();
    CHECK(state.time() == stepper.time());
    std::vector<double> first, second, third;
    const auto read = [](Stepper& one, std::vector<double>& list) {
      for (int n = 0; n < 100; ++n) {
        one.step(1e-3);
        for (std::size_t i = 0; i < one.outputs().size(); ++i)
          list.push_back(one.value(static_cast<int>(i)));
        for (const Event& event : one.events()) list.push_back(event.time.value);
      }
    };
    read(stepper, first);
    stepper.restore(state);
    CHECK(stepper.time() == state.time());
    read(stepper, second);
    other.restore(other.state_of(state.bytes()));
    read(other, third);
    CHECK(first == second);
    CHECK(first == third);
  }
}

TEST_CASE("inputs are part of a saved state") {
  for (const auto kind : {StepperInput::Kind::Held, StepperInput::Kind::Interpolated,
                          StepperInput::Kind::Polynomial}) {
    Stepper stepper(parse_model(kPushed, "pushed.toml"), {{"F", kind, 2}});
    for (int n = 0; n < 30; ++n) {
      if (n % 2 == 0) stepper.set(0, 20.0 * std::sin(n));
      stepper.step(0.01);
    }
    stepper.set(0, -7.0);
    const StepperState state = stepper.save();
    std::vector<double> first, second;
    for (auto* list : {&first, &second}) {
      stepper.restore(stepper.state_of(state.bytes()));
      for (int n = 0; n < 20; ++n) {
        stepper.step(0.01);
        list->insert(list->end(), {stepper.value(0), stepper.input_value(0)});
      }
    }
    CHECK(first == second);
    CHECK(first[1] == doctest::Approx(-7.0));
  }
}

TEST_CASE("other parameters on the way are those of a run that goes on with other laws") {
  const Model model = with_duration(parse_model(kPushed, "pushed.toml"), 1.0);
  const auto settings = [](double duration) {
    SimulationSettings made = compile(parse_model(kPushed, "p.toml")).settings();
    made.duration = duration;
    made.span = 1.0;
    made.give_rows(0);
    return made;
  };
  const System soft = compile(model, {{"F", 8.0}}),
               hard = compile(model, {{"F", 8.0}, {"k", 300.0}});
  const Trajectory first = simulate(soft, initial_state(soft), settings(0.3));
  const Trajectory whole = simulate(hard, first.info.final_state, settings(0.7));
  Stepper stepper(model, {}, {{"F", 8.0}});
  stepper.step_to(0.3);
  stepper.set_parameters({{"k", 300.0}});
  CHECK(stepper.time() == 0.3);
  stepper.step_to(0.7);
  CHECK(stepper.value(0) == whole.info.q[0]);
  CHECK(stepper.energy().changes == whole.info.energy.changes);
  CHECK(stepper.parameters().at("k") == 300.0);
  CHECK_THROWS_AS(stepper.set_parameters({{"k", 1.0}, {"m", 1.0}}), ModelError);
  CHECK(stepper.parameters().at("k") == 300.0);
  stepper.step_to(0.8);
}
