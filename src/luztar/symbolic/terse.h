// Expressions put together as a person would write them: no 0*x, no 1*x, no double signs, and
// 1/(1/a + 1/b) + c is added to as it stands. Whole numbers are folded, decimals are kept.
#pragma once

#include "luztar/symbolic/expression.h"

namespace luztar::terse {

Expression number(double value);
bool is_number(const Expression& expression, double value);
bool is_infinite(const Expression& expression);  ///< the number inf
bool is_finite(const Expression& expression);    ///< all but the numbers inf and -inf

Expression sum(const Expression& a, const Expression& b);
Expression difference(const Expression& a, const Expression& b);
Expression product(const Expression& a, const Expression& b);
Expression quotient(const Expression& a, const Expression& b);
Expression negated(const Expression& a);
Expression reciprocal(const Expression& a);  ///< 0 of inf
Expression square(const Expression& a);
// Odd functions: a sign goes in front.
Expression luz(const Expression& x, const Expression& a);
Expression sat(const Expression& x, const Expression& a);
Expression tar(const Expression& x, const Expression& a);
Expression sign(const Expression& x);

}  // namespace luztar::terse
