#include "luztar/derive/reduce.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/model/coupled_inertias.h"
#include "luztar/model/delays.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/kinds.h"
#include "luztar/model/link_loads.h"
#include "luztar/model/shifts.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

using namespace reduction;  // this file drives the rules

/// In the order in which they are tried: first what makes others fit.
constexpr std::array<ReductionRule, 10> kRules = {
    drop_without_force, spring_out_of_reach, friction_to_damper, damping_to_link,
    body_at_rest,       linked_bodies,       rigid_spring,       parallel_elements,
    unloaded_body,      springs_in_series};

void apply_rules(Reducer& reducer) {
  const auto any = [&] {
    return std::any_of(kRules.begin(), kRules.end(),
                       [&](ReductionRule rule) { return rule(reducer); });
  };
  while (any() || spring_to_stop(reducer)) {
  }
}

/// Names of the parameters that something of the model needs.
std::set<std::string> used_parameters(Model model) {
  std::set<std::string> used;
  const auto collect = [&](const Expression& expression) {
    for (const Expression& symbol : symbols_of(expression)) used.insert(symbol.symbol());
  };
  for_each_value(model, [&](const ModelKey&, Expression& value) { collect(value); });
  std::vector<std::size_t> order = parameters_in_order(model);
  std::reverse(order.begin(), order.end());  // what others are made of comes after them
  for (const std::size_t i : order)
    if (used.contains(model.parameters[i].name)) collect(model.parameters[i].value);
  return used;
}

/// Removes the parameters that the full model needed and the reduced one does not.
void drop_parameters(const Model& full, Model& reduced) {
  const std::set<std::string> before = used_parameters(full);
  const std::set<std::string> after = used_parameters(reduced);
  std::erase_if(reduced.parameters, [&](const Parameter& parameter) {
    return before.contains(parameter.name) && !after.contains(parameter.name);
  });
}

/// Their coefficients are no constants to join and divide.
void refuse_geometries(const Model& model) {
  for_each_element(model, [](const auto& element) {
    if (element.deflection.formula)
      throw ModelError(element.where,
                       "reductions cannot take along '" + element.name +
                           "': its deflection is an expression of positions",
                       "give it constant arms (between, arms, across), or keep the model");
    if (shifts(element.deflection))
      throw ModelError(element.where,
                       "reductions cannot take along '" + element.name +
                           "': its arms change where a state jumps",
                       "reduce the model of each gear, with arms that are parameters");
  });
}

/// Coordinates that go take their zero with them, and the teeth of a ratchet are at multiples.
void refuse_ratchets(const Model& model) {
  for_each_element(model, [](const auto& element) {
    if constexpr (requires { element.pitch; }) {
      if (element.pitch)
        throw ModelError(element.where,
                         "reductions cannot take along the ratchet '" + element.name +
                             "': its teeth are at multiples of its pitch, and coordinates move",
                         "leave its pitch out, or put a stop there");
    }
  });
}

std::string title_of(const Model& model, const std::vector<ParameterLimit>& limits) {
  if (limits.empty()) return model.title;
  return model.title + (model.title.empty() ? "" : "; ") + to_text(limits);
}

/// What cannot be after all rules.
void refuse_what_is_left(const Reducer& reducer) {
  const Model& model = reducer.model;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    const Body& body = reducer.body(b);
    if (!is_massless(body)) continue;
    const Contacts contacts = contacts_of(model, b);
    if (contacts.only(PartKind::Force, contacts.count())) {
      throw ModelError(body.where, "nothing holds the massless body '" + body.name + "'",
                       "keep its mass, or what holds it");
    }
    if (const auto& stops = contacts.of(PartKind::Stop); !stops.empty()) {
      const Stop& stop = model.stops[stops.front()];
      throw ModelError(stop.where,
                       "the stop '" + stop.name + "' acts on the massless body '" + body.name +
                           "', and an impact needs a mass",
                       "keep the mass of '" + body.name + "'");
    }
  }
  Model copy = model;
  for_each_value(copy, [](const ModelKey& key, Expression& value) {
    if (key.key == "mass" || key.key == "gap" || !terse::is_infinite(value)) return;
    throw ModelError(place_of(value, key.where),
                     "no rule says what '" + std::string(key.name) + "' is with its `" +
                         std::string(key.key) + "` at infinity",
                     key.owner == PartKind::Friction
                         ? "take the limit of `kinetic` or `viscous` in both directions"
                         : "set it to a value instead");
  });
}

/// A step for each massless body whose velocity follows from a law of first order.
void note_first_order_laws(Reducer& reducer, const Model& full) {
  const Model& model = reducer.model;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    const Body& body = reducer.body(b);
    const bool was = std::any_of(full.bodies.begin(), full.bodies.end(), [&](const Body& old) {
      return old.name == body.name && is_massless(old);
    });
    if (!is_massless(body) || was) continue;
    if (auto step = first_order_step(reducer, b)) reducer.steps.push_back(*std::move(step));
  }
}

}  // namespace

std::string to_text(const std::vector<ParameterLimit>& limits) {
  std::string list;
  for (const ParameterLimit& limit : limits) {
    list += (list.empty() ? "" : ", ") + limit.name +
            (limit.kind == LimitKind::Infinity ? " = inf" : " = 0");
  }
  return list;
}

Reduction reduce(const Model& file, const std::vector<ParameterLimit>& limits) {
  validate(file);
  refuse_ratchets(file);
  refuse_geometries(file);
  refuse_loads(file, "reductions cannot take along");
  refuse_inertias(file, "reductions cannot take along");
  refuse_delays(file, "reductions cannot take along", "reduce the model without it");
  const std::optional<Model> written = with_forces_written_out(file);
  const Model& model = written ? *written : file;
  Reducer reducer{model, evaluate_parameters(model)};
  for (const ParameterLimit& limit : limits) take_limit(reducer, limit);
  apply_rules(reducer);
  refuse_what_is_left(reducer);
  note_first_order_laws(reducer, model);
  // The last one that went needs those that are left only.
  std::reverse(reducer.eliminated.begin(), reducer.eliminated.end());
  drop_parameters(model, reducer.model);
  reducer.model.title = title_of(model, limits);
  validate(reducer.model);
  return {std::move(reducer.model), limits, std::move(reducer.steps),
          std::move(reducer.eliminated)};
}

}  // namespace luztar
