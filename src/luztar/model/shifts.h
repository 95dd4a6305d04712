// Arms that read states: gears that shift.
#pragma once

#include <optional>
#include <string>

#include "luztar/model/check.h"
#include "luztar/model/model.h"

namespace luztar {

/// Whether its arms, or its expression of positions, read a state.
bool shifts(const Deflection& deflection);

/// x.shift.ELEMENT
std::string shift_name(const std::string& element);

/// The same model where each deflection that shifts is an expression, d = the sum +
/// shift_name(): what keeps d where a state jumps, 0 at the start. Its name stands in
/// Model::shifts. Nothing: none shifts. @pre a valid model
std::optional<Model> with_shifts_beside(const Model& model);

/// Deflections read only states without a rate, which then change how d moves with its bodies.
void check_shifts(const Model& model, Diagnostics& mistakes);

}  // namespace luztar
