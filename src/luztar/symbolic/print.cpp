// Expressions as text with no more parentheses than reading back needs.
#include <array>
#include <charconv>
#include <cmath>

#include "luztar/symbolic/binding.h"
#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

Binding tighter(Binding than) { return static_cast<Binding>(static_cast<int>(than) + 1); }

void print(const Expression& expression, std::string& text);

void print_operand(const Expression& operand, Binding least, std::string& text) {
  const bool parentheses = binding_of(operand) < least;
  if (parentheses) text += '(';
  print(operand, text);
  if (parentheses) text += ')';
}

void print_binary(const Expression& expression, std::string& text) {
  const Binding own = binding_of(expression);
  // Power binds right: its left operand must be an atom, its exponent may have a sign.
  const bool power = expression.op() == Op::Power;
  const Binding left = power ? Binding::Atom : own == Binding::Comparison ? Binding::Sum : own;
  const Binding right = power ? Binding::Unary : tighter(own);
  print_operand(expression.operands()[0], left, text);
  const bool spaced = own == Binding::Sum || own == Binding::Comparison;
  if (spaced) text += ' ';
  text += operator_text(expression.op());
  if (spaced) text += ' ';
  print_operand(expression.operands()[1], right, text);
}

void print_negation(const Expression& operand, std::string& text) {
  // "-3" reads back as a negative number, so the negation of the number 3 is "-(3)".
  const bool number = operand.op() == Op::Number && !std::signbit(operand.number());
  text += '-';
  print_operand(operand, number ? tighter(Binding::Atom) : Binding::Unary, text);
}

void print_call(const Expression& expression, std::string& text) {
  text += expression.op() == Op::Lookup ? std::string_view(expression.table()->name)
                                        : function_name(expression.op());
  text += '(';
  bool first = true;
  for (const Expression& operand : expression.operands()) {
    if (!first) text += ", ";
    first = false;
    print(operand, text);
  }
  text += ')';
}

void print(const Expression& expression, std::string& text) {
  if (expression.op() == Op::Number) {
    text += number_text(expression.number());
  } else if (expression.op() == Op::Symbol) {
    text += expression.symbol();
  } else if (expression.op() == Op::Negate) {
    print_negation(expression.operands()[0], text);
  } else if (!operator_text(expression.op()).empty()) {
    print_binary(expression, text);
  } else {
    print_call(expression, text);
  }
}

}  // namespace

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

std::string to_text(const Expression& expression) {
  std::string text;
  print(expression, text);
  return text;
}

}  // namespace luztar
