// Deflections that are expressions of positions: cams, cranks, rubber bands.
#pragma once

#include "luztar/model/model.h"

namespace luztar {

/// d = `formula`, an expression of parameters and q.BODY [m, rad], with its gradient as
/// coefficients: d' is the sum of coefficient * velocity, and the element pulls each body by
/// -coefficient * force. Names that are no body are left out.
Deflection along(const Model& model, const Expression& formula);

/// Sets the coefficients of all deflections that are expressions.
void find_gradients(Model& model);

/// The first function in it whose value jumps where no deflection may, as "floor"; "" if there is
/// none.
std::string jump_in(const Expression& formula);

}  // namespace luztar
