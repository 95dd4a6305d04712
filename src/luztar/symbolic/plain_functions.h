// Functions of the expression language on doubles (docs/model-format.md).
#pragma once

#include "luztar/symbolic/expression.h"

namespace luztar {

/// @pre an operation of one operand
double apply(Op op, double x);
/// @pre an operation of two operands; comparisons give 0 or 1
double apply(Op op, double x, double y);
double apply_pulse(double x, double start, double width);

}  // namespace luztar
