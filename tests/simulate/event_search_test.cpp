// The end of the next step, beside closed forms.
#include "luztar/simulate/event_search.h"

#include <string>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "luztar/dynamics/system/system_impl.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// A block of 2 kg that slides with 3 m/s; its friction is 4 N times `normal`.
Model sliding(const std::string& normal = "1") {
  Model model = lasting(10);
  const int block = body(model, "block", 2, 0, 3);
  friction(model, "floor", between(block, kGround), 4, 5);
  if (normal != "1") model.frictions[0].normal = text(normal);
  return model;
}

/// A search from the start of a run in which all pairs slide forward.
struct Search {
  explicit Search(const Model& model)
      : system(compile(model)),
        motion(system.impl(), initial_state(system), system.settings()),
        notes(system.impl()),
        search(motion, notes, 10.0) {
    motion.state().pair.assign(motion.state().pair.size(), Mode::Forward);
    motion.start();
    motion.present().use(motion.state());
    REQUIRE(motion.expand());
    REQUIRE(search.look());
  }

  System system;
  Motion motion;
  Notes notes;
  EventSearch search;
};

}  // namespace

TEST_CASE("a step ends where the sliding block stands still") {
  Search s(sliding());
  CHECK(s.search.ends_in_event());
  CHECK(s.search.step() == doctest::Approx(1.5).epsilon(1e-14));  // v0 m / F
  CHECK(s.search.crossings_until(1.4, 0.0).empty());
}

TEST_CASE("the guard that ends a step is that of the pair, on the side it comes from") {
  Search s(sliding());
  const auto& crossings = s.search.crossings_until(1.5, 0.1);
  REQUIRE(crossings.size() == 1);
  const GuardOwner owner = guard_owner(s.system.impl(), crossings[0].guard);
  CHECK((owner.kind == GuardOwner::Kind::Pair));
  CHECK(owner.index == 0);
}

TEST_CASE("a step ends where a normal force falls below zero, before the block stands still") {
  // From N(0) = 1 on 2 v' = -4 (1 - 2 t): at t = 0.5 the block still has 2.5 m/s.
  Search s(sliding("1 - 2*t"));
  CHECK(s.search.ends_in_event());
  CHECK(s.search.step() == doctest::Approx(0.5).epsilon(1e-9));
  CHECK_FALSE(s.search.lift_off());
}

TEST_CASE("a normal force below zero at the anchor is told with the name of its friction") {
  Search s(sliding("t - 1"));
  const auto trouble = s.search.lift_off();
  REQUIRE(trouble);
  CHECK((trouble->status == Status::NegativeNormal));
  CHECK(trouble->message.find("'floor'") != std::string::npos);
}

TEST_CASE("a step without an event ends where the series do") {
  Model model = lasting(10);
  const int mass = body(model, "mass", 2, 1);
  spring(model, "spring", between(mass, kGround), 8);
  Search s(model);
  CHECK_FALSE(s.search.ends_in_event());
  CHECK(s.search.step() == s.motion.natural_step());
}

TEST_CASE("a switch inside one that is passed goes with it where rounding may part their roots") {
  // The outer edge is reached at 0.5 s, the inner jump comes a moment later; the third stands
  // alone.
  const auto passed = [](const std::string& other) {
    Model model = lasting(10);
    const int block = body(model, "block", 2, 0, 3);
    force(model, "push", block, "sign(2*t - 1 + step(2*t - 1.0000000002)) + 0*" + other);
    Search s(model);
    return s.search.crossings_until(0.5, 1e-11).size();
  };
  CHECK(passed("t") == 2);
  CHECK(passed("step(2*t - 1.0000000002)") == 2);
  CHECK(passed("step(2*t - 1.00000002)") == 2);
}
