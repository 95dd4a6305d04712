#include "luztar/stepping/graph_multipliers.h"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "graph_pieces.h"

using namespace luztar;
using luztar::testing::rigid_graph;

namespace {

struct Pair {
  std::vector<double> force;
  StepArrays x;
  GraphSlots slots{x};
  UpdatedFactor factor{2, std::vector<SparseFactor::Coupling>{{0, 1, 1.0}, {0, 1, 1.0}}};
  GraphMultipliers multipliers{slots, factor};

  /// Two bodies of 1 and 3 kg with two frictions of 1 N between them.
  explicit Pair(double push)
      : force{push, 0.0}, x(rigid_graph({1.0, 3.0}, {{0, 1}, {0, 1}}, force)) {
    x.rate.assign(2, 0.0);
    slots.weight = x.mass;
    slots.scale = push;
    for (int i = 0; i < 2; ++i) factor.diagonal(i) = x.mass[static_cast<std::size_t>(i)];
  }
};

}  // namespace

TEST_CASE("graph multipliers: rho is in units of the reduced mass") {
  Pair pair(1.0);
  pair.multipliers.set_rho(100.0);
  CHECK(pair.slots[0].rho == doctest::Approx(100.0 * 3.0 / 4.0).epsilon(1e-15));
}

TEST_CASE("graph multipliers: the minimum balances M u with clamp(T + rho w1)") {
  for (const double push : {1.0, 2.0, 5.0}) {
    CAPTURE(push);
    Pair pair(push);
    pair.slots[0].multiplier = 0.3;
    pair.multipliers.start();
    const std::vector<double>& u = pair.multipliers.u();
    double taken = 0.0;
    for (int s = 0; s < 2; ++s)
      taken += std::clamp(pair.slots[s].multiplier + pair.slots[s].rho * (u[0] - u[1]), -1.0, 1.0);
    CHECK(u[0] == doctest::Approx(push - taken).epsilon(1e-9));
    CHECK(3.0 * u[1] == doctest::Approx(taken).epsilon(1e-9));
  }
}

TEST_CASE("graph multipliers: rounds of them come to Coulomb's law") {
  for (const double push : {1.0, 5.0}) {
    Pair pair(push);
    pair.multipliers.start();
    for (int round = 0; round < 5; ++round) {
      pair.multipliers.update();
      pair.multipliers.go_on(round);
    }
    // Together up to 1 N/4 kg; beyond the limits 2 N pass over.
    const std::vector<double>& u = pair.multipliers.u();
    CHECK(u[0] == doctest::Approx(push == 1.0 ? 0.25 : 3.0).epsilon(1e-12));
    CHECK(u[1] == doctest::Approx(push == 1.0 ? 0.25 : 2.0 / 3.0).epsilon(1e-12));
    CHECK(pair.slots.is_clamped(0) == (push == 5.0));
  }
}
