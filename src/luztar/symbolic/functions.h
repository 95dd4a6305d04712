// The named functions of the expression language.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// A function as the model file writes it.
struct FunctionName {
  std::string_view name;
  Op op;
  int n_arguments;  ///< min and max take more and fold from the left
};

/// Every function, in the order of docs/model-format.md.
std::span<const FunctionName> function_names();

/// The function called `name`, or nullptr.
const FunctionName* find_function(std::string_view name);

/// The name of an operation written as a function, or "" for an operator.
std::string_view function_name(Op op);

/// The operator's text ("+", "<=" ...), or "" if `op` is not binary.
std::string_view operator_text(Op op);

}  // namespace luztar
