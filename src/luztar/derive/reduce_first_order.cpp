// Massless bodies that friction or damping holds: their balance is an equation of first order.

#include "luztar/derive/reduce_rules.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar::reduction {
namespace {

using terse::product;
using terse::quotient;

/// A friction whose force is C*tar(v, F/C) in both directions, with F at rest too.
bool is_invertible(const Friction& friction) {
  const Friction::Law& forward = friction.forward;
  const Friction::Law& backward = friction.backward;
  return has_constant_levels(friction) && !is_zero(forward.viscous) &&
         are_equal(forward.viscous, backward.viscous) &&
         are_equal(forward.kinetic, backward.kinetic) &&
         are_equal(forward.breakaway, forward.kinetic) &&
         are_equal(backward.breakaway, backward.kinetic);
}

/// C * rate = luz(force on it, F).
Line solved(const Model& model, const Friction& friction, const Expression& force) {
  const Expression rate = deflection_sum(model, friction.deflection, "v");
  return equal(product(friction.forward.viscous, rate),
               terse::luz(force, friction.forward.kinetic));
}

/// Forces on the body but those of frictions.
Expression other_forces(const Model& model, int body) {
  Model without = model;
  without.frictions.clear();
  return body_line(without, body).parts.front().right;
}

/// One friction alone: it takes what the others leave over.
Line single_law(const Model& model, int body, const Friction& friction) {
  const Expression c = coefficient_of(friction.deflection, body);
  return solved(model, friction, quotient(other_forces(model, body), c));
}

/// Two frictions one after the other: a common force f, rates that add.
Line series_law(const Model& model, int body, const Friction& first, const Friction& second) {
  const Expression f = Expression::symbol("f." + first.name);
  const Expression ratio = terse::negated(
      quotient(coefficient_of(first.deflection, body), coefficient_of(second.deflection, body)));
  Deflection both = first.deflection;
  add(both, second.deflection, ratio);
  const auto rate = [](const Friction& friction, const Expression& force) {
    return quotient(terse::luz(force, friction.forward.kinetic), friction.forward.viscous);
  };
  return equal(deflection_sum(model, both, "v"),
               terse::sum(rate(first, f), product(ratio, rate(second, product(ratio, f)))));
}

}  // namespace

std::optional<ReductionStep> first_order_step(const Reducer& reducer, int body) {
  const Model& model = reducer.model;
  const Contacts contacts = contacts_of(model, body);
  const std::vector<std::size_t>& frictions = contacts.of(PartKind::Friction);
  if (frictions.empty() && contacts.of(PartKind::Damper).empty()) return std::nullopt;
  ReductionStep step;
  step.rule = frictions.empty() ? "massless body with damping" : "massless body with friction";
  step.names = {reducer.body(body).name};
  step.before = {body_line(model, body)};
  step.why =
      "The balance of forces gives its velocity: an equation of first order, without a stiff one. "
      "Where 0 is in `y - k*tar(x, a)`, `x = luz(y/k, a)`.";
  const auto friction = [&](std::size_t i) -> const Friction& {
    return model.frictions[frictions[i]];
  };
  // Nothing else depends on the velocity, or ties it.
  const bool alone = contacts.count() == frictions.size() + contacts.of(PartKind::Spring).size() +
                                             contacts.of(PartKind::Force).size();
  if (alone && frictions.size() == 1 && is_invertible(friction(0))) {
    step.after = {single_law(model, body, friction(0))};
  } else if (alone && contacts.only(PartKind::Friction, 2) && is_invertible(friction(0)) &&
             is_invertible(friction(1))) {
    step.after = {series_law(model, body, friction(0), friction(1))};
  }
  if (!step.after.empty()) step.condition = "C > 0, and as much friction at rest as in motion";
  return step;
}

}  // namespace luztar::reduction
