// How tightly the nodes of an expression hold together: where a notation needs parentheses.
#pragma once

#include <string>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// From loose to tight; an operand that holds less tightly than its place needs parentheses.
enum class Binding { Comparison, Sum, Product, Unary, Power, Atom };

/// Of a node as linear notations write it; functions are atoms, negative numbers unary.
Binding binding_of(const Expression& expression);

/// The shortest text that reads back to the same double: "0.1", "1e-09", "inf".
std::string number_text(double value);

}  // namespace luztar
