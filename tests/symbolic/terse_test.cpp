// Expressions with zeros, ones and signs taken out: the same value, and the shape that people
// write.
#include "luztar/symbolic/terse.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "random.h"

using namespace luztar;
using luztar::testing::Random;

namespace {

Expression e(const char* text) { return parse_expression(text, {}); }

// A plain tree and the same one made tersely.
struct Pair {
  Expression plain, terse;
};

Pair random_pair(Random& random, int depth) {
  if (depth == 0) {
    const std::vector<const char*> leaves{"x", "y", "0", "1", "2", "-1", "x*y", "1/y", "-x"};
    const Expression leaf = e(leaves[static_cast<std::size_t>(random.below(9))]);
    return {leaf, leaf};
  }
  const Pair a = random_pair(random, depth - 1);
  const Pair b = random_pair(random, depth - 1);
  switch (random.below(6)) {
    case 0:
      return {Expression::apply(Op::Add, {a.plain, b.plain}), terse::sum(a.terse, b.terse)};
    case 1:
      return {Expression::apply(Op::Subtract, {a.plain, b.plain}),
              terse::difference(a.terse, b.terse)};
    case 2:
      return {Expression::apply(Op::Multiply, {a.plain, b.plain}),
              terse::product(a.terse, b.terse)};
    case 3:
      return {Expression::apply(Op::Divide, {a.plain, b.plain}), terse::quotient(a.terse, b.terse)};
    case 4:
      return {Expression::apply(Op::Negate, {a.plain}), terse::negated(a.terse)};
    default:
      return {Expression::apply(Op::Luz, {a.plain, e("0.5")}), terse::luz(a.terse, e("0.5"))};
  }
}

}  // namespace

TEST_CASE("a terse tree has the value of the plain one wherever that has one") {
  Random random{191};
  int compared = 0;
  for (int i = 0; i < 4000; ++i) {
    const Pair pair = random_pair(random, 3);
    for (int k = 0; k < 3; ++k) {
      const double x = random(-2, 2);
      const double y = random(0.3, 2);
      const auto at = [&](const std::string& name) {
        return name == "x" ? x : y;
      };
      const double expected = evaluate(pair.plain, at);
      if (!std::isfinite(expected) || std::abs(expected) > 1e6) continue;
      ++compared;
      const double found = evaluate(pair.terse, at);
      if (!(std::abs(found - expected) <= 1e-9 * (1 + std::abs(expected))))
        FAIL_CHECK(to_text(pair.plain), " -> ", to_text(pair.terse), ": ", found, " not ",
                   expected);
    }
  }
  CHECK(compared > 5000);
}

TEST_CASE("zeros and ones are not written, signs go to the front, whole numbers are worked out") {
  using namespace terse;
  CHECK(to_text(sum(e("0"), e("x"))) == "x");
  CHECK(to_text(sum(e("x"), e("-y"))) == "x - y");
  CHECK(to_text(sum(e("-x"), e("y"))) == "y - x");
  CHECK(to_text(sum(e("2"), e("3"))) == "5");
  CHECK(to_text(sum(e("x"), e("y - z"))) == "x + y - z");
  CHECK(to_text(difference(e("x"), e("x"))) == "0");
  CHECK(to_text(difference(e("0"), e("x - y"))) == "y - x");
  CHECK(to_text(product(e("-x"), e("-y"))) == "x*y");
  CHECK(to_text(product(e("x"), e("x"))) == "x^2");
  CHECK(to_text(product(e("1/k"), e("F"))) == "F/k");
  CHECK(to_text(quotient(e("-x"), e("y"))) == "-(x/y)");
  CHECK(to_text(quotient(e("6"), e("3"))) == "2");
  CHECK(to_text(quotient(e("6"), e("4"))) == "6/4");
  CHECK(to_text(quotient(e("a*b"), e("a"))) == "b");
  CHECK(to_text(quotient(e("a^2"), e("a"))) == "a");
  CHECK(to_text(quotient(e("a"), e("b/c"))) == "a*c/b");
  CHECK(to_text(reciprocal(number(std::numeric_limits<double>::infinity()))) == "0");
  CHECK(to_text(square(e("-3"))) == "9");
  CHECK(to_text(square(e("a/b"))) == "a^2/b^2");
}

TEST_CASE("odd functions turn their sign out, and vanish with their width") {
  using namespace terse;
  CHECK(to_text(luz(e("-x"), e("a"))) == "-luz(x, a)");
  CHECK(to_text(luz(e("x"), e("0"))) == "x");
  CHECK(to_text(sat(e("-x"), e("a"))) == "-sat(x, a)");
  CHECK(to_text(sat(e("x"), e("0"))) == "0");
  CHECK(to_text(tar(e("x"), e("0"))) == "x");
  CHECK(to_text(sign(e("-x"))) == "-sign(x)");
}
