#include "luztar/derive/model_keys.h"

#include <type_traits>
#include <utility>

#include "luztar/model/kinds.h"

namespace luztar {
namespace {

using Visit = std::function<void(const ModelKey&, Expression&)>;

/// A freeplay that became the number 0 is no gap.
void drop_gap_of(Spring& spring, const Expression& former_edge) {
  if (is_freeplay(spring) && spring.upper.identity() != former_edge.identity())
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
  visit_parts(model, visit);
  SimulationTable& run = model.simulation;
  const auto setting = [&](std::string_view key, Expression& value) {
    visit({{}, "", key, run.where}, value);
  };
  setting("start", run.start);
  setting("duration", run.duration);
  const auto optional = [&](std::string_view key, std::optional<Expression>& value) {
    if (value) setting(key, *value);
  };
  optional("samples", run.samples);
  optional("interval", run.interval);
  optional("tolerance", run.tolerance);
  optional("max_events", run.max_events);
  optional("step", run.step);
}

const SourceLocation& place_of(const Expression& value, const SourceLocation& owner) {
  return value.where().line > 0 ? value.where() : owner;
}

}  // namespace luztar
