// Ranges of the numbers of bodies and elements.
#include <cmath>
#include <limits>

#include "luztar/model/kinds.h"
#include "luztar/model/value_check.h"

namespace luztar {
namespace {

std::string text_of(double value) { return ValueCheck::text_of(value); }

bool is_infinity(const Expression& expression, int sign = 1) {
  return expression.op() == Op::Number &&
         expression.number() == sign * std::numeric_limits<double>::infinity();
}

void check_mass(const Body& body, ValueCheck& check) {
  if (is_infinity(*body.mass)) return;
  const std::string word = body.rotates ? "inertia" : "mass";
  const auto value = check.not_negative(*body.mass, "the " + word + " of '" + body.name + "'");
  if (!value || *value == 0 || std::isfinite(1.0 / *value)) return;
  check.report(*body.mass, "the " + word + " of '" + body.name + "' is too small to divide by",
               "give '" + body.name + "' a larger " + word + ", or 0");
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
    const auto value = check.finite(term.coefficient, "this arm or coefficient of '" + name + "'");
    if (value && *value == 0) {
      check.report(term.coefficient, "this arm or coefficient of '" + name + "' is 0",
                   "leave the body out instead");
    }
  }
}

template <typename Element>
bool check_order(const Element& element, double lower, double upper, ValueCheck& check) {
  if (lower <= upper) return true;
  check.report(element.lower,
               "the gap of '" + element.name + "' has its lower edge " + text_of(lower) +
                   " above its upper edge " + text_of(upper),
               "write gap = [lower, upper]");
  return false;
}

void check_gap(const Spring& spring, ValueCheck& check) {
  const auto lower =
      check.finite(spring.lower, "the lower edge of the gap of '" + spring.name + "'");
  const auto upper =
      check.finite(spring.upper, "the upper edge of the gap of '" + spring.name + "'");
  if (lower && upper) check_order(spring, *lower, *upper, check);
}

void check_edges(const Stop& stop, double lower, double upper, ValueCheck& check) {
  if (!check_order(stop, lower, upper, check)) return;
  if (std::isfinite(lower) || std::isfinite(upper)) return;
  check.report(stop.lower,
               lower < upper ? "the gap of '" + stop.name + "' has no edge"
                             : "both edges of the gap of '" + stop.name + "' are the same infinity",
               "give one of them a number, or remove '" + stop.name + "'");
}

void check_stop(const Stop& stop, ValueCheck& check) {
  const auto edge = [&](const Expression& expression, const char* name) {
    if (is_infinity(expression, 1) || is_infinity(expression, -1)) {
      return std::optional<double>(expression.number());
    }
    return check.finite(expression,
                        std::string("the ") + name + " edge of the gap of '" + stop.name + "'");
  };
  const auto lower = edge(stop.lower, "lower");
  const auto upper = edge(stop.upper, "upper");
  if (lower && upper) check_edges(stop, *lower, *upper, check);
  const auto restitution = check.finite(stop.restitution, "the restitution of '" + stop.name + "'");
  if (!restitution || (*restitution >= 0 && *restitution <= 1)) return;
  check.report(stop.restitution,
               "the restitution of '" + stop.name + "' is " + text_of(*restitution),
               "give a number from 0 (no rebound) to 1 (no loss)");
}

// What a kind has to keep besides that its numbers are finite.
template <class Element>
void check_own(const Element&, ValueCheck&) {}
void check_own(const Spring& spring, ValueCheck& check) {
  if (!spring.force && !is_freeplay(spring)) check_gap(spring, check);
}
void check_own(const Friction& friction, ValueCheck& check) {
  check_friction_values(friction, check);
}
void check_own(const Stop& stop, ValueCheck& check) { check_stop(stop, check); }

}  // namespace

void check_values(const Model& model, const ParameterValues& values, Diagnostics& mistakes) {
  ValueCheck check(values, mistakes);
  // A function of time shows its value only in the run, unless it is constant after all.
  const auto check_fields = [&](const auto& item) {
    for_each_field(item, [&](const Field& field, const Expression& value) {
      const auto what = [&] {
        return std::string("the ") + field.key + " of '" + item.name + "'";
      };
      if (field.range == Range::Finite) check.finite(value, what());
      if (field.range == Range::NotNegative) check.not_negative(value, what());
    });
  };
  for (const Body& body : model.bodies) {
    check_body(body, check);
    check_fields(body);
  }
  for_each_element(model, [&](const auto& element) {
    check.of(element.where);
    check_deflection(element.deflection, element.name, model, check);
    check_fields(element);
    check_own(element, check);
  });
}

}  // namespace luztar
