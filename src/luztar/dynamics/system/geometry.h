// Deflections that are expressions of positions, by the formulas as they are written.
#pragma once

#include <cstdint>
#include <vector>

#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"

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

/// Where expressions of positions are evaluated.
template <class List>
struct Positions {
  const List& q;                     ///< (bodies) [m, rad]
  const List& x;                     ///< (internals)
  const std::int64_t* const branch;  ///< (switches) of them those that count half turns

  double operator[](const LawSymbol& symbol) const {
    return symbol.kind == LawSymbol::Kind::Turns   ? static_cast<double>(branch[symbol.index])
           : symbol.kind == LawSymbol::Kind::State ? x[symbol.index]
                                                   : q[symbol.index];
  }
};

inline Positions<std::vector<double>> positions_of(const State& state) {
  return {state.position, state.internal, state.branch.data()};
}

/// Of a formula that reads nothing but positions, and states that jump.
template <class List>
double value_of(const DirectFormula& formula, const Positions<List>& at) {
  std::vector<double> arguments;
  arguments.reserve(formula.variables.size());
  for (const LawSymbol& symbol : formula.variables) arguments.push_back(at[symbol]);
  return (*formula.function)(arguments);
}

/// The bodies of an element with its coefficients where the bodies are.
template <class List>
std::vector<Term> arms_at(const SystemImpl& system, int element, const Positions<List>& at) {
  const auto terms = system.terms_of(element);
  std::vector<Term> arms(terms.begin(), terms.end());
  if (const Geometry* geometry = system.geometry_of(element))
    for (std::size_t i = 0; i < arms.size(); ++i)
      arms[i].coefficient = value_of(geometry->gradient[i], at);
  return arms;
}

/// d' = gradient times velocities. @param v  (bodies) [m/s, rad/s]
template <class List, class Velocities>
double rate_of(const SystemImpl& system, const Geometry& geometry, const Positions<List>& at,
               const Velocities& v) {
  const auto terms = system.terms_of(geometry.element);
  double rate = 0.0;
  for (std::size_t i = 0; i < terms.size(); ++i)
    rate += value_of(geometry.gradient[i], at) * v[terms[i].body];
  return rate;
}

}  // namespace luztar
