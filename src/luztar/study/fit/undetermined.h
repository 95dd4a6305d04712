// Why data do not determine a value, and which data would.
#pragma once

#include <string>
#include <vector>

#include "luztar/study/fit/residuals.h"

namespace luztar {

/// "'guide' never rests in the data: an input that lets it rest would tell": of elements that the
/// value is part of and that have one mode alone in all runs. "" where that is not the reason.
/// @param x  (unknowns) values of the runs  @param name  of a parameter
std::string why_undetermined(const Residuals& residuals, const std::vector<double>& x,
                             const std::string& name);

}  // namespace luztar
