// Expressions of a model as they are written, for proofs and for samples.
#pragma once

#include <map>

#include "luztar/dynamics/system/direct_laws.h"
#include "luztar/network/network.h"
#include "luztar/network/symbols.h"
#include "luztar/symbolic/program.h"

namespace luztar {

/// What their names stand for.
struct DirectNames {
  const Model& model;
  const LawSymbols& symbols;
  const ParameterValues& values;
  const Network& network;
  const std::map<int, PiecewiseCubic>& tables;  ///< by signal
  int first_state;                              ///< of internals
};

/// @param own  the controller whose memory it reads; null: none
/// @param turns  of a deflection: what counts the half turns of its angles
DirectFormula direct_formula(const Expression& expression, const DirectNames& names,
                             const Controller* own, const ProgramBuilder::Turns& turns);

}  // namespace luztar
