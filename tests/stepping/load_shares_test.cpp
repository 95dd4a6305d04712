#include "luztar/stepping/load_shares.h"

#include <limits>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Pairs side by side between one body and the ground.
LoadShares side_by_side(const std::vector<double>& limits, double load) {
  const auto count = static_cast<int>(limits.size());
  LoadShares shares(1, std::vector<SparseFactor::Coupling>(limits.size(), {0, -1, 1.0}),
                    std::vector<double>(limits.size(), 1.0));
  // Before they are shared the last one carries all, whatever its limit.
  for (int s = 0; s < count; ++s)
    shares.load(s) = {true, -limits[static_cast<std::size_t>(s)],
                      limits[static_cast<std::size_t>(s)], s + 1 == count ? load : 0.0};
  return shares;
}

}  // namespace

TEST_CASE("load shares: pairs side by side carry a load by their limits, up to these") {
  // Least sum T²/S: T = load S / sum of S.
  LoadShares shares = side_by_side({1.0, 2.0, 5.0}, 4.0);
  REQUIRE(shares.share());
  CHECK(shares.shares(0));
  CHECK(shares.load(0).impulse == doctest::Approx(0.5).epsilon(1e-14));
  CHECK(shares.load(1).impulse == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(shares.load(2).impulse == doctest::Approx(2.5).epsilon(1e-14));
}

TEST_CASE("load shares: one that is at its limit leaves the rest to the others") {
  // Limits from -1 to 3 and from -2 to 2 have the same S = 2 and would carry 2.5 each.
  LoadShares shares = side_by_side({2.0, 2.0}, 5.0);
  shares.load(0).lower = -1.0;
  shares.load(0).upper = 3.0;
  REQUIRE(shares.share());
  CHECK(shares.load(0).impulse == doctest::Approx(3.0).epsilon(1e-13));
  CHECK(shares.load(1).impulse == doctest::Approx(2.0).epsilon(1e-13));
}

TEST_CASE("load shares: pairs without limits take all, evenly, but for 1e-8") {
  LoadShares shares = side_by_side({kInfinity, 1.0, kInfinity}, 6.0);
  REQUIRE(shares.share());
  CHECK(shares.load(0).impulse == doctest::Approx(3.0).epsilon(2e-8));
  CHECK(shares.load(2).impulse == doctest::Approx(3.0).epsilon(2e-8));
  CHECK(shares.load(1).impulse == doctest::Approx(3e-8).epsilon(1e-6));
}

TEST_CASE("load shares: a triangle carries as a network of resistors does") {
  // 1 between bodies 0 and 1, 1 and 1 over body 2: two thirds go straight; given load 3.
  LoadShares shares(3, {{0, 1, 1.0}, {0, 2, 1.0}, {2, 1, 1.0}}, {1.0, 1.0, 1.0});
  for (int s = 0; s < 3; ++s) shares.load(s) = {true, -9.0, 9.0, s == 0 ? 3.0 : 0.0};
  REQUIRE(shares.share());
  CHECK(shares.load(0).impulse == doctest::Approx(2.0).epsilon(1e-14));
  CHECK(shares.load(1).impulse == doctest::Approx(1.0).epsilon(1e-14));
  CHECK(shares.load(2).impulse == doctest::Approx(1.0).epsilon(1e-14));
}

TEST_CASE("load shares: without a cycle of pairs at rest there is nothing to share") {
  LoadShares shares(2, {{0, 1, 1.0}, {0, 1, 1.0}, {1, -1, 1.0}}, {1.0, 1.0, 1.0});
  for (int s = 0; s < 3; ++s) shares.load(s) = {s != 1, -1.0, 1.0, 0.5};
  CHECK_FALSE(shares.share());
  shares.load(1).stands = true;
  CHECK(shares.share());
  CHECK(shares.shares(1));
}
