// Random networks of every kind of element whose numbers change at random times: each piece obeys
// the laws of its own numbers, told by the second engine's laws, and begins where the one before
// ended. More: ./check --long changes.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "../random.h"
#include "acceptance/rich_network.h"
#include "acceptance/rich_witness.h"
#include "environment.h"

using namespace acceptance;
using luztar::testing::Random;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 150;
#else
constexpr int kNetworks = 15;
#endif
constexpr double kDuration = 2.0;
/// Of the first 2,000, a part of which has no motion: a force jumps on massless bodies with a
/// damper between them (rich_networks_test.cpp).
const std::set<int> kNoMotion = {1295, 1531, 1805, 1843};

int how_many() { return luztar::test::count_of(kNetworks); }

void scale(luztar::Expression& x, double factor) {
  x = luztar::Expression::apply(luztar::Op::Multiply, {luztar::Expression::number(factor), x});
}

/// Other forces (also reversed), stiffnesses, strengths of friction and normal forces; who is what
/// stays.
luztar::Model changed(luztar::Model model, Random& random) {
  for (luztar::Force& force : model.forces)
    if (random.below(2) == 0) scale(force.value, random(-1.5, 1.5));
  for (luztar::Spring& spring : model.springs)
    if (!spring.force && random.below(3) == 0) scale(spring.stiffness, random(0.5, 2.0));
  for (luztar::Friction& friction : model.frictions) {
    if (friction.bristles || random.below(3) != 0) continue;
    if (friction.normal) {
      scale(*friction.normal, random(0.3, 2.0));
      continue;
    }
    const double factor = random(0.3, 2.0);
    for (luztar::Friction::Law* law : {&friction.forward, &friction.backward}) {
      scale(law->kinetic, factor);
      scale(law->breakaway, factor);
      if (law->hysteresis) scale(law->hysteresis->kinetic, factor);
      for (auto& row : law->table) scale(row.second, factor);
    }
  }
  return model;
}

/// Keeps where the piece began.
struct Watch : Witness {
  using Witness::Witness;
  void sample(const luztar::Sample& sample) override {
    if (start.empty()) start.assign(sample.q.begin(), sample.q.end());
    Witness::sample(sample);
  }
  std::vector<double> start;
};

/// How far bodies with mass are from where they were, relative to the largest coordinate.
double leap(const luztar::System& system, const std::vector<double>& before,
            const std::vector<double>& now) {
  double worst = 0.0;
  double largest = 1e-3;
  for (std::size_t b = 0; b < before.size(); ++b) {
    largest = std::max(largest, std::abs(before[b]));
    if (system.bodies()[b].mass > 0.0) worst = std::max(worst, std::abs(before[b] - now[b]));
  }
  return worst / largest;
}

}  // namespace

TEST_CASE("networks whose numbers change at random times obey the laws of each of them") {
  int finished = 0;
  Seen seen;
  std::vector<int> seeds(static_cast<std::size_t>(how_many()));
  std::iota(seeds.begin(), seeds.end(), 0);
  for (const int once_wrong : {861, 1119}) seeds.push_back(once_wrong);
  const int n = static_cast<int>(seeds.size());
  for (const int seed : seeds) {
    CAPTURE(seed);
    Random random{static_cast<std::uint64_t>(seed) + 1};
    const std::string text =
        rich_network(static_cast<std::uint64_t>(seed), {.nested = seed % 2 == 1});
    const luztar::Model first = luztar::parse_model(text, "rich.toml");
    luztar::Model model = first;
    double t = 0.0;
    luztar::RunInfo before;
    std::optional<Watch> former;
    const int changes = 1 + random.below(3);
    for (int piece = 0; piece <= changes; ++piece) {
      CAPTURE(piece);
      CAPTURE(t);
      const luztar::System system = luztar::compile(model);
      const double end = piece == changes ? kDuration : t + random(0.1, 0.9) * (kDuration - t);
      const luztar::State state = piece == 0 ? luztar::initial_state(system) : before.final_state;
      Watch witness(model);
      if (former) witness.remember(*former);
      const luztar::RunInfo run = luztar::simulate(
          system, state, {.start = t, .duration = end - t, .samples = 31}, witness);
      if (kNoMotion.contains(seed) && run.diagnosis.find("have to jump") != std::string::npos)
        break;
      CHECK(run.diagnosis == "");
      CHECK(witness.complaint() == "");
      CHECK(witness.worst().largest() < 1e-9);  // the last bounces, beside the speeds of a piece
      CHECK(run.proofs.hold());
      CHECK(std::abs(run.energy.residual) <= 1e-10 * run.energy.moved);
      if (piece > 0) {
        REQUIRE(!witness.start.empty());
        CHECK(leap(system, before.q, witness.start) < 1e-14);
      }
      seen += witness.seen();
      if (run.status != luztar::Status::Finished) break;
      finished += piece == changes;
      before = run;
      former.emplace(witness);
      t = end;
      model = changed(first, random);
    }
  }
  CHECK(finished >= n * 98 / 100);
  CHECK(seen.stuck > 10 * n);
  CHECK(seen.impacts > n / 4);
}
