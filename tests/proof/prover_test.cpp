// Each proof fails where hand-made numbers contradict the model, and holds where they do not.
#include "luztar/proof/prover.h"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// Numbers of one instant, as a run would give them.
struct Numbers {
  std::vector<double> q{}, v{}, a{}, f{};
  std::vector<std::int8_t> contact{}, pair{}, side{};
  double time{};
  std::vector<double> z{}, z_rate{};

  Instant instant() const {
    Instant now;
    now.time = time;
    now.q = {q.data()};
    now.v = {v.data()};
    now.a = {a.data()};
    now.f = {f.data()};
    now.z = {z.data()};
    if (!z_rate.empty()) now.z_rate = {z_rate.data()};
    now.contact = contact.data();
    now.pair = pair.data();
    now.side = side.data();
    return now;
  }
};

/// The proofs after one look at `numbers`.
Proofs proofs_of(const Model& model, const Numbers& numbers) {
  const System system = compile(model);
  Prover prover(system.impl(), 1e-12, 1.0);
  prover.look(numbers.instant());
  return prover.proofs();
}

/// A block of 2 kg on a floor (F_K = 1 N, F_S = 3 N, C = 0.5 N s/m) and a spring of 10 N/m.
Model block_on_floor() {
  Model model = lasting(1.0);
  const int block = body(model, "block", 2.0);
  spring(model, "spring", between(block, kGround), 10.0);
  friction(model, "floor", between(block, kGround), 1.0, 3.0, 0.5);
  return model;
}

/// It slides at 4 m/s, 0.1 m from the middle: 1 N + 3 N against 2 kg.
Numbers sliding_block() { return {{0.1}, {4.0}, {-2.0}, {1.0, 3.0}, {0}, {1}, {0}}; }

}  // namespace

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

TEST_CASE("forces on a massless body that do not balance fail the balance") {
  Model model = lasting(1.0);
  const int eye = body(model, "eye", 0.0);
  spring(model, "left", between(eye, kGround), 10.0);
  force(model, "pull", eye, "1");
  Numbers numbers{{0.1}, {0.0}, {0.0}, {1.0, 1.0}, {0}, {}, {}};
  CHECK(proofs_of(model, numbers).hold());
  numbers.q[0] = 0.11;
  numbers.f[0] = 1.1;
  CHECK_FALSE(proofs_of(model, numbers).of[Proofs::Balance].holds());
}

TEST_CASE("a friction at rest beyond its limit, or that moves, fails Coulomb's law") {
  Numbers rest{{0.3}, {0.0}, {0.0}, {3.0, -3.0}, {0}, {0}, {0}};
  CHECK(proofs_of(block_on_floor(), rest).hold());
  rest = {{0.31}, {0.0}, {0.0}, {3.1, -3.1}, {0}, {0}, {0}};
  CHECK_FALSE(proofs_of(block_on_floor(), rest).of[Proofs::Coulomb].holds());
  rest = {{0.1}, {1e-3}, {0.0}, {1.0, -1.0}, {0}, {0}, {0}};
  CHECK_FALSE(proofs_of(block_on_floor(), rest).of[Proofs::Coulomb].holds());
}

TEST_CASE("a friction that drives its body fails Coulomb's law") {
  const Numbers driven{{0.1}, {-4.0}, {0.0}, {1.0, -1.0}, {0}, {1}, {0}};
  CHECK_FALSE(proofs_of(block_on_floor(), driven).of[Proofs::Coulomb].holds());
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

TEST_CASE("the rate of bristles must be that of their law") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 1.0);
  Friction dahl;
  dahl.name = "dahl";
  dahl.deflection = between(block, kGround);
  dahl.forward = dahl.backward = {number(0.0), number(1.0), number(1.0)};
  dahl.bristles =
      Friction::Bristles{Friction::Bristles::Kind::Dahl, number(100.0), number(0.0), number(2.0)};
  model.frictions.push_back(dahl);
  // z = 0.002 m: x = 0.8 for v > 0, 1.2 for v < 0
  Numbers numbers{{0.0}, {-1.0}, {-0.2}, {0.2}, {}, {}, {}, 0.0, {0.002}, {-1.44}};
  CHECK(proofs_of(model, numbers).hold());
  numbers.z_rate[0] = -0.64;  // the sign of v of before
  CHECK_FALSE(proofs_of(model, numbers).of[Proofs::Laws].holds());
}

TEST_CASE("a stop pushes only at its edge and never pulls") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 1.0);
  stop(model, "wall", between(block, kGround), -1.0, 1.0, 0.0);
  CHECK(proofs_of(model, {{1.0}, {0.0}, {-2.0}, {2.0}, {}, {0}, {1}}).of[Proofs::Coulomb].holds());
  CHECK_FALSE(proofs_of(model, {{1.0}, {0.0}, {2.0}, {-2.0}, {}, {0}, {1}}).hold());
  CHECK_FALSE(proofs_of(model, {{0.9}, {0.0}, {-2.0}, {2.0}, {}, {0}, {1}}).hold());
  CHECK_FALSE(proofs_of(model, {{0.5}, {0.0}, {-2.0}, {2.0}, {}, {-1}, {0}}).hold());
  CHECK_FALSE(proofs_of(model, {{1.1}, {0.0}, {0.0}, {0.0}, {}, {-1}, {0}}).hold());
}

TEST_CASE("a link keeps the deflection of the start") {
  Model model = lasting(1.0);
  const int one = body(model, "one", 1.0);
  const int other = body(model, "other", 1.0, 0.5);
  link(model, "rod", between(one, other));
  const System system = compile(model);
  Prover prover(system.impl(), 1e-12, 1.0);
  Numbers numbers{{0.0, 0.5}, {1.0, 1.0}, {0.0, 0.0}, {0.0}, {}, {0}, {0}};
  prover.look(numbers.instant());
  numbers.q = {1.0, 1.5};
  prover.look(numbers.instant());
  CHECK(prover.proofs().hold());
  numbers.q = {2.0, 2.6};
  prover.look(numbers.instant());
  CHECK_FALSE(prover.proofs().of[Proofs::Laws].holds());
}

TEST_CASE("positions do not jump at an event, velocities only by impulses") {
  Model model = lasting(1.0);
  const int block = body(model, "block", 2.0);
  stop(model, "wall", between(block, kGround), -1.0, 1.0, 0.5);
  const System system = compile(model);
  const Numbers before{{1.0}, {3.0}, {0.0}, {0.0}, {}, {-1}, {0}};
  const auto holds = [&](double q, double v, double impulse) {
    const Numbers after{{q}, {v}, {0.0}, {0.0}, {}, {-1}, {0}};
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

TEST_CASE("numbers that are none prove nothing") {
  Numbers wrong = sliding_block();
  wrong.f[0] = std::nan("");
  const System system = compile(block_on_floor());
  Prover prover(system.impl(), 1e-12, 1.0);
  prover.look(wrong.instant());
  prover.look(sliding_block().instant());
  CHECK_FALSE(prover.proofs().hold());
}

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
