#include "luztar/dynamics/system/past.h"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/core/nearness.h"

using luztar::Past;
using luztar::Time;

namespace {

constexpr double kTolerance = 1e-12;

void add(Past& past, double begin, double end, const std::vector<double>& c) {
  past.add({begin, 0.0}, {end, 0.0}, c.data(), static_cast<int>(c.size()) - 1, kTolerance);
}

/// A constant 2 up to 2 s in two steps, then 2 + (t - 2).
Past bent() {
  Past past;
  past.begin_with({0.0, 0.0}, {1.0, 0.0}, 2.0);
  add(past, 1.0, 2.0, {2.0, 0.0, 0.0});
  add(past, 2.0, 3.0, {2.0, 1.0, 0.0});
  return past;
}

}  // namespace

TEST_CASE("a kink begins another part, and either side goes on beyond it") {
  const Past past = bent();
  REQUIRE(past.pieces.size() == 3);
  CHECK(past.pieces[1].part == 0);
  CHECK(past.pieces[2].part == 1);
  REQUIRE(past.end_of(0));
  CHECK(*past.end_of(0) == Time{2.0, 0.0});
  CHECK(!past.end_of(1));
  CHECK(past.value(0, {2.0, 0.0}) == 2.0);
  CHECK(past.rate(0, {2.0, 0.0}) == 0.0);
  CHECK(past.rate(1, {2.0, 0.0}) == 1.0);
  CHECK(past.value(1, {2.5, 0.0}) == 2.5);
  double c[3];
  past.expand(1, {2.5, 0.0}, c, 2);
  CHECK(c[0] == 2.5);
  CHECK(c[1] == 1.0);
  CHECK(c[2] == 0.0);
}

TEST_CASE("a polynomial reaches as far as the steps behind it agree") {
  CHECK(bent().reach(0, {0.5, 0.0}, 10.0, kTolerance) == luztar::kInfinity);
  CHECK(bent().reach(1, {2.5, 0.0}, 10.0, kTolerance) == 0.5);
  Past past;
  add(past, 0.0, 1.0, {0.0, 1.0});
  past.go_on();
  add(past, 1.0, 2.0, {1.0, 1.0, 0.0, 1e-10});  // beyond the tolerance after a while
  CHECK(past.pieces[1].part == 0);
  const double far = past.reach(0, {0.25, 0.0}, 10.0, kTolerance);
  CHECK(far > 0.75);
  CHECK(far < 1.0);
}

TEST_CASE("what does not show at the tolerance is no kink") {
  for (const int order : {4, 16}) {
    Past past;
    add(past, 0.0, 1.0, {1.0, 1.0});
    std::vector<double> c(static_cast<std::size_t>(order) + 1, 0.0);
    c[0] = 2.0;
    c[1] = 1.0;
    c.back() = 1.0;
    add(past, 1.0, 2.0, c);
    CHECK(past.pieces[1].part == (order == 4 ? 1 : 0));
  }
}

TEST_CASE("what is over is left out, and without a value there is none") {
  Past past;
  CHECK(past.value(0, {1.0, 0.0}) == 0.0);
  CHECK(!past.is_known({1.0, 0.0}));
  for (int k = 0; k < 100; ++k) add(past, k, k + 1.0, {1.0});
  CHECK(past.value(0, {-5.0, 0.0}) == 0.0);
  CHECK(past.is_known({0.5, 0.0}));
  past.forget({90.0, 0.0});
  CHECK(past.pieces.size() < 30);
  CHECK(past.value(0, {90.5, 0.0}) == 1.0);
}
