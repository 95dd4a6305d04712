#include "luztar/study/verify/small_number.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "luztar/derive/model_keys.h"

namespace luztar {
namespace {

bool mentions(const Expression& expression, const std::string& name) {
  const auto symbols = symbols_of(expression);
  return std::any_of(symbols.begin(), symbols.end(),
                     [&](const Expression& symbol) { return symbol.symbol() == name; });
}

/// The keys that a limit changes: mass, viscous, stiffness ...
std::set<std::string> keys_of(Model model, const std::string& name) {
  const std::size_t dot = name.find('.');
  if (dot != std::string::npos) return {name.substr(dot + 1)};
  std::set<std::string> keys;
  for_each_value(model, [&](const ModelKey& key, Expression& value) {
    if (mentions(value, name)) keys.emplace(key.key);
  });
  for (const Parameter& other : model.parameters) {
    if (mentions(other.value, name)) keys.insert("parameter " + other.name);
  }
  return keys;
}

bool only_damps(const std::set<std::string>& keys) {
  return std::all_of(keys.begin(), keys.end(),
                     [](const std::string& key) { return key == "viscous" || key == "damping"; });
}

double factor_of(const ParameterLimit& limit, double s) {
  return limit.kind == LimitKind::Zero ? s : 1 / s;
}

[[noreturn]] void refuse_zero(const ParameterLimit& limit) {
  throw ModelError(limit.where, "'" + limit.name + "' is 0 and cannot grow from there",
                   "give it a value to start from");
}

void scale_parameter(Model& model, const ParameterLimit& limit, double s) {
  const double value = evaluate_parameters(model).at(limit.name);
  if (value == 0 && limit.kind == LimitKind::Infinity) refuse_zero(limit);
  for (Parameter& parameter : model.parameters) {
    if (parameter.name == limit.name) {
      parameter.value = Expression::number(value * factor_of(limit, s));
    }
  }
}

void scale_value(Model& model, const ParameterLimit& limit, double s) {
  const std::size_t dot = limit.name.find('.');
  const std::string owner = limit.name.substr(0, dot);
  std::string name = limit.name.substr(dot + 1);
  if (name == "inertia") name = "mass";
  const ParameterValues values = evaluate_parameters(model);
  bool all_zero = true;
  std::map<const void*, Expression> scaled;  // both directions of a friction stay one law
  for_each_value(model, [&](const ModelKey& key, Expression& value) {
    if (key.name != owner) return;
    const auto found = scaled.find(value.identity());
    const bool is_default = found != scaled.end() && key.key == "static" && name == "kinetic";
    if (key.key != name && !is_default) return;
    if (found == scaled.end()) {
      all_zero = all_zero && evaluate(value, values) == 0;
      const Expression factor = Expression::number(factor_of(limit, s));
      scaled.emplace(value.identity(), Expression::apply(Op::Multiply, {factor, value}));
    }
    value = scaled.at(value.identity());
  });
  if (limit.kind == LimitKind::Infinity && !scaled.empty() && all_zero) refuse_zero(limit);
}

}  // namespace

std::vector<ParameterLimit> joined(std::vector<ParameterLimit> first,
                                   const std::vector<ParameterLimit>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

std::vector<double> powers_of(const Model& full, const std::vector<ParameterLimit>& limits) {
  std::vector<double> powers(limits.size(), 1.0);
  std::set<std::string> next;
  for (std::size_t i = limits.size(); i-- > 0;) {
    const std::set<std::string> keys = keys_of(full, limits[i].name);
    if (i + 1 < limits.size()) {
      const double ahead = keys == next ? 1 : only_damps(next) ? 2 : 3;
      powers[i] = ahead * powers[i + 1];
    }
    next = keys;
  }
  return powers;
}

Model with_small_number(const Model& full, const std::vector<ParameterLimit>& limits, double s) {
  Model model = full;
  const std::vector<double> powers = powers_of(full, limits);
  for (std::size_t i = 0; i < limits.size(); ++i) {
    const double own = std::pow(s, powers[i]);
    if (limits[i].name.find('.') == std::string::npos) {
      scale_parameter(model, limits[i], own);
    } else {
      scale_value(model, limits[i], own);
    }
  }
  return model;
}

std::set<std::string> vanishing_masses(const Model& full,
                                       const std::vector<ParameterLimit>& limits) {
  constexpr double kTiny = 1e-12, kVanished = 1e-3;
  const Model small = with_small_number(full, limits, kTiny);
  const ParameterValues own = evaluate_parameters(full), then = evaluate_parameters(small);
  std::set<std::string> names;
  for (std::size_t b = 0; b < full.bodies.size(); ++b) {
    if (!full.bodies[b].mass) continue;
    const double before = evaluate(*full.bodies[b].mass, own);
    const double after = evaluate(*small.bodies[b].mass, then);
    if (after <= kVanished * before) names.insert(full.bodies[b].name);
  }
  return names;
}

}  // namespace luztar
