// Elements that do nothing in the limit, or are something simpler.
#include <algorithm>
#include <concepts>
#include <utility>

#include "luztar/derive/model_keys.h"
#include "luztar/derive/reduce_rules.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/kinds.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar::reduction {
namespace {

bool is_frictionless(const Friction& friction) {
  return is_coulomb(friction) && !is_dry(friction.forward, is_zero) &&
         !is_dry(friction.backward, is_zero);
}

template <typename Element>
bool has_no_force(const Element& element) {
  if constexpr (std::derived_from<Element, Spring>)
    return !element.force && is_zero(element.stiffness) && is_zero(element.damping);
  return false;
}
bool has_no_force(const Friction& friction) {
  return is_frictionless(friction) && is_zero(friction.forward.viscous) &&
         is_zero(friction.backward.viscous);
}
bool has_no_force(const Force& force) { return is_zero(force.value); }

template <typename Element>
Expression force_symbol(const Model&, const Element& element) {
  return Expression::symbol("f." + element.name);
}
Expression force_symbol(const Model& model, const Force& force) {
  return Expression::symbol(action_symbol(model, force.name));
}

/// Drops the first element without force, or without a body to act on (an arm tended to zero).
template <typename Element>
bool drop_first(std::vector<Element>& elements, Reducer& reducer) {
  const auto found = std::find_if(elements.begin(), elements.end(), [](const Element& element) {
    return bodies_of(element.deflection).empty() || has_no_force(element);
  });
  if (found == elements.end()) return false;
  reducer.steps.push_back({.rule = "element without force",
                           .names = {found->name},
                           .after = {equal(force_symbol(reducer.model, *found), {})},
                           .why = "Its force is zero in every state.",
                           .vanishes = true});
  elements.erase(found);
  return true;
}

}  // namespace

bool drop_without_force(Reducer& reducer) {
  Model& model = reducer.model;
  bool dropped = false;
  for_each_element_list(
      model, [&](PartKind, auto& elements) { dropped = dropped || drop_first(elements, reducer); });
  return dropped;
}

bool friction_to_damper(Reducer& reducer) {
  auto& frictions = reducer.model.frictions;
  const auto found = std::find_if(frictions.begin(), frictions.end(), [](const Friction& friction) {
    return is_frictionless(friction) &&
           are_equal(friction.forward.viscous, friction.backward.viscous);
  });
  if (found == frictions.end()) return false;
  Damper damper(Spring{.name = found->name,
                       .deflection = found->deflection,
                       .damping = found->forward.viscous,
                       .where = found->where});
  reducer.steps.push_back({.rule = "friction without dry part",
                           .names = {found->name},
                           .after = {force_line(reducer.model, damper)},
                           .why = "What is left is a damper: luz(x, 0) = tar(x, 0) = x."});
  frictions.erase(found);
  reducer.model.dampers.push_back(std::move(damper));
  return true;
}

bool spring_out_of_reach(Reducer& reducer) {
  auto& springs = reducer.model.springs;
  const auto found = std::find_if(springs.begin(), springs.end(), [](const Spring& spring) {
    return spring.has_gap && terse::is_infinite(spring.upper) && !terse::is_finite(spring.lower);
  });
  if (found == springs.end()) return false;
  reducer.steps.push_back({.rule = "gap that never closes",
                           .names = {found->name},
                           .condition = "its deflection stays finite",
                           .condition_kind = ConditionKind::DeflectionFinite,
                           .after = {equal(Expression::symbol("f." + found->name), {})},
                           .why = "A spring acts in contact only.",
                           .vanishes = true});
  springs.erase(found);
  return true;
}

}  // namespace luztar::reduction
