// Measured data of [fit] as numbers.
#pragma once

#include <vector>

#include "luztar/model/model.h"
#include "luztar/study/fit/residuals.h"

namespace luztar {

/// What [fit] says is free, and the data of its files in SI. Throws ModelError: a file that cannot
/// be read, a column that is not there, a unit, a bound, an empty table.
std::vector<FreeValue> free_values(const Model& model);
std::vector<Experiment> read_experiments(const Model& model);

}  // namespace luztar
