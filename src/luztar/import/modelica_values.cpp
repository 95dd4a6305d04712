#include "luztar/import/modelica_values.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"
#include "luztar/import/modelica_library.h"

namespace luztar::modelica {
namespace {

using Kind = Expression::Kind;

constexpr int kDeepestValue = 200;  // a parameter of a parameter ...

/// Constants of Modelica.Constants; nothing for other names.
std::optional<FormulaText> constant_of(const std::string& name) {
  static const std::map<std::string, FormulaText> kConstants{
      {"pi", "pi"},
      {"g_n", FormulaText(9.80665)},
      {"e", FormulaText(std::numbers::e)},
      {"inf", "inf"},
      {"eps", FormulaText(1e-15)},
      {"small", FormulaText(1e-60)},
      {"D2R", FormulaText(std::numbers::pi / 180.0)},
      {"R2D", FormulaText(180.0 / std::numbers::pi)}};
  const std::size_t dot = name.rfind('.');
  const std::string last = dot == std::string::npos ? name : name.substr(dot + 1);
  const bool is_whole = name.starts_with("Modelica.Constants.") || name.starts_with("Constants.");
  const auto found = kConstants.find(last);
  const bool is_bare = dot == std::string::npos && (last == "pi" || last == "g_n");
  if (found == kConstants.end() || (!is_whole && !is_bare)) return std::nullopt;
  return found->second;
}

double number_of_constant(const FormulaText& constant) {
  if (constant.text == "pi") return std::numbers::pi;
  if (constant.text == "inf") return kInfinity;
  return std::stod(constant.text);
}

std::string last_part(const std::string& name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string::npos ? name : name.substr(dot + 1);
}

/// The unit of a variable in SI; "" where it has none that is known.
std::string unit_of(const Variable& variable) {
  if (const std::string_view known = unit_of_type(variable.type); !known.empty())
    return std::string(known);
  const auto unit = variable.change.inner.find("unit");
  if (unit == variable.change.inner.end() || !unit->second.bound) return "";
  std::string text;
  for (const char c : unit->second.bound->value->word) text += c == '.' ? ' ' : c;
  try {
    return parse_unit(text, {}).factor() == 1.0 ? text : "";  // NOLINT: exactly SI
  } catch (const ModelError&) {
    return "";
  }
}

}  // namespace

void Values::fail(const Place& place, const std::string& what, const std::string& advice) const {
  throw ModelError(at(place), what, advice);
}

void Values::enter(const Place& place) {
  if (depth_ > kDeepestValue)
    fail(place, "this value depends on itself, or on more than 200 others in a row",
         "give it a number");
}

std::optional<Bound> Values::given(const Instance& of, const std::string& name) const {
  const auto found = of.change.inner.find(name);
  return found == of.change.inner.end() ? std::nullopt : found->second.bound;
}

bool Values::is_given(const Instance& of, const std::string& name) const {
  return given(of, name).has_value();
}

FormulaText Values::formula(const Instance& of, const std::string& name,
                            const std::string& otherwise) {
  if (const auto bound = given(of, name)) return formula(*bound);
  if (otherwise.empty())
    fail(of.place, quote(of.path) + " has no value of " + quote(name),
         "give it: " + name + " = ...");
  return otherwise;
}

double Values::number(const Instance& of, const std::string& name, const std::string& otherwise) {
  if (const auto bound = given(of, name)) return number(*bound);
  if (otherwise.empty())
    fail(of.place, quote(of.path) + " has no value of " + quote(name),
         "give it: " + name + " = ...");
  return std::stod(otherwise);
}

bool Values::truth(const Instance& of, const std::string& name, bool otherwise) {
  const auto bound = given(of, name);
  return bound ? truth(*bound) : otherwise;
}

std::string Values::choice(const Instance& of, const std::string& name,
                           const std::string& otherwise) {
  const auto bound = given(of, name);
  return bound ? last_part(bound->value->word) : otherwise;
}

Values::Start Values::start(const Instance& of, const std::string& variable) {
  Start start;
  const auto found = of.change.inner.find(variable);
  if (found == of.change.inner.end()) return start;
  start.place = found->second.place;
  const auto& inner = found->second.inner;
  if (const auto value = inner.find("start"); value != inner.end())
    start.value = value->second.bound;
  if (const auto fixed = inner.find("fixed"); fixed != inner.end() && fixed->second.bound)
    start.fixed = truth(*fixed->second.bound);
  return start;
}

/// A name from the inside to the outside: of a component's part, a parameter, a variable.
Values::Found Values::find(const std::string& name, const Instance& scope) const {
  const std::string first = name.substr(0, name.find('.'));
  for (const Instance* one = &scope; one != nullptr; one = one->parent) {
    if (const auto variable = one->variables.find(name); variable != one->variables.end())
      return {.bound = variable->second.change.bound,
              .variable = &variable->second,
              .path = one->path_of(name)};
    const auto part = one->parts.find(first);
    if (part == one->parts.end()) continue;
    if (first.size() == name.size()) break;
    const std::string rest = name.substr(first.size() + 1);
    const Instance& inside = *part->second;
    if (!inside.library.empty())
      return {.bound = given(inside, rest), .variable = nullptr, .path = one->path_of(name)};
    Found found = find(rest, inside);
    return found;
  }
  return {.bound = {}, .variable = nullptr, .path = scope.path_of(name)};
}

FormulaText Values::parameter(const Found& found) {
  const auto written = parameters_.find(found.path);
  if (written != parameters_.end()) return written->second;
  const FormulaText value = formula(*found.bound);
  const std::string name = new_name(found.path);
  parameters_[found.path] = name;
  ImportedTable& table = model_.add("parameters", name, "");
  table.value("value", value.text);
  if (const std::string unit = unit_of(*found.variable); !unit.empty())
    table.raw("unit", toml_quoted(unit));
  if (!found.variable->about.empty()) table.raw("about", toml_quoted(found.variable->about));
  return name;
}

FormulaText Values::named(const Expression& name, const Instance& scope, const Signals& signals) {
  if (name.word == "time") {
    if (!signals)
      fail(name.place, "'time' in a constant", "use a signal of Modelica.Blocks.Sources");
    return "t";
  }
  const Found found = find(name.word, scope);
  if (found.variable == nullptr && !found.bound)
    if (const auto constant = constant_of(name.word)) return *constant;
  if (signals && !found.bound)  // a part of a component, or a variable that has an equation
    if (const auto signal = signals(found.path, name.place)) return *signal;
  if (!found.bound)
    fail(name.place, quote(name.word) + " has no value that is known", "give it a number");
  const bool is_constant = found.variable != nullptr && (found.variable->prefix == "parameter" ||
                                                         found.variable->prefix == "constant");
  if (is_constant && found.variable->type != "Boolean") return parameter(found);
  return formula(*found.bound, signals);
}

FormulaText Values::called(const Expression& call, const Instance& scope, const Signals& signals) {
  static const std::map<std::string, std::size_t> kFunctions{
      {"sin", 1},  {"cos", 1},   {"tan", 1},  {"asin", 1}, {"acos", 1},  {"atan", 1}, {"sinh", 1},
      {"cosh", 1}, {"tanh", 1},  {"exp", 1},  {"log", 1},  {"log10", 1}, {"sqrt", 1}, {"abs", 1},
      {"sign", 1}, {"floor", 1}, {"ceil", 1}, {"min", 2},  {"max", 2},   {"mod", 2},  {"atan2", 2}};
  const std::string name = last_part(call.word);
  if ((name == "noEvent" && call.parts.size() == 1) || (name == "smooth" && call.parts.size() == 2))
    return formula({&call.parts.back(), &scope}, signals);
  const auto known = kFunctions.find(name);
  if (known == kFunctions.end() || known->second != call.parts.size())
    fail(call.place, "the call of " + quote(call.word) + " is not imported",
         "write the value; known are sin cos tan exp log sqrt abs sign min max and their like");
  std::vector<FormulaText> arguments;
  for (const Expression& part : call.parts) arguments.push_back(formula({&part, &scope}, signals));
  return luztar::call(name, arguments);
}

FormulaText Values::operated(const Expression& expression, const Instance& scope,
                             const Signals& signals) {
  const FormulaText a = formula({&expression.parts[0], &scope}, signals);
  std::string word = expression.word;
  if (word.starts_with('.')) word.erase(0, 1);
  if (expression.parts.size() == 1 && word == "-") return -a;
  if (expression.parts.size() == 1 && word == "+") return a;
  if (expression.parts.size() == 2) {
    const FormulaText b = formula({&expression.parts[1], &scope}, signals);
    if (word == "+") return a + b;
    if (word == "-") return a - b;
    if (word == "*") return a * b;
    if (word == "/") return a / b;
    if (word == "^") return power(a, b);
  }
  fail(expression.place, quote(expression.word) + " makes no number here", "write a number");
}

FormulaText Values::chosen(const Expression& expression, const Instance& scope,
                           const Signals& signals) {
  FormulaText result = formula({&expression.parts.back(), &scope}, signals);
  for (std::size_t i = expression.parts.size() - 1; i >= 2; i -= 2) {
    const Expression& condition = expression.parts[i - 2];
    const Expression& value = expression.parts[i - 1];
    static const std::set<std::string> kRelations{"<", "<=", ">", ">="};
    if (condition.kind == Kind::Operator && kRelations.contains(condition.word)) {
      result = choose(formula({&condition.parts[0], &scope}, signals), condition.word,
                      formula({&condition.parts[1], &scope}, signals),
                      formula({&value, &scope}, signals), result);
    } else if (truth({&condition, &scope})) {
      result = formula({&value, &scope}, signals);
    }
  }
  return result;
}

FormulaText Values::formula(const Bound& bound, const Signals& signals) {
  const Expression& expression = *bound.value;
  ++depth_;
  enter(expression.place);
  FormulaText result;
  switch (expression.kind) {
    case Kind::Number:
      result = FormulaText(expression.number);
      break;
    case Kind::Name:
      result = named(expression, *bound.scope, signals);
      break;
    case Kind::Call:
      result = called(expression, *bound.scope, signals);
      break;
    case Kind::Operator:
      result = operated(expression, *bound.scope, signals);
      break;
    case Kind::If:
      result = chosen(expression, *bound.scope, signals);
      break;
    default:
      fail(expression.place, "a number is wanted here", "write a number or a formula");
  }
  --depth_;
  if (result.text.size() > 20'000)
    fail(expression.place, "this formula is longer than 20000 characters", "write it shorter");
  return result;
}

// --- numbers
// ------------------------------------------------------------------------------------

double Values::named_number(const Expression& name, const Instance& scope) {
  const Found found = find(name.word, scope);
  if (found.bound) return number(*found.bound);
  if (name.word == "true" || name.word == "false") return name.word == "true" ? 1.0 : 0.0;
  if (const auto constant = constant_of(name.word)) return number_of_constant(*constant);
  fail(name.place, quote(name.word) + " has no value that is known at the start",
       "give it a number");
}

double Values::called_number(const Expression& call, const Instance& scope) {
  static const std::map<std::string, double (*)(double)> kFunctions{
      {"sin", std::sin},   {"cos", std::cos},   {"tan", std::tan},     {"asin", std::asin},
      {"acos", std::acos}, {"atan", std::atan}, {"sinh", std::sinh},   {"cosh", std::cosh},
      {"tanh", std::tanh}, {"exp", std::exp},   {"log", std::log},     {"log10", std::log10},
      {"sqrt", std::sqrt}, {"abs", std::fabs},  {"floor", std::floor}, {"ceil", std::ceil}};
  const std::string name = last_part(call.word);
  if (name == "noEvent" && call.parts.size() == 1) return number({&call.parts[0], &scope});
  const auto known = kFunctions.find(name);
  if (known != kFunctions.end() && call.parts.size() == 1)
    return known->second(number({&call.parts[0], &scope}));
  if (call.parts.size() == 2 && (name == "min" || name == "max" || name == "atan2")) {
    const double a = number({&call.parts[0], &scope}), b = number({&call.parts[1], &scope});
    return name == "min" ? std::fmin(a, b) : name == "max" ? std::fmax(a, b) : std::atan2(a, b);
  }
  fail(call.place, "the call of " + quote(call.word) + " is not imported", "write the value");
}

double Values::operated_number(const Expression& expression, const Instance& scope) {
  const double a = number({&expression.parts[0], &scope});
  std::string word = expression.word;
  if (word.starts_with('.')) word.erase(0, 1);
  if (expression.parts.size() == 1)
    return word == "-" ? -a : word == "not" ? (a == 0.0 ? 1.0 : 0.0) : a;
  const double b = number({&expression.parts[1], &scope});
  if (word == "+") return a + b;
  if (word == "-") return a - b;
  if (word == "*") return a * b;
  if (word == "/") return a / b;
  if (word == "^") return std::pow(a, b);
  if (word == "<") return a < b ? 1.0 : 0.0;
  if (word == "<=") return a <= b ? 1.0 : 0.0;
  if (word == ">") return a > b ? 1.0 : 0.0;
  if (word == ">=") return a >= b ? 1.0 : 0.0;
  if (word == "==") return same_bits(a, b) ? 1.0 : 0.0;
  if (word == "<>") return same_bits(a, b) ? 0.0 : 1.0;
  if (word == "and") return a != 0.0 && b != 0.0 ? 1.0 : 0.0;
  return a != 0.0 || b != 0.0 ? 1.0 : 0.0;
}

double Values::number(const Bound& bound) {
  const Expression& expression = *bound.value;
  ++depth_;
  enter(expression.place);
  double result = 0.0;
  if (expression.kind == Kind::Number) {
    result = expression.number;
  } else if (expression.kind == Kind::Name) {
    result = named_number(expression, *bound.scope);
  } else if (expression.kind == Kind::Call) {
    result = called_number(expression, *bound.scope);
  } else if (expression.kind == Kind::Operator) {
    result = operated_number(expression, *bound.scope);
  } else if (expression.kind == Kind::If) {
    std::size_t i = 0;
    while (i + 1 < expression.parts.size() && number({&expression.parts[i], bound.scope}) == 0.0)
      i += 2;
    const std::size_t chosen =
        i + 1 < expression.parts.size() ? i + 1 : expression.parts.size() - 1;
    result = number({&expression.parts[chosen], bound.scope});
  } else {
    fail(expression.place, "a number is wanted here", "write a number or a formula");
  }
  --depth_;
  return result;
}

bool Values::truth(const Bound& bound) { return number(bound) != 0.0; }

}  // namespace luztar::modelica
