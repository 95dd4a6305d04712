// Equality of expressions as functions of their symbols. A value that a limit made infinite is not
// zero and equals nothing but itself.
#include <algorithm>
#include <cmath>

#include "luztar/algebra/formula.h"
#include "luztar/derive/reduce_rules.h"

namespace luztar::reduction {
namespace {

bool is_finite(const Expression& expression) {
  if (expression.op() == Op::Number) return std::isfinite(expression.number());
  const auto& operands = expression.operands();
  return std::all_of(operands.begin(), operands.end(), is_finite);
}

}  // namespace

bool is_zero(const Expression& expression) {
  if (expression.op() == Op::Number) return expression.number() == 0;
  if (expression.op() == Op::Symbol || !is_finite(expression)) return false;
  return to_formula(expression).is_zero();
}

bool are_equal(const Expression& a, const Expression& b) {
  if (a.identity() == b.identity() || to_text(a) == to_text(b)) return true;
  if (a.op() == Op::Number && b.op() == Op::Number) return a.number() == b.number();
  if (!is_finite(a) || !is_finite(b)) return false;  // no formula holds infinity
  return to_formula(a) == to_formula(b);
}

}  // namespace luztar::reduction
