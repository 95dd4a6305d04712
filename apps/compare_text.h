// Comparisons as text, JSON and CSV.
#pragma once

#include <string>

#include "luztar/luztar.h"

/// At most 80 columns wide.
std::string comparison_text(const luztar::Comparison& comparison);
std::string comparison_json(const luztar::Comparison& comparison);
/// A line for each channel of each pair.
std::string comparison_csv(const luztar::Comparison& comparison);
