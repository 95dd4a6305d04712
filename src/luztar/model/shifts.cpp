#include "luztar/model/shifts.h"

#include <algorithm>
#include <string>

#include "luztar/core/error.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/geometry.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

constexpr const char* kState = "x.";

bool is_state(const Expression& symbol) { return symbol.symbol().starts_with(kState); }

bool reads_state(const Expression& expression) {
  return std::ranges::any_of(symbols_of(expression), is_state);
}

bool stands_still(const Expression& rate) {
  return rate.op() == Op::Number && rate.number() == 0.0;
}

class ShiftCheck {
 public:
  ShiftCheck(const Model& model, Diagnostics& mistakes) : model_(model), mistakes_(mistakes) {}

  void check(const Deflection& deflection, const std::string& name, const SourceLocation& where) {
    if (deflection.formula) {
      look(*deflection.formula, where);
      const auto moves = [](const Deflection::Term& term) {
        return reads_state(term.coefficient);
      };
      if (reads_state(*deflection.formula) && std::ranges::none_of(deflection.terms, moves))
        report(*deflection.formula, where,
               "the deflection of '" + name + "' reads a state that changes none of its arms",
               "a deflection goes on where a state jumps: only how it moves with its bodies "
               "changes; to move an element write its `rest`, or a body with a motion");
      return;
    }
    for (const Deflection::Term& term : deflection.terms) look(term.coefficient, where);
  }

 private:
  void look(const Expression& expression, const SourceLocation& where) {
    for (const Expression& symbol : symbols_of(expression)) {
      if (!is_state(symbol)) continue;
      const auto state =
          std::ranges::find(model_.states, symbol.symbol().substr(2), &StateVariable::name);
      if (state == model_.states.end())
        report(symbol, where, "'" + symbol.symbol() + "' is not allowed here",
               "arms read states that jump; let one follow what a controller holds");
      else if (!stands_still(state->rate))
        report(symbol, where,
               "'" + symbol.symbol() +
                   "' has a rate, and an arm is constant until "
                   "a state jumps",
               "leave `rate` out; what moves with time is a body with a `motion`");
    }
  }
  void report(const Expression& at, const SourceLocation& where, std::string what,
              std::string advice) {
    mistakes_.push_back({known_place(at.where(), where), std::move(what), std::move(advice)});
  }

  const Model& model_;
  Diagnostics& mistakes_;
};

}  // namespace

std::string shift_name(const std::string& element) { return "x.shift." + element; }

bool shifts(const Deflection& deflection) {
  if (deflection.formula) return reads_state(*deflection.formula);
  return std::ranges::any_of(
      deflection.terms, [](const Deflection::Term& term) { return reads_state(term.coefficient); });
}

std::optional<Model> with_shifts_beside(const Model& model) {
  if (model.states.empty()) return std::nullopt;
  Model beside = model;
  for_each_element(beside, [&](auto& element) {
    if (!shifts(element.deflection)) return;
    const Expression shift = Expression::symbol(shift_name(element.name), element.where);
    beside.shifts.push_back(element.name);
    element.deflection =
        along(model, terse::sum(deflection_sum(model, element.deflection, "q"), shift));
  });
  if (beside.shifts.empty()) return std::nullopt;
  return beside;
}

void check_shifts(const Model& model, Diagnostics& mistakes) {
  ShiftCheck check(model, mistakes);
  for_each_element(model, [&](const auto& element) {
    if (!shifts(element.deflection)) return;
    bool is_constant = requires { element.value; };
    if constexpr (requires { element.pitch; }) is_constant = element.pitch.has_value();
    if (is_constant)
      mistakes.push_back({element.where, "'" + element.name + "' acts along constant arms",
                          "the arms of all but forces and ratchets may read states that jump"});
    else
      check.check(element.deflection, element.name, element.where);
  });
}

}  // namespace luztar
