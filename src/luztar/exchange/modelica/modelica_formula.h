// Expressions of the model file in the language of Modelica.
#pragma once

#include <functional>
#include <string>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// @param name_of  what stands for a symbol, "m", "q.seat", "t": text that binds like a name
/// @return the same value as evaluate() gives, but for rounding; comparisons are events
/// Throws ModelError at what Modelica has no word for: a table of two inputs, a delay that goes on
/// before the start.
std::string modelica_formula(const Expression& expression,
                             const std::function<std::string(const std::string&)>& name_of);

/// A number as Modelica reads it to the same bits.
std::string modelica_number(double value);

}  // namespace luztar
