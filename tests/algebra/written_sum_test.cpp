// Products and sums as people write them.
#include "luztar/algebra/written_sum.h"

#include <string>

#include <doctest/doctest.h>

#include "exact_value.h"

using namespace luztar;
using luztar::testing::parsed;

TEST_CASE("a term has its number first, its divisor last, and a carrier behind a quotient") {
  const Expression m1 = parsed("M1");
  const Expression sum = parsed("M1 + M2");
  const Expression luz = parsed("luz(x, a)");
  CHECK(to_text(written({1, {m1}, {sum}, {luz}})) == "M1/(M1 + M2)*luz(x, a)");
  CHECK(to_text(written({1, {}, {sum}, {luz}})) == "luz(x, a)/(M1 + M2)");
  CHECK(to_text(written({{1, 2}, {m1}, {}, {luz}})) == "M1*luz(x, a)/2");
  CHECK(to_text(written({3, {m1, sum}, {}, {}})) == "3*M1*(M1 + M2)");
  CHECK(to_text(written({{2, 3}, {}, {m1}, {}})) == "2/(3*M1)");
  CHECK(to_text(written({1, {}, {}, {}})) == "1");
  CHECK(to_text(written({1, {}, {}, {luz}})) == "luz(x, a)");
}

TEST_CASE("a sum begins with a plus if it has one") {
  const SignedTerm x{true, parsed("x")};
  const SignedTerm y{false, parsed("y")};
  const SignedTerm z{true, parsed("z")};
  CHECK(to_text(written_sum({x, y, z})) == "y - x - z");
  CHECK(to_text(written_sum({x, z})) == "-x - z");
  CHECK(to_text(written_sum({y})) == "y");
  CHECK(to_text(written_sum({{true, parsed("2*x")}, z})) == "-2*x - z");
}

TEST_CASE("minus goes to the first number of a product and is a sign elsewhere") {
  CHECK(to_text(negated(parsed("3"))) == "-3");
  CHECK(to_text(negated(parsed("2*x/y"))) == "-2*x/y");
  CHECK(negated(parsed("2*x")).operands()[0].number() == -2.0);
  CHECK(to_text(negated(parsed("x + y"))) == "-(x + y)");
}

TEST_CASE("powers of one and empty products are not written") {
  CHECK(to_text(written_power(parsed("x"), 1)) == "x");
  CHECK(to_text(written_power(parsed("x + y"), 3)) == "(x + y)^3");
  CHECK(to_text(written_product({})) == "1");
}
