// Forces that cancel while gradients are parallel: src/luztar/dynamics/instant/self_stress.cpp.
#include "luztar/dynamics/instant/self_stress.h"

#include <doctest/doctest.h>

#include "luztar/model/geometry.h"
#include "started.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// Three frictions on b (2 kg): one with constant arms, one along -q.b that turns with a, and one
/// between a and b, parallel to neither.
Model three() {
  Model model = lasting(1);
  const int a = body(model, "a", 1), b = body(model, "b", 2);
  friction(model, "f", between(b, kGround), 3, 3);
  friction(model, "g", between(a, b), 3, 3);
  friction(model, "h", along(model, text("q.a^2 - 2*q.b")), 3, 3);
  return model;
}

}  // namespace

TEST_CASE("rates that no accelerations explain name the forces that cancel") {
  const Started run(three());
  const SelfStress stress(run.system.impl(), run.series, {0, 1, 2});
  CHECK(stress.may_separate());
  const std::vector<AtLimit> free(3, AtLimit::No);
  // Of a = 5, b = 7 and 4 of curvature in h.
  const Vector force = stress.along(Vector{7, -2, -14 + 4}, free);
  CHECK(force[2] > 0.0);
  CHECK(force[0] == doctest::Approx(2 * force[2]).epsilon(1e-14));
  CHECK(std::abs(force[1]) <= 1e-14 * force[2]);
  const Vector none = stress.along(Vector{7, -2, -14}, free);
  CHECK(largest(none) <= 1e-14);
}

TEST_CASE("a limit that forces may only fall behind leaves the other sense") {
  const Started run(three());
  const SelfStress stress(run.system.impl(), run.series, {0, 1, 2});
  const Vector rates{0, 0, 4};
  using enum AtLimit;
  CHECK(largest(stress.along(rates, {No, No, Upper})) <= 1e-14);
  CHECK(stress.along(rates, {No, No, Lower})[2] > 0.0);
  CHECK(largest(stress.along(rates, {Upper, No, No})) <= 1e-14);
  CHECK(largest(stress.along(rates, {Both, No, No})) <= 1e-14);
}

TEST_CASE("pairs tear only where one along an expression is among those that cancel") {
  const Started run(three());
  CHECK_FALSE(SelfStress(run.system.impl(), run.series, {0, 1}).may_separate());
  CHECK_FALSE(SelfStress(run.system.impl(), run.series, {1, 2}).may_separate());
}
