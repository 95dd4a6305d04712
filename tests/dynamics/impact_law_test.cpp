#include "luztar/dynamics/impacts/impact_law.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "environment.h"
#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

/// Bodies of random masses, struck along random arms by contacts that press some frictions.
struct Blow {
  ImpactProblem problem;
  std::vector<std::vector<double>> arms;  ///< (rows x bodies)
  std::vector<double> mass, velocity;

  static Blow draw(int seed, bool rebounds) {
    Random random{static_cast<std::uint64_t>(seed)};
    const int bodies = 2 + random.below(3), n = 1 + random.below(3), m = n + 1 + random.below(3);
    Blow blow;
    for (int b = 0; b < bodies; ++b) {
      blow.mass.push_back(random(0.3, 3.0));
      blow.velocity.push_back(random(-2.0, 2.0));
    }
    blow.problem.rate = Vector(m);
    blow.problem.delassus = Matrix(m, m);
    for (Matrix& limit : blow.problem.limit) limit = Matrix(m - n, n);
    for (int r = 0; r < m; ++r) {
      std::vector<double> arms;
      for (int b = 0; b < bodies; ++b) arms.push_back(random(-1.0, 1.0));
      blow.arms.push_back(arms);
    }
    for (int i = 0; i < n; ++i) {
      const bool upper = random.below(2) == 0;
      // The edge that it moves into.
      double rate = blow.rate_of(i, blow.velocity);
      if ((rate > 0.0) != upper)
        for (double& arm : blow.arms[static_cast<std::size_t>(i)]) arm = -arm;
      blow.problem.contacts.push_back(
          {upper ? Edge::Upper : Edge::Lower, rebounds ? random(0.0, 1.0) : 0.0, false});
    }
    for (int r = 0; r < m; ++r) {
      blow.problem.rate[r] = blow.rate_of(r, blow.velocity);
      for (int c = 0; c < m; ++c)
        for (int b = 0; b < bodies; ++b)
          blow.problem.delassus(r, c) += blow.arm(r, b) * blow.arm(c, b) / blow.mass_of(b);
    }
    for (int j = 0; j < m - n; ++j) {
      const double forward = random.below(2) == 0 ? 1.0 : random(0.1, 2.0);
      for (int i = 0; i < n; ++i) {
        const double mu = random.below(3) == 0 ? 0.0 : random(0.0, 2.0);
        blow.problem.limit[0](j, i) = mu;
        blow.problem.limit[1](j, i) = forward * mu;
      }
    }
    return blow;
  }

  double arm(int r, int b) const {
    return arms[static_cast<std::size_t>(r)][static_cast<std::size_t>(b)];
  }
  double mass_of(int b) const { return mass[static_cast<std::size_t>(b)]; }
  double rate_of(int r, const std::vector<double>& v) const {
    double sum = 0.0;
    for (std::size_t b = 0; b < v.size(); ++b) sum += arm(r, static_cast<int>(b)) * v[b];
    return sum;
  }
  double energy(const std::vector<double>& v) const {
    double sum = 0.0;
    for (std::size_t b = 0; b < v.size(); ++b) sum += 0.5 * mass[b] * v[b] * v[b];
    return sum;
  }
  std::vector<double> after(const Vector& impulse) const {
    std::vector<double> v = velocity;
    for (std::size_t b = 0; b < v.size(); ++b)
      for (Index r = 0; r < impulse.size(); ++r)
        v[b] -= arm(static_cast<int>(r), static_cast<int>(b)) * impulse[r] / mass[b];
    return v;
  }
};

double total(const Vector& list) {
  double sum = 0.0;
  for (const double x : list) sum += x;
  return sum;
}

constexpr double kFine = 1e-9;

}  // namespace

TEST_CASE("impacts without restitution obey Coulomb's law for impulses") {
  int sticks = 0, slides = 0, opens = 0;
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(3000); ++seed) {
    CAPTURE(seed);
    const Blow blow = Blow::draw(seed, false);
    const ImpactProblem& problem = blow.problem;
    const auto solution = impulses_of(problem);
    REQUIRE(solution);
    const std::vector<double> v = blow.after(solution->impulse);
    const Index n = problem.n_contacts();
    for (Index i = 0; i < n; ++i) {
      const int edge = number(problem.contacts[static_cast<std::size_t>(i)].edge);
      const double push = edge * solution->impulse[i];
      const double opening = -edge * blow.rate_of(static_cast<int>(i), v);
      CHECK(push >= -kFine);
      CHECK(opening >= -kFine);
      CHECK(std::min(push, opening) <= kFine);
      opens += opening > kFine ? 1 : 0;
    }
    for (Index j = n; j < problem.size(); ++j) {
      const double rate = blow.rate_of(static_cast<int>(j), v), force = solution->impulse[j];
      double limit[2] = {0.0, 0.0};
      for (int side = 0; side < 2; ++side)
        for (Index i = 0; i < n; ++i)
          limit[side] += problem.limit[side](j - n, i) * std::abs(solution->impulse[i]);
      CHECK(force <= limit[1] + kFine);
      CHECK(force >= -limit[0] - kFine);
      if (rate > kFine) CHECK(std::abs(force - limit[1]) <= kFine);
      if (rate < -kFine) CHECK(std::abs(force + limit[0]) <= kFine);
      (std::abs(rate) > kFine ? slides : sticks) += 1;
    }
    const double lost = blow.energy(blow.velocity) - blow.energy(v);
    CHECK(lost >= -kFine);
    CHECK(std::abs(total(solution->loss) - lost) <= kFine * (1.0 + std::abs(lost)));
  }
  CHECK(sticks > luztar::test::count_of(1000));
  CHECK(slides > luztar::test::count_of(1000));
  CHECK(opens > luztar::test::count_of(500));
}

TEST_CASE("no impact with friction and restitution gains energy") {
  int weakened = 0;
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(10000); ++seed) {
    CAPTURE(seed);
    const Blow blow = Blow::draw(seed, true);
    const auto solution = impulses_of(blow.problem);
    REQUIRE(solution);
    const std::vector<double> v = blow.after(solution->impulse);
    const double lost = blow.energy(blow.velocity) - blow.energy(v);
    CHECK(lost >= -kFine);
    CHECK(std::abs(total(solution->loss) - lost) <= kFine * (1.0 + std::abs(lost)));
    for (Index j = blow.problem.n_contacts(); j < blow.problem.size(); ++j)
      CHECK(solution->loss[j] >= 0.0);
    for (Index i = 0; i < blow.problem.n_contacts(); ++i) {
      const int edge = number(blow.problem.contacts[static_cast<std::size_t>(i)].edge);
      CHECK(edge * solution->impulse[i] >= -kFine);
      CHECK(-edge * blow.rate_of(static_cast<int>(i), v) >= -kFine);
    }
    weakened += std::abs(lost) < kFine ? 1 : 0;
  }
  CHECK(weakened > 0);
}

TEST_CASE("without a friction one contact rebounds by Newton's law") {
  ImpactProblem problem{Matrix(2, 2), Vector{3.0, 1.0}, {{Edge::Upper, 0.5, false}}, {}};
  problem.delassus(0, 0) = 2.0;
  problem.delassus(1, 1) = 1.0;
  problem.limit[0] = problem.limit[1] = Matrix(1, 1);
  const auto solution = impulses_of(problem);
  REQUIRE(solution);
  CHECK(solution->impulse[0] == doctest::Approx(2.25));
  CHECK(solution->impulse[1] == 0.0);
  CHECK(solution->loss[0] == doctest::Approx(0.5 * 9.0 / 2.0 * 0.75));
  CHECK(solution->is_unique);
  CHECK(solution->still[0] == 0);
}
