// In which units measures are.
#pragma once

#include <string>
#include <vector>

#include "luztar/model/model_dimensions.h"
#include "luztar/study/sweep/measure.h"

namespace luztar {

/// For each column of the measures (SweepPlan::columns) its unit in SI: "m/s", "N m", "J"; "" for a
/// pure number and for what is not known.
///
/// A unit follows from those of channels, of t, of parameters that have one, and of states: sums
/// and whatever keeps a unit have that of their terms, products and whole powers have products.
/// What has terms of different units, and what is looked up in a table, has none that is known.
/// @param coordinates  of the bodies and elements of the system (io/angles.h)
std::vector<std::string> measure_units(const Model& model, const System& system,
                                       const CoordinateKinds& coordinates,
                                       const std::vector<Measure>& measures);

}  // namespace luztar
