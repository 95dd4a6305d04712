// Products and sums of expressions as people write them: no "+ -", no "1*", no nested quotients.
// Of this layer only.
#pragma once

#include <vector>

#include "luztar/algebra/polynomial.h"
#include "luztar/symbolic/expression.h"

namespace luztar {

/// A term of a sum with its sign apart.
struct SignedTerm {
  bool negative{};
  Expression value{};
};

/// number * top/bottom * carrier. The number is not negative; `carrier` may be missing.
struct WrittenTerm {
  Rational number{1};
  std::vector<Expression> top{};
  std::vector<Expression> bottom{};
  std::vector<Expression> carrier{};  ///< its factors: luz(x, a), or a sum in parentheses
};

Expression written(const WrittenTerm& term);
Expression written_power(const Expression& base, std::uint32_t exponent);
Expression written_product(const std::vector<Expression>& factors);  ///< 1 if there are none
/// A term with a plus goes first if there is one.
Expression written_sum(std::vector<SignedTerm> terms);
Expression negated(const Expression& expression);

}  // namespace luztar
