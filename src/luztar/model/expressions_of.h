// Visits every expression of a body or an element, the coefficients of its deflection too.
#pragma once

#include "luztar/model/model.h"

namespace luztar {

namespace detail {

template <class Visit>
void visit_optional(std::optional<Expression>& expression, const Visit& visit) {
  if (expression) visit(*expression);
}

template <class Visit>
void visit_terms(Deflection& deflection, const Visit& visit) {
  for (Deflection::Term& term : deflection.terms) visit(term.coefficient);
}

template <class Visit>
void visit_law(Friction::Law& law, const Visit& visit) {
  for (Expression* e : {&law.viscous, &law.kinetic, &law.breakaway}) visit(*e);
  if (law.stribeck) {
    visit(law.stribeck->velocity);
    visit(law.stribeck->exponent);
  }
  if (law.hysteresis) {
    Friction::Hysteresis& branch = *law.hysteresis;
    for (Expression* e : {&branch.rise, &branch.fall, &branch.kinetic, &branch.viscous}) visit(*e);
  }
  for (auto& [speed, level] : law.table) {
    visit(speed);
    visit(level);
  }
}

}  // namespace detail

template <class Visit>
void expressions_of(Body& body, const Visit& visit) {
  detail::visit_optional(body.mass, visit);
  detail::visit_optional(body.motion, visit);
  visit(body.position);
  visit(body.velocity);
}

template <class Visit>
void expressions_of(Spring& spring, const Visit& visit) {
  detail::visit_terms(spring.deflection, visit);
  for (Expression* e : {&spring.stiffness, &spring.rest, &spring.damping}) visit(*e);
  detail::visit_optional(spring.force, visit);
  // A freeplay is [-a, a] with one a, and stays so.
  const bool symmetric = spring.lower.op() == Op::Negate &&
                         spring.lower.operands()[0].identity() == spring.upper.identity();
  visit(spring.upper);
  if (symmetric) {
    spring.lower = Expression::apply(Op::Negate, {spring.upper}, spring.lower.where());
  } else {
    visit(spring.lower);
  }
}

template <class Visit>
void expressions_of(Damper& damper, const Visit& visit) {
  detail::visit_terms(damper.deflection, visit);
  visit(damper.damping);
  detail::visit_optional(damper.force, visit);
}

template <class Visit>
void expressions_of(Friction& friction, const Visit& visit) {
  detail::visit_terms(friction.deflection, visit);
  detail::visit_law(friction.forward, visit);
  detail::visit_law(friction.backward, visit);
  detail::visit_optional(friction.normal, visit);
  if (!friction.bristles) return;
  Friction::Bristles& bristles = *friction.bristles;
  for (Expression* e : {&bristles.sigma0, &bristles.sigma1, &bristles.exponent}) visit(*e);
}

template <class Visit>
void expressions_of(Link& link, const Visit& visit) {
  detail::visit_terms(link.deflection, visit);
}

template <class Visit>
void expressions_of(Stop& stop, const Visit& visit) {
  detail::visit_terms(stop.deflection, visit);
  for (Expression* e : {&stop.lower, &stop.upper, &stop.restitution}) visit(*e);
}

template <class Visit>
void expressions_of(Force& force, const Visit& visit) {
  detail::visit_terms(force.deflection, visit);
  visit(force.value);
}

}  // namespace luztar
