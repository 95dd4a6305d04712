// Other programs that this one runs. One source for each system.
#pragma once

#include <string>
#include <vector>

namespace luztar {

struct ProgramEnd {
  int status{};        ///< its exit status; 128 + n: ended by the signal n
  std::string output;  ///< what it wrote, results and errors together
};

/// Runs a program, found as the shell finds it, and waits for its end. It has nothing to read.
/// @param words  the program and its arguments, as they are
/// Throws std::system_error where it cannot be started: there is none of this name.
ProgramEnd run_program(const std::vector<std::string>& words);

}  // namespace luztar
