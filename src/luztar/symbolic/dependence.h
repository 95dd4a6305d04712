// What follows from what in a Program.
#pragma once

#include <vector>

#include "luztar/symbolic/program.h"

namespace luztar {

/// (slots) 1: their values depend on the branch of this switch, directly or by other switches.
std::vector<char> slots_behind(const Program& program, int sw);

}  // namespace luztar
