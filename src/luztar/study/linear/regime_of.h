// What `derive` needs to give a linear system in symbols.
#pragma once

#include "luztar/derive/linear/linear_regime.h"
#include "luztar/model/model.h"
#include "luztar/study/linear/linearize.h"

namespace luztar {

/// The place, the modes in force there, and the system in numbers.
/// Throws ModelError as linearize(), and for models with controllers.
LinearRegime regime_of(const Model& model, const LinearSettings& settings);

}  // namespace luztar
