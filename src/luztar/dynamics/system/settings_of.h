// [simulation] in numbers.
#pragma once

#include "luztar/core/settings.h"
#include "luztar/model/model.h"

namespace luztar {

/// What is not written has its default.
SimulationSettings settings_of(const SimulationTable& table, const ParameterValues& values);

}  // namespace luztar
