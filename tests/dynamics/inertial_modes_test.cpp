// Choices under static > kinetic friction beside stops.
#include "luztar/dynamics/instant/inertial_modes.h"

#include <doctest/doctest.h>

#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// papers-checked.md, section 3: F = (10.5, 0), F_S = (10, 10), F_K = (6, 5) has three ways to go
/// on. The first block is at 0, where a stop has its edge.
Model two_blocks_at_a_stop(double lower, double upper) {
  Model model = lasting(1.0);
  const int one = body(model, "one", 1.0);
  const int two = body(model, "two", 1.0);
  friction(model, "T12", between(one, two), 6.0, 10.0);
  friction(model, "T20", between(two, kGround), 5.0, 10.0);
  force(model, "F1", one, "10.5");
  stop(model, "stop", {{{one, number(1.0)}}}, lower, upper, 0.0);
  return model;
}

/// At the start, without a decision before.
std::vector<std::vector<int>> choices_of(const Model& model) {
  const System system = compile(model);
  StructureCache cache;
  PresentStructure present(system.impl(), cache);
  Expansion series(system.impl(), 10);
  State state = initial_state(system);
  series.start(state);
  const PairsNow now(state.pair.size(), {true, Mode::Stuck});
  return mode_decision(system.impl(), present)->consistent_choices(state, series, now);
}

}  // namespace

TEST_CASE("a stop closed at this instant holds a block: nothing breaks, in one way only") {
  const auto choices = choices_of(two_blocks_at_a_stop(-1.0, 0.0));
  REQUIRE(choices.size() == 1);
  CHECK(choices[0].empty());
}

TEST_CASE("a stop closed behind a block leaves the ways to go on that there are without it") {
  CHECK(choices_of(two_blocks_at_a_stop(0.0, 1.0)).size() == 3);
}
