#include "luztar/friction/shared_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "../random.h"
#include "luztar/friction/dense_shares.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

constexpr double kAfter = 1e-4;  // "just after"

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Pairs that hold loads: some in parallel, cycles over the ground, links.
struct Loaded {
  int bodies{};
  std::vector<TreePair> pairs;
  std::vector<double> strength, lower, upper;
  std::vector<double> load;   ///< (bodies) that `forces` balance
  std::vector<double> force;  ///< (pairs) one choice inside the limits

  void balance() {
    load.assign(bodies, 0.0);
    for (std::size_t j = 0; j < pairs.size(); ++j) {
      load[pairs[j].a] += pairs[j].coefficient_a * force[j];
      if (pairs[j].b >= 0) load[pairs[j].b] += pairs[j].coefficient_b * force[j];
    }
  }
};

Loaded random_loads(int bodies, bool links, Random& random) {
  Loaded result;
  result.bodies = bodies;
  std::vector<double> arm;
  for (int b = 0; b < bodies; ++b) arm.push_back(random.below(4) == 0 ? -2.0 : 1.0);
  for (int k = 0; k < 3 * bodies; ++k) {
    const int a = random.below(bodies);
    const int b = random.below(4) == 0 ? -1 : std::min(bodies - 1, a + 1 + random.below(2));
    if (a == b) continue;
    const bool link = links && random.below(10) == 0;
    const double limit = random.below(2) == 0 ? 1.0 : random(0.5, 2.0);
    result.pairs.push_back({a, b, arm[a], b < 0 ? 0.0 : -arm[b]});
    result.strength.push_back(link ? kInfinity : limit);
    result.upper.push_back(link ? kInfinity : limit);
    result.lower.push_back(-result.upper.back());
    const double part =
        random.below(3) == 0 ? (random.below(2) == 0 ? 1.0 : -1.0) : random(-1.0, 1.0);
    result.force.push_back(part * limit);
  }
  result.balance();
  return result;
}

double imbalance(const Loaded& loads, const std::vector<double>& force) {
  Loaded other = loads;
  other.force = force;
  other.balance();
  double worst = 0.0;
  for (int b = 0; b < loads.bodies; ++b)
    worst = std::max(worst, std::abs(other.load[b] - loads.load[b]));
  return worst;
}

/// The most that sum T²/strength falls by, per force sent round a cycle inside the limits (Bellman
/// and Ford on distances that cannot fall for ever if there is no such cycle).
bool can_improve(const Loaded& loads, const std::vector<double>& force, bool inside) {
  const int ground = loads.bodies;
  std::vector<double> distance(loads.bodies + 1, 0.0);
  for (int round = 0; round <= loads.bodies + 1; ++round) {
    bool changed = false;
    for (std::size_t j = 0; j < loads.pairs.size(); ++j) {
      const TreePair& p = loads.pairs[j];
      const int b = p.b < 0 ? ground : p.b;
      const double cost = std::isinf(loads.strength[j]) ? 0.0 : force[j] / loads.strength[j];
      const bool forth = !inside || force[j] < loads.upper[j] - 1e-9;
      const bool back = !inside || force[j] > loads.lower[j] + 1e-9;
      if (forth && distance[p.a] + cost < distance[b] - 1e-7)
        distance[b] = distance[p.a] + cost, changed = true;
      if (back && distance[b] - cost < distance[p.a] - 1e-7)
        distance[p.a] = distance[b] - cost, changed = true;
    }
    if (!changed) return false;
  }
  return true;
}

/// Links of a network as stops: they only push.
void make_stops(Loaded& loads) {
  for (std::size_t j = 0; j < loads.pairs.size(); ++j) {
    if (!std::isinf(loads.strength[j])) continue;
    loads.lower[j] = 0.0;
    loads.force[j] = std::max(0.0, loads.force[j]);
  }
  loads.balance();
}

Matrix balance_of(const Loaded& loads) {
  Matrix balance(loads.bodies, std::ssize(loads.pairs));
  for (Index j = 0; j < balance.cols(); ++j) {
    const TreePair& pair = loads.pairs[static_cast<std::size_t>(j)];
    balance(pair.a, j) += pair.coefficient_a;
    if (pair.b >= 0) balance(pair.b, j) += pair.coefficient_b;
  }
  return balance;
}

/// Limits where the canonical forces are without them: pairs are there, but nothing presses them.
void narrow(Loaded& now, Loaded& later) {
  const Vector force = canonical_shares(balance_of(now), now.strength).gain * Vector(now.load);
  for (std::size_t j = 0; j < now.pairs.size(); ++j) {
    const double f = force(static_cast<Index>(j));
    if (std::isinf(now.strength[j]) || std::abs(f) < 0.1) continue;
    now.upper[j] = std::abs(f) * (j % 2 == 0 ? 1.0 : 1.5);
    now.lower[j] = -now.upper[j];
    later.force[j] = std::clamp(later.force[j], now.lower[j], now.upper[j]);
  }
}

/// How far forces are from those that free pairs share beside those that keep a limit.
double misfit(const Loaded& loads, const BoxShares& shares, const Vector& load,
              const Vector& force) {
  std::vector<int> free, kept;
  std::vector<double> strength;
  for (std::size_t j = 0; j < loads.pairs.size(); ++j) {
    (shares.kept(j) == Bound::Free ? free : kept).push_back(static_cast<int>(j));
    if (shares.kept(j) == Bound::Free) strength.push_back(loads.strength[j]);
  }
  const Matrix balance = balance_of(loads);
  const Vector shared = canonical_shares(balance.cols_at(free), strength).gain *
                        (load - balance.cols_at(kept) * force.at(kept));
  return free.empty() ? 0.0 : largest(shared - force.at(free));
}

/// Limits and strengths of frictions that grow, each at a rate of its own.
/// @param after  in: now; out: limits and strengths at kAfter
void grow(Loaded& after, BoxShares::Limits& rates, Random& random) {
  for (std::size_t j = 0; j < after.pairs.size(); ++j) {
    if (std::isinf(after.strength[j])) continue;
    const double rate = random(0.0, 3.0);
    rates.lower[j] = rate * after.lower[j];
    rates.upper[j] = rate * after.upper[j];
    rates.strength[j] = rate * after.strength[j];
    for (auto* list : {&after.lower, &after.upper, &after.strength})
      (*list)[j] *= 1.0 + kAfter * rate;
  }
}

/// Those that are infinite stay so.
BoxShares::Limits still(BoxShares::Limits limits) {
  for (auto* list : {&limits.lower, &limits.upper, &limits.strength})
    for (double& value : *list)
      if (!std::isinf(value)) value = 0.0;
  return limits;
}

SharedForces shared_of(const Loaded& loads) {
  return SharedForces(loads.bodies, {}, loads.pairs, loads.strength);
}

}  // namespace

TEST_CASE("shared forces balance the loads, and no cycle makes sum T²/strength less") {
  Random random{41};
  for (int i = 0; i < 600; ++i) {
    CAPTURE(i);
    const Loaded loads = random_loads(2 + random.below(i < 590 ? 20 : 600), i % 2 == 0, random);
    SharedForces shared = shared_of(loads);
    REQUIRE(shared.is_graph());
    std::vector<double> force, excess, difference;
    shared.share(loads.load, force, difference);
    CHECK(imbalance(loads, force) < 1e-12);
    for (std::size_t j = 0; j < force.size(); ++j)
      if (!std::isinf(loads.strength[j]))
        CHECK(loads.strength[j] * difference[j] == doctest::Approx(force[j]).epsilon(1e-9));
    CHECK(!can_improve(loads, force, false));
    CHECK(shared.share_inside(loads.load, loads.lower, loads.upper, 1e-11, force, excess));
    CHECK(imbalance(loads, force) < 1e-10);
    CHECK(!can_improve(loads, force, true));
    for (std::size_t j = 0; j < force.size(); ++j)
      CHECK((force[j] >= loads.lower[j] && force[j] <= loads.upper[j]));
  }
}

TEST_CASE("what exceeds its limit stays there when loads change a little, stops too") {
  Random random{44};
  int stops = 0, frictions = 0;
  for (int i = 0; i < 600; ++i) {
    CAPTURE(i);
    Loaded loads = random_loads(2 + random.below(20), true, random);
    make_stops(loads);
    for (double& part : loads.force) part *= 0.95;  // no part of them at all its limits
    loads.balance();
    SharedForces shared = shared_of(loads);
    std::vector<double> force, excess, later, unused;
    REQUIRE(shared.share_inside(loads.load, loads.lower, loads.upper, 1e-12, force, excess));
    CHECK(imbalance(loads, force) < 1e-10);
    CHECK(!can_improve(loads, force, true));
    for (std::size_t j = 0; j < force.size(); ++j)
      loads.force[j] =
          std::clamp(loads.force[j] + 1e-7 * random(-1.0, 1.0), loads.lower[j], loads.upper[j]);
    loads.balance();
    REQUIRE(shared.share_inside(loads.load, loads.lower, loads.upper, 1e-12, later, unused));
    CHECK(!can_improve(loads, later, true));
    for (std::size_t j = 0; j < force.size(); ++j) {
      if (excess[j] < 1e-3) continue;
      CHECK(later[j] == force[j]);
      ++(std::isinf(loads.strength[j]) ? stops : frictions);
    }
  }
  CHECK(stops > 100);
  CHECK(frictions > 100);
}

TEST_CASE("parallel frictions share in proportion to their strength; a link takes all") {
  const std::vector<TreePair> pairs{{0, -1}, {0, -1}, {0, 1}, {0, 1}, {1, -1}};
  SharedForces shared(2, {}, pairs, std::vector<double>{1.0, 3.0, 1.0, kInfinity, 4.0});
  std::vector<double> force, difference;
  shared.share(std::vector<double>{8.0, 0.0}, force, difference);
  CHECK(force[0] == doctest::Approx(1.0));
  CHECK(force[1] == doctest::Approx(3.0));
  CHECK(force[2] == doctest::Approx(0.0).epsilon(1e-7));
  CHECK(force[3] == doctest::Approx(4.0));
  CHECK(force[4] == doctest::Approx(4.0));
  for (const char unique : shared.is_unique()) CHECK(unique == 0);
  SharedForces tree(2, {}, std::vector<TreePair>{{0, -1}, {0, 1}}, std::vector<double>{1.0, 1.0});
  for (const char unique : tree.is_unique()) CHECK(unique != 0);
}

TEST_CASE("canonical forces inside limits and their derivatives lead to such forces just after") {
  Random random{43};
  int moved = 0, kept = 0;
  for (int i = 0; i < 1500; ++i) {
    CAPTURE(i);
    Loaded now = random_loads(2 + random.below(7), i % 3 != 0, random);
    Loaded later = now;  // other forces that fit: loads in between fit too
    for (std::size_t j = 0; j < later.force.size(); ++j)
      if (random.below(2) == 0 && !std::isinf(later.upper[j]))
        later.force[j] = random(-1.0, 1.0) * later.upper[j];
    later.balance();
    if (i % 3 == 2) {
      make_stops(now);
      make_stops(later);
    }
    const std::size_t m = now.pairs.size();
    if (i % 3 == 0) {
      narrow(now, later);
      later.balance();
    }
    BoxShares shares(balance_of(now), now.strength);
    REQUIRE(shares.begin(Vector(now.load), {now.lower, now.upper, {}}, 1e-12,
                         std::vector<double>(m, 1e-12)));
    std::vector<double> force(m);
    for (std::size_t j = 0; j < m; ++j) force[j] = shares.force(j);
    CHECK(imbalance(now, force) < 1e-11);
    CHECK(!can_improve(now, force, true));
    for (std::size_t j = 0; j < m; ++j)
      CHECK((force[j] >= now.lower[j] - 1e-11 && force[j] <= now.upper[j] + 1e-11));
    const std::vector<double> constant(m, 0.0);
    BoxShares::Limits limits{constant, constant, constant};
    Loaded after = now;
    if (i % 4 == 1) grow(after, limits, random);
    for (std::size_t j = 0; j < m; ++j) {
      if (std::isinf(now.lower[j])) limits.lower[j] = -kInfinity;
      if (std::isinf(now.upper[j])) limits.upper[j] = kInfinity;
    }
    const Vector change = Vector(later.load) - Vector(now.load);
    const std::vector<Vector> loads = {Vector(now.load), change, -0.5 * change};
    std::vector<Vector> forces = {Vector(force)};
    for (int k = 1; k < 3; ++k) {
      if (k == 2) limits = still(limits);
      REQUIRE(shares.next(loads[k], limits, 1e-12));
      forces.emplace_back(static_cast<Index>(m));
      for (std::size_t j = 0; j < m; ++j) {
        forces[k](static_cast<Index>(j)) = shares.force(j);
        force[j] += std::pow(kAfter, k) * shares.force(j);
        moved += shares.force(j) != 0.0;
      }
    }
    for (int k = 0; k < 3 && i % 4 != 1; ++k)
      CHECK(misfit(now, shares, loads[k], forces[k]) < 1e-10);
    for (std::size_t j = 0; j < m; ++j) {
      kept += shares.kept(j) != Bound::Free;
      CHECK((force[j] >= after.lower[j] - 1e-11 && force[j] <= after.upper[j] + 1e-11));
    }
    for (int b = 0; b < now.bodies; ++b)
      after.load[b] += (kAfter - 0.5 * kAfter * kAfter) * change(b);
    CHECK(imbalance(after, force) < 1e-11);
    CHECK(!can_improve(after, force, true));
  }
  CHECK(moved > 1000);
  CHECK(kept > 300);
}

TEST_CASE("forces inside limits are found where the balance cannot be better than rounding") {
  constexpr int kSide = 24;
  std::vector<luztar::TreePair> pairs;
  for (int i = 0; i < kSide; ++i)
    for (int j = 0; j < kSide; ++j) {
      if (i + 1 < kSide) pairs.push_back({i * kSide + j, (i + 1) * kSide + j});
      if (j + 1 < kSide) pairs.push_back({i * kSide + j, i * kSide + j + 1});
    }
  pairs.push_back({0, luztar::kTreeGround, 1.0, 0.0});
  std::vector<double> strength, lower, upper, load;
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    strength.push_back(1.0 + 0.3 * std::sin(7.0 * static_cast<double>(j)));
    upper.push_back(j + 1 == pairs.size() ? 1e9 : 40.0 * strength[j]);
    lower.push_back(-upper[j]);
  }
  upper[0] = 20.0;  // less than the load would send through it
  lower[0] = -20.0;
  for (int b = 0; b < kSide * kSide; ++b) load.push_back(0.2 * std::sin(3.0 * b) + 0.1);
  luztar::SharedForces shared(kSide * kSide, {}, pairs, strength);
  std::vector<double> force, excess;
  REQUIRE(shared.share_inside(load, lower, upper, 0.0, force, excess));
  double worst = 0.0;
  std::vector<double> left = load;
  for (std::size_t j = 0; j < pairs.size(); ++j) {
    CHECK(std::abs(force[j]) <= upper[j]);
    left[pairs[j].a] -= force[j];
    if (pairs[j].b >= 0) left[pairs[j].b] += force[j];
  }
  for (const double rest : left) worst = std::max(worst, std::abs(rest));
  CHECK(worst < 1e-12);
  CHECK(std::count_if(excess.begin(), excess.end(), [](double x) { return x > 0.0; }) > 0);
}
