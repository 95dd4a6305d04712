// Shares of pairs at rest: closed forms of parallel pairs, and the conditions of Penrose. Random
// networks of any kind are in shared_forces_test.
#include "luztar/friction/dense_shares.h"

#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Pairs between one body and the ground, with these arms.
Matrix row(const std::vector<double>& arms) { return {1, std::ssize(arms), arms}; }

Vector load(double value) { return {value}; }

BoxShares::Limits limits(const std::vector<double>& upper) {
  BoxShares::Limits result{upper, upper, {}};
  for (double& x : result.lower) x = -x;
  return result;
}

}  // namespace

TEST_CASE("the pseudo-inverse fulfils the four conditions of Penrose, of any rank") {
  testing::Random random{121};
  for (int i = 0; i < 200; ++i) {
    CAPTURE(i);
    const int rows = 1 + random.below(5), columns = 1 + random.below(6), rank = 1 + random.below(3);
    const auto filled = [&](int r, int c) {
      Matrix m(r, c);
      for (Index k = 0; k < m.size(); ++k) m.data()[k] = random.below(7) - 3;
      return m;
    };
    const Matrix a = filled(rows, rank) * filled(rank, columns);
    const Matrix p = pseudo_inverse(a);
    CHECK(norm((a * p * a - a).list()) < 1e-9);
    CHECK(norm((p * a * p - p).list()) < 1e-9);
    CHECK(norm((a * p - (a * p).transpose()).list()) < 1e-9);
    CHECK(norm((p * a - (p * a).transpose()).list()) < 1e-9);
  }
}

TEST_CASE("parallel pairs share by strength; with arms by arm times strength") {
  const auto shares = canonical_shares(row({1, 1, 2}), {1, 3, 2});
  const Vector force = shares.gain * load(12.0);  // T = s r lambda, sum of s r^2 = 12
  CHECK(force(0) == doctest::Approx(1.0));
  CHECK(force(1) == doctest::Approx(3.0));
  CHECK(force(2) == doctest::Approx(4.0));
  CHECK((shares.potentials * load(12.0))(0) == doctest::Approx(1.0));
}

TEST_CASE("pairs without limit take all, evenly; pairs without strength what nobody else can") {
  const Vector linked =
      canonical_shares(row({1, 1, 1}), {5, kInfinity, kInfinity}).gain * load(8.0);
  CHECK(linked(0) == doctest::Approx(0.0));
  CHECK(linked(1) == doctest::Approx(4.0));
  CHECK(linked(2) == doctest::Approx(4.0));
  const Vector weak = canonical_shares(row({1, 1}), {0, 2}).gain * load(8.0);
  CHECK(std::abs(weak(0)) < 1e-9);
  CHECK(weak(1) == doctest::Approx(8.0));
  const Vector none = canonical_shares(row({1, 1}), {0, 0}).gain * load(8.0);
  CHECK(none(0) + none(1) == doctest::Approx(8.0));
}

TEST_CASE("a share beyond its limit is cut off there, and the others take the rest") {
  BoxShares shares(row({1, 1}), {1, 3});
  const std::vector<double> near{1e-12, 1e-12};
  REQUIRE(shares.begin(load(1.6), limits({1, 1}), 1e-12, near));  // 0.4 and 1.2 without limits
  CHECK(shares.force(0) == doctest::Approx(0.6));
  CHECK(shares.force(1) == doctest::Approx(1.0));
  CHECK(shares.kept(0) == Bound::Free);
  CHECK(shares.kept(1) == Bound::Upper);
  CHECK(shares.zeros(1, 1) == 1);
  CHECK(shares.zeros(1, 0) == 0);
  CHECK(shares.exceeds_since(1) == 0);
  CHECK(shares.exceeds_since(0) == BoxShares::kNever);
  REQUIRE(shares.begin(load(-1.6), limits({1, 1}), 1e-12, near));
  CHECK(shares.kept(1) == Bound::Lower);
  CHECK(!shares.begin(load(2.1), limits({1, 1}), 1e-12, near));
}

TEST_CASE(
    "a share that just reaches its limit keeps it as soon as the load grows, not if it falls") {
  for (const double growth : {1.0, -1.0}) {
    CAPTURE(growth);
    BoxShares shares(row({1, 1}), {1, 3});
    REQUIRE(shares.begin(load(4.0 / 3.0), limits({1, 1}), 1e-12, {1e-12, 1e-12}));
    CHECK(shares.force(1) == doctest::Approx(1.0));
    CHECK(shares.is_open());  // the load's rate decides
    REQUIRE(shares.next(load(growth), {{0, 0}, {0, 0}, {}}, 1e-12));
    CHECK(shares.kept(1) == (growth > 0 ? Bound::Upper : Bound::Free));
    CHECK(shares.force(0) == doctest::Approx(growth > 0 ? 1.0 : -0.25));
    CHECK(shares.force(1) == doctest::Approx(growth > 0 ? 0.0 : -0.75));
  }
}
