// Ranges of the numbers of bodies and elements.
#include <cmath>
#include <limits>

#include "luztar/model/check.h"

namespace luztar {
namespace {

std::string text_of(double value) { return to_text(Expression::number(value)); }

class ValueCheck {
 public:
  ValueCheck(const ParameterValues& values, Diagnostics& mistakes)
      : values_(values), mistakes_(mistakes) {}

  void of(const SourceLocation& element) { element_ = &element; }

  void report(const Expression& expression, std::string what, std::string advice) {
    mistakes_.push_back(
        {known_place(expression.where(), *element_), std::move(what), std::move(advice)});
  }

  std::optional<double> finite(const Expression& expression, const std::string& what) {
    const auto value = value_of(expression, values_);
    if (!value) return std::nullopt;
    if (std::isfinite(*value)) return value;
    report(expression, what + " is not a finite number", "give it a finite number");
    return std::nullopt;
  }

  // A function of time shows its value only in the run, unless it is constant after all.
  void finite_if_constant(const Expression& expression, const std::string& what) {
    finite(expression, what);
  }

  std::optional<double> not_negative(const Expression& expression, const std::string& what) {
    const auto value = finite(expression, what);
    if (!value || *value >= 0) return value;
    report(expression, what + " is negative (" + text_of(*value) + ")", "it must be 0 or more");
    return std::nullopt;
  }

 private:
  const ParameterValues& values_;
  Diagnostics& mistakes_;
  const SourceLocation* element_{};
};

bool is_infinity(const Expression& expression) {
  return expression.op() == Op::Number &&
         expression.number() == std::numeric_limits<double>::infinity();
}

void check_mass(const Body& body, ValueCheck& check) {
  if (is_infinity(*body.mass)) return;
  const std::string word = body.rotates ? "inertia" : "mass";
  const auto value = check.not_negative(*body.mass, "the " + word + " of '" + body.name + "'");
  if (!value || std::isfinite(1.0 / *value)) return;
  if (*value > 0) {
    check.report(*body.mass, "the " + word + " of '" + body.name + "' is too small to divide by",
                 "give '" + body.name + "' a larger " + word);
    return;
  }
  check.report(*body.mass, word + " = 0 (a massless body) is not supported yet",
               "give '" + body.name + "' a small " + word);
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
  if (body.motion) {
    check.finite_if_constant(*body.motion, "the motion of '" + body.name + "'");
    return;
  }
  check.finite(body.position, "the position of '" + body.name + "'");
  check.finite(body.velocity, "the velocity of '" + body.name + "'");
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

void check_gap(const Spring& spring, ValueCheck& check) {
  const bool symmetric = spring.lower.op() == Op::Negate &&
                         spring.lower.operands()[0].identity() == spring.upper.identity();
  if (symmetric) {
    check.not_negative(spring.upper, "the freeplay of '" + spring.name + "'");
    return;
  }
  const auto lower =
      check.finite(spring.lower, "the lower edge of the gap of '" + spring.name + "'");
  const auto upper =
      check.finite(spring.upper, "the upper edge of the gap of '" + spring.name + "'");
  if (!lower || !upper || *lower <= *upper) return;
  check.report(spring.lower,
               "the gap of '" + spring.name + "' has its lower edge " + text_of(*lower) +
                   " above its upper edge " + text_of(*upper),
               "write gap = [lower, upper]");
}

void check_spring(const Spring& spring, ValueCheck& check) {
  if (spring.force) {
    check.finite_if_constant(*spring.force, "the force of '" + spring.name + "'");
    return;
  }
  const std::string of_name = " of '" + spring.name + "'";
  check.finite(spring.stiffness, "the stiffness" + of_name);
  check.finite(spring.rest, "the rest" + of_name);
  check.finite(spring.damping, "the damping" + of_name);
  check_gap(spring, check);
}

void check_static(const Friction::Law& law, const std::string& of_name, ValueCheck& check) {
  const auto kinetic = check.not_negative(law.kinetic, "the kinetic" + of_name);
  if (law.breakaway.identity() == law.kinetic.identity()) return;  // the default
  const auto breakaway = check.not_negative(law.breakaway, "the static" + of_name);
  if (!kinetic || !breakaway || *breakaway >= *kinetic) return;
  check.report(law.breakaway,
               "the static" + of_name + " (" + text_of(*breakaway) +
                   ") is less than the kinetic one (" + text_of(*kinetic) + ")",
               "raise static or lower kinetic");
}

void check_friction(const Friction& friction, ValueCheck& check) {
  const std::string of_name = " friction of '" + friction.name + "'";
  const Friction::Law& forward = friction.forward;
  const Friction::Law& backward = friction.backward;
  check.not_negative(forward.viscous, "the viscous" + of_name);
  check_static(forward, of_name, check);
  // Values that both directions share have been looked at.
  if (backward.viscous.identity() != forward.viscous.identity()) {
    check.not_negative(backward.viscous, "the viscous" + of_name + " for negative rates");
  }
  if (backward.kinetic.identity() != forward.kinetic.identity() ||
      backward.breakaway.identity() != forward.breakaway.identity()) {
    check_static(backward, of_name + " for negative rates", check);
  }
}

}  // namespace

void check_values(const Model& model, const ParameterValues& values, Diagnostics& mistakes) {
  ValueCheck check(values, mistakes);
  for (const Body& body : model.bodies) check_body(body, check);
  const auto start = [&](const auto& element) {
    check.of(element.where);
    check_deflection(element.deflection, element.name, model, check);
  };
  for (const Spring& spring : model.springs) {
    start(spring);
    check_spring(spring, check);
  }
  for (const Damper& damper : model.dampers) {
    start(damper);
    const std::string of_name = " of '" + damper.name + "'";
    check.finite(damper.damping, "the damping" + of_name);
    if (damper.force) check.finite_if_constant(*damper.force, "the force" + of_name);
  }
  for (const Friction& friction : model.frictions) {
    start(friction);
    check_friction(friction, check);
  }
  for (const Force& force : model.forces) {
    start(force);
    check.finite_if_constant(force.value, "the value of '" + force.name + "'");
  }
}

}  // namespace luztar
