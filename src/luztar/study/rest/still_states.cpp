#include "luztar/study/rest/still_states.h"

#include <algorithm>
#include <set>
#include <type_traits>
#include <utility>

#include "luztar/model/element_forces.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/model/shifts.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

void refuse_shifts(const Model& model) {
  for_each_element(model, [](const auto& element) {
    if (shifts(element.deflection))
      throw ModelError(element.where,
                       "the arms of '" + element.name +
                           "' read a state, and the equilibrium of such a model is not looked for",
                       "give it the arms of one gear");
  });
}

/// One unit of it is moved by one unit of force.
Body body_for(const std::string& name, const Expression& start, const SourceLocation& where) {
  Body body;
  body.name = name;
  body.mass = Expression::number(1.0);
  body.position = start;
  body.where = where;
  return body;
}

Expression without_units(const Expression& expression) {
  if (expression.op() == Op::Number)
    return Expression::number(expression.number(), expression.where());
  if (expression.operands().empty()) return expression;
  std::vector<Expression> operands;
  for (const Expression& operand : expression.operands())
    operands.push_back(without_units(operand));
  return expression.with(std::move(operands));
}

/// A rate is no force. All values are in SI, and the units of the model are checked already.
void forget_units(Model& model) {
  const auto forget = [](Expression& expression) {
    expression = without_units(expression);
  };
  for (Parameter& parameter : model.parameters) {
    parameter.unit.clear();
    forget(parameter.value);
  }
  for (FunctionTable& table : model.tables) {
    table.x_unit.clear();
    table.y_unit.clear();
    table.z_unit.clear();
  }
  for_each_list(model, [&](PartKind, auto& list) {
    for (auto& item : list) for_each_expression(item, forget);
  });
  for_each_expression(model.simulation, forget);
  for (Inertia& inertia : model.inertias)
    for (Inertia::Entry& entry : inertia.entries()) forget(entry.value);
}

class Stilling {
 public:
  explicit Stilling(const Model& model) : made_{model} {
    Model& still = made_.model;
    for (const Body& body : still.bodies) taken_.insert(body.name);
    for_each_element(still, [&](const auto& element) { taken_.insert(element.name); });
    add_bodies();
    for_each_element_list(still, [&](PartKind, auto& list) {
      using Item = typename std::remove_cvref_t<decltype(list)>::value_type;
      if constexpr (requires(Item & item) { item.pull; }) turn_laws(list);
    });
    for_each_element(still, [&](auto& element) {
      for_each_field(element, [&](const Field& field, Expression& value) {
        if (field.place == Place::Feedback) value = replaced(value);
      });
    });
    for (const StateVariable& state : model.states) push(state.name, replaced(state.rate));
    for (const Controller& controller : model.controllers) push_samples(controller);
    still.states.clear();
    still.controllers.clear();
    still.output = {};
    still.sweep = {};
    still.fit = {};
    still.simulation.derivatives.clear();
    forget_units(still);
  }

  StillModel take() { return std::move(made_); }

 private:
  void add_bodies() {
    const auto add = [&](const std::string& name, const Expression& start,
                         const SourceLocation& where) {
      std::string own = "x_" + name;
      std::ranges::replace(own, '.', '_');
      while (!taken_.insert(own).second) own += "_";
      made_.names.push_back(name);
      made_.words[own] = "x." + name;
      bodies_[name] = own;
      places_[own] = static_cast<int>(made_.model.bodies.size());
      made_.model.bodies.push_back(body_for(own, start, where));
      symbols_.emplace("x." + name, Expression::symbol("q." + own));
    };
    for (const StateVariable& state : made_.model.states) add(state.name, state.start, state.where);
    for (const Controller& controller : made_.model.controllers)
      for (const Controller::Memory& item : controller.memory)
        add(controller.name + "." + item.name, item.start, item.where);
  }

  Expression replaced(const Expression& expression) const {
    return substitute(expression, symbols_);
  }

  bool reads_state(const Expression& expression) const {
    return std::ranges::any_of(symbols_of(expression), [&](const Expression& symbol) {
      return symbols_.contains(symbol.symbol());
    });
  }

  /// A law of a deflection may read no positions: one that reads states is an action here.
  template <class Elements>
  void turn_laws(Elements& elements) {
    for (const auto& item : elements) {
      if (!item.force || !reads_state(*item.force)) continue;
      const Expression law =
          substitute(*item.force, {{"d", deflection_sum(made_.model, item.deflection, "q")},
                                   {"v", deflection_sum(made_.model, item.deflection, "v")}});
      made_.turned.push_back(item.name);
      made_.model.forces.push_back({item.name, item.deflection, terse::negated(law), item.where});
    }
    std::erase_if(elements, [&](const auto& item) {
      return std::ranges::find(made_.turned, item.name) != made_.turned.end();
    });
  }

  void push(const std::string& name, const Expression& change) {
    const std::string& body = bodies_.at(name);
    Force force;
    force.name = body;
    force.deflection.terms.push_back({places_.at(body), Expression::number(1.0)});
    force.value = change;
    force.where = change.where();
    made_.model.forces.push_back(std::move(force));
  }

  /// Lines of an update read what those before them made.
  void push_samples(const Controller& controller) {
    std::map<std::string, Expression> now;
    for (const Controller::Memory& item : controller.memory)
      now.emplace(item.name,
                  Expression::symbol("q." + bodies_.at(controller.name + "." + item.name)));
    const std::map<std::string, Expression> before = now;
    for (const Controller::Assignment& line : controller.update)
      now[line.to] = substitute(replaced(line.value), now);
    for (const auto& [name, value] : now)
      push(controller.name + "." + name, terse::difference(value, before.at(name)));
  }

  StillModel made_;
  std::set<std::string> taken_;
  std::map<std::string, std::string> bodies_;  ///< of a state or a held value
  std::map<std::string, int> places_;
  std::map<std::string, Expression> symbols_;
};

}  // namespace

StillModel with_states_as_bodies(const Model& model) {
  refuse_shifts(model);
  const auto written = with_forces_written_out(model);
  return Stilling(written ? *written : model).take();
}

}  // namespace luztar
