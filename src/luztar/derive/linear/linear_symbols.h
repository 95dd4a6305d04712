// A, B, C, D of a small model as formulas of its parameters.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "luztar/derive/formula_matrix.h"
#include "luztar/derive/linear/linear_regime.h"
#include "luztar/model/model.h"

namespace luztar {

/// x' = A x + B u, y = C x + D u. Symbols are parameters and, where a law is no line, values at
/// the place: q.BODY, v.BODY, a.BODY, z.FRICTION, x.STATE, t, signals.
struct LinearSymbols {
  FormulaMatrix a, b, c, d;
  std::vector<std::string> states, inputs, outputs;  ///< "q.block", "v.block", "z.pad", "x.current"
  /// (states x inputs) what the state is less by the input, so that no rate of it is needed.
  FormulaMatrix shift;
  /// Bodies that are no states, by states: q.NAME = sum of factor * state.
  std::vector<std::pair<std::string, std::vector<std::pair<std::string, Formula>>>> followers;
};

/// Throws ModelError, by name: more than 6 bodies that move, controllers, losses that grow with the
/// load, what holds along expressions, massless bodies that nothing holds, outputs that have no
/// formula, formulas whose values are not those of the regime.
LinearSymbols linear_symbols(const Model& model, const LinearRegime& regime);

}  // namespace luztar
