#include "luztar/study/sweep/variation.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"
#include "luztar/model/changes.h"
#include "luztar/model/check.h"
#include "luztar/study/sweep/split_text.h"

namespace luztar {
namespace {

/// "mm/s" of "20:1000:50 mm/s", which is cut off; "" if there is none. It stands behind the last
/// number, or behind "log".
std::string take_unit(std::string_view& text) {
  const auto is_letter = [](char c) {
    const auto next = static_cast<unsigned char>(c);
    return (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z') || next == '%' ||
           next >= 0x80;
  };
  const auto end = text.find_last_of(":,)");
  const std::string_view last = trimmed(text.substr(end + 1));
  const bool is_behind_call =
      end != std::string_view::npos && text[end] == ')' && !last.empty() && is_letter(last.front());
  const auto blank = is_behind_call ? 0 : last.find(' ');
  if (blank == std::string_view::npos) return {};
  const std::string_view unit = trimmed(last.substr(blank));
  if (!is_letter(unit.front())) return {};
  text = text.substr(0, static_cast<std::size_t>(last.data() + blank - text.data()));
  return std::string(unit);
}

class VariationReader {
 public:
  VariationReader(const Model& model, const std::string& name, const std::string& unit,
                  const SourceLocation& where)
      : where_(where), given_(unit), values_(evaluate_parameters(model)) {
    for (const Parameter& parameter : model.parameters)
      if (parameter.name == name) asked_ = parameter.unit;
  }

  /// In the unit that was given.
  double number(std::string_view text) {
    if (text.empty()) fail("no value", "give a number or an expression");
    const double value = evaluated(text);
    if (!std::isfinite(value)) fail(quote(text) + " is not a finite number", "give a number");
    return value;
  }

  void to_si(std::vector<double>& values) const {
    if (given_.empty()) return;
    parse_value("1 " + given_, asked_, where_);  // says it if the unit does not fit
    const Unit unit = parse_unit(given_, where_);
    for (double& value : values) value = unit.to_si(value);
  }

  /// How many values a range has.
  std::size_t count(std::string_view text, double from, double to) {
    const double value = evaluated(text);
    if (!(value >= 2.0) || value > 1e7 || std::floor(value) != value) {
      // FROM:STEP:TO of MATLAB, in which `to` is the step.
      const double steps = std::round((value - from) / to);
      const bool is_step = to != 0.0 && steps >= 1.0 && steps < 1e7;
      fail(quote(text) + " is not how many values there are",
           is_step ? "write FROM:TO:N, " + rounded_text(from) + ":" + rounded_text(value) + ":" +
                         rounded_text(steps + 1.0) + " for steps of " + rounded_text(to)
                   : "write FROM:TO:N with N = 2, 3 ...");
    }
    return static_cast<std::size_t>(value);
  }

  [[noreturn]] void fail(const std::string& what, const std::string& advice) const {
    throw ModelError(where_, what, advice);
  }

  /// What was read so far, but for plain numbers.
  const std::vector<Expression>& read() const { return read_; }

 private:
  double evaluated(std::string_view text) {
    const Expression expression = parse_expression(text, where_);
    if (expression.op() != Op::Number) read_.push_back(expression);
    return evaluate(expression, values_);
  }

  SourceLocation where_;
  std::string given_, asked_;
  ParameterValues values_;
  std::vector<Expression> read_;
};

/// "v0" and what stands behind its "=". ModelError: there is none, or no such parameter.
std::pair<std::string, std::string_view> name_and_values(const Model& model, std::string_view text,
                                                         const SourceLocation& where) {
  const auto equals = text.find('=');
  const std::string name(trimmed(text.substr(0, equals)));
  if (equals == std::string_view::npos || name.empty())
    throw ModelError(where, quote(text) + " is not NAME=VALUES",
                     "write NAME=FROM:TO:N, NAME=FROM:TO:N:log or NAME=A,B,C");
  check_parameter(model, name, where);
  if (trimmed(text.substr(equals + 1)).empty())
    throw ModelError(where, quote(name) + " has no values", "write NAME=FROM:TO:N");
  return {name, text.substr(equals + 1)};
}

/// The ends are as given, and so is what lies between where it has few digits: 0:1:11 is 0.1, 0.2
/// ...
std::vector<double> spread(double from, double to, std::size_t n) {
  std::vector<double> values(n);
  const double last = static_cast<double>(n - 1);
  for (std::size_t i = 0; i < n; ++i) {
    const double k = static_cast<double>(i);
    values[i] = (from * (last - k) + to * k) / last;
  }
  values.front() = from;
  values.back() = to;
  return values;
}

std::vector<double> spread_of_logarithms(const VariationReader& read, double from, double to,
                                         std::size_t n) {
  if (!(from * to > 0.0))
    read.fail("a logarithm needs both ends on one side of 0", "leave out :log, or move an end");
  std::vector<double> values = spread(std::log(std::abs(from)), std::log(std::abs(to)), n);
  for (double& value : values) value = std::copysign(std::exp(value), from);
  values.front() = from;
  values.back() = to;
  return values;
}

/// "normal" and what stands in the parentheses behind it; nothing if no distribution is meant.
std::optional<std::pair<RandomKind, std::string_view>> call_of(std::string_view text) {
  const auto open = text.find('(');
  if (open == std::string_view::npos || text.back() != ')') return std::nullopt;
  const std::string_view name = trimmed(text.substr(0, open));
  const auto found = std::find_if(kRandomForms.begin(), kRandomForms.end(),
                                  [&](const RandomForm& form) { return form.name == name; });
  if (found == kRandomForms.end()) return std::nullopt;
  return std::pair{static_cast<RandomKind>(found - kRandomForms.begin()),
                   text.substr(open + 1, text.size() - open - 2)};
}

void check_range(const Distribution& of, const VariationReader& read) {
  const bool is_range = form_of(of.kind).is_range();
  if (is_range && of.second < of.first)
    read.fail("the least value is above the most", "write them the other way round");
  if (!is_range && of.second < 0.0) read.fail("the deviation is negative", "give 0 or more");
  if (of.kind == RandomKind::LogUniform && !(of.first * of.second > 0.0))
    read.fail("a logarithm needs both ends on one side of 0", "write uniform, or move an end");
}

}  // namespace

Variation parse_variation(const Model& model, std::string_view text, const SourceLocation& where) {
  auto [name, values] = name_and_values(model, text, where);
  Variation variation{.name = std::move(name), .values = {}};
  const std::string unit = take_unit(values);
  VariationReader read(model, variation.name, unit, where);
  auto parts = split_outside_parentheses(values, ':');
  for (std::string_view& part : parts) part = trimmed(part);
  if (parts.size() == 1) {
    for (const std::string_view part : split_outside_parentheses(values, ','))
      variation.values.push_back(read.number(trimmed(part)));
    read.to_si(variation.values);
    variation.made_of = read.read();
    return variation;
  }
  const bool log = variation.logarithmic = parts.size() == 4 && parts[3] == "log";
  if (parts.size() != 3 && !log)
    read.fail(quote(values) + " is no range", "write FROM:TO:N or FROM:TO:N:log");
  const double from = read.number(parts[0]), to = read.number(parts[1]);
  const std::size_t n = read.count(parts[2], from, to);
  variation.values = log ? spread_of_logarithms(read, from, to, n) : spread(from, to, n);
  read.to_si(variation.values);
  variation.made_of = read.read();
  return variation;
}

bool names_distribution(std::string_view text) {
  const auto equals = text.find('=');
  if (equals == std::string_view::npos || trimmed(text.substr(equals + 1)).empty()) return false;
  std::string_view values = text.substr(equals + 1);
  take_unit(values);
  return call_of(trimmed(values)).has_value();
}

std::optional<Distribution> parse_distribution(const Model& model, std::string_view text,
                                               const SourceLocation& where) {
  auto [name, values] = name_and_values(model, text, where);
  const std::string unit = take_unit(values);
  const auto call = call_of(trimmed(values));
  if (!call) return std::nullopt;
  VariationReader read(model, name, unit, where);
  const auto& [kind, inside] = *call;
  const auto parts = split_outside_parentheses(inside, ',');
  if (parts.size() != 2)
    read.fail(
        quote(trimmed(values)) + " needs two numbers",
        "give " + std::string(form_of(kind).first) + ", " + std::string(form_of(kind).second));
  std::vector<double> numbers{read.number(trimmed(parts[0]))};
  const double second = read.number(trimmed(parts[1]));
  const bool is_pure = kind == RandomKind::Lognormal;  // its second number has no unit
  if (!is_pure) numbers.push_back(second);
  read.to_si(numbers);
  Distribution distribution{std::move(name), kind, numbers[0], is_pure ? second : numbers[1],
                            read.read()};
  check_range(distribution, read);
  return distribution;
}

}  // namespace luztar
