// Limits of expressions that keep the way in which the expressions are written.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// What an expression tends to.
struct LimitValue {
  enum class Kind { Finite, PlusInfinity, MinusInfinity };
  Kind kind{Kind::Finite};
  Expression value{};  ///< if finite
  int side{0};  ///< a value 0 that is approached from above (1), below (-1), or not known (0)

  bool is_finite() const { return kind == Kind::Finite; }
  static LimitValue finite(Expression value, int side = 0) {
    return {Kind::Finite, std::move(value), side};
  }
  static LimitValue infinite(int sign) {
    return {sign > 0 ? Kind::PlusInfinity : Kind::MinusInfinity, {}, 0};
  }
};

/// The limits of symbols, nothing for one that stays; and the sign of a finite expression.
struct LimitRules {
  std::function<std::optional<LimitValue>(const std::string&)> symbol;
  std::function<int(const Expression&)> sign;  ///< 0: not known, or it is zero
};

/// The limit by the rules of calculus, from the operands to the whole. 1/(1/a + 1/b) with b to
/// infinity is a. Nothing for 0/0, inf - inf and the like, and for functions that
/// have no limit. An expression that no limit touches is given back as it is.
std::optional<LimitValue> limit_of(const Expression& expression, const LimitRules& rules);

}  // namespace luztar
