// Derivatives of expressions, as expressions.
#pragma once

#include <functional>
#include <string>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// The total derivative where every symbol has the derivative `derivative_of` gives it, the number
/// 0 for a constant one. The product and chain rules with zeros and ones taken out, no more.
///
/// At a kink (abs, min, max, luz, tar, sat) the derivative of one side, for min and max that of the
/// first argument; jumps (sign, step, pulse, square, saw, if) count as constant.
Expression differentiate(const Expression& expression,
                         const std::function<Expression(const std::string&)>& derivative_of);

}  // namespace luztar
