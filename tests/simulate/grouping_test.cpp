// Which bodies of a chain belong together.
#include "luztar/simulate/grouping.h"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "luztar/dynamics/system/system.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr int kBodies = 40;

/// Blocks on the ground, joined by springs; friction between 21 and 22, a stop between 17 and 18.
Model chain() {
  Model model = lasting(1);
  for (int b = 0; b < kBodies; ++b) body(model, "b" + std::to_string(b), 1);
  for (int b = 0; b < kBodies; ++b)
    friction(model, "floor" + std::to_string(b), between(b, kGround), 1, 1);
  friction(model, "joint", between(21, 22), 1, 1);
  stop(model, "wall", between(17, 18), -1, 1, 0.5);
  for (int b = 1; b < kBodies; ++b) spring(model, "s" + std::to_string(b), between(b, b - 1), 1);
  return model;
}

struct Chain {
  Chain() : system(compile(chain())), cutter(system.impl()), state(initial_state(system)) {
    std::iota(all.begin(), all.end(), 0);
    std::fill(state.pair.begin(), state.pair.end(), Mode::Forward);
  }

  System system;
  SystemCutter cutter;
  State state;
  Grouping grouping{system.impl(), cutter, state};
  std::vector<int> all = std::vector<int>(kBodies);
};

using Bodies = std::vector<int>;

}  // namespace

TEST_CASE("a moving body takes its neighbours, and a stop the body behind it") {
  Chain c;
  c.grouping.moving()[20] = 1;
  REQUIRE(c.grouping.should_split(c.all));
  CHECK(c.grouping.split(c.all)[0].bodies == Bodies{19, 20, 21});
  c.state.pair[kBodies] = Mode::Stuck;  // the joint sticks
  CHECK(c.grouping.split(c.all)[0].bodies == Bodies{19, 20, 21, 22});
  c.grouping.moving()[19] = 1;
  CHECK(c.grouping.split(c.all)[0].bodies == Bodies{17, 18, 19, 20, 21, 22});
}

TEST_CASE("each body is in one part; those at rest are at most four neighbours, or tied") {
  Chain c;
  c.grouping.moving()[5] = c.grouping.moving()[30] = 1;
  std::vector<int> seen;
  for (const Grouping::Part& part : c.grouping.split(c.all)) {
    CHECK(std::is_sorted(part.bodies.begin(), part.bodies.end()));
    CHECK((part.moves ? part.bodies.size() == 3 : part.bodies.size() <= 5));  // 17, 18 come at once
    CHECK(part.bodies.back() - part.bodies.front() + 1 == static_cast<int>(part.bodies.size()));
    seen.insert(seen.end(), part.bodies.begin(), part.bodies.end());
  }
  std::sort(seen.begin(), seen.end());
  CHECK(seen == c.all);
}

TEST_CASE("a few bodies stay together, and so do many where all of them move") {
  Chain c;
  c.grouping.moving()[1] = 1;
  CHECK_FALSE(c.grouping.should_split({0, 1, 2, 3, 4, 5, 6, 7}));
  CHECK(c.grouping.hang_together({0, 1, 2, 3, 4, 5, 6, 7}));
  CHECK_FALSE(c.grouping.hang_together(c.all));
  std::fill(c.grouping.moving().begin(), c.grouping.moving().end(), 1);
  CHECK(c.grouping.hang_together(c.all));
  CHECK_FALSE(c.grouping.hang_together({}));
}
