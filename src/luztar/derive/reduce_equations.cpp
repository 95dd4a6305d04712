// Equations of bodies and elements, written out, for the steps of a reduction.
#include <algorithm>
#include <concepts>
#include <optional>
#include <utility>

#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/kinds.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar::reduction {

using terse::difference;
using terse::is_number;
using terse::product;
using terse::quotient;
using terse::sum;

namespace {

Expression half(const Expression& x) { return quotient(x, terse::number(2)); }

bool same_law(const Friction::Law& a, const Friction::Law& b) {
  return is_constant(a) && is_constant(b) && are_equal(a.viscous, b.viscous) &&
         are_equal(a.kinetic, b.kinetic);
}

/// The force of a friction can be written with tar; of others only its name is.
bool is_written(const Friction& friction) {
  return is_coulomb(friction) && same_law(friction.forward, friction.backward);
}

bool damps_in_contact(const Spring& spring) {
  return spring.has_gap && !spring.force && !is_number(spring.damping, 0);
}

/// Its force is not known from the state.
bool is_rigid(const Spring& spring) {
  return !spring.force &&
         (terse::is_infinite(spring.stiffness) || terse::is_infinite(spring.damping));
}
bool is_rigid(const Friction& friction) {
  return terse::is_infinite(friction.forward.viscous) ||
         terse::is_infinite(friction.forward.kinetic);
}

/// Its rate is zero.
Line locked_line(const Model& model, const Deflection& deflection) {
  return equal(deflection_sum(model, deflection, "v"), {});
}

}  // namespace

Expression coordinate(const char* prefix, const std::string& body) {
  return Expression::symbol(std::string(prefix) + "." + body);
}

Line positive_line(const Expression& value) {
  const bool inverse = value.op() == Op::Divide && terse::is_number(value.operands()[0], 1);
  Line line = equal(inverse ? value.operands()[1] : value, {});
  line.parts.front().sign = Line::Sign::Greater;
  return line;
}

std::optional<Expression> at_start(const Model& model, const Deflection& deflection,
                                   Expression Body::*value) {
  Expression all;
  for (const Deflection::Term& term : deflection.terms) {
    if (term.body == kGround) continue;
    const Body& body = model.bodies[static_cast<std::size_t>(term.body)];
    if (body.motion) return std::nullopt;
    all = sum(all, product(term.coefficient, body.*value));
  }
  return all;
}

Expression spring_force(const Model& model, const Spring& spring) {
  const Expression d = deflection_sum(model, spring.deflection, "q");
  const Expression rate = deflection_sum(model, spring.deflection, "v");
  if (spring.force) return substitute(*spring.force, {{"d", d}, {"v", rate}});
  Expression stretch = difference(d, spring.rest);
  if (only_pushes(spring)) return pushing_force(spring, stretch, rate);
  if (has_one_edge(spring)) {
    Spring elastic = spring;
    elastic.damping = Expression();
    elastic.rest = Expression();
    return law_of(elastic, stretch, rate);
  }
  Expression width;
  if (is_freeplay(spring)) {
    width = spring.upper;
  } else if (spring.has_gap) {
    stretch = difference(stretch, half(sum(spring.lower, spring.upper)));
    width = half(difference(spring.upper, spring.lower));
  }
  const Expression elastic = product(spring.stiffness, terse::luz(stretch, width));
  return spring.has_gap ? elastic : sum(elastic, product(spring.damping, rate));
}

Expression friction_force(const Model& model, const Friction& friction) {
  if (!is_written(friction)) return Expression::symbol("f." + friction.name);
  const Expression rate = deflection_sum(model, friction.deflection, "v");
  const Friction::Law& law = friction.forward;
  const Expression level = friction.normal ? product(law.kinetic, *friction.normal) : law.kinetic;
  if (is_zero(level)) return product(law.viscous, rate);
  if (is_zero(law.viscous)) return product(level, terse::sign(rate));
  return product(law.viscous, terse::tar(rate, quotient(level, law.viscous)));
}

Line force_line(const Model& model, const Spring& spring) {
  if (!spring.force && terse::is_infinite(spring.damping))
    return locked_line(model, spring.deflection);
  if (is_rigid(spring)) {
    Spring unit = spring;
    unit.stiffness = terse::number(1);
    unit.damping = {};
    return equal(spring_force(model, unit), {});
  }
  Line line = equal(Expression::symbol("f." + spring.name), spring_force(model, spring));
  if (damps_in_contact(spring) && !only_pushes(spring))
    line.words = "and its damping while in contact";
  return line;
}

Line force_line(const Model& model, const Friction& friction) {
  if (is_rigid(friction)) return locked_line(model, friction.deflection);
  Line line = equal(Expression::symbol("f." + friction.name), friction_force(model, friction));
  const bool dry = !is_zero(friction.forward.kinetic);
  if (is_written(friction) && dry) line.parts.front().sign = Line::Sign::In;
  return line;
}

namespace {

/// The force where it follows from the state; of anything else only its name is known.
template <typename Element>
std::optional<Expression> known_force(const Model& model, const Element& element) {
  if constexpr (std::derived_from<Element, Spring>)
    if (!is_rigid(element) && !damps_in_contact(element)) return spring_force(model, element);
  return std::nullopt;
}
std::optional<Expression> known_force(const Model& model, const Friction& friction) {
  return is_rigid(friction) ? std::nullopt : std::optional(friction_force(model, friction));
}

}  // namespace

Line body_line(const Model& model, int body) {
  const Body& of = model.bodies[static_cast<std::size_t>(body)];
  if (of.motion) return equal(coordinate("q", of.name), *of.motion);
  if (is_steady(of)) return equal(coordinate("a", of.name), Expression());
  Expression right;
  for (const Force& force : model.forces) {
    const Expression c = coefficient_of(force.deflection, body);
    if (!is_number(c, 0))
      right = sum(right, product(c, Expression::symbol(action_symbol(model, force.name))));
  }
  const auto pull = [&](const auto& element) {
    const Expression c = coefficient_of(element.deflection, body);
    if (is_number(c, 0)) return;
    const auto force = known_force(model, element);
    right = difference(right, product(c, force.value_or(Expression::symbol("f." + element.name))));
  };
  for_each_element_list(model, [&](PartKind kind, const auto& elements) {
    if (kind == PartKind::Force) return;
    for (const auto& element : elements) pull(element);
  });
  const bool is_set =
      std::any_of(model.frictions.begin(), model.frictions.end(), [&](const Friction& friction) {
        return is_coulomb(friction) && !is_rigid(friction) &&
               !is_number(coefficient_of(friction.deflection, body), 0);
      });
  Line line = equal(product(*of.mass, coordinate("a", of.name)), right);
  if (is_set) line.parts.front().sign = Line::Sign::In;
  return line;
}

}  // namespace luztar::reduction
