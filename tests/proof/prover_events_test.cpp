// What may jump at an event, in hand-made numbers.
#include <vector>

#include <doctest/doctest.h>

#include "hand_made.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("positions do not jump at an event, velocities only by impulses") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 2.0);
  stop(model, "wall", between(block, kGround), -1.0, 1.0, 0.5);
  const System system = compile(model);
  const Numbers before{{1.0}, {3.0}, {0.0}, {0.0}, {}, {Mode::Backward}, {Edge::None}};
  const auto holds = [&](double q, double v, double impulse) {
    const Numbers after{{q}, {v}, {0.0}, {0.0}, {}, {Mode::Backward}, {Edge::None}};
    Prover prover(system.impl(), 1e-12, 1.0);
    prover.look(before.instant());
    prover.look(after.instant());
    const std::vector<double> impulses{impulse};
    prover.pass(before.instant(), after.instant(), impulses, false);
    return prover.proofs().hold();
  };
  CHECK(holds(1.0, -1.5, 9.0));
  CHECK(holds(1.0, 3.0, 0.0));
  CHECK_FALSE(holds(1.0, -1.5, 8.0));
  CHECK_FALSE(holds(1.0, -1.5, 0.0));
  CHECK_FALSE(holds(0.999, 3.0, 0.0));
}

TEST_CASE("bristles do not jump at an event") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 1.0);
  dahl(model, between(block, kGround));
  const System system = compile(model);
  const auto holds = [&](double z) {
    const Numbers before{{0.0}, {0.0}, {-0.5}, {0.5}, {}, {}, {}, 0.0, {0.005}, {0.0}};
    const Numbers after{{0.0}, {0.0}, {-100.0 * z}, {100.0 * z}, {}, {}, {}, 0.0, {z}, {0.0}};
    Prover prover(system.impl(), 1e-12, 1.0);
    prover.look(before.instant());
    prover.look(after.instant());
    prover.pass(before.instant(), after.instant(), std::vector<double>{}, false);
    return prover.proofs().of[Proofs::Continuity].holds();
  };
  CHECK(holds(0.005));
  CHECK_FALSE(holds(0.0051));
}
