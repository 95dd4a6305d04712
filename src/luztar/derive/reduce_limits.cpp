// Takes a limit of a parameter, or of one value of the model, wherever it occurs.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "luztar/core/docs_page.h"
#include "luztar/derive/limit_of.h"
#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_limit_steps.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/model/kinds.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar {

ParameterLimit parse_limit(const std::string& text) {
  const SourceLocation where{"--limit " + text, 0, 0};
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw ModelError(where, "this is not NAME=inf or NAME=0",
                     "write --limit M3=inf, without spaces");
  }
  const std::string to = text.substr(equals + 1);
  ParameterLimit limit{text.substr(0, equals), LimitKind::Zero, where};
  if (to == "inf" || to == "+inf") {
    limit.kind = LimitKind::Infinity;
  } else if (to != "0" && to != "0.0" && to != "+0") {
    throw ModelError(where, "a limit is inf or 0, not '" + to + "'",
                     "for a plain value use --set " + limit.name + "=" + to);
  }
  return limit;
}

namespace reduction {
namespace {

std::string words_of(const ParameterLimit& limit) {
  return "'" + limit.name + "' tends to " +
         (limit.kind == LimitKind::Infinity ? "infinity" : "zero");
}

/// "did you mean 'x'?", or `otherwise`.
std::string suggestion(const std::string& name, const std::vector<std::string>& names,
                       const std::string& otherwise) {
  const std::string close = closest_name(name, names);
  return close.empty() ? otherwise : "did you mean '" + close + "'?";
}

class LimitApplication {
 public:
  LimitApplication(Reducer& reducer, const ParameterLimit& limit)
      : reducer_(reducer), model_(reducer.model), limit_(limit), before_(reducer.model) {}

  void apply() {
    const std::size_t dot = limit_.name.find('.');
    if (dot == std::string::npos) {
      take_parameter();
    } else {
      take_value(limit_.name.substr(0, dot), limit_.name.substr(dot + 1));
    }
    drop_arms();
    drop_flat_levels();
    for (const ChangedValue& change : changes_)
      reducer_.steps.push_back(limit_step(before_, model_, change));
  }

 private:
  LimitValue own_limit(double value) const {
    if (limit_.kind == LimitKind::Infinity) return LimitValue::infinite(1);
    return LimitValue::finite(Expression(), value < 0 ? -1 : 1);
  }

  LimitRules rules() const {
    LimitRules rules;
    rules.symbol = [this](const std::string& name) -> std::optional<LimitValue> {
      const auto found = limits_.find(name);
      if (found == limits_.end()) return std::nullopt;
      return found->second;
    };
    rules.sign = [this](const Expression& expression) {
      return reducer_.sign(expression);
    };
    return rules;
  }

  bool concerns(const Expression& expression) const {
    const auto symbols = symbols_of(expression);
    return std::any_of(symbols.begin(), symbols.end(), [this](const Expression& symbol) {
      return limits_.contains(symbol.symbol());
    });
  }

  /// By the rules of calculus, or where these end (inf - inf) by those of rational functions.
  LimitValue limit_value(const Expression& expression, const SourceLocation& where) {
    if (auto value = limit_of(expression, rules())) return *value;
    if (auto value = rational_limit(expression)) return *value;
    throw ModelError(place_of(expression, where),
                     "this has no limit where " + words_of(limit_) + ": " + to_text(expression),
                     "set it to a value instead, or take another limit");
  }

  std::optional<LimitValue> rational_limit(const Expression& expression) const {
    const Expression expanded = substitute(expression, definitions_);
    for (const Expression& symbol : symbols_of(expanded)) {
      if (limits_.contains(symbol.symbol()) && symbol.symbol() != limit_.name) return std::nullopt;
    }
    const Formula formula = to_formula(expanded);
    if (const auto value = limit(formula, limit_.name, limit_.kind)) {
      return LimitValue::finite(to_expression(*value));
    }
    if (formula.is_zero()) return LimitValue::finite(Expression());
    const auto inverse = limit(Formula(1) / formula, limit_.name, limit_.kind);
    if (inverse && inverse->is_zero()) return LimitValue::infinite(1);
    return std::nullopt;
  }

  void take_parameter() {
    auto& parameters = model_.parameters;
    const auto found = std::ranges::find(parameters, limit_.name, &Parameter::name);
    if (found == parameters.end()) refuse_unknown();
    const SourceLocation where = found->where;
    limits_.emplace(limit_.name, own_limit(reducer_.values.at(limit_.name)));
    follow_definitions();
    for_each_value(model_, [this](const ModelKey& key, Expression& value) {
      if (concerns(value)) change(key, value, remembered_limit(value, key.where));
    });
    if (changes_.empty()) {
      throw ModelError(where, "nothing in the model depends on '" + limit_.name + "'",
                       "remove this limit, or the parameter");
    }
    std::erase_if(parameters,
                  [this](const Parameter& parameter) { return limits_.contains(parameter.name); });
  }

  /// Values that were one node (both directions of a friction) stay one.
  LimitValue remembered_limit(const Expression& value, const SourceLocation& where) {
    const auto found = value_limits_.find(value.identity());
    if (found != value_limits_.end()) return found->second;
    return value_limits_.emplace(value.identity(), limit_value(value, where)).first->second;
  }

  /// Parameters that are made of the limit: finite ones stay, as what they tend to.
  void follow_definitions() {
    auto& parameters = model_.parameters;
    for (const std::size_t i : parameters_in_order(model_)) {
      Parameter& parameter = parameters[i];
      if (parameter.name == limit_.name || !concerns(parameter.value)) continue;
      definitions_.emplace(parameter.name, substitute(parameter.value, definitions_));
      const LimitValue value = limit_value(parameter.value, parameter.where);
      if (value.is_finite() && !terse::is_number(value.value, 0)) {
        changes_.push_back(
            {std::nullopt, parameter.name, parameter.name, parameter.value, value.value});
        parameter.value = value.value;
      } else {
        limits_.emplace(parameter.name, value);
      }
    }
  }

  void take_value(const std::string& owner, std::string key) {
    if (key == "inertia") key = "mass";
    std::vector<std::string> keys;
    bool owner_found = false;
    bool already = false;
    for_each_value(model_, [&](const ModelKey& at, Expression& value) {
      if (at.name != owner || at.name.empty()) return;
      owner_found = true;
      keys.emplace_back(at.key);
      if (at.key != key) return;
      const double now = reducer_.value(value).value_or(1);
      const double goal = limit_.kind == LimitKind::Zero ? 0.0 : HUGE_VAL;
      already = already || (value.op() == Op::Number && now == goal);
      if (value.op() == Op::Number && now == goal) return;
      direct_.insert(value.identity());
      change(at, value, own_limit(now));
    });
    if (!changes_.empty()) return take_default_static(owner, key);
    if (already)
      throw ModelError(limit_.where, "'" + limit_.name + "' is that already", "remove this limit");
    if (owner_found) {
      throw ModelError(limit_.where, "'" + owner + "' has no `" + key + "` in the model",
                       suggestion(key, keys, see_docs("document")));
    }
    refuse_unknown();
  }

  /// `static` that is not written is `kinetic`.
  void take_default_static(const std::string& owner, const std::string& key) {
    if (key != "kinetic") return;
    for_each_value(model_, [&](const ModelKey& at, Expression& value) {
      if (at.name != owner || at.key != "static" || !direct_.contains(value.identity())) return;
      change(at, value, own_limit(1));
    });
  }

  void change(const ModelKey& key, Expression& value, const LimitValue& to) {
    if (to.kind == LimitValue::Kind::MinusInfinity || (!to.is_finite() && !may_grow(key))) {
      const std::string of = key.name.empty() ? "[simulation]" : "'" + std::string(key.name) + "'";
      throw ModelError(place_of(value, key.where),
                       "`" + std::string(key.key) + "` of " + of + " grows without bound where " +
                           words_of(limit_),
                       "there is no such model: set it to a value instead");
    }
    const Expression old = value;
    value = to.is_finite() ? to.value : new_infinity(value);
    const bool is_found = std::any_of(changes_.begin(), changes_.end(), [&](const auto& change) {
      return change.owner == key.owner && change.name == key.name &&
             (change.key == key.key || change.from.identity() == old.identity());
    });
    if (!is_found) {
      changes_.push_back({key.owner, std::string(key.name), std::string(key.key), old, value});
    }
  }

  /// One node for each node before, so that a default of `static` is still known as one.
  Expression new_infinity(const Expression& value) {
    const auto made = infinities_.find(value.identity());
    if (made != infinities_.end()) return made->second;
    return infinities_.emplace(value.identity(), Expression::number(HUGE_VAL, value.where()))
        .first->second;
  }

  void drop_arms() {
    for_each_element(model_, [](auto& element) {
      const bool vanished = std::ranges::any_of(element.deflection.terms, [](const auto& term) {
        return term.body != kGround && terse::is_number(term.coefficient, 0);
      });
      if (vanished) tidy(element.deflection);
    });
  }

  /// Falls between two levels that have become one.
  void drop_flat_levels() {
    for (Friction& friction : model_.frictions)
      for (Friction::Law* law : {&friction.forward, &friction.backward})
        drop_flat_parts(*law, are_equal);
  }

  [[noreturn]] void refuse_unknown() const {
    std::vector<std::string> names;
    for (const Parameter& parameter : model_.parameters) names.push_back(parameter.name);
    for (const Body& body : model_.bodies) names.push_back(body.name + ".mass");
    for (const Spring& spring : model_.springs) names.push_back(spring.name + ".stiffness");
    throw ModelError(
        limit_.where, "no parameter '" + limit_.name + "'",
        suggestion(limit_.name, names,
                   "name a parameter of " + model_.file + ", or a value such as block.mass"));
  }

  Reducer& reducer_;
  Model& model_;
  const ParameterLimit& limit_;
  const Model before_;
  std::map<std::string, LimitValue> limits_{};  ///< symbols that are 0 or infinite in the limit
  std::map<std::string, Expression> definitions_{};
  std::map<const void*, LimitValue> value_limits_{};
  std::map<const void*, Expression> infinities_{};
  std::set<const void*> direct_{};
  std::vector<ChangedValue> changes_{};
};

}  // namespace

void take_limit(Reducer& reducer, const ParameterLimit& limit) {
  LimitApplication(reducer, limit).apply();
}

}  // namespace reduction
}  // namespace luztar
