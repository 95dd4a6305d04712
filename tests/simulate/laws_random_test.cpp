// Random chains with every law of friction: what must hold whatever the numbers are.
#include <algorithm>
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "../dynamics/small_models.h"
#include "../random.h"
#include "environment.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/simulate/simulate.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// The numbers of one direction, kept beside the model to check it.
struct Level {
  double viscous{}, kinetic{}, breakaway{}, velocity{};
  std::vector<std::pair<double, double>> table{};

  double at(double u) const {
    if (velocity > 0)
      return kinetic + (breakaway - kinetic) * std::exp(-(u / velocity) * (u / velocity));
    if (table.empty()) return kinetic;
    for (std::size_t i = 0; i + 1 < table.size(); ++i)
      if (u < table[i + 1].first) {
        const double part = (u - table[i].first) / (table[i + 1].first - table[i].first);
        return table[i].second + part * (table[i + 1].second - table[i].second);
      }
    return table.back().second;
  }

  Friction::Law law() const {
    Friction::Law result{number(viscous), number(kinetic), number(breakaway)};
    if (velocity > 0) result.stribeck = {{number(velocity), number(2)}};
    for (const auto& [u, level] : table) result.table.emplace_back(number(u), number(level));
    return result;
  }
};

struct Pair {
  Level side[2];  ///< backward, forward
  double wave{}, speed{}, offset{};
  double normal(double t) const { return std::max(0.0, offset + wave * std::sin(speed * t)); }
};

class Builder {
 public:
  explicit Builder(std::uint64_t seed) : random_{seed} {}

  Model build() {
    const int n = 1 + random_.below(4);
    model = lasting(3);
    for (int i = 0; i < n; ++i) {
      body(model, "b" + std::to_string(i), random_(0.2, 3), 0, random_.below(2) * random_(-1, 1));
      add_pair(i, i + 1 < n && coin() ? i + 1 : kGround);
      if (random_.below(3) == 0) add_pair(i, kGround);  // cycles, and pairs in parallel
      if (coin())
        spring(model, "s" + std::to_string(i), between(i, i > 0 ? i - 1 : kGround), random_(5, 80));
      force(model, "p" + std::to_string(i), i,
            std::to_string(random_(-6, 6)) + "*sin(" + std::to_string(random_(1, 8)) + "*t) + " +
                std::to_string(random_.below(2) * random_(-3, 3)));
    }
    return model;
  }

  Model model;
  std::vector<Pair> pairs;

 private:
  bool coin() { return random_.below(2) == 0; }

  Level level() {
    Level l{random_.below(2) * random_(0, 0.5), random_(0.2, 2), 0.0};
    l.breakaway = l.kinetic * (coin() ? 1.0 : random_(1, 1.6));
    const auto kind = random_.below(3);
    if (kind == 0) l.velocity = random_(0.02, 0.5);
    if (kind == 1)
      l.table = {
          {0, l.kinetic}, {random_(0.02, 0.1), random_(0.2, 2)}, {0.3, random_(0.2, 2)}, {1, 1}};
    return l;
  }

  void add_pair(int a, int b) {
    Pair pair{{level(), level()}, 0, 0, 1};
    friction(model, "f" + std::to_string(pairs.size()), between(a, b), 0, 0);
    Friction& friction = model.frictions.back();
    if (coin()) pair.side[0] = pair.side[1];
    friction.backward = pair.side[0].law();
    friction.forward = pair.side[1].law();
    if (coin()) {
      pair.offset = random_(-0.5, 3);
      pair.wave = random_(0, 3);
      pair.speed = random_(1, 9);
      friction.normal =
          text("max(0, " + std::to_string(pair.offset) + " + " + std::to_string(pair.wave) +
               "*sin(" + std::to_string(pair.speed) + "*t))");
      pair.offset = std::stod(std::to_string(pair.offset));
      pair.wave = std::stod(std::to_string(pair.wave));
      pair.speed = std::stod(std::to_string(pair.speed));
    }
    pairs.push_back(pair);
  }

  Random random_;
};

/// Coulomb's law with the level of the speed at every sample.
struct Watch : Observer {
  Watch(const System& system, const std::vector<Pair>& p)
      : first(static_cast<std::size_t>(system.impl().first_pair())), pairs(p) {}
  void sample(const Sample& s) override {
    for (std::size_t j = 0; j < pairs.size(); ++j) {
      const std::size_t e = first + j;
      const double N = pairs[j].normal(s.time);
      if (s.mode[e] == 0) {
        worst = std::max({worst, s.f[e] - N * pairs[j].side[1].breakaway,
                          -s.f[e] - N * pairs[j].side[0].breakaway});
        worst = std::max(worst, std::abs(s.rate[e]) * 1e9);
        continue;
      }
      const Level& l = pairs[j].side[s.mode[e] > 0 ? 1 : 0];
      const double u = std::abs(s.rate[e]);
      worst = std::max(worst, std::abs(s.f[e] - l.viscous * s.rate[e] - s.mode[e] * N * l.at(u)));
      wrong_direction = std::max(wrong_direction, -s.mode[e] * s.rate[e]);
    }
  }
  std::size_t first;
  const std::vector<Pair>& pairs;
  double worst{}, wrong_direction{};
};

}  // namespace

TEST_CASE("random chains obey their laws, keep their energy and find the same events when finer") {
  constexpr int kChains = luztar::test::some_of(300);
  int changes = 0;
  for (std::uint64_t seed = 1; seed <= kChains; ++seed) {
    CAPTURE(seed);
    Builder builder(seed);
    const System system = compile(builder.build());
    Watch watch(system, builder.pairs);
    const RunInfo info =
        simulate(system, initial_state(system), {.duration = 3, .samples = 301}, watch);
    CHECK(info.diagnosis == "");
    CHECK(std::abs(info.energy.residual) <= 1e-11 * info.energy.moved);
    CHECK(watch.worst < 1e-9);
    CHECK(watch.wrong_direction < 1e-12);
    changes += static_cast<int>(info.final_state.mode_changes);
    Watch again(system, builder.pairs);
    const RunInfo fine = simulate(system, initial_state(system),
                                  {.duration = 3, .samples = 2, .tolerance = 1e-14}, again);
    CHECK(fine.final_state.mode_changes == info.final_state.mode_changes);
    for (std::size_t b = 0; b < info.q.size(); ++b) CHECK(std::abs(fine.q[b] - info.q[b]) < 1e-8);
  }
  CHECK(changes > 10 * kChains);
}
