// Random networks with an input that changes from step to step, beside the same network with data.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/exchange/stepper.h"
#include "luztar/io/load_model.h"
#include "stepped.h"
#include "tests/acceptance/rich_network.h"
#include "tests/random.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr double kPeriod = 0.05;
constexpr int kRows = 42;

/// Its forces read the signal u, and so does one more.
Model network_with_data(std::uint64_t seed, Interpolation interpolation) {
  Model model = parse_model(acceptance::rich_network(seed), "random.toml");
  Random random{seed};
  Table table;
  table.interpolation = interpolation;
  for (int n = 0; n < kRows; ++n) {
    table.time.push_back(n * kPeriod);
    table.value.push_back(random.below(3) == 0 && n > 0 ? table.value.back() : random(-12.0, 12.0));
  }
  model.signals.push_back({"input_u", table});
  Force force;
  force.name = "pushed_by_u";
  const int bodies = static_cast<int>(model.bodies.size());
  force.deflection.terms.push_back({random.below(bodies), Expression::number(1.0)});
  force.value =
      parse_expression(random.below(2) == 0 ? "input_u" : "3*sin(input_u*t) - abs(input_u)", {});
  model.forces.push_back(force);
  return model;
}

double size_of(const Trajectory& run, std::size_t body) {
  double most = 1.0;
  for (const double q : run.q[body]) most = std::max(most, std::abs(q));
  return most;
}

/// @return the largest difference of positions, relative to their size
double difference(const Model& model, StepperInput::Kind kind, std::uint64_t seed) {
  const Trajectory run = run_at_interval(model, kPeriod);
  const auto& data = std::get<Table>(model.signals.back().value).value;
  Random random{seed + 1};
  Stepper stepper(model, {{"input_u", kind}});
  const bool is_line = kind == StepperInput::Kind::Interpolated;
  double worst = 0.0;
  StepperState state;
  for (std::size_t n = 0; n + 1 < run.time.size(); ++n) {
    if (random.below(5) == 0) state = stepper.save();
    const double time = stepper.time();
    const auto go = [&] {
      if (is_line || n == 0) stepper.set(0, data[is_line ? n + 1 : n]);
      if (!is_line && random.below(2) == 0) stepper.step_to(time + 0.3 * kPeriod);
      while (stepper.time() < run.time[n + 1])
        if (stepper.step_to(run.time[n + 1], random.below(2) == 0) == StepEnd::Ended) return;
    };
    go();
    if (!state.empty() && state.time() == time && random.below(2) == 0) {
      stepper.restore(stepper.state_of(state.bytes()));
      go();
    }
    if (!is_line) stepper.set(0, data[n + 1]);  // at the row itself the next value holds
    if (stepper.status() != Status::Finished || !stepper.apply_inputs()) break;
    for (std::size_t b = 0; b < model.bodies.size(); ++b)
      worst = std::max(worst, std::abs(stepper.value(stepper.output("q." + model.bodies[b].name)) -
                                       run.q[b][n + 1]) /
                                  size_of(run, b));
  }
  CHECK(stepper.info().status == run.info.status);
  return worst;
}

}  // namespace

TEST_CASE("random networks with inputs that are held, or interpolated, are those with such data") {
  for (std::uint64_t seed = 1; seed <= 40; ++seed)
    for (const auto kind : {StepperInput::Kind::Held, StepperInput::Kind::Interpolated}) {
      const bool held = kind == StepperInput::Kind::Held;
      CAPTURE(seed);
      CAPTURE(held);
      const Model model =
          network_with_data(seed, held ? Interpolation::Hold : Interpolation::Linear);
      CHECK(difference(model, kind, seed) < 1e-10);
    }
}
