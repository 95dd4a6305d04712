#include "luztar/symbolic/binding.h"

#include <array>
#include <charconv>
#include <cmath>

namespace luztar {

Binding binding_of(const Expression& expression) {
  switch (expression.op()) {
    case Op::Number:
      return std::signbit(expression.number()) ? Binding::Unary : Binding::Atom;
    case Op::Negate:
      return Binding::Unary;
    case Op::Add:
    case Op::Subtract:
      return Binding::Sum;
    case Op::Multiply:
    case Op::Divide:
      return Binding::Product;
    case Op::Power:
      return Binding::Power;
    case Op::Less:
    case Op::LessEqual:
    case Op::Greater:
    case Op::GreaterEqual:
      return Binding::Comparison;
    default:
      return Binding::Atom;
  }
}

std::string number_text(double value) {
  std::array<char, 32> buffer{};
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return {buffer.data(), end};
}

}  // namespace luztar
