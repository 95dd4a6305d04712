// luz and sat of expressions keep the rules by which the papers calculate with luz and tar (papers
// 000, 001, 003, 004; theorems 2.1 to 5.3 of part 1). All numbers are fractions with small powers
// of two below, so that both sides are equal to the last bit.
#include "luztar/symbolic/functions.h"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

using namespace luztar;

namespace {

double luz(double x, double a) { return apply(Op::Luz, x, a); }
double sat(double x, double a) { return apply(Op::Sat, x, a); }

struct Interval {
  double lower, upper;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// Dry friction as a set: all x with luz(x, a) = y.
Interval tar(double y, double a) {
  if (y == 0) return {-a, a};
  return {apply(Op::Tar, y, a), apply(Op::Tar, y, a)};
}

const std::vector<double> kWidths{0.0, 0.75, 1.5, 3.0};
const std::vector<double> kFactors{1.0, 3.0};  // k and 1 + k divide multiples of 3/4 exactly

/// -6 ... 6 in quarters: inside, on and beyond every edge.
std::vector<double> grid() {
  std::vector<double> x;
  for (int i = -24; i <= 24; ++i) x.push_back(0.25 * i);
  return x;
}

Interval operator*(double k, const Interval& y) { return {k * y.lower, k * y.upper}; }
Interval operator+(const Interval& a, const Interval& b) {
  return {a.lower + b.lower, a.upper + b.upper};
}
bool contains(const Interval& y, double x) { return y.lower <= x && x <= y.upper; }
bool meet(const Interval& a, const Interval& b) { return a.lower <= b.upper && b.lower <= a.upper; }

/// tar of a set that tar made: the union over its points.
Interval tar(const Interval& y, double a) { return {tar(y.lower, a).lower, tar(y.upper, a).upper}; }

/// Some of the x with luz(x, a) = y.
std::vector<double> points_of_tar(double y, double a) {
  const Interval x = tar(y, a);
  return {x.lower, 0.5 * (x.lower + x.upper), x.upper};
}

/// Calls check(x, a) for all points and widths.
template <typename Check>
void everywhere(const Check& check) {
  for (const double a : kWidths) {
    for (const double x : grid()) {
      CAPTURE(a);
      CAPTURE(x);
      check(x, a);
    }
  }
}

}  // namespace

TEST_CASE("luz is the sum with absolute values that the papers define it by") {
  everywhere([](double x, double a) {
    CHECK(luz(x, a) == x + (std::abs(x - a) - std::abs(x + a)) / 2);
    CHECK(luz(x, a) + sat(x, a) == x);
  });
}

TEST_CASE("a factor may be drawn into luz and tar") {
  for (const double k : {0.0, 0.25, 0.5, 2.0, 3.0}) {
    CAPTURE(k);
    everywhere([&](double x, double a) {
      CHECK(k * luz(x, a) == luz(k * x, k * a));
      if (k > 0.0) CHECK(k * tar(x, a) == tar(k * x, k * a));
    });
  }
}

TEST_CASE("freeplays in a row add up, and so do jumps of tar") {
  for (const double b : kWidths) {
    CAPTURE(b);
    everywhere([&](double x, double a) {
      CHECK(luz(luz(x, a), b) == luz(x, a + b));
      CHECK(tar(tar(x, a), b) == tar(x, a + b));
      CHECK(sat(x, a) + sat(luz(x, a), b) == sat(x, a + b));
    });
  }
}

TEST_CASE("frictions side by side are one friction with the weighted width") {
  for (const double k1 : {1.0, 0.5}) {
    const double k2 = k1 == 1.0 ? 3.0 : 1.5;  // k1 + k2 is a power of two
    for (const double a2 : kWidths) {
      CAPTURE(k1);
      CAPTURE(a2);
      everywhere([&](double x, double a1) {
        const double mean = (k1 * a1 + k2 * a2) / (k1 + k2);
        CHECK(k1 * tar(x, a1) + k2 * tar(x, a2) == (k1 + k2) * tar(x, mean));
      });
    }
  }
}

TEST_CASE("y = k tar(x, a) is solved by x = luz(y/k, a), and by no other x") {
  for (const double k : {1.0, 2.0, 0.5}) {
    CAPTURE(k);
    everywhere([&](double y, double a) {
      const double solution = luz(y / k, a);
      CHECK(contains(k * tar(solution, a), y));
      for (const double x : grid()) CHECK(contains(k * tar(x, a), y) == (x == solution));
    });
  }
}

TEST_CASE("two springs with freeplay in series: luz(y, b) = k/(k+1) luz(x, a+b)") {
  for (const double k : kFactors) {
    for (const double b : kWidths) {
      CAPTURE(k);
      CAPTURE(b);
      everywhere([&](double W, double a) {
        // luz(y, b) = W k and luz(x - y, a) = W.
        for (const double y : points_of_tar(k * W, b))
          for (const double rest : points_of_tar(W, a))
            CHECK(luz(y, b) == k * luz(y + rest, a + b) / (k + 1));
      });
    }
  }
}

TEST_CASE("three springs with freeplay in series: W = luz(X, a1+a2+a3)/(k1+k2+1)") {
  const double k1 = 2.0, k2 = 0.5, a2 = 0.75, a3 = 1.5;
  everywhere([&](double W, double a1) {
    for (const double w : points_of_tar(W, a2))
      for (const double u : points_of_tar(k1 * W, a1))
        for (const double v : points_of_tar(k2 * W, a3))
          CHECK((k1 + k2 + 1) * W == luz(u + w + v, a1 + a2 + a3));
  });
}

TEST_CASE("two frictions on a massless plate: tar(y, b) = k tar(x - y, a) solved for y") {
  for (const double k : kFactors) {
    for (const double b : kWidths) {
      CAPTURE(k);
      CAPTURE(b);
      everywhere([&](double x, double a) {
        const double y =
            k * a >= b ? x - luz(x, k * a - b) / (k + 1) : k / (k + 1) * luz(x, (b - k * a) / k);
        CHECK(meet(tar(y, b), k * tar(x - y, a)));
        for (const double other : grid())
          CHECK(meet(tar(other, b), k * tar(x - other, a)) == (other == y));
      });
    }
  }
}

TEST_CASE("y + k luz(y, g) = r is solved by y = r - k/(1+k) luz(r, g)") {
  for (const double k : kFactors) {
    CAPTURE(k);
    everywhere([&](double r, double g) {
      const double y = r - k * luz(r, g) / (1 + k);
      CHECK(y + k * luz(y, g) == r);
    });
  }
}
