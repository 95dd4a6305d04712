// Operations on numbers as numbers.
#pragma once

#include <vector>

#include "luztar/symbolic/expression.h"

namespace luztar {

bool is_comparison(Op op);

/// The number that an operation on numbers is, else the operation; if() of two numbers is the
/// branch that it takes. What is not finite stays as it is written, so that it is reported like any
/// other value.
Expression folded(Op op, std::vector<Expression> operands, const SourceLocation& where);

}  // namespace luztar
