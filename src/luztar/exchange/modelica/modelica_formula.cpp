#include "luztar/exchange/modelica/modelica_formula.h"

#include <cmath>
#include <numbers>
#include <string_view>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/symbolic/binding.h"
#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

constexpr const char* kPi = "Modelica.Constants.pi";

class FormulaWriter {
 public:
  explicit FormulaWriter(const std::function<std::string(const std::string&)>& name_of)
      : name_of_(name_of) {}

  std::string operator()(const Expression& e) const {
    switch (e.op()) {
      case Op::Number:
        return modelica_number(e.number());
      case Op::Symbol:
        return name_of_(e.symbol());
      case Op::Negate:
        return "-" + operand(e.operands()[0], Binding::Product);
      case Op::Add:
      case Op::Subtract:
      case Op::Multiply:
      case Op::Divide:
      case Op::Less:
      case Op::LessEqual:
      case Op::Greater:
      case Op::GreaterEqual:
        return binary(e);
      case Op::Power:
        return operand(e.operands()[0], Binding::Atom) + "^" +
               operand(e.operands()[1], Binding::Atom);
      default:
        return piecewise(e);
    }
  }

 private:
  std::string operand(const Expression& e, Binding least) const {
    const std::string text = (*this)(e);
    const bool is_choice = text.starts_with("if ");
    // what others write as a call may be a sum or a product here
    const bool is_open = binding_of(e) == Binding::Atom && is_loose(e.op());
    const bool is_signed = binding_of(e) == Binding::Unary && least > Binding::Sum;
    return binding_of(e) < least || is_choice || is_open || is_signed ? "(" + text + ")" : text;
  }

  static bool is_loose(Op op) {
    return op == Op::Luz || op == Op::Saw || op == Op::Round || op == Op::Atanh;
  }

  std::string binary(const Expression& e) const {
    const Binding own = binding_of(e);
    const bool compares = own == Binding::Comparison;
    const Binding left = compares ? Binding::Sum : own;
    const bool sums = own == Binding::Sum;
    const Binding right = compares ? Binding::Sum : sums ? Binding::Product : Binding::Power;
    const std::string space = own == Binding::Product ? "" : " ";
    return operand(e.operands()[0], left) + space + std::string(operator_text(e.op())) + space +
           operand(e.operands()[1], right);
  }

  std::string part(const Expression& e, std::size_t i) const { return (*this)(e.operands()[i]); }
  /// Beside a comparison or a sum.
  std::string side(const Expression& e, std::size_t i) const {
    return operand(e.operands()[i], Binding::Sum);
  }
  /// In brackets where an operator stands beside it.
  std::string tight(const Expression& e, std::size_t i) const {
    return operand(e.operands()[i], Binding::Power);
  }

  static std::string call(std::string_view name, const std::string& a) {
    return std::string(name) + "(" + a + ")";
  }
  static std::string call(std::string_view name, const std::string& a, const std::string& b) {
    return std::string(name) + "(" + a + ", " + b + ")";
  }

  /// min and max of two, so of more they nest.
  std::string extreme(const Expression& e) const {
    std::string text = part(e, 0);
    for (std::size_t i = 1; i < e.operands().size(); ++i)
      text = call(function_name(e.op()), text, part(e, i));
    return text;
  }

  /// The nearest number to x in [-a, a]; a negative a counts as 0.
  std::string saturated(const Expression& e) const {
    const Expression& a = e.operands()[1];
    const bool is_positive = a.op() == Op::Number && a.number() >= 0.0;
    const std::string limit = is_positive ? part(e, 1) : call("max", "0", part(e, 1));
    return call("max", "-" + limit, call("min", limit, part(e, 0)));
  }

  std::string piecewise(const Expression& e) const {
    switch (e.op()) {
      case Op::If:
        return "if " + part(e, 0) + " then " + operand(e.operands()[1], Binding::Sum) + " else " +
               part(e, 2);
      case Op::Step:
        return "if " + side(e, 0) + " < 0 then 0 else 1";
      case Op::Pulse:
        return "if " + side(e, 0) + " < " + side(e, 1) + " then 0 elseif " + side(e, 0) + " < " +
               side(e, 1) + " + " + tight(e, 2) + " then 1 else 0";
      case Op::Square:
        return "if " + call("mod", part(e, 0), std::string("2*") + kPi) + " < " + kPi +
               " then 1 else -1";
      case Op::Saw:
        return call("mod", part(e, 0), std::string("2*") + kPi) + "/" + kPi + " - 1";
      case Op::Tar:
        return "if " + side(e, 0) + " > 0 then " + side(e, 0) + " + " + tight(e, 1) + " elseif " +
               side(e, 0) + " < 0 then " + side(e, 0) + " - " + tight(e, 1) + " else 0";
      case Op::Sat:
        return saturated(e);
      case Op::Luz:
        return tight(e, 0) + " - " + saturated(e);
      default:
        return function(e);
    }
  }

  std::string function(const Expression& e) const {
    switch (e.op()) {
      case Op::Min:
      case Op::Max:
        return extreme(e);
      case Op::Hypot:
        return "sqrt((" + part(e, 0) + ")^2 + (" + part(e, 1) + ")^2)";
      case Op::Asinh:
      case Op::Acosh:
        return call("Modelica.Math." + std::string(function_name(e.op())), part(e, 0));
      case Op::Atanh:
        return "log((1 + " + tight(e, 0) + ")/(1 - " + tight(e, 0) + "))/2";
      case Op::Round:
        return "sign(" + part(e, 0) + ")*floor(abs(" + part(e, 0) + ") + 0.5)";
      case Op::Delay:
        if (e.operands().size() > 2)
          throw ModelError(
              e.where(), "delay() with a history has no counterpart in Modelica",
              "leave the third argument out, or write the formula at the earlier time");
        return call("delay", part(e, 0), part(e, 1));
      case Op::Lookup:
        if (e.table()->inputs() > 1)
          throw ModelError(e.where(),
                           "the table " + quote(e.table()->name) +
                               " has two inputs, which has no counterpart in Modelica",
                           "write a formula, or tables of one input");
        if (e.table()->name.ends_with('\''))
          throw ModelError(e.where(), "the slope of a table has no counterpart in Modelica",
                           "write a deflection without tables");
        return call(name_of_(e.table()->name), part(e, 0));
      case Op::Atan2:
      case Op::Mod:
        return call(function_name(e.op()), part(e, 0), part(e, 1));
      default:
        return call(function_name(e.op()), part(e, 0));
    }
  }

  const std::function<std::string(const std::string&)>& name_of_;
};

}  // namespace

std::string modelica_number(double value) {
  if (std::isinf(value)) return std::string(value < 0.0 ? "-" : "") + "Modelica.Constants.inf";
  if (value == std::numbers::pi) return kPi;
  return number_text(value + 0.0);
}

std::string modelica_formula(const Expression& expression,
                             const std::function<std::string(const std::string&)>& name_of) {
  return FormulaWriter(name_of)(expression);
}

}  // namespace luztar
