#include "luztar/dynamics/structure/structure.h"

#include <cmath>

#include <doctest/doctest.h>

#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Structure all_stuck(const System& system) {
  const std::vector<Mode> stuck(system.impl().pairs.size(), Mode::Stuck);
  const std::vector<Bound> kept_limit(system.impl().pairs.size(), Bound::Free);
  return build_structure(system.impl(), stuck, kept_limit,
                         std::vector<Edge>(system.impl().springs.size()));
}

/// Velocities of all bodies when the independent ones have the given ones.
std::vector<double> follow(const Structure& s, std::vector<double> v) {
  for (const auto& dependent : s.dependents) {
    v[dependent.body] = 0.0;
    for (const Term& term : s.terms_of(dependent))
      v[dependent.body] += term.coefficient * v[term.body];
  }
  return v;
}

double rate(const SystemImpl& system, int friction, const std::vector<double>& v) {
  double sum = 0.0;
  for (const Term& term : system.terms_of_pair(friction)) sum += term.coefficient * v[term.body];
  return sum;
}

}  // namespace

TEST_CASE("bodies stuck in a chain move as one with the sum of their masses") {
  Model model = lasting(1);
  const int a = body(model, "a", 1);
  const int b = body(model, "b", 2);
  const int c = body(model, "c", 4);
  friction(model, "ab", between(a, b), 1, 1);
  friction(model, "bc", between(b, c), 1, 1);
  const Structure s = all_stuck(compile(model));
  REQUIRE(s.coordinates.size() == 1);
  CHECK(s.coordinates[0].inverse_mass == 1.0 / 7.0);
  CHECK_FALSE(s.redundant);
  CHECK(s.rigid == std::vector<char>{1, 1});
  const auto v = follow(s, {0.3, 0.3, 0.3});
  CHECK(v[0] == v[1]);
  CHECK(v[1] == v[2]);
}

TEST_CASE("a stuck gear pair keeps the ratio of its arms and reflects inertia") {
  Model model = lasting(1);
  const int pinion = body(model, "pinion", 0.5);
  const int wheel = body(model, "wheel", 3);
  friction(model, "mesh", between(pinion, wheel, 0.1, 0.3), 1, 1);
  const System system = compile(model);
  const Structure s = all_stuck(system);
  REQUIRE(s.coordinates.size() == 1);
  // seen from the pinion: 0.5 + 3 / 9; from the wheel: 3 + 0.5 * 9
  const double inertia = s.coordinates[0].body == pinion ? 0.5 + 3.0 / 9.0 : 3.0 + 0.5 * 9.0;
  CHECK(s.coordinates[0].inverse_mass == doctest::Approx(1.0 / inertia).epsilon(1e-14));
  CHECK(std::abs(rate(system.impl(), 0, follow(s, {0.7, 0.7}))) < 1e-16);
}

TEST_CASE("cycles of stuck pairs are noticed and tie nothing twice") {
  Model model = lasting(1);
  const int a = body(model, "a", 1);
  const int b = body(model, "b", 2);
  friction(model, "ab", between(a, b), 1, 1);
  friction(model, "a0", between(a, kGround), 1, 1);
  friction(model, "b0", between(b, kGround), 1, 1);
  const Structure s = all_stuck(compile(model));
  CHECK(s.redundant);
  CHECK(s.coordinates.empty());
  CHECK(s.stuck_forces.size() == 3);
}

TEST_CASE("a pair across three bodies couples the coordinates that are left") {
  Model model = lasting(1);
  const int sun = body(model, "sun", 1);
  const int ring = body(model, "ring", 2);
  const int carrier = body(model, "carrier", 3);
  friction(model, "planets",
           Deflection{{{sun, number(1)}, {ring, number(2)}, {carrier, number(-3)}}}, 1, 1);
  const System system = compile(model);
  const Structure s = all_stuck(system);
  CHECK(s.coordinates.size() == 2);
  CHECK_FALSE(s.diagonal);
  CHECK(std::abs(rate(system.impl(), 0, follow(s, {0.4, -0.2, 0.9}))) < 1e-15);
}
