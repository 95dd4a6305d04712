#include "luztar/model/fold.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace luztar {
namespace {

bool is_number(const Expression& expression) { return expression.op() == Op::Number; }

double value_of_constant(const Expression& expression) {
  return evaluate(expression, [](const std::string&) { return 0.0; });
}

}  // namespace

bool is_comparison(Op op) {
  return op == Op::Less || op == Op::LessEqual || op == Op::Greater || op == Op::GreaterEqual;
}

Expression folded(Op op, std::vector<Expression> operands, const SourceLocation& where) {
  if (op == Op::If) {
    const auto& sides = operands[0].operands();
    if (!std::all_of(sides.begin(), sides.end(), is_number)) {
      return Expression::apply(op, std::move(operands), where);
    }
    const Expression truth = Expression::apply(
        Op::If, {operands[0], Expression::number(1), Expression::number(0)}, where);
    return value_of_constant(truth) != 0 ? operands[1] : operands[2];
  }
  const bool constant =
      !is_comparison(op) && std::all_of(operands.begin(), operands.end(), is_number);
  Expression result = Expression::apply(op, std::move(operands), where);
  if (!constant) return result;
  const double value = value_of_constant(result);
  return std::isfinite(value) ? Expression::number(value, where) : result;
}

}  // namespace luztar
