#include "reduce/exact_forces.h"

#include <doctest/doctest.h>

namespace reduce_test {

using luztar::Deflection;
using luztar::Expression;
using luztar::Formula;
using luztar::Model;
using luztar::Op;

namespace {

Formula sum_of(const Model& model, const Deflection& deflection, const char* prefix,
               const Numbers& at) {
  Formula all;
  for (const auto& term : deflection.terms) {
    if (term.body == luztar::kGround) continue;
    const std::string& name = model.bodies[static_cast<std::size_t>(term.body)].name;
    all = all + exact(term.coefficient, at) * at.at(prefix + name);
  }
  return all;
}

Formula coefficient(const Model& model, const Deflection& deflection, const std::string& body,
                    const Numbers& at) {
  Formula all;
  for (const auto& term : deflection.terms) {
    if (term.body == luztar::kGround) continue;
    if (model.bodies[static_cast<std::size_t>(term.body)].name == body) {
      all = all + exact(term.coefficient, at);
    }
  }
  return all;
}

/// What is beyond the gap [lower, upper].
Formula beyond(const Formula& x, const Formula& lower, const Formula& upper) {
  if ((x - upper).number() > 0) return x - upper;
  if ((x - lower).number() < 0) return x - lower;
  return {};
}

}  // namespace

Formula exact(const Expression& expression, const Numbers& at) {
  return luztar::substitute(luztar::to_formula(expression), at);
}

Formula force_on(const Model& model, const std::string& body, const Numbers& at) {
  Formula all;
  const auto pull = [&](const Deflection& deflection, const Formula& force) {
    all = all - coefficient(model, deflection, body, at) * force;
  };
  for (const auto& spring : model.springs) {
    const Formula x = sum_of(model, spring.deflection, "q.", at) - exact(spring.rest, at);
    pull(spring.deflection,
         exact(spring.stiffness, at) * beyond(x, exact(spring.lower, at), exact(spring.upper, at)));
  }
  for (const auto& damper : model.dampers) {
    pull(damper.deflection, exact(damper.damping, at) * sum_of(model, damper.deflection, "v.", at));
  }
  for (const auto& friction : model.frictions) {
    if (coefficient(model, friction.deflection, body, at).is_zero()) continue;
    const Formula rate = sum_of(model, friction.deflection, "v.", at);
    REQUIRE(!rate.is_zero());
    const Formula level = exact(friction.forward.kinetic, at);
    pull(friction.deflection,
         exact(friction.forward.viscous, at) * rate + (rate.number() > 0 ? level : -level));
  }
  for (const auto& force : model.forces) {
    all = all + coefficient(model, force.deflection, body, at) * exact(force.value, at);
  }
  REQUIRE(model.links.empty());
  REQUIRE(model.stops.empty());
  return all;
}

}  // namespace reduce_test
