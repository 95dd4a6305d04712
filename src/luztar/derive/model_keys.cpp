#include "luztar/derive/model_keys.h"

#include <map>
#include <type_traits>
#include <utility>

#include "luztar/model/dependencies.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"

namespace luztar {
namespace {

using Visit = std::function<void(const ModelKey&, Expression&)>;

/// A freeplay that became the number 0 is no gap, unless there is a side to push to.
void drop_gap_of(Spring& spring, const Expression& former_edge) {
  if (spring.pull && is_freeplay(spring) && spring.upper.identity() != former_edge.identity())
    set_freeplay(spring, Expression(spring.upper));
}

template <class Item>
void visit_item(PartKind kind, Item& item, const Visit& visit) {
  const auto look = [&](std::string_view key, Expression& value) {
    visit({kind, item.name, key, item.where}, value);
  };
  if constexpr (requires { item.deflection; }) {
    for (Deflection::Term& term : item.deflection.terms)
      if (term.body != kGround) look("arm", term.coefficient);
    if (item.deflection.formula) look(kDeflectionKey.key, *item.deflection.formula);
  }
  for_each_field(item, [&](const Field& field, Expression& value) { look(field.key, value); });
}

void visit_parts(Model& model, const Visit& visit) {
  for_each_list(model, [&](PartKind kind, auto& list) {
    for (auto& item : list) {
      if constexpr (std::is_same_v<decltype(item), Spring&>) {
        const Expression edge = item.upper;  // alive, so that no new node has its identity
        visit_item(kind, item, visit);
        drop_gap_of(item, edge);
      } else {
        visit_item(kind, item, visit);
      }
    }
  });
}

}  // namespace

void for_each_value(Model& model, const Visit& visit) {
  for (Signal& signal : model.signals) {
    auto* value = std::get_if<Expression>(&signal.value);
    if (value != nullptr) visit({{}, signal.name, "value", signal.where}, *value);
  }
  for (StateVariable& state : model.states)
    for_each_field(state, [&](const Field& field, Expression& value) {
      visit({{}, state.name, field.key, state.where}, value);
    });
  for (Controller& controller : model.controllers)
    for_each_field(controller, [&](const Field& field, Expression& value) {
      visit({{}, controller.name, field.key, controller.where}, value);
    });
  visit_parts(model, visit);
  SimulationTable& run = model.simulation;
  visit({{}, "", "start", run.where}, run.start);
  visit({{}, "", "duration", run.where}, run.duration);
  for (auto& [key, value] : {std::pair{"samples", &run.samples},
                             {"interval", &run.interval},
                             {"tolerance", &run.tolerance},
                             {"max_events", &run.max_events},
                             {"step", &run.step}})
    if (*value) visit({{}, "", key, run.where}, **value);
}

std::vector<std::size_t> parameters_in_order(const Model& model) {
  const auto& parameters = model.parameters;
  std::map<std::string, std::size_t> index;
  for (std::size_t i = 0; i < parameters.size(); ++i) index.emplace(parameters[i].name, i);
  std::vector<std::vector<std::size_t>> uses(parameters.size());
  for (std::size_t i = 0; i < parameters.size(); ++i)
    for (const Expression& symbol : symbols_of(parameters[i].value))
      if (const auto used = index.find(symbol.symbol()); used != index.end())
        uses[i].push_back(used->second);
  return sort_dependencies(uses).order;
}

bool follows(const Parameter& parameter) { return !symbols_of(parameter.value).empty(); }

const SourceLocation& place_of(const Expression& value, const SourceLocation& owner) {
  return value.where().line > 0 ? value.where() : owner;
}

}  // namespace luztar
