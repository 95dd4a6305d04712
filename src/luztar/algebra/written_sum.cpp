#include "luztar/algebra/written_sum.h"

#include <algorithm>

#include "luztar/algebra/numbers.h"
#include "luztar/core/assert.h"

namespace luztar {
namespace {

Expression quotient(const std::vector<Expression>& top, const std::vector<Expression>& bottom) {
  if (bottom.empty()) return written_product(top);
  return Expression::apply(Op::Divide, {written_product(top), written_product(bottom)});
}

std::vector<Expression> joined(std::vector<Expression> a, const std::vector<Expression>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

Expression written_product(const std::vector<Expression>& factors) {
  if (factors.empty()) return Expression::number(1);
  Expression product = factors[0];
  for (std::size_t i = 1; i < factors.size(); ++i) {
    product = Expression::apply(Op::Multiply, {product, factors[i]});
  }
  return product;
}

Expression written_power(const Expression& base, std::uint32_t exponent) {
  if (exponent == 1) return base;
  return Expression::apply(Op::Power, {base, Expression::number(exponent)});
}

Expression written(const WrittenTerm& term) {
  const WrittenNumber number = written_number(term.number);
  std::vector<Expression> top;
  if (number.numerator != 1) top.push_back(Expression::number(number.numerator));
  top.insert(top.end(), term.top.begin(), term.top.end());
  std::vector<Expression> bottom;
  if (number.denominator != 1) bottom.push_back(Expression::number(number.denominator));
  bottom.insert(bottom.end(), term.bottom.begin(), term.bottom.end());
  // M1/(M1 + M2)*luz(...), but luz(...)/C and k*luz(...)/2.
  const bool coefficient_first = !term.top.empty() && !term.bottom.empty();
  if (!coefficient_first || term.carrier.empty())
    return quotient(joined(top, term.carrier), bottom);
  return written_product(joined({quotient(top, bottom)}, term.carrier));
}

Expression negated(const Expression& expression) {
  if (expression.op() == Op::Number) return Expression::number(-expression.number());
  if (expression.op() == Op::Multiply || expression.op() == Op::Divide) {
    return Expression::apply(expression.op(),
                             {negated(expression.operands()[0]), expression.operands()[1]});
  }
  return Expression::apply(Op::Negate, {expression});
}

Expression written_sum(std::vector<SignedTerm> terms) {
  LUZTAR_ASSERT(!terms.empty());
  const auto first = std::ranges::find(terms, false, &SignedTerm::negative);
  if (first != terms.end()) std::rotate(terms.begin(), first, first + 1);
  Expression sum = terms[0].negative ? negated(terms[0].value) : terms[0].value;
  for (std::size_t i = 1; i < terms.size(); ++i) {
    sum = Expression::apply(terms[i].negative ? Op::Subtract : Op::Add, {sum, terms[i].value});
  }
  return sum;
}

}  // namespace luztar
