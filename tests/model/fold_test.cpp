#include "luztar/model/fold.h"

#include <string>

#include <doctest/doctest.h>

using luztar::Expression;
using luztar::folded;
using luztar::Op;

namespace {

const luztar::SourceLocation kHere{"m.toml", 2, 5};

Expression x() { return Expression::symbol("x"); }
Expression n(double value) { return Expression::number(value); }

}  // namespace

TEST_CASE("operations on numbers are numbers, at the place of the operation") {
  const Expression sum = folded(Op::Add, {n(2), n(0.5)}, kHere);
  CHECK(sum.op() == Op::Number);
  CHECK(sum.number() == 2.5);
  CHECK(sum.where() == kHere);
  CHECK(folded(Op::Sat, {n(3), n(2)}, kHere).number() == 2);
  CHECK(to_text(folded(Op::Multiply, {n(2), x()}, kHere)) == "2*x");
}

TEST_CASE("what is not finite stays as it is written") {
  CHECK(to_text(folded(Op::Divide, {n(1), n(0)}, kHere)) == "1/0");
  CHECK(to_text(folded(Op::Log, {n(-1)}, kHere)) == "log(-1)");
}

TEST_CASE("a choice between numbers is the branch it takes, whatever the branches are") {
  const Expression less = Expression::apply(Op::Less, {n(1), n(2)});
  const Expression open = Expression::apply(Op::Less, {n(1), x()});
  CHECK(to_text(folded(Op::If, {less, x(), n(5)}, kHere)) == "x");
  const Expression equal = Expression::apply(Op::Less, {n(2), n(2)});
  CHECK(to_text(folded(Op::If, {equal, x(), n(5)}, kHere)) == "5");
  CHECK(to_text(folded(Op::If, {open, n(4), n(5)}, kHere)) == "if(1 < x, 4, 5)");
}

TEST_CASE("comparisons stay: they have a value in a choice only") {
  CHECK(folded(Op::Less, {n(1), n(2)}, kHere).op() == Op::Less);
  CHECK(luztar::is_comparison(Op::GreaterEqual));
  CHECK(!luztar::is_comparison(Op::If));
}
