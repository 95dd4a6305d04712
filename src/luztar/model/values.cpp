// Ranges of the numbers of bodies and elements.
#include <algorithm>
#include <cmath>
#include <limits>

#include "luztar/model/coupled_inertias.h"
#include "luztar/model/geometry.h"
#include "luztar/model/held_values.h"
#include "luztar/model/kinds.h"
#include "luztar/model/link_loads.h"
#include "luztar/model/shifts.h"
#include "luztar/model/value_check.h"

namespace luztar {
namespace {

bool is_infinity(const Expression& expression, int sign = 1) {
  return expression.op() == Op::Number &&
         expression.number() == sign * std::numeric_limits<double>::infinity();
}

void check_mass(const Body& body, ValueCheck& check) {
  if (is_infinity(*body.mass)) return;
  const std::string_view word = body.rotates ? "inertia" : "mass";
  const auto what = [&] {
    return "the " + std::string(word) + " of '" + body.name + "'";
  };
  const auto value = check.not_negative(*body.mass, what);
  if (!value || *value == 0 || std::isfinite(1.0 / *value)) return;
  check.report(*body.mass, what() + " is too small to divide by",
               "give '" + body.name + "' a larger " + std::string(word) + ", or 0");
}

void check_body(const Body& body, ValueCheck& check) {
  check.of(body.where);
  if (body.mass && body.motion) {
    check.report(*body.motion, "'" + body.name + "' has a mass and a motion",
                 "a prescribed motion needs no mass: remove one of them");
  } else if (!body.mass && !body.motion) {
    check.report(Expression(), "'" + body.name + "' has neither a mass nor a motion",
                 "write mass = ..., inertia = ... or motion = ...");
  }
  if (body.mass) check_mass(body, check);
}

/// A deflection that is an expression: it follows bodies, and does not jump.
void check_formula(const Deflection& deflection, const std::string& name, bool may_bend,
                   ValueCheck& check) {
  const Expression& formula = *deflection.formula;
  if (!may_bend)
    check.report(formula, "'" + name + "' acts along constant arms, not along an expression",
                 kTakesDeflection);
  const auto symbols = symbols_of(formula);
  const bool reads = std::any_of(symbols.begin(), symbols.end(), [](const Expression& symbol) {
    return symbol.symbol().starts_with("q.") || symbol.symbol() == kUnread;
  });
  if (!reads)
    check.report(formula, "the deflection of '" + name + "' reads no position",
                 "write it with q.BODY");
  if (const std::string jump = jump_in(formula); !jump.empty())
    check.report(formula, "the deflection of '" + name + "' jumps: " + jump + "(...)",
                 "a deflection is continuous; kinks (abs, min, max, sat, luz, tables) are allowed");
}

void check_deflection(const Deflection& deflection, const std::string& name, const Model& model,
                      ValueCheck& check) {
  const int n_bodies = static_cast<int>(model.bodies.size());
  if (deflection.terms.empty()) {
    check.report(Expression(), "'" + name + "' acts on no body", "write between = [\"a\", \"b\"]");
  }
  for (const Deflection::Term& term : deflection.terms) {
    if (term.body < kGround || term.body >= n_bodies) {
      check.report(Expression(), "'" + name + "' acts on a body that the model does not have",
                   "use an index into its bodies, or ground");
    }
    const auto what = [&] {
      return "this arm or coefficient of '" + name + "'";
    };
    if (shifts(deflection)) continue;
    const auto value = check.finite(term.coefficient, what);
    if (value && *value == 0) {
      check.report(term.coefficient, what() + " is 0", "leave the body out instead");
    }
  }
}

/// One of them may be infinite.
template <typename Element>
void check_edges(const Element& element, ValueCheck& check) {
  const auto gap = [&] {
    return "the gap of '" + element.name + "'";
  };
  const auto edge = [&](const Expression& expression, const char* name) -> std::optional<double> {
    const bool infinite = is_infinity(expression, 1) || is_infinity(expression, -1);
    if (infinite) return expression.number();
    return check.finite(expression, [&] { return "the " + (name + (" edge of " + gap())); });
  };
  const auto lower = edge(element.lower, "lower"), upper = edge(element.upper, "upper");
  if (!lower || !upper) return;
  if (*lower > *upper) {
    check.report(element.lower,
                 gap() + " has its lower edge " + text_of(*lower) + " above its upper edge " +
                     text_of(*upper),
                 "write gap = [lower, upper]");
  } else if (!std::isfinite(*lower) && !std::isfinite(*upper)) {
    check.report(element.lower,
                 *lower < *upper ? gap() + " has no edge"
                                 : "both edges of " + gap() + " are the same infinity",
                 "give one of them a number, or remove '" + element.name + "'");
  }
}

void check_restitution(const Stop& stop, ValueCheck& check) {
  const auto what = [&] {
    return "the restitution of '" + stop.name + "'";
  };
  const auto value = check.finite(stop.restitution, what);
  if (!value || (*value >= 0 && *value <= 1)) return;
  constexpr double kPercent = 100;
  const bool in_percent = *value > 1 && *value <= kPercent && *value == std::floor(*value);
  check.report(
      stop.restitution, what() + " is " + text_of(*value),
      "give a number from 0 (no rebound) to 1 (no loss)" +
          (in_percent ? ": " + text_of(*value / kPercent) + " for " + text_of(*value) + " percent"
                      : ""));
}

/// `pull` = false: there is a side to push to, and what touches is pushed.
void check_pushing(const Spring& spring, ValueCheck& check) {
  if (!spring.has_gap)
    check.report(Expression(), "'" + spring.name + "' has pull = false, but no gap to push out of",
                 "give it a gap or freeplay; gap = [0, 0] is a gap too");
  check.not_negative(spring.stiffness,
                     "beside pull = false the stiffness of '" + spring.name + "'");
  check.not_negative(spring.damping, "beside pull = false the damping of '" + spring.name + "'");
}

void check_efficiency(const Efficiency& efficiency, const std::string& name,
                      const Deflection& deflection, ValueCheck& check) {
  const auto in_range = [&](const Expression& of, const char* word, bool positive) {
    const std::string what = std::string("the ") + word + " efficiency of '" + name + "'";
    const auto value = check.finite(of, what);
    if (!value || (*value <= 1 && (!positive || *value > 0))) return;
    check.report(of, what + " is " + text_of(*value),
                 positive ? "give a number above 0, up to 1 (no loss)"
                          : "give a number up to 1 (no loss); from 0 down it locks itself");
  };
  in_range(efficiency.forward, "forward", true);
  in_range(efficiency.backward, "backward", false);
  if (has_input(deflection) || deflection.terms.empty()) return;
  if (deflection.formula)
    check.report(efficiency.forward,
                 "'" + name + "' has an efficiency and acts along an expression",
                 "write its losses out, pressed by abs(f." + name + ")");
  else
    check.report(efficiency.forward, "the efficiency of '" + name + "' is that of the ground",
                 "name the body at the input first");
}

// A function of time shows its value only in the run, unless it is constant after all.
template <class Item>
void check_fields(const Item& item, ValueCheck& check) {
  for_each_field(item, [&](const Field& field, const Expression& value) {
    const auto number = check.value(value);
    if (number && *number >= 0.0 && std::isfinite(*number) &&
        (field.range != Range::Positive || *number > 0.0))
      return;  // in every range
    const auto what = [&] {
      return std::string("the ") + field.key + " of '" + item.name + "'";
    };
    if (field.range == Range::Finite) check.finite(value, what());
    if (field.range == Range::NotNegative) check.not_negative(value, what());
    if (field.range == Range::Positive) check.positive(value, what());
  });
}
void check_fields(const Friction& friction, ValueCheck& check) {
  check_friction_values(friction, check);
}

// What a kind has to keep besides that its numbers are in their ranges.
template <class Element>
void check_own(const Element& element, ValueCheck& check) {
  if constexpr (requires { element.efficiency; })
    if (element.efficiency)
      check_efficiency(*element.efficiency, element.name, element.deflection, check);
}
void check_own(const Spring& spring, ValueCheck& check) {
  if (spring.force) return;
  if (!is_freeplay(spring)) check_edges(spring, check);
  if (!spring.pull) check_pushing(spring, check);
}
void check_own(const Stop& stop, ValueCheck& check) {
  check_edges(stop, check);
  check_restitution(stop, check);
}
void check_own(const Body& body, ValueCheck& check) { check_body(body, check); }

template <class Item>
void check_item(const Item& item, const Model& model, ValueCheck& check) {
  if constexpr (requires { item.deflection; }) {
    // Not of actions and ratchets.
    bool may_bend = !requires { item.value; };
    if constexpr (requires { item.pitch; }) may_bend = !item.pitch;
    if (item.deflection.formula)
      check_formula(item.deflection, item.name, may_bend, check);
    else
      check_deflection(item.deflection, item.name, model, check);
  }
  check_fields(item, check);
  check_own(item, check);
}

}  // namespace

void check_values(const Model& model, const ParameterValues& values, Diagnostics& mistakes,
                  const Readers* readers) {
  ValueCheck check(values, mistakes);
  const auto look_at = [&](const auto& item) {
    check.of(item.where);
    check_item(item, model, check);
  };
  if (readers == nullptr) {
    for (const StateVariable& state : model.states) look_at(state);
    for (const Controller& controller : model.controllers) look_at(controller);
  }
  for_each_list(model, [&](PartKind kind, const auto& list) {
    for (std::size_t i = 0; i < list.size(); ++i)
      if (readers == nullptr || readers->of(kind)[i] != 0) look_at(list[i]);
  });
  check_inertias(model, values, mistakes);
}

}  // namespace luztar
