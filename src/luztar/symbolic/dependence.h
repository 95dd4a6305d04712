// What follows from what in a Program.
#pragma once

#include <vector>

#include "luztar/symbolic/program.h"

namespace luztar {

/// (slots) 1: their values depend on the branch of this switch, directly or by other switches.
std::vector<char> slots_behind(const Program& program, int sw);

/// (slots) Numbers that mark a slot: also those of all that its value or its branches are made of,
/// each once, in order. @param own  (slots) what marks it itself
using SlotMarks = std::vector<std::vector<int>>;
SlotMarks marks_behind(const Program& program, SlotMarks own);

/// Whether a power that is not whole is in it, of something that is not of time only.
bool has_powers(const Program& program);

}  // namespace luztar
