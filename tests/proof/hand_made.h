// Numbers of a run made by hand, and what the proofs say of them.
#pragma once

#include <vector>

#include "dynamics/small_models.h"
#include "luztar/proof/prover.h"

namespace luztar::testing {

/// Numbers of one instant, as a run would give them.
struct Numbers {
  std::vector<double> q{}, v{}, a{}, f{};
  std::vector<Edge> contact{};
  std::vector<Mode> pair{};
  std::vector<Edge> side{};
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
inline Proofs proofs_of(const Model& model, const Numbers& numbers) {
  const System system = compile(model);
  Prover prover(system.impl(), 1e-12, 1.0);
  prover.look(numbers.instant());
  return prover.proofs();
}

/// A block of 2 kg on a floor (F_K = 1 N, F_S = 3 N, C = 0.5 N s/m) and a spring of 10 N/m.
inline Model block_on_floor() {
  Model model = lasting(1.0);
  const int block = body(model, "block", 2.0);
  spring(model, "spring", between(block, kGround), 10.0);
  friction(model, "floor", between(block, kGround), 1.0, 3.0, 0.5);
  return model;
}

/// It slides at 4 m/s, 0.1 m from the middle: 1 N + 3 N against 2 kg.
inline Numbers sliding_block() {
  return {{0.1}, {4.0}, {-2.0}, {1.0, 3.0}, {Edge::None}, {Mode::Forward}, {Edge::None}};
}

}  // namespace luztar::testing
