// Equality of expressions as functions of their symbols.
#include <cmath>

#include "luztar/algebra/formula.h"
#include "luztar/derive/reduce_rules.h"

namespace luztar::reduction {

namespace {

bool is_infinite(const Expression& expression) {
  return expression.op() == Op::Number && !std::isfinite(expression.number());
}

}  // namespace

bool is_zero(const Expression& expression) {
  if (expression.op() == Op::Number) return expression.number() == 0;
  if (expression.op() == Op::Symbol) return false;
  return to_formula(expression).is_zero();
}

bool are_equal(const Expression& a, const Expression& b) {
  if (a.identity() == b.identity() || to_text(a) == to_text(b)) return true;
  if (a.op() == Op::Number && b.op() == Op::Number) return a.number() == b.number();
  if (is_infinite(a) || is_infinite(b)) return false;  // no formula holds infinity
  return to_formula(a) == to_formula(b);
}

}  // namespace luztar::reduction
