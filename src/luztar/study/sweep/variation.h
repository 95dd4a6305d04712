// Values of one parameter, as text.
#pragma once

#include <optional>
#include <string_view>

#include "luztar/study/sweep/draws.h"
#include "luztar/study/sweep/sweep_plan.h"

namespace luztar {

/// Reads "FS=uniform(8, 16)", "FS=normal(12, 1) kN"; nothing if the text names no distribution.
/// Throws ModelError.
std::optional<Distribution> parse_distribution(const Model& model, std::string_view text,
                                               const SourceLocation& where);

/// Whether it is one for parse_distribution().
bool names_distribution(std::string_view text);

}  // namespace luztar
