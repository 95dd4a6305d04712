// What rests together, with derivatives: beside Newton's law and the share of forces by hand.
#include "luztar/sensitivity/holding.h"

#include <vector>

#include <doctest/doctest.h>

#include "varied.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

std::vector<std::vector<Dual<2>>> arms_of(const Numbers<Dual<2>>& numbers) {
  std::vector<std::vector<Dual<2>>> arms;
  for (int j = 0; j < numbers.system.n_pairs(); ++j) {
    const Dual<2>* first = numbers.arms_of(numbers.system.first_pair() + j);
    arms.emplace_back(first, first + numbers.system.terms_of_pair(j).size());
  }
  return arms;
}

}  // namespace

TEST_CASE("two blocks that rest on each other accelerate as one") {
  const System system = varied(R"(
[parameters]
m = 2
[bodies.one]
mass = "m"
[bodies.other]
mass = 3
[frictions.between]
between = ["one", "other"]
kinetic = 4
)",
                               {"m"});
  const Numbers<Dual<2>> numbers = numbers_of(system);
  Holding<Dual<2>> holding(numbers);
  const State state = initial_state(system);
  holding.build(state, arms_of(numbers), {});
  std::vector<Dual<2>> force{10.0, 0.0}, a(2), pair;
  holding.solve(force, {Dual<2>(0.0)}, a, pair);
  CHECK(a[0].value == doctest::Approx(2.0));
  CHECK(a[1].value == doctest::Approx(2.0));
  CHECK(a[0].slope[0] == doctest::Approx(-10.0 / 25.0));
  CHECK(pair[0].value == doctest::Approx(6.0));  // on the other block: 3 kg times 2 m/s2
  CHECK(pair[0].slope[0] == doctest::Approx(-3.0 * 10.0 / 25.0));
}

TEST_CASE("frictions side by side share a load by their strength, which changes") {
  const System system = varied(R"(
[parameters]
F = 4
[bodies.block]
mass = 1
[frictions.one]
between = ["block", "ground"]
kinetic = "F"
[frictions.other]
between = ["block", "ground"]
kinetic = 12
)",
                               {"F"});
  const Numbers<Dual<2>> numbers = numbers_of(system);
  Holding<Dual<2>> holding(numbers);
  holding.build(initial_state(system), arms_of(numbers), {});
  std::vector<Dual<2>> force{8.0}, a(1), pair;
  holding.solve(force, {Dual<2>(0.0), Dual<2>(0.0)}, a, pair);
  CHECK(pair[0].value == doctest::Approx(2.0));  // 8 F/(F + 12)
  CHECK(pair[1].value == doctest::Approx(6.0));
  CHECK(pair[0].slope[0] == doctest::Approx(8.0 * 12.0 / 256.0));
  CHECK(pair[1].slope[0] == doctest::Approx(-8.0 * 12.0 / 256.0));
}

TEST_CASE("massless bodies follow what they rest on") {
  const System system = varied(R"(
[bodies.block]
mass = 2
[bodies.plate]
mass = 0
[frictions.between]
between = ["plate", "block"]
kinetic = 4
[springs.spring]
between = ["plate", "ground"]
stiffness = 5
)",
                               {"q.block"});
  const Numbers<Dual<2>> numbers = numbers_of(system);
  Holding<Dual<2>> holding(numbers);
  State state = initial_state(system);
  state.pair[0] = Mode::Stuck;
  state.kept_limit[0] = Bound::Free;
  holding.build(state, arms_of(numbers), {});
  CHECK(holding.massless_bodies().empty());
  std::vector<Dual<2>> v{1.5, 0.0};
  holding.follow([&v](int b) -> Dual<2>& { return v[static_cast<std::size_t>(b)]; });
  CHECK(v[1].value == 1.5);
  std::vector<Dual<2>> force{0.0, -3.0}, a(2), pair;  // on the plate
  holding.solve(force, {Dual<2>(0.0)}, a, pair);
  CHECK(a[0].value == doctest::Approx(-1.5));
  CHECK(pair[0].value == doctest::Approx(-3.0));
}
