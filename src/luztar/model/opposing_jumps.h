// Forces that jump against the velocity they act on: dry friction that was written as a formula.
#pragma once

#include "luztar/model/model.h"

namespace luztar {

/// For each element whose law or action jumps where its own velocity changes sign, and acts
/// against it there: the run has no motion that stays at the jump. Looked at with the start
/// values; a force that is 0 there is passed over.
std::vector<Diagnostic> opposing_jumps(const Model& model, const ParameterValues& parameters);

}  // namespace luztar
