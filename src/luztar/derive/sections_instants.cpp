// Step 1: what happens at instants.
#include <map>

#include "luztar/derive/sections.h"
#include "luztar/model/kinds.h"
#include "luztar/model/shifts.h"

namespace luztar {
namespace {

/// The memory of a controller by the names that others read it by.
Expression with_memory(const Controller& controller, const Expression& value) {
  std::map<std::string, Expression> names;
  for (const Controller::Memory& item : controller.memory)
    names.emplace(item.name, symbol_of("x", controller.name + "." + item.name));
  return substitute(value, names);
}

void add_jumps(const DerivationContext& context, Section& section) {
  for (const StateVariable& state : context.model.states)
    for (const StateVariable::Jump& jump : state.jumps)
      section.say(ticked(state.name) + " jumps to " + ticked(to_text(jump.to)) +
                  " at each instant at which " + ticked(to_text(jump.when.operands()[0])) +
                  " becomes true.");
}

void add_shifts(const DerivationContext& context, Section& section) {
  std::vector<std::string> names;
  for_each_element(context.model, [&](const auto& element) {
    if (shifts(element.deflection)) names.push_back(ticked(element.name));
  });
  if (names.empty()) return;
  section.say("Where a state jumps, the deflection of " + list_of(names) +
              " goes on: $d0$, 0 at the start, takes what the sum of the arms times the positions "
              "would jump by. A link takes the impulse that brings its new rate to 0.");
}

void add_controllers(const DerivationContext& context, Section& section) {
  for (const Controller& controller : context.model.controllers) {
    std::string words = ticked(controller.name) + " takes a sample every " +
                        to_text(controller.period) + " s from t = " + to_text(controller.first) +
                        " s on, one line after the other";
    const bool delayed = controller.delay.op() != Op::Number || controller.delay.number() != 0.0;
    words += delayed
                 ? "; what they give acts " + to_text(controller.delay) + " s later and is held:"
                 : "; what they give is held:";
    section.say(words);
    std::vector<Line> lines;
    for (const auto& [to, value, where] : controller.update)
      lines.push_back(
          define(symbol_of("x", controller.name + "." + to), with_memory(controller, value)));
    section.show(std::move(lines));
  }
}

}  // namespace

void add_instants(const DerivationContext& context, Section& section) {
  add_jumps(context, section);
  add_shifts(context, section);
  add_controllers(context, section);
}

}  // namespace luztar
