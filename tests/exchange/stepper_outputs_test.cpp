// What there is to read beside the columns of results.
#include "luztar/exchange/stepper_outputs.h"

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

TEST_CASE("the next instant that is known from the time alone") {
  Stepper servo(example("sampled_servo"));
  CHECK(servo.next_time_event() == doctest::Approx(1e-3 / 3));
  servo.step(5e-4);
  CHECK(servo.next_time_event() == doctest::Approx(1e-3));
  CHECK(Stepper(example("belt")).next_time_event() == kInfinity);
}

TEST_CASE("margins to breaking, rates and energies") {
  Stepper stepper(parse_model(kPushed, "pushed.toml"), {{"F"}});
  const int margin = stepper.output("margin.guide"), rate = stepper.output("rate.guide");
  CHECK(stepper.value(margin) == 2.0);
  stepper.set(0, -4.5);
  stepper.step(0.1);
  CHECK(stepper.value(margin) == 0.5);
  stepper.set(0, 9.0);
  stepper.step(0.1);
  CHECK(stepper.value(margin) == 0.0);
  CHECK(stepper.value(rate) == stepper.value(stepper.output("v.block")));
  CHECK(stepper.value(stepper.output("energy.supplied")) > 0.0);
  CHECK(std::abs(stepper.value(stepper.output("energy.residual"))) < 1e-14);
  CHECK(stepper.outputs()[static_cast<std::size_t>(margin)].unit == "N");
  CHECK(stepper.inputs()[0].unit == "N");
}
