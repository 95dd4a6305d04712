// Pairs at rest break only where nothing else can hold.
#include <vector>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/proof/prover.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// Two blocks at rest on the ground and on each other, a cycle over the ground.
Model two_blocks() {
  Model model = lasting(2.0);
  const int b0 = body(model, "b0", 1.0);
  const int b1 = body(model, "b1", 1.0);
  friction(model, "f0", between(b0, kGround), 0.8, 0.8);
  friction(model, "f1", between(b1, kGround), 0.4, 0.4);
  friction(model, "g0", between(b0, b1), 0.2, 0.3);
  force(model, "F0", b0, "t");
  force(model, "F1", b1, "-0.35");
  return model;
}

/// Whether f0 and g0 may break at the load `t`, with these forces of f0, f1 and g0 just before.
bool may_break(double t, double f0, double f1, double g0) {
  const System system = compile(two_blocks());
  const std::vector<double> zero{0.0, 0.0};
  const std::vector<double> force_before{f0, f1, g0, t, -0.35};
  const std::vector<double> force_after{0.8, f1, 0.2, t, -0.35};
  const std::vector<double> acceleration{t - 1.0, 0.0};
  const std::vector<Mode> stuck(3);
  const std::vector<Mode> broken{Mode::Forward, Mode::Stuck, Mode::Forward};
  const std::vector<Edge> no_stops(3);
  Instant before;
  before.time = t;
  before.q = before.v = before.a = {zero.data()};
  before.f = {force_before.data()};
  before.pair = stuck.data();
  before.side = no_stops.data();
  Instant after = before;
  after.a = {acceleration.data()};
  after.f = {force_after.data()};
  after.pair = broken.data();
  after.side = no_stops.data();
  Prover prover(system.impl(), 1e-12, 1.0);
  prover.pass(before, after, {}, false);
  return prover.proofs().of[Proofs::Coulomb].holds();
}

}  // namespace

TEST_CASE("pairs at their limits that hold a block alone may break") {
  // f0 + g0 = 1.1 N is all they can; f1 = -0.35 + 0.3.
  CHECK(may_break(1.1, 0.8, -0.05, 0.3));
}

TEST_CASE("a pair at its limit does not break a cycle that can hold in another way") {
  CHECK_FALSE(may_break(1.0, 0.8, -0.15, 0.2));
  CHECK_FALSE(may_break(0.9, 0.6, -0.05, 0.3));
}

TEST_CASE("pairs of a cycle at limits that hold each other do not let go") {
  // f0 holds b0 against a push forward, g0 against one backward, and f1 holds b1: b0 is clamped.
  CHECK_FALSE(may_break(0.5, 0.8, -0.05, -0.3));
}
