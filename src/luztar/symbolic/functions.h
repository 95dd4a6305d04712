// The functions of the expression language: their names, and their values on doubles.
#pragma once

#include <span>
#include <string_view>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// A function as the model file writes it.
struct FunctionName {
  std::string_view name;
  Op op;
  int n_arguments;  ///< min and max take more and fold from the left; delay takes one more
};

/// Every function, in the order of docs/model-expressions.md.
std::span<const FunctionName> function_names();

/// The function called `name`, or nullptr.
const FunctionName* find_function(std::string_view name);

/// The name of an operation written as a function, or "" for an operator.
std::string_view function_name(Op op);

/// The operator's text ("+", "<=" ...), or "" if `op` is not binary.
std::string_view operator_text(Op op);

// Values as docs/model-expressions.md has them.
/// @pre an operation of one operand
double apply(Op op, double x);
/// @pre an operation of two operands; comparisons give 0 or 1
double apply(Op op, double x, double y);
double apply_pulse(double x, double start, double width);

}  // namespace luztar
