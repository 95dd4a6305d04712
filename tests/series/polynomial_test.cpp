#include "luztar/series/polynomial.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <doctest/doctest.h>

#include "../random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

/// The polynomial with these roots, positive at 0.
std::vector<double> from_roots(const std::vector<double>& roots) {
  std::vector<double> c{1.0};
  for (const double root : roots) {
    std::vector<double> next(c.size() + 1, 0.0);
    for (std::size_t k = 0; k < c.size(); ++k) {
      next[k] += c[k];
      next[k + 1] -= c[k] / root;
    }
    c = next;
  }
  return c;
}

double first(const std::vector<double>& c, double limit) {
  return first_descent(c.data(), static_cast<int>(c.size()) - 1, limit);
}

}  // namespace

TEST_CASE("the first crossing of a polynomial with known roots is found, and no later one") {
  Random random{1};
  for (int trial = 0; trial < 2000; ++trial) {
    const int n = 1 + trial % 7;
    std::vector<double> roots;
    for (int i = 0; i < n; ++i) {
      double root = 0.0;
      bool close = true;
      while (close) {
        root = random(-1.0, 2.0);
        close = std::abs(root) < 0.02;
        for (const double other : roots) close = close || std::abs(other - root) < 0.02;
      }
      roots.push_back(root);
    }
    double expected = kNoRoot;
    for (const double root : roots)
      if (root > 0.0 && root <= 1.0) expected = std::min(expected, root);
    const double found = first(from_roots(roots), 1.0);
    CAPTURE(trial);
    if (expected == kNoRoot) {
      CHECK(found == kNoRoot);
    } else {
      CHECK(std::abs(found - expected) < 1e-9);
    }
  }
}

TEST_CASE("two crossings close together inside a long step do not cancel unseen") {
  for (const double gap : {1e-3, 1e-5, 1e-6}) {
    CAPTURE(gap);
    const double root = 0.4;
    // (x - root)^2 = gap^2 / 4, times a positive factor
    std::vector<double> c{root * root - 0.25 * gap * gap, -2.0 * root, 1.0};
    CHECK(first(c, 100.0) == doctest::Approx(root - 0.5 * gap).epsilon(1e-9));
  }
}

TEST_CASE("a crossing that is near beside a step without end is found") {
  // (1 - x / r) (1 - x / 1e10) (1 - x / 1e15): roots far apart, three sign changes over the step.
  for (const double r : {5e-3, 1.0, 3e-18}) {
    CAPTURE(r);
    const double c1 = 1e-10 + 1e-15;
    const double c2 = 1e-25;
    const double root = first({1.0, -1.0 / r - c1, c1 / r + c2, -c2 / r}, 5e15);
    CHECK(std::abs(root - r) < 1e-15 * r);
  }
}

TEST_CASE("a crossing is found where powers of a long step leave the numbers and terms do not") {
  std::vector<double> c{550.0, -1875.0};  // and (1e-13 x)^k: a slow decay
  for (int k = 2; k <= 26; ++k) c.push_back(std::pow(-1e-13, k));
  for (const double limit : {1e3, 1e12, 1.6e12, 1e14, 1e100, 1e200, kNoRoot}) {
    CAPTURE(limit);
    CHECK(std::abs(first(c, limit) - 550.0 / 1875.0) < 1e-15);
  }
}

TEST_CASE("a root where the polynomial only touches zero is no event") {
  CHECK(first({0.25, -1.0, 1.0}, 2.0) == kNoRoot);  // (x - 1/2)²
  CHECK(first({0.25 + 1e-9, -1.0, 1.0}, 2.0) == kNoRoot);
  CHECK(first({0.0, 1.0, 1.0}, 2.0) == kNoRoot);
}

TEST_CASE("a polynomial that starts at zero upward descends at its next root") {
  CHECK(first({0.0, 1.0, -2.0}, 1.0) == doctest::Approx(0.5).epsilon(1e-15));
  CHECK(first({0.0, 0.0, 3.0, -1.0}, 10.0) == doctest::Approx(3.0).epsilon(1e-15));
}

TEST_CASE("without a limit all positive roots are in reach") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK(first({12.0, -8.0}, inf) == 1.5);
  CHECK(first({1e6, 0.0, -1e-6}, inf) == doctest::Approx(1e6).epsilon(1e-14));
  CHECK(first({1.0, 1.0, 1.0}, inf) == kNoRoot);
}

TEST_CASE("the Taylor polynomial of a cosine descends at pi / 2") {
  std::vector<double> c(27, 0.0);
  double factorial = 1.0;
  for (int k = 0; k <= 26; ++k) {
    if (k > 0) factorial *= k;
    if (k % 2 == 0) c[static_cast<std::size_t>(k)] = (k % 4 == 0 ? 1.0 : -1.0) / factorial;
  }
  CHECK(std::abs(first(c, 3.0) - std::acos(0.0)) < 4e-16);
  CHECK(first(c, 1.5) == kNoRoot);
}

TEST_CASE("three crossings are told apart at every degree up to the largest") {
  for (int degree = 3; degree <= kMaxDegree; ++degree) {
    CAPTURE(degree);
    // Roots 0.3, 0.5, 0.9 and, all others, -2: each coefficient of the power basis takes part.
    std::vector<double> roots{0.3, 0.5, 0.9};
    roots.resize(static_cast<std::size_t>(degree), -2.0);
    const std::vector<double> c = from_roots(roots);
    CHECK(first(c, 1.0) == doctest::Approx(0.3).epsilon(1e-13));
    CHECK(first(c, 0.29) == kNoRoot);
    std::vector<double> upper = from_roots({0.9});
    for (int k = 1; k < degree; ++k) {  // times (1 + x / 2)
      upper.push_back(0.0);
      for (std::size_t i = upper.size() - 1; i > 0; --i) upper[i] += 0.5 * upper[i - 1];
    }
    CHECK(first(upper, 1.0) == doctest::Approx(0.9).epsilon(1e-13));
    CHECK(first(upper, 0.89) == kNoRoot);
  }
}

TEST_CASE("zeros above the degree of a polynomial change none of its values") {
  const double c[] = {1.0, 2.0, 3.0, 0.0, 0.0, 0.0};
  for (const double x : {-0.7, 0.0, 0.3, 1e9})
    CHECK(evaluate_polynomial(c, 5, x) == evaluate_polynomial(c, 2, x));
  const double zero[] = {-0.0, 0.0, 0.0};
  CHECK_FALSE(std::signbit(evaluate_polynomial(zero, 2, 0.5)));
}
