// Systems a little beside another one, for derivatives to one side.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "luztar/dynamics/system/system.h"

namespace luztar {

/// The system with one value one and two steps further to a side, each with derivatives by it.
struct SystemBeside {
  std::string name;    ///< as it was asked for: "FS+", "q.seat-"
  std::size_t column;  ///< its place in SimulationTable::derivatives
  double step;         ///< of the value, with its sign
  std::array<System, 2> systems;
};

/// One for each derivative to one side that the model asks for. Throws ModelError: there is no such
/// system on that side.
std::vector<SystemBeside> systems_beside(const Model& model, const ParameterValues& overrides,
                                         const ParameterValues& values, StartOfFile start);

}  // namespace luztar
