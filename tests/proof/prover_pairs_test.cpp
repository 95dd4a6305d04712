// Pairs: Coulomb's law, stops and links in hand-made numbers.
#include <vector>

#include <doctest/doctest.h>

#include "hand_made.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a friction at rest beyond its limit, or that moves, fails Coulomb's law") {
  Numbers rest{{0.3}, {0.0}, {0.0}, {3.0, -3.0}, {Edge::None}, {Mode::Stuck}, {Edge::None}};
  CHECK(proofs_of(block_on_floor(), rest).hold());
  rest = {{0.31}, {0.0}, {0.0}, {3.1, -3.1}, {Edge::None}, {Mode::Stuck}, {Edge::None}};
  CHECK_FALSE(proofs_of(block_on_floor(), rest).of[Proofs::Coulomb].holds());
  rest = {{0.1}, {1e-3}, {0.0}, {1.0, -1.0}, {Edge::None}, {Mode::Stuck}, {Edge::None}};
  CHECK_FALSE(proofs_of(block_on_floor(), rest).of[Proofs::Coulomb].holds());
}

TEST_CASE("a friction that drives its body fails Coulomb's law") {
  const Numbers driven{{0.1},        {-4.0},          {0.0},       {1.0, -1.0},
                       {Edge::None}, {Mode::Forward}, {Edge::None}};
  CHECK_FALSE(proofs_of(block_on_floor(), driven).of[Proofs::Coulomb].holds());
}

TEST_CASE("the branch of a hysteresis must be possible at the speed") {
  Model model = block_on_floor();
  auto& law = model.frictions[0].forward;
  law.breakaway = number(1.0);
  law.hysteresis = Friction::Hysteresis{number(5.0), number(2.0), number(0.5), number(0.0)};
  model.frictions[0].backward = law;
  Numbers numbers = sliding_block();  // 4 m/s: both branches
  CHECK(proofs_of(model, numbers).hold());
  numbers.f[1] = 0.5;
  numbers.a[0] = -0.75;
  CHECK(proofs_of(model, numbers).hold());
  numbers.v[0] = 1.0;  // only the rising one
  CHECK_FALSE(proofs_of(model, numbers).of[Proofs::Laws].holds());
}

TEST_CASE("a stop pushes only at its edge and never pulls") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 1.0);
  stop(model, "wall", between(block, kGround), -1.0, 1.0, 0.0);
  const auto proofs_at = [&](double q, double a, double f, Edge edge) {
    const Mode mode = edge == Edge::None ? Mode::Backward : Mode::Stuck;
    return proofs_of(model, {{q}, {0.0}, {a}, {f}, {}, {mode}, {edge}});
  };
  CHECK(proofs_at(1.0, -2.0, 2.0, Edge::Upper).of[Proofs::Coulomb].holds());
  CHECK_FALSE(proofs_at(1.0, 2.0, -2.0, Edge::Upper).hold());
  CHECK_FALSE(proofs_at(0.9, -2.0, 2.0, Edge::Upper).hold());
  CHECK_FALSE(proofs_at(0.5, -2.0, 2.0, Edge::None).hold());
  CHECK_FALSE(proofs_at(1.1, 0.0, 0.0, Edge::None).hold());
}

TEST_CASE("a link keeps the deflection of the start") {
  Model model = lasting(1.0);
  const int one = body(model, "one", 1.0);
  const int other = body(model, "other", 1.0, 0.5);
  link(model, "rod", between(one, other));
  const System system = compile(model);
  Prover prover(system.impl(), 1e-12, 1.0);
  Numbers numbers{{0.0, 0.5}, {1.0, 1.0}, {0.0, 0.0}, {0.0}, {}, {Mode::Stuck}, {Edge::None}};
  prover.look(numbers.instant());
  numbers.q = {1.0, 1.5};
  prover.look(numbers.instant());
  CHECK(prover.proofs().hold());
  numbers.q = {2.0, 2.6};
  prover.look(numbers.instant());
  CHECK_FALSE(prover.proofs().of[Proofs::Laws].holds());
}
