// Each proof fails where hand-made numbers contradict the model, and holds where they do not.
// Pairs, events and steps: prover_pairs_test, prover_events_test, prover_steps_test.
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "hand_made.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("numbers that obey all laws prove themselves") {
  const Proofs proofs = proofs_of(block_on_floor(), sliding_block());
  CHECK(proofs.hold());
  CHECK(proofs.contradiction().empty());
}

TEST_CASE("a force that its law does not give fails the laws") {
  Numbers wrong = sliding_block();
  wrong.f[0] = 1.0 + 1e-8;
  wrong.a[0] -= 0.5e-8;  // balanced
  const Proofs proofs = proofs_of(block_on_floor(), wrong);
  CHECK_FALSE(proofs.of[Proofs::Laws].holds());
  CHECK(proofs.of[Proofs::Balance].holds());
  CHECK(proofs.contradiction() ==
        "the run contradicts its model: laws: t = 0 s: the force of 'spring' is 1, "
        "its law gives 1");
}

TEST_CASE("forces that do not accelerate their body fail the balance") {
  Numbers wrong = sliding_block();
  wrong.a[0] = -2.0 + 1e-7;
  const Proofs proofs = proofs_of(block_on_floor(), wrong);
  CHECK_FALSE(proofs.of[Proofs::Balance].holds());
  CHECK(proofs.of[Proofs::Laws].holds());
}

TEST_CASE("forces of pairs at rest are as good as all that they were computed from, no better") {
  // Two blocks on a floor, 3 N on the second one: rounding of what the first one takes.
  const auto holds = [](double missing, bool rub) {
    Model model = lasting(1.0);
    const int one = body(model, "one", 1.0), two = body(model, "two", 1.0);
    friction(model, "floor1", between(one, kGround), 3.0, 3.0);
    friction(model, "floor2", between(two, kGround), 3.0, 3.0);
    if (rub) friction(model, "rub", between(one, two), 3.0, 3.0);
    force(model, "pull", two, "3");
    Numbers numbers{{0.0, 0.0}, {0.0, 0.0}, {0.0, 0.0}, {missing, 3.0}, {}, {}, {}};
    if (rub) numbers.f.push_back(0.0);
    numbers.f.push_back(3.0);
    numbers.pair.assign(rub ? 3 : 2, Mode::Stuck);
    numbers.side.assign(numbers.pair.size(), Edge::None);
    return proofs_of(model, numbers).of[Proofs::Balance].holds();
  };
  CHECK(holds(1e-13, true));
  CHECK_FALSE(holds(1e-13, false));  // nothing ties the first one to these 3 N
  CHECK_FALSE(holds(1e-8, true));
  CHECK_FALSE(holds(1e-11, true));
}

TEST_CASE("forces on a massless body that do not balance fail the balance") {
  Model model = lasting(1.0);
  const int eye = body(model, "eye", 0.0);
  spring(model, "left", between(eye, kGround), 10.0);
  force(model, "pull", eye, "1");
  Numbers numbers{{0.1}, {0.0}, {0.0}, {1.0, 1.0}, {Edge::None}, {}, {}};
  CHECK(proofs_of(model, numbers).hold());
  numbers.q[0] = 0.11;
  numbers.f[0] = 1.1;
  CHECK_FALSE(proofs_of(model, numbers).of[Proofs::Balance].holds());
}

TEST_CASE("pieces of a law are chosen by value, not by what the run says") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 1.0);
  force(model, "drag", block, "-v.block*abs(v.block)");
  Numbers numbers{{0.0}, {-2.0}, {4.0}, {4.0}, {}, {}, {}};
  CHECK(proofs_of(model, numbers).hold());
  numbers.f[0] = numbers.a[0] = -4.0;  // the piece for v > 0
  CHECK_FALSE(proofs_of(model, numbers).of[Proofs::Laws].holds());
}

TEST_CASE("at a jump of a law both sides are right, beside it only one is") {
  Model model = lasting(2.0);
  const int block = body(model, "block", 1.0);
  force(model, "push", block, "step(t - 1)");
  Numbers numbers{{0.0}, {0.0}, {1.0}, {1.0}, {}, {}, {}, 1.0};
  CHECK(proofs_of(model, numbers).hold());
  numbers.f[0] = numbers.a[0] = 0.0;
  CHECK(proofs_of(model, numbers).hold());
  numbers.time = 1.0 + 1e-12;
  CHECK_FALSE(proofs_of(model, numbers).hold());
}

TEST_CASE("Stribeck's curve and tables of levels are evaluated at the speed of the sample") {
  Model model = block_on_floor();
  model.frictions[0].forward.stribeck = Friction::Stribeck{number(2.0), number(2.0)};
  Numbers numbers = sliding_block();
  const double level = 1.0 + 2.0 * std::exp(-4.0) + 0.5 * 4.0;
  numbers.f[1] = level;
  numbers.a[0] = -(1.0 + level) / 2.0;
  CHECK(proofs_of(model, numbers).hold());
  numbers.v[0] = 4.001;
  CHECK_FALSE(proofs_of(model, numbers).of[Proofs::Laws].holds());
}

TEST_CASE("the rate of bristles must be that of their law") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 1.0);
  dahl(model, between(block, kGround), 2.0);
  // z = 0.002 m: x = 0.8 for v > 0, 1.2 for v < 0
  Numbers numbers{{0.0}, {-1.0}, {-0.2}, {0.2}, {}, {}, {}, 0.0, {0.002}, {-1.44}};
  CHECK(proofs_of(model, numbers).hold());
  numbers.z_rate[0] = -0.64;  // the sign of v of before
  CHECK_FALSE(proofs_of(model, numbers).of[Proofs::Laws].holds());
}

TEST_CASE("numbers that are none prove nothing") {
  Numbers wrong = sliding_block();
  wrong.f[0] = std::nan("");
  const System system = compile(block_on_floor());
  Prover prover(system.impl(), 1e-12, 1.0);
  prover.look(wrong.instant());
  prover.look(sliding_block().instant());
  CHECK_FALSE(prover.proofs().hold());
}
