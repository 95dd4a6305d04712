// Links that leave an equation between given motions.
#include "luztar/dynamics/structure/link_conflicts.h"

#include <map>

#include <doctest/doctest.h>

#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// Two moving bases and free wheels between.
struct Gear {
  Model model = lasting(1.0);
  int left = moving_base(model, "left", "t");
  int right = moving_base(model, "right", "2*t");
  int a = body(model, "a", 1.0);
  int b = body(model, "b", 1.0);
  std::vector<TiedMotions> tied() const {
    return tied_motions(compile(model, {}, StartOfFile::Unused).impl());
  }
};

}  // namespace

TEST_CASE("a chain of links with ratios ties its ends by their product") {
  Gear gear;  // v_left = 2 v_a, v_a = 3 v_b, v_b = 5 v_right: v_left = 30 v_right
  link(gear.model, "l1", between(gear.left, gear.a, 1.0, 2.0));
  link(gear.model, "l2", between(gear.a, gear.b, 1.0, 3.0));
  link(gear.model, "l3", between(gear.b, gear.right, 1.0, 5.0));
  const auto tied = gear.tied();
  REQUIRE(tied.size() == 1);
  CHECK(tied[0].pairs == std::vector<int>{0, 1, 2});
  REQUIRE(tied[0].given.size() == 2);
  std::map<int, double> c;
  for (const Term& term : tied[0].given) c[term.body] = term.coefficient;
  CHECK(c[gear.right] / c[gear.left] == doctest::Approx(-30.0));
}

TEST_CASE("links that leave a body free tie nothing") {
  Gear gear;
  link(gear.model, "l1", between(gear.left, gear.a));
  link(gear.model, "l2", between(gear.right, gear.b));
  CHECK(gear.tied().empty());
  link(gear.model, "l3", between(gear.a, gear.b));
  CHECK(gear.tied().size() == 1);
}

TEST_CASE("a second link beside one that ties does not tie the motions twice over") {
  Gear gear;
  link(gear.model, "l1", between(gear.left, gear.a));
  link(gear.model, "l2", between(gear.a, gear.b));
  link(gear.model, "l3", between(gear.b, gear.a));  // the same once more: no motion is in it
  CHECK(gear.tied().empty());
  link(gear.model, "l4", between(gear.b, gear.right));
  const auto tied = gear.tied();
  REQUIRE(tied.size() == 1);
  CHECK(tied[0].pairs.back() == 3);
}

TEST_CASE("one body that both motions hold with the same sign has them opposed") {
  Gear gear;  // v_left + v_a = 0 and v_right + v_a = 0
  link(gear.model, "l1", {{{gear.left, number(1.0)}, {gear.a, number(1.0)}}});
  link(gear.model, "l2", {{{gear.right, number(1.0)}, {gear.a, number(1.0)}}});
  const auto tied = gear.tied();
  REQUIRE(tied.size() == 1);
  REQUIRE(tied[0].given.size() == 2);
  CHECK(tied[0].given[0].coefficient == -tied[0].given[1].coefficient);
}
