// Steps that end where an input jumps.
#include "luztar/simulate/steps/stepping_jumps.h"

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "luztar/dynamics/system/system_impl.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// What a stepped run hands to InputJumps.
struct Steps {
  explicit Steps(const Model& model)
      : system(compile(model)),
        start(initial_state(system)),
        plan(make_step_plan(system.impl())),
        forces(system.impl(), plan, start),
        stepper(plan.network, state()),
        jumps(system.impl(), forces, stepper) {}

  StepState state() const {
    const auto edges = static_cast<std::size_t>(plan.network.n_edges());
    return {start.position, start.velocity, std::vector<double>(edges),
            decltype(StepState::mode)(edges)};
  }

  System system;
  State start;
  StepPlan plan;
  StepForces forces;
  NetworkStepper stepper;
  InputJumps jumps;
};

/// A block on a base that turns round at 0.35 s.
Model on_base(const std::string& motion) {
  Model model = lasting(1);
  const int block = body(model, "block", 1, 0, -0.5);
  const int base = moving_base(model, "base", motion);
  friction(model, "hold", between(block, base), 1, 1);
  return model;
}

}  // namespace

TEST_CASE("a step ends where a force of time jumps") {
  Model model = lasting(1);
  force(model, "push", body(model, "block", 1), "step(t - 0.35)");
  Steps s(model);
  CHECK(s.jumps.cut(0.2, 0.3) == 0.3);
  CHECK_FALSE(s.jumps.is_ahead());
  CHECK(s.jumps.cut(0.3, 0.4) == doctest::Approx(0.35).epsilon(1e-15));
  CHECK(s.jumps.is_ahead());
  CHECK_FALSE(s.jumps.jump(0.35));  // no velocity jumps
  CHECK(s.jumps.jumped().size() == 1);
  CHECK(s.jumps.cut(0.35, 0.4) == 0.4);
  CHECK_FALSE(s.jumps.is_ahead());
}

TEST_CASE("what sticks to a motion whose velocity jumps slides from there on") {
  Steps s(on_base("0.5*abs(t - 0.35)"));
  REQUIRE((s.stepper.state().mode[0] == Mode::Stuck));
  REQUIRE(s.jumps.cut(0.3, 0.4) == doctest::Approx(0.35).epsilon(1e-15));
  CHECK(s.jumps.jump(0.35));
  CHECK(s.stepper.state().v[0] == -0.5);
  CHECK(s.stepper.state().v[1] == 0.5);
  const double ratio = s.plan.ratio[s.system.impl().first_pair()];
  CHECK(number(s.stepper.state().mode[0]) * ratio < 0.0);  // block less base: -1 m/s
}
