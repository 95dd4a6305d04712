#include "luztar/dynamics/compile/plain_numbers.h"

#include <algorithm>

#include "luztar/core/assert.h"
#include "luztar/dynamics/compile/friction_laws.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/dynamics/system/hashes.h"
#include "luztar/dynamics/system/settings_of.h"
#include "luztar/model/readers.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;

/// @param number  of an expression  @param law  its members are such numbers
void set_numbers(auto& law, const Spring& spring, const auto& number) {
  law.stiffness = number(spring.stiffness);
  law.lower = number(spring.lower);
  law.upper = number(spring.upper);
  law.rest = number(spring.rest);
  law.damping = number(spring.damping);
}

void set_numbers(SpringLaw& law, const Spring& spring, const ParameterValues& values) {
  set_numbers(law, spring, [&](const Expression& e) { return evaluate(e, values); });
  law.has_gap = spring.has_gap;
  law.only_pushes = !spring.pull && law.damping != 0.0;
}

/// An arm that is an expression of positions or of states.
bool turns(const Expression& arm) {
  return std::ranges::any_of(symbols_of(arm),
                             [](const Expression& symbol) { return symbol.symbol()[1] == '.'; });
}

/// All its numbers are set by set_numbers().
bool is_plain(const NetworkElement& element) {
  if (element.is_bent() || element.law == Law::Internal || element.law == Law::Written)
    return false;
  return element.law != Law::Coulomb || element.levels != nullptr;
}

}  // namespace

ElementInfo info_of(const NetworkElement& element) {
  ElementInfo info;
  info.name = element.name;
  info.kind = element.kind;
  info.is_pair = element.is_pair();
  info.has_modes = element.law == Law::Coulomb || element.law == Law::Freewheel;
  info.sticks = info.has_modes;
  for (const auto& term : element.deflection.terms) info.bodies.push_back(term.body);
  info.coefficients.resize(info.bodies.size());
  return info;
}

void set_numbers(ElementInfo& info, const NetworkElement& element, const ParameterValues& values) {
  for (std::size_t k = 0; k < info.coefficients.size(); ++k) {
    const Expression& arm = element.deflection.terms[k].coefficient;
    info.coefficients[k] = turns(arm) ? 0.0 : evaluate(arm, values);
  }
  if (element.law == Law::Spring) {
    const Spring& spring = *element.spring;
    info.has_modes = spring.has_gap;
    info.lower = evaluate(spring.lower, values);
    info.upper = evaluate(spring.upper, values);
    info.rest = evaluate(spring.rest, values);
    info.only_pushes = !spring.pull && evaluate(spring.damping, values) != 0.0;
  } else if (element.pitch != nullptr) {
    info.pitch = evaluate(*element.pitch, values);
    info.has_modes = true;
  } else if (element.has_edges()) {
    info.lower = evaluate(*element.lower, values);
    info.upper = evaluate(*element.upper, values);
    info.has_modes = info.lower < info.upper;
  }
}

void set_numbers(SystemImpl& system, int body, const Body& source, const ParameterValues& values) {
  BodyLaw& law = system.body_laws[static_cast<std::size_t>(body)];
  if (law.role == BodyRole::Prescribed) return;
  const double mass = system.bodies[body].mass = law.mass = evaluate(*source.mass, values);
  if (law.role == BodyRole::Inertial) law.inverse_mass = 1.0 / mass;
  law.position = evaluate(source.position, values);
  law.velocity = evaluate(source.velocity, values);
}

void set_numbers(SystemImpl& system, int element, const NetworkElement& source,
                 const ParameterValues& values) {
  ElementInfo& info = system.elements[element];
  set_numbers(info, source, values);
  if (!source.is_bent()) {
    std::size_t k = 0;
    for (Term& term : system.arms.of(element)) {
      while (info.bodies[k] == kGround) ++k;
      term.coefficient = info.coefficients[k++];
    }
  }
  if (source.is_pair()) {
    PairLaw& law = system.pairs[element - system.first_pair()];
    if (source.levels != nullptr) set_levels(law, *source.levels, values);
    if (source.pitch != nullptr) law = ratchet_law(info.pitch);
    if (source.has_edges())
      law = stop_law(info.lower, info.upper, evaluate(*source.restitution, values));
  } else if (source.law == Law::Spring) {
    set_numbers(system.smooth_law(element), *source.spring, values);
  }
}

void set_numbers(VariedSystem::SmoothNumbers& numbers, const SpringLaw& law,
                 const NetworkElement& source, const ParameterSlopes& slopes) {
  const auto number = [&](const Expression& e) {
    return slopes.of(e);
  };
  numbers.damping.value = law.damping;
  if (source.spring != nullptr)
    set_numbers(numbers, *source.spring, number);
  else if (source.viscous != nullptr && law.force_slot < 0)
    numbers.damping = number(*source.viscous);
}

void set_numbers(VariedSystem::PairNumbers& numbers, const PairLaw& law,
                 const NetworkElement& source, const ParameterValues& values,
                 const ParameterSlopes& slopes) {
  for (std::size_t side = 0; side < 2; ++side) {
    numbers.viscous[side].value = law.viscous[side];
    numbers.kinetic[side].value = law.kinetic[side];
    numbers.breakaway[side].value = law.breakaway[side];
  }
  numbers.lower.value = law.lower;
  numbers.upper.value = law.upper;
  if (source.law == Law::Coulomb) set_levels(numbers, *source.laws, values, slopes);
  if (source.pitch != nullptr) numbers.pitch = slopes.of(*source.pitch);
  if (!source.has_edges()) return;
  numbers.lower = slopes.of(*source.lower);
  numbers.upper = slopes.of(*source.upper);
  numbers.restitution = slopes.of(*source.restitution);
}

PlainNumbers::PlainNumbers(const Model& model, const ParameterValues& changing,
                           const ParameterValues& values)
    : model_(model), network_(network_of(model, values)) {
  const Readers readers = readers_of(model, changing);
  run_ = readers.run;
  alone_ = !readers.others;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    if (readers.of(PartKind::Body)[b] == 0) continue;
    bodies_.push_back(static_cast<int>(b));
    alone_ = alone_ && !model.bodies[b].motion;
  }
  for (std::size_t e = 0; e < network_.elements.size(); ++e) {
    const NetworkElement& element = network_.elements[e];
    if (readers.of(element.kind)[element.index] == 0) continue;
    elements_.push_back(static_cast<int>(e));
    alone_ = alone_ && is_plain(element);
  }
}

bool PlainNumbers::suffice(const SystemImpl& system, const ParameterValues& values) const {
  const auto keeps_role = [&](int b) {
    const auto body = static_cast<std::size_t>(b);
    return role_of(model_.bodies[body], values) == system.body_laws[body].role;
  };
  return alone_ && std::ranges::all_of(bodies_, keeps_role);
}

void PlainNumbers::set(SystemImpl& system, const ParameterValues& values) const {
  for (const int b : bodies_)
    set_numbers(system, b, model_.bodies[static_cast<std::size_t>(b)], values);
  for (const int e : elements_)
    set_numbers(system, e, network_.elements[static_cast<std::size_t>(e)], values);
  if (run_) system.settings = settings_of(model_.simulation, values);
  LUZTAR_ASSERT(system.origin.parameters.size() == values.size());
  auto to = system.origin.parameters.begin();
  for (const auto& [name, value] : values) (to++)->second = value;
  set_fixed_strengths(system);
  system.hashes.laws = hash_of_laws(system);
}

}  // namespace luztar
