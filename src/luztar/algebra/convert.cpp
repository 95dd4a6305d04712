// Expressions of models as formulas.
#include <cmath>

#include "luztar/algebra/formula_access.h"
#include "luztar/algebra/numbers.h"
#include "luztar/core/assert.h"

namespace luztar {

Formula to_formula(const Expression& expression) {
  if (expression.op() == Op::Number) {
    LUZTAR_ASSERT(std::isfinite(expression.number()));
    return rational_formula(fraction_written(expression.number()));
  }
  if (expression.op() == Op::Symbol) return Formula::symbol(expression.symbol());
  std::vector<Formula> operands;
  for (const Expression& operand : expression.operands()) operands.push_back(to_formula(operand));
  return Formula::apply(expression.op(), std::move(operands));
}

std::string to_text(const Formula& formula) { return to_text(to_expression(formula)); }

}  // namespace luztar
