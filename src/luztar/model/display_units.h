// Units in which pages, plots and summaries show results: `units` of [output].
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/model/model.h"

namespace luztar {

/// What is shown instead of an SI unit: shown value = value in SI * factor.
struct DisplayUnit {
  std::string si;    ///< "m", "rad/s"
  std::string unit;  ///< as it is written: "mm", "rpm"
  double factor{1.0};
};

/// Those that [output] names, each for what it replaces.
/// @pre check_display_units() finds no mistake
std::vector<DisplayUnit> display_units(const OutputTable& output);
/// What a quantity in this SI unit is shown in: itself where nothing else is named.
DisplayUnit display_unit(const OutputTable& output, std::string_view si);

/// Units of what no page shows, and two units of one thing.
std::vector<Diagnostic> check_display_units(const OutputTable& output);

}  // namespace luztar
