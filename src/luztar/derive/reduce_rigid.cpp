// Rigid connections: bodies that move as one, bodies that do not move, stops.
#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/kinds.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar::reduction {
namespace {

using terse::difference;
using terse::negated;
using terse::product;
using terse::quotient;
using terse::sum;

std::string number_words(double value) { return to_text(Expression::number(value)); }

/// A rigid connection before it is used up.
struct Connection : Link {
  /// What its deflection is held at; nothing: at what it is at the start (a link).
  std::optional<Expression> held_at{};
};

/// Largest part of such a sum, as a measure of its rounding.
double scale_of(const Reducer& reducer, const Deflection& deflection, Expression Body::*value) {
  double scale = 0;
  for (const Deflection::Term& term : deflection.terms) {
    if (term.body == kGround) continue;
    const Body& body = reducer.body(term.body);
    if (body.motion) continue;
    const double part =
        reducer.value(term.coefficient).value_or(0) * reducer.value(body.*value).value_or(0);
    scale = std::max(scale, std::abs(part));
  }
  return scale;
}

bool has_massless(const Reducer& reducer, const Deflection& deflection) {
  const auto bodies = bodies_of(deflection);
  return std::any_of(bodies.begin(), bodies.end(),
                     [&](int body) { return is_massless(reducer.body(body)); });
}

/// Initial values must fit a rigid connection, else the limit has an impact or endless energy.
void check_start(const Reducer& reducer, const Connection& connection) {
  if (has_massless(reducer, connection.deflection)) return;
  const Deflection& d = connection.deflection;
  if (const auto rate = at_start(reducer.model, d, &Body::velocity)) {
    const double value = reducer.value(*rate).value_or(0);
    if (exceeds(value, scale_of(reducer, d, &Body::velocity), kSolved)) {
      throw ModelError(connection.where,
                       "the bodies of '" + connection.name +
                           "' start with a relative velocity of " + number_words(value) +
                           ", which a rigid connection does not let them have",
                       "give them initial velocities that fit its arms");
    }
  }
  if (!connection.held_at) return;
  const auto position = at_start(reducer.model, d, &Body::position);
  if (!position) return;
  const double load = reducer.value(difference(*position, *connection.held_at)).value_or(0);
  const double scale = std::max(scale_of(reducer, d, &Body::position),
                                std::abs(reducer.value(*connection.held_at).value_or(0)));
  if (exceeds(load, scale, kSolved)) {
    throw ModelError(connection.where,
                     "the spring '" + connection.name + "' is loaded at the start (by " +
                         number_words(load) + "): its energy grows with its stiffness",
                     "give its bodies initial positions at which it carries no force");
  }
}

/// Which body goes: a massless one, one that is not given, the later one. -1: none can.
int body_to_eliminate(const Reducer& reducer, const std::vector<int>& bodies) {
  const auto rank = [&](int index) {
    const Body& body = reducer.body(index);
    return body.motion ? -1 : is_steady(body) ? 0 : is_massless(body) ? 2 : 1;
  };
  const int first = rank(bodies[0]), second = rank(bodies[1]);
  if (first < 0 || second < 0) return -1;
  return first > second ? bodies[0] : bodies[1];
}

Expression summed_mass(const Body& stays, const Body& gone, const Expression& ratio) {
  if (is_steady(stays)) return *stays.mass;
  return sum(*stays.mass, product(terse::square(ratio), *gone.mass));
}

/// Two bodies of a connection become one. False if one of them has a motion of its own.
bool merge_bodies(Reducer& reducer, const Connection& connection) {
  Model& model = reducer.model;
  const std::vector<int> bodies = bodies_of(connection.deflection);
  const int gone = body_to_eliminate(reducer, bodies);
  if (gone < 0) return false;
  int stays = gone == bodies[0] ? bodies[1] : bodies[0];
  check_start(reducer, connection);
  const Expression c_gone = coefficient_of(connection.deflection, gone);
  const Expression ratio = negated(quotient(coefficient_of(connection.deflection, stays), c_gone));
  const Expression offset =
      connection.held_at
          ? quotient(*connection.held_at, c_gone)
          : difference(reducer.body(gone).position, product(ratio, reducer.body(stays).position));
  ReductionStep step;
  step.rule = "bodies that move as one";
  step.names = {connection.name, reducer.body(stays).name, reducer.body(gone).name};
  step.condition = "their initial velocities fit the connection";
  step.condition_kind = ConditionKind::VelocitiesFit;
  step.before = {body_line(model, stays), body_line(model, gone),
                 equal(coordinate("q", reducer.body(gone).name),
                       sum(product(ratio, coordinate("q", reducer.body(stays).name)), offset))};
  step.why =
      "The force between them does no work: masses add with the square of the ratio, forces with "
      "the ratio.";
  reducer.body(stays).mass = summed_mass(reducer.body(stays), reducer.body(gone), ratio);
  replace_coordinate(reducer, gone, stays, ratio, offset, step.names);
  if (stays > gone) --stays;
  step.after = {body_line(model, stays)};
  reducer.steps.push_back(std::move(step));
  return true;
}

void hold_still(Reducer& reducer, int body, const Expression& position, ReductionStep step) {
  step.after = {equal(coordinate("q", reducer.body(body).name), position)};
  replace_coordinate(reducer, body, kGround, terse::number(0), position, step.names);
  reducer.steps.push_back(std::move(step));
}

/// A connection of one body to ground: the body does not move.
bool hold_body(Reducer& reducer, const Connection& connection) {
  const int body = bodies_of(connection.deflection).front();
  if (reducer.body(body).motion || reducer.model.bodies.size() == 1) return false;
  check_start(reducer, connection);
  const Expression c = coefficient_of(connection.deflection, body);
  const Expression position =
      connection.held_at ? quotient(*connection.held_at, c) : reducer.body(body).position;
  hold_still(reducer, body, position,
             {.rule = "body held by the ground",
              .names = {connection.name, reducer.body(body).name},
              .condition = "it starts at rest",
              .condition_kind = ConditionKind::VelocitiesFit,
              .before = {body_line(reducer.model, body)},
              .why = "A rigid connection to the ground takes whatever force comes."});
  return true;
}

bool use_up(Reducer& reducer, const Connection& connection) {
  const std::size_t bodies = bodies_of(connection.deflection).size();
  if (bodies == 1) return hold_body(reducer, connection);
  return bodies == 2 && merge_bodies(reducer, connection);
}

/// The element becomes a link, after a check that the start fits.
template <typename Element>
void make_link(Reducer& reducer, std::vector<Element>& elements, std::size_t index,
               const Connection& connection, const std::string& why) {
  check_start(reducer, connection);
  reducer.steps.push_back(
      {.rule = "rigid connection",
       .names = {connection.name},
       .condition = "initial values fit",
       .condition_kind = ConditionKind::VelocitiesFit,
       .after = {equal(deflection_sum(reducer.model, connection.deflection, "v"), {})},
       .why = why});
  reducer.model.links.push_back(connection);
  erase_at(elements, index);
}

/// No finite force gives it a rate.
template <typename Element>
bool has_endless_damping(const Element& element) {
  if constexpr (std::derived_from<Element, Spring>)
    return !element.force && terse::is_infinite(element.damping);
  return false;
}
bool has_endless_damping(const Friction& friction) {
  const auto locks = [](const Friction::Law& law) {
    return terse::is_infinite(law.viscous) || terse::is_infinite(law.kinetic);
  };
  return is_coulomb(friction) && locks(friction.forward) && locks(friction.backward);
}

}  // namespace

bool linked_bodies(Reducer& reducer) {
  for (const Link& link : std::vector<Link>(reducer.model.links)) {
    if (!use_up(reducer, {link})) continue;
    std::erase_if(reducer.model.links, [&](const Link& one) { return one.name == link.name; });
    return true;
  }
  return false;
}

bool rigid_spring(Reducer& reducer) {
  auto& springs = reducer.model.springs;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const Spring spring = springs[i];
    if (spring.force || spring.has_gap || !terse::is_infinite(spring.stiffness)) continue;
    const Connection connection{{spring.name, spring.deflection, {}, spring.where}, spring.rest};
    if (use_up(reducer, connection)) {
      std::erase_if(springs, [&](const Spring& one) { return one.name == spring.name; });
    } else {
      make_link(reducer, springs, i, connection,
                "A spring that nothing stretches is a rigid connection.");
    }
    return true;
  }
  return false;
}

bool damping_to_link(Reducer& reducer) {
  bool found = false;
  for_each_element_list(reducer.model, [&](PartKind kind, auto& elements) {
    for (std::size_t i = 0; i < elements.size() && !found; ++i) {
      if (!has_endless_damping(elements[i])) continue;
      const auto& element = elements[i];
      make_link(reducer, elements, i, {{element.name, element.deflection, {}, element.where}},
                "A " + std::string(word_of(kind)) + " that no force moves is a rigid connection.");
      found = true;
    }
  });
  return found;
}

bool body_at_rest(Reducer& reducer) {
  Model& model = reducer.model;
  for (int b = 0; b < static_cast<int>(model.bodies.size()); ++b) {
    const Body& body = reducer.body(b);
    if (!is_steady(body) || !is_zero(body.velocity) || model.bodies.size() == 1) continue;
    hold_still(
        reducer, b, Expression(body.position),
        {.rule = "infinite mass at rest",
         .names = {body.name},
         .condition = "its initial velocity is 0",
         .before = {equal(coordinate("a", body.name), {}), equal(coordinate("v", body.name), {})},
         .why = "It stays where it is: what acts on it acts on the ground."});
    return true;
  }
  return false;
}

bool spring_to_stop(Reducer& reducer) {
  auto& springs = reducer.model.springs;
  for (std::size_t i = 0; i < springs.size(); ++i) {
    const Spring spring = springs[i];
    if (spring.force || !spring.has_gap || !terse::is_infinite(spring.stiffness)) continue;
    if (has_massless(reducer, spring.deflection)) {
      throw ModelError(
          spring.where,
          "'" + spring.name + "' would be a stop at a massless body, and an impact needs a mass",
          "take the limit of the mass or of the stiffness, not of both");
    }
    const auto edge = [&](const Expression& of) {
      return terse::is_finite(of) ? sum(spring.rest, of) : of;
    };
    Stop stop{spring.name,        spring.deflection, edge(spring.lower),
              edge(spring.upper), terse::number(1),  spring.where};
    const Expression d = deflection_sum(reducer.model, spring.deflection, "q");
    const bool low = terse::is_finite(stop.lower);
    Line inside = equal(low ? stop.lower : d, low ? d : stop.upper);
    inside.parts.front().sign = Line::Sign::LessEqual;
    if (low && terse::is_finite(stop.upper))
      inside.parts.push_back({Line::Sign::LessEqual, stop.upper});
    reducer.steps.push_back(
        {.rule = "rigid spring with freeplay",
         .names = {spring.name},
         .condition = "one stop is hit at a time",
         .condition_kind = ConditionKind::OneStopAtATime,
         .after = {inside},
         .why =
             "The contact lasts half a period of the stiff spring and gives back the energy "
             "that it takes: in the limit an impact with restitution 1. Damping in contact takes "
             "none of it, since it does not grow with the stiffness."});
    erase_at(springs, i);
    reducer.model.stops.push_back(std::move(stop));
    return true;
  }
  return false;
}

}  // namespace luztar::reduction
