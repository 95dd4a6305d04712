// Data that look as if something were wrong with them, in words.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "luztar/study/fit/residuals.h"

namespace luztar {

/// As if a sign, a unit or the time were another one: what was measured beside what the model says
/// at its start values.
std::vector<std::string> suspicions(Residuals& residuals);

/// The lag of a channel behind the model, or its lead, as a text; "": neither.
/// @param block  its place in the blocks  @param residual  (rows of all) in units of the noise
std::string lag_words(const Residuals& residuals, std::size_t block,
                      std::span<const double> residual);

}  // namespace luztar
