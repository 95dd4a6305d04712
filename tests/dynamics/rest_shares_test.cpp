#include "luztar/dynamics/structure/rest_shares.h"

#include <cmath>

#include <doctest/doctest.h>

#include "random.h"

using luztar::Matrix;
using luztar::RestingPairs;
using luztar::RestShares;
using luztar::Vector;

namespace {

/// A crank and a car on a floor, tied by a thread of arm r; the friction of the thread may stick.
RestingPairs jack(double r, bool sticks) {
  RestingPairs pairs;
  const int n = sticks ? 3 : 2;
  pairs.arms = Matrix(2, n);
  pairs.arms.set_col(0, Vector{r, -1.0});
  pairs.arms.set_col(1, Vector{0.0, 1.0});
  if (sticks) pairs.arms.set_col(2, Vector{1.0, 0.0});
  pairs.action = pairs.arms;
  pairs.inverse_mass = {50.0, 0.5};
  pairs.compliance = Vector(n, 1.0);
  pairs.strength = Vector(n, 1.0);
  if (sticks) pairs.compliance[2] = 0.0;
  return pairs;
}

}  // namespace

TEST_CASE("rest shares: a friction that sticks takes what it can, links give way by compliance") {
  const double r = 0.2;
  const RestShares shares(jack(r, true));
  const Vector turned = shares.gain() * Vector{1.0, 0.0};
  CHECK(std::abs(turned[0]) < 1e-14);
  CHECK(std::abs(turned[1]) < 1e-14);
  CHECK(std::abs(turned[2] - 1.0) < 1e-14);
  // A load on the car: crank at rest, x of the car; thread -K x, floor k x, K and k by mass.
  const Vector pressed = shares.gain() * Vector{0.0, 1.0};
  const double thread = 1.0 / (r * r * 50.0 + 0.5), floor = 1.0 / 0.5;
  CHECK(std::abs(pressed[0] + thread / (thread + floor)) < 1e-14);
  CHECK(std::abs(pressed[1] - floor / (thread + floor)) < 1e-14);
  CHECK(std::abs(pressed[2] + r * pressed[0]) < 1e-14);
}

TEST_CASE("rest shares: what keeps its limit slides as the others give way") {
  const double r = 0.2;
  const RestShares shares(jack(r, false));
  const Vector crank{1.0, 0.0};
  const Vector slip = shares.slip(crank, false);
  REQUIRE(slip.size() == 2);
  // x of the crank = (thread/K + floor/k)/r, up to a factor
  const double thread = r * r * 50.0 + 0.5, floor = 0.5;
  CHECK(std::abs(slip[0] / slip[1] - thread / floor) < 1e-12);
  CHECK(slip[0] > 0.0);
}

TEST_CASE(
    "rest shares: a softer stop takes less, and one beside a friction that slid is not told") {
  RestingPairs pairs = jack(0.2, true);
  pairs.compliance[1] = 1e6;
  const Vector pressed = RestShares(pairs).gain() * Vector{0.0, 1.0};
  CHECK(std::abs(pressed[1]) < 1e-5);
  const Vector crank{1.0, 0.0};
  CHECK(RestShares(pairs).slip(crank, true).size() == 0);
}

TEST_CASE("rest shares: frictions alone share by their strength") {
  RestingPairs pairs;
  pairs.arms = {{1.0, 1.0, 1.0}};
  pairs.action = pairs.arms;
  pairs.inverse_mass = {1.0};
  pairs.compliance = Vector(3);
  pairs.strength = {1.0, 2.0, 5.0};
  const Vector force = RestShares(pairs).gain() * Vector{1.0};
  for (int j = 0; j < 3; ++j) CHECK(std::abs(force[j] - pairs.strength[j] / 8.0) < 1e-12);
}

TEST_CASE("rest shares: what takes no part is not there by rounding") {
  luztar::testing::Random random{1};
  for (int k = 0; k < 200; ++k) {
    const double r = random(0.002, 0.2);
    RestingPairs pairs;  // a screw and its carriage: two frictions of the screw, the link
    pairs.arms = Matrix(2, 3);
    pairs.arms.set_col(0, Vector{r, 0.0});
    pairs.arms.set_col(1, Vector{r, 0.0});
    pairs.arms.set_col(2, Vector{r, -1.0});
    pairs.action = pairs.arms;
    pairs.inverse_mass = {1.0 / random(0.005, 0.03), 1.0 / random(2, 20)};
    pairs.compliance = {0.0, 0.0, 1.0};
    pairs.strength = {1.0, 1.0, 1.0};
    const RestShares shares(pairs);
    const Vector pressed = shares.gain() * Vector{0.0, 1.0};
    CHECK(std::abs(pressed[0] - 0.5) < 1e-12);
    CHECK(std::abs(pressed[1] - 0.5) < 1e-12);
    CHECK(std::abs(pressed[2] + 1.0) < 1e-12);
    // A brake of the screw cannot slide while its frictions stick.
    const Vector slip = shares.slip(Vector{1.0, 0.0}, false);
    REQUIRE(slip.size() == 3);
    for (luztar::Index j = 0; j < 3; ++j) CHECK(slip[j] == 0.0);
  }
}
