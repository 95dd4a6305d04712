// Which coordinates and deflections are lengths and which are angles: units in results.
#pragma once

#include "luztar/dynamics/system/system.h"
#include "luztar/model/model_dimensions.h"

namespace luztar {

/// Of the bodies and elements of a system, in its order.
///
/// A body is known: its coordinate is an angle where the file said `inertia`, where units of the
/// model say so, or where it is a given motion that an element compares with such a body, arm for
/// arm; else a length. A deflection is what units of the model say, else that of its bodies: an
/// angle if only angles take part and one of them directly (an arm other than 1 turns an angle into
/// a length), a length else. One that is an expression has the dimension of the expression: unknown
/// where that is not known, or neither a length nor an angle.
CoordinateKinds result_coordinates(const Model& model, const System& system);

}  // namespace luztar
