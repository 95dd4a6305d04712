// The page of a comparison: runs and data over each other, their differences, their events.
#pragma once

#include <string>

#include "luztar/study/compare/compare_runs.h"

namespace luztar {

/// One self-contained page as HTML text. Of many channels those that differ most are shown; of long
/// curves the least and greatest values of each of 1,000 spans of time.
std::string compare_page(const Comparison& comparison);

}  // namespace luztar
