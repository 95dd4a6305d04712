#include "luztar/model/dimensions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/quantity_text.h"

namespace luztar {
namespace {

using Certainty = DimensionOf::Certainty;

constexpr DimensionOf kUnknown{};
constexpr DimensionOf kRatio{Certainty::Ratio, {}};
constexpr Dimension kPure{};
constexpr const char* kUnitsAdvice = "check the units of what stands in it";

bool has_dimension(const DimensionOf& value) {
  return value.certainty == Certainty::Bare || value.is_sure();
}

/// @param exponent  1, or -1 for a quotient
DimensionOf product_of(const DimensionOf& a, const DimensionOf& b, int exponent) {
  if (a.certainty == Certainty::None || b.certainty == Certainty::None) return kUnknown;
  const bool numbers = !has_dimension(a) && !has_dimension(b);
  if (numbers) return {std::max(a.certainty, b.certainty), {}};
  if (a.certainty == Certainty::Number || b.certainty == Certainty::Number) return kUnknown;
  return {std::max(a.certainty, b.certainty), product(a.dimension, b.dimension, exponent)};
}

/// The number that stands there, with its sign.
std::optional<double> literal(const Expression& expression) {
  if (expression.op() == Op::Number) return expression.number();
  if (expression.op() != Op::Negate) return std::nullopt;
  const auto value = literal(expression.operands()[0]);
  return value ? std::optional(-*value) : std::nullopt;
}

std::string sign_of(Op op) {
  if (op == Op::Add) return "a sum";
  if (op == Op::Subtract) return "a difference";
  if (op == Op::If) return "the two values of `if`";
  const std::string_view function = function_name(op);
  return function.empty() ? "a comparison" : "`" + std::string(function) + "`";
}

}  // namespace

DimensionOf ExpressionDimensions::of(const Expression& expression, const SourceLocation& fallback) {
  fallback_ = &fallback;
  return visit(expression);
}

DimensionOf ExpressionDimensions::visit(const Expression& expression) {
  const auto& operands = expression.operands();
  switch (expression.op()) {
    case Op::Number:
      if (!expression.unit().empty()) return sure(source_.of_unit(expression.unit()));
      if (expression.number() == std::numbers::pi) return kRatio;
      return {Certainty::Number, {}};
    case Op::Symbol:
      return source_.of_symbol(expression.symbol());
    case Op::Multiply:
      return product_of(visit(operands[0]), visit(operands[1]), 1);
    case Op::Divide:
      return product_of(visit(operands[0]), visit(operands[1]), -1);
    case Op::Power:
      return raised(expression);
    case Op::Sqrt: {
      const DimensionOf base = visit(operands[0]);
      const auto half = root(base.dimension);
      return half ? DimensionOf{base.certainty, *half} : kUnknown;
    }
    case Op::If:
      return chosen(expression);
    case Op::Lookup:
      return looked_up(expression);
    case Op::Delay:
      return delayed(expression);
    case Op::Atan2:
    case Op::Pulse:
      agreed(expression, 0);
      return kRatio;
    case Op::Sign:
    case Op::Step:
      visit(operands[0]);
      return kRatio;
    default:
      break;
  }
  const bool keeps = operands.size() == 2 || expression.op() == Op::Negate ||
                     expression.op() == Op::Abs || expression.op() == Op::Floor ||
                     expression.op() == Op::Ceil || expression.op() == Op::Round;
  return keeps ? agreed(expression, 0) : pure(expression);
}

/// Operands from this one on have one dimension. Plain numbers and what is not known fit all.
DimensionOf ExpressionDimensions::agreed(const Expression& expression, std::size_t from) {
  bool has_numbers = false;
  DimensionOf found{Certainty::Number, {}};
  for (std::size_t i = from; i < expression.operands().size(); ++i) {
    const Expression& operand = expression.operands()[i];
    const DimensionOf next = visit(operand);
    has_numbers = has_numbers || next.certainty == Certainty::Number;
    if (has_dimension(found) && has_dimension(next) && found.dimension != next.dimension) {
      if (!found.is_sure() && !next.is_sure()) return kUnknown;
      report(operand,
             sign_of(expression.op()) + " of " + words_of(found.dimension) + " and " +
                 words_of(next.dimension),
             kUnitsAdvice);
      return kUnknown;
    }
    if (has_dimension(next)) {
      found = {std::max(found.certainty, next.certainty), next.dimension};
    } else if (!has_dimension(found)) {
      found.certainty = next.certainty == Certainty::None || found.certainty == Certainty::None
                            ? Certainty::None
                            : std::max(found.certainty, next.certainty);
    }
  }
  // min(t, 1) and 1 - t are ramps, of 1 by second.
  return found.certainty == Certainty::Bare && has_numbers ? kUnknown : found;
}

DimensionOf ExpressionDimensions::chosen(const Expression& expression) {
  agreed(expression.operands()[0], 0);
  return agreed(expression, 1);
}

DimensionOf ExpressionDimensions::raised(const Expression& expression) {
  constexpr double kMost = 24.0;  // of doubled exponents: beyond, no unit has such a power
  const DimensionOf base = visit(expression.operands()[0]);
  const Expression& exponent = expression.operands()[1];
  const DimensionOf power = visit(exponent);
  if (power.is_sure() && power.dimension != kPure)
    report(exponent, "an exponent in " + words_of(power.dimension), "it is a pure number");
  if (base.dimension == kPure) return base;
  const auto value = literal(exponent);
  if (!value || std::abs(2 * *value) > kMost || 2 * *value != std::floor(2 * *value))
    return kUnknown;
  const auto result = root(product({}, base.dimension, static_cast<int>(2 * *value)));
  return result ? DimensionOf{base.certainty, *result} : kUnknown;
}

/// A function of pure numbers and angles.
DimensionOf ExpressionDimensions::pure(const Expression& expression) {
  const Expression& operand = expression.operands()[0];
  const DimensionOf given = visit(operand);
  if (given.is_sure() && given.dimension != kPure) {
    const std::string function(function_name(expression.op()));
    report(operand, "`" + function + "` of " + words_of(given.dimension),
           "its argument is a pure number or an angle: check the units of what stands in it");
  }
  return kRatio;
}

DimensionOf ExpressionDimensions::looked_up(const Expression& expression) {
  const auto& operands = expression.operands();
  std::vector<DimensionOf> given;
  for (const Expression& operand : operands) given.push_back(visit(operand));
  const FunctionTable* table = source_.table(expression.table()->name);
  if (table == nullptr) return kUnknown;
  for (std::size_t i = 0; i < operands.size(); ++i)
    check_argument(operands[i], given[i], *table, i == 0 ? 'x' : 'y');
  const std::string& gives = operands.size() == 2 ? table->z_unit : table->y_unit;
  return gives.empty() ? kUnknown : sure(source_.of_unit(gives));
}

/// What it delays, by seconds.
DimensionOf ExpressionDimensions::delayed(const Expression& expression) {
  constexpr Dimension kSecond{0, 0, 1};
  const auto& operands = expression.operands();
  const DimensionOf value = visit(operands[0]), time = visit(operands[1]);
  if (time.is_sure() && time.dimension != kSecond)
    report(operands[1], "the time of delay() is in " + words_of(time.dimension), "write it in s");
  if (operands.size() < 3) return value;
  const DimensionOf before = visit(operands[2]);
  if (value.is_sure() && before.is_sure() && value.dimension != before.dimension)
    report(operands[2],
           "delay() of " + words_of(value.dimension) + " with a history in " +
               words_of(before.dimension),
           kUnitsAdvice);
  return value;
}

void ExpressionDimensions::check_argument(const Expression& argument, const DimensionOf& given,
                                          const FunctionTable& table, char input) {
  const std::string& over = input == 'x' ? table.x_unit : table.y_unit;
  if (over.empty()) return;
  const Dimension asked = source_.of_unit(over);
  const bool is_symbol = argument.op() == Op::Symbol && has_dimension(given);
  std::string words = words_of(given.dimension);
  if (argument.op() == Op::Symbol && !has_dimension(given)) {  // a coordinate, but of which kind?
    const std::string& name = argument.symbol();
    const bool rate = name == "v" || name.starts_with("v.");
    if (!rate && name != "d" && !name.starts_with("q.")) return;
    const int time = rate ? -1 : 0;
    if (asked == Dimension{0, 1, time} || asked == Dimension{0, 0, time}) return;
    words = rate ? "m/s or rad/s" : "m or rad";
  } else if ((!given.is_sure() && !is_symbol) || given.dimension == asked) {
    return;
  }
  report(argument,
         "the table '" + table.name + "' is over " + over + ", but " + quote(to_text(argument)) +
             " is in " + words,
         std::string("check the argument, or ") + input + "_unit of the table");
}

void ExpressionDimensions::report(const Expression& at, std::string what, std::string advice) {
  if (mistakes_ == nullptr) return;
  mistakes_->push_back(
      {at.where().line > 0 ? at.where() : *fallback_, std::move(what), std::move(advice)});
}

std::string words_of(const Dimension& dimension) {
  constexpr std::array kNames = {"N", "N m", "N/m", "N s/m", "N m s", "W", "Pa", "V", "Ohm"};
  for (const char* name : kNames)
    if (parse_unit(name, {}).dimension == dimension) return name;
  return to_text(dimension);
}

std::string words_of(const Expression& expression, const Dimension& dimension, const Model& model) {
  if (expression.op() == Op::Lookup) {
    for (const FunctionTable& table : model.tables)
      if (table.name == expression.table()->name)
        return "the table '" + table.name + "' gives " +
               (table.z_unit.empty() ? table.y_unit : table.z_unit);
  }
  std::string unit;
  if (expression.op() == Op::Number) unit = expression.unit();
  if (expression.op() == Op::Symbol)
    for (const Parameter& parameter : model.parameters)
      if (parameter.name == expression.symbol()) unit = parameter.unit;
  const std::string name =
      expression.op() == Op::Number ? quantity_text(expression) : to_text(expression);
  for (const char* angle : {"deg", "rad", "mrad", "rev"})
    if (unit == angle) return quote(name) + " is an angle";
  return quote(name) + " is in " + (unit.empty() ? words_of(dimension) : unit);
}

}  // namespace luztar
