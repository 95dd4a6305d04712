// A function of time as a program, for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "luztar/symbolic/program.h"

namespace luztar::testing {

/// The program, the slot of the value, and the branch of each switch.
struct TimeProgram {
  Program program;
  int slot;
  std::vector<std::int64_t> branch;
};

/// Any symbol but t is the number kParameter.
constexpr double kParameter = 1.25;
TimeProgram time_program(const Expression& e);
/// The branches in force at t.
void choose_branches(TimeProgram& c, double t);

}  // namespace luztar::testing
