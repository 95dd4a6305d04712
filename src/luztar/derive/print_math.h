// Displayed formulas in LaTeX, as Markdown and LaTeX documents have them.
#pragma once

#include <string>
#include <vector>

#include "luztar/derive/print_parts.h"

namespace luztar {

/// Lines of LaTeX for `aligned` or `align*`, without the row ends; one vector for each block.
/// @param width  of the page in points, at letters of 10 points
std::vector<std::vector<std::string>> latex_lines(const Display& display, const Notation& notation,
                                                  double width);

}  // namespace luztar
