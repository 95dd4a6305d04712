#include "luztar/import/formula_text.h"

#include <cmath>
#include <utility>

#include "luztar/core/number_text.h"

namespace luztar {
namespace {

using Binds = FormulaText::Binds;

FormulaText with(std::string text, Binds binds) {
  FormulaText formula(std::move(text));
  formula.binds = binds;
  return formula;
}

/// The text in brackets where it binds less than asked for.
std::string inside(const FormulaText& formula, Binds at_most) {
  return formula.binds > at_most ? "(" + formula.text + ")" : formula.text;
}

/// "-x" of an x that is no sum.
bool is_negated(const FormulaText& formula) {
  if (!formula.text.starts_with('-')) return false;
  int depth = 0;
  for (const char c : formula.text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ' ' && depth == 0) return false;
  }
  return true;
}

}  // namespace

FormulaText::FormulaText(std::string atom) : text(std::move(atom)) {}

FormulaText::FormulaText(double number)
    : text(std::isinf(number) ? (number > 0.0 ? "inf" : "-inf") : cell_text(number)),
      binds(text.starts_with('-') ? Binds::Sum : Binds::Tightly) {}

FormulaText operator+(const FormulaText& a, const FormulaText& b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  if (b.text.starts_with('-')) return with(a.text + " - " + b.text.substr(1), Binds::Sum);
  return with(a.text + " + " + b.text, Binds::Sum);
}

FormulaText operator-(const FormulaText& a) {
  if (a.is_zero()) return a;
  if (is_negated(a)) return with(a.text.substr(1), Binds::Product);
  if (a.binds <= Binds::Product) return with("-" + a.text, Binds::Sum);
  return with("-(" + a.text + ")", Binds::Sum);
}

FormulaText operator-(const FormulaText& a, const FormulaText& b) {
  if (b.is_zero()) return a;
  if (a.is_zero()) return -b;
  if (is_negated(b)) return a + -b;
  return with(a.text + " - " + inside(b, Binds::Product), Binds::Sum);
}

FormulaText operator*(const FormulaText& a, const FormulaText& b) {
  if (a.is_zero() || b.is_zero()) return {};
  if (a.is_one()) return b;
  if (b.is_one()) return a;
  if (is_negated(a)) return -(-a * b);
  if (is_negated(b)) return -(a * -b);
  return with(inside(a, Binds::Product) + "*" + inside(b, Binds::Power), Binds::Product);
}

FormulaText operator/(const FormulaText& a, const FormulaText& b) {
  if (a.is_zero()) return {};
  if (b.is_one()) return a;
  if (is_negated(a)) return -(-a / b);
  return with(inside(a, Binds::Product) + "/" + inside(b, Binds::Power), Binds::Product);
}

FormulaText power(const FormulaText& a, const FormulaText& b) {
  if (b.is_one()) return a;
  return with(inside(a, Binds::Tightly) + "^" + inside(b, Binds::Tightly), Binds::Power);
}

FormulaText call(const std::string& function, const std::vector<FormulaText>& arguments) {
  std::string text;
  for (const FormulaText& argument : arguments) text += (text.empty() ? "" : ", ") + argument.text;
  return function + "(" + text + ")";
}

FormulaText choose(const FormulaText& a, const std::string& relation, const FormulaText& b,
                   const FormulaText& yes, const FormulaText& no) {
  return "if(" + a.text + " " + relation + " " + b.text + ", " + yes.text + ", " + no.text + ")";
}

}  // namespace luztar
