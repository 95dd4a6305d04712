// Deflections that are expressions of positions, by the formulas as they are written.
#pragma once

#include <vector>

#include "luztar/dynamics/system_impl.h"

namespace luztar {

/// All but the slot of the rate. @param slot, direct  of an expression of positions
template <class Slot, class Direct>
Geometry made_of(int element, const Deflection& deflection, const Slot& slot,
                 const Direct& direct) {
  Geometry geometry{.element = element,
                    .deflection_slot = slot(*deflection.formula),
                    .deflection = direct(*deflection.formula)};
  for (const auto& term : deflection.terms) {
    geometry.gradient_slots.push_back(slot(term.coefficient));
    geometry.gradient.push_back(direct(term.coefficient));
  }
  return geometry;
}

/// Of a formula that reads nothing but positions. @param q  (bodies) [m, rad]
template <class Positions>
double value_of(const DirectFormula& formula, const Positions& q) {
  std::vector<double> arguments;
  arguments.reserve(formula.variables.size());
  for (const LawSymbol& symbol : formula.variables) arguments.push_back(q[symbol.index]);
  return (*formula.function)(arguments);
}

/// The bodies of an element with its coefficients where the bodies are.
template <class Positions>
std::vector<Term> arms_at(const SystemImpl& system, int element, const Positions& q) {
  const auto terms = system.terms_of(element);
  std::vector<Term> arms(terms.begin(), terms.end());
  if (const Geometry* geometry = system.geometry_of(element))
    for (std::size_t i = 0; i < arms.size(); ++i)
      arms[i].coefficient = value_of(geometry->gradient[i], q);
  return arms;
}

/// d' = gradient times velocities. @param v  (bodies) [m/s, rad/s]
template <class Positions, class Velocities>
double rate_of(const SystemImpl& system, const Geometry& geometry, const Positions& q,
               const Velocities& v) {
  const auto terms = system.terms_of(geometry.element);
  double rate = 0.0;
  for (std::size_t i = 0; i < terms.size(); ++i)
    rate += value_of(geometry.gradient[i], q) * v[terms[i].body];
  return rate;
}

}  // namespace luztar
