// Implicit steps: means and paths in hand-made numbers.
#include <vector>

#include <doctest/doctest.h>

#include "hand_made.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a step whose positions do not follow its velocities fails continuity") {
  const System system = compile(block_on_floor());
  const double h = 1e-3;
  Numbers start = sliding_block();
  Numbers end = start;
  end.v[0] = 4.0 - 2.0 * h;
  end.q[0] = 0.1 + h * (4.0 - h);
  const auto holds = [&] {
    Prover prover(system.impl(), 1e-9, 1.0);
    prover.look_at_impulses(start.instant(), std::vector<double>{1e-12});
    prover.look_at_path(start.instant(), end.instant(), h);
    return prover.proofs().of[Proofs::Continuity].holds();
  };
  CHECK(holds());
  end.q[0] += 1e-5;
  CHECK_FALSE(holds());
}

TEST_CASE("forces of a step that do not make its change of velocity fail the balance") {
  const System system = compile(block_on_floor());
  const auto holds = [&](double acceleration) {
    Numbers mean = sliding_block();
    mean.a[0] = acceleration;
    Prover prover(system.impl(), 1e-9, 1.0);
    prover.look_at_impulses(mean.instant(), std::vector<double>{1e-12});
    return prover.proofs().of[Proofs::Balance].holds();
  };
  CHECK(holds(-2.0));
  CHECK_FALSE(holds(-2.0 + 1e-5));
}
