// Values one and two steps to a side, and what follows them or does not.
#include "luztar/dynamics/compile/beside.h"

#include <doctest/doctest.h>

#include "luztar/dynamics/compile/varied_system.h"
#include "luztar/dynamics/system/system_impl.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Model block_of(const std::vector<std::string>& derivatives) {
  Model model;
  model.parameters = {{.name = "m", .value = number(2.0)}, {.name = "k", .value = text("3*m")}};
  body(model, "block", 1.0, 4.0);
  model.bodies[0].mass = text("m");
  Spring spring;
  spring.name = "spring";
  spring.deflection = between(0, kGround);
  spring.stiffness = text("k");
  model.springs.push_back(spring);
  model.simulation.duration = number(1.0);
  for (const std::string& name : derivatives) model.simulation.derivatives.push_back({name, {}});
  return model;
}

}  // namespace

TEST_CASE("what follows a value goes to its side, what is named itself stays") {
  const System system = compile(block_of({"q.block", "m+"}));
  REQUIRE(system.impl().origin.beside);
  REQUIRE(system.impl().origin.varied);
  CHECK(system.impl().origin.varied->names == std::vector<std::string>{"q.block"});
  const SystemBeside& beside = system.impl().origin.beside->front();
  CHECK(beside.name == "m+");
  CHECK(beside.column == 1);
  CHECK(beside.step == 2e-6);
  CHECK(beside.systems[0].parameters().at("m") == 2.0 + 2e-6);
  CHECK(beside.systems[1].parameters().at("m") == 2.0 + 4e-6);
  CHECK(beside.systems[1].parameters().at("k") == 3.0 * (2.0 + 4e-6));
  CHECK(beside.systems[0].impl().origin.varied->names == std::vector<std::string>{"m"});
  const System held = compile(block_of({"m-", "k"}));
  CHECK(held.impl().origin.beside->front().systems[1].parameters().at("k") == 6.0);
  CHECK(held.impl().origin.beside->front().step == -2e-6);
}

TEST_CASE("starts and overrides") {
  const System system = compile(block_of({"q.block-", "v.block+"}), {{"m", 5.0}});
  CHECK_FALSE(system.impl().origin.varied);
  const auto& list = *system.impl().origin.beside;
  REQUIRE(list.size() == 2);
  CHECK(initial_state(list[0].systems[0]).position[0] == 4.0 - 4e-6);
  CHECK(list[0].systems[0].parameters().at("k") == 15.0);
  CHECK(initial_state(list[1].systems[1]).velocity[0] == doctest::Approx(2e-8));
  CHECK(initial_state(list[1].systems[1]).position[0] == 4.0);
  const System over = compile(block_of({"m+"}), {{"m", 5.0}});
  CHECK(over.impl().origin.beside->front().systems[0].parameters().at("m") == 5.0 + 5e-6);
}
