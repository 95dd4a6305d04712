#include "luztar/derive/reduce_limit_steps.h"

#include <algorithm>
#include <array>

#include "luztar/derive/reduce_rules.h"
#include "luztar/model/kinds.h"
#include "luztar/symbolic/terse.h"

namespace luztar::reduction {
namespace {

using Kind = ConditionKind;

struct Words {
  std::optional<PartKind> owner;
  const char* key;
  bool infinite;
  const char* rule;
  const char* condition;
  ConditionKind kind;
  const char* why;
};

constexpr std::array<Words, 13> kWords{{
    {PartKind::Body, "mass", false, "mass to zero", "it starts where its forces balance",
     Kind::StartsBalanced, "Without inertia the forces on a body balance at every instant."},
    {PartKind::Body, "mass", true, "mass to infinity", "the forces on it stay finite",
     Kind::ForcesFinite, "The acceleration F/M tends to 0: the body keeps its velocity."},
    {PartKind::Spring, "stiffness", false, "stiffness to zero", "its deflection stays finite",
     Kind::DeflectionFinite, "A force that tends to 0 changes no motion."},
    {PartKind::Spring, "stiffness", true, "stiffness to infinity",
     "it is not loaded at the start; its force stays finite", Kind::StartsUnloaded,
     "A finite force f deflects it by f/k beyond its freeplay, which tends to 0."},
    {PartKind::Spring, "freeplay", false, "freeplay to zero", "", Kind::Structure,
     "`luz(x, a)` differs from x by a at most, and `luz(x, 0) = x`."},
    {PartKind::Spring, "freeplay", true, "freeplay to infinity", "its deflection stays finite",
     Kind::DeflectionFinite, "The gap never closes."},
    {PartKind::Spring, "damping", false, "damping to zero", "", Kind::Structure,
     "Its part of the force tends to 0."},
    {PartKind::Damper, "damping", false, "damping to zero", "the rate stays finite",
     Kind::RateFinite, "A force that tends to 0 changes no motion."},
    {PartKind::Damper, "damping", true, "damping to infinity",
     "the bodies start with velocities that fit", Kind::VelocitiesFit,
     "A finite force f gives it the rate f/c, which tends to 0."},
    {PartKind::Friction, "viscous", false, "viscous friction to zero", "the rate stays finite",
     Kind::RateFinite, "`C*tar(v, F/C)` tends to `F*sgn(v)`, as a set at v = 0 too."},
    {PartKind::Friction, "viscous", true, "viscous friction to infinity",
     "the bodies start with velocities that fit", Kind::VelocitiesFit,
     "A finite force f slides it with f/C at most, which tends to 0."},
    {PartKind::Friction, "kinetic", false, "dry friction to zero", "", Kind::Structure,
     "`tar(v, a)` tends to v as a tends to 0."},
    {PartKind::Friction, "kinetic", true, "dry friction to infinity",
     "the bodies start with velocities that fit", Kind::VelocitiesFit,
     "No finite force makes it slide."},
}};

constexpr Words kOther{std::nullopt,
                       "",
                       false,
                       "value in the limit",
                       "",
                       Kind::Structure,
                       "What is made of the parameter tends to this."};

const Words& words_of(std::optional<PartKind> owner, std::string_view key, bool infinite) {
  const auto* found = std::find_if(kWords.begin(), kWords.end(), [&](const Words& words) {
    return words.owner == owner && words.key == key && words.infinite == infinite;
  });
  return found == kWords.end() ? kOther : *found;
}

/// The equation in which the value stands; none where it would say nothing.
std::vector<Line> lines_of(const Model& model, const ChangedValue& change) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    if (change.owner == PartKind::Body && model.bodies[i].name == change.name)
      lines.push_back(body_line(model, static_cast<int>(i)));
  for_each_element_list(model, [&](PartKind kind, const auto& elements) {
    for (const auto& element : elements)
      if constexpr (requires { force_line(model, element); })
        if (kind == change.owner && element.name == change.name)
          lines.push_back(force_line(model, element));
  });
  return lines;
}

}  // namespace

bool may_grow(const ModelKey& key) {
  return key.key == "static" || &words_of(key.owner, key.key, true) != &kOther;
}

ReductionStep limit_step(const Model& before, const Model& after, const ChangedValue& change) {
  const bool infinite = terse::is_infinite(change.to);
  const bool special = infinite || terse::is_number(change.to, 0);
  const Words& words = special ? words_of(change.owner, change.key, infinite) : kOther;
  ReductionStep step;
  step.rule = words.rule;
  step.names = {change.name.empty() ? "[simulation]" : change.name};
  step.condition = words.condition;
  step.condition_kind = words.kind;
  step.why = words.why;
  if (&words == &kOther) {
    const bool is_force = change.owner == PartKind::Force && change.key == "value";
    const Expression name = Expression::symbol(is_force ? change.name : change.key);
    step.before = {equal(name, change.from)};
    step.after = {equal(name, change.to)};
    return step;
  }
  step.before = lines_of(before, change);
  step.after = lines_of(after, change);
  if (change.key == "freeplay" && infinite) {
    step.after = {equal(Expression::symbol("f." + change.name), {})};
  }
  return step;
}

}  // namespace luztar::reduction
