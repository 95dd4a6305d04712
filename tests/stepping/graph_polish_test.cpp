#include "luztar/stepping/graph_polish.h"

#include <doctest/doctest.h>

#include "graph_pieces.h"

using namespace luztar;
using luztar::testing::rigid_graph;

namespace {

/// Three bodies in a ring, the first one pushed; factor and weights as GraphStep makes them.
struct Ring {
  std::vector<double> force{0.6, 0.0, 0.0};
  StepArrays x{rigid_graph({1.0, 2.0, 3.0}, {{0, 1}, {1, 2}, {2, 0}}, force)};
  GraphSlots slots{x};
  UpdatedFactor factor{3,
                       std::vector<SparseFactor::Coupling>{{0, 1, 1.0}, {1, 2, 1.0}, {2, 0, 1.0}}};

  Ring() {
    x.rate.assign(3, 0.0);
    slots.weight = x.mass;
    for (int i = 0; i < 3; ++i) {
      factor.diagonal(i) = x.mass[static_cast<std::size_t>(i)];
      factor.stiffness(i) = slots[i].rho = 1e5;
    }
    REQUIRE(factor.refresh());
  }

  void clamp(int slot, Bound at) {
    slots[slot].set = at;
    factor.stiffness(slot) = 0.0;
    REQUIRE(factor.refresh());
  }
};

}  // namespace

TEST_CASE("graph polish: a ring moves as one body, with forces that balance each of them") {
  Ring ring;
  GraphPolish polish(ring.slots, ring.factor);
  const StepOutcome outcome = polish.solve({0.0, 0.0, 0.0});
  CHECK(outcome.settled);
  polish.write();
  for (int i = 0; i < 3; ++i) {
    const auto at = static_cast<std::size_t>(i);
    CHECK(ring.x.next[at] == doctest::Approx(0.1).epsilon(1e-15));  // h F over the sum of masses
    CHECK(ring.x.mode[at] == Mode::Stuck);
  }
  // Body 1 is pushed by slots 0 and 1, body 2 by 1 and 2.
  CHECK(ring.x.impulse[0] - ring.x.impulse[1] == doctest::Approx(2.0 * 0.1).epsilon(1e-15));
  CHECK(ring.x.impulse[1] - ring.x.impulse[2] == doctest::Approx(3.0 * 0.1).epsilon(1e-15));
}

TEST_CASE(
    "graph polish: forces beyond a limit and slots that slide the wrong way are not settled") {
  Ring strong;
  strong.force[0] = 60.0;
  GraphPolish beyond(strong.slots, strong.factor);
  CHECK_FALSE(beyond.solve({0.0, 0.0, 0.0}).settled);
  // Slots 0 and 2 push body 0 forward by 1 each although it is the fastest.
  Ring wrong;
  wrong.clamp(0, Bound::Lower);
  wrong.clamp(2, Bound::Upper);
  GraphPolish turned(wrong.slots, wrong.factor);
  CHECK_FALSE(turned.solve({0.0, 0.0, 0.0}).settled);
  wrong.force[0] = 60.0;
  wrong.clamp(0, Bound::Upper);
  wrong.clamp(2, Bound::Lower);
  CHECK(turned.solve({0.0, 0.0, 0.0}).settled);
  CHECK(wrong.x.next[0] == doctest::Approx(58.0).epsilon(1e-15));
  CHECK(wrong.x.next[1] == doctest::Approx(2.0 / 5.0).epsilon(1e-15));
  CHECK(wrong.x.next[2] == wrong.x.next[1]);
}
