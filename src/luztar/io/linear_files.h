// A, B, C, D with names and units, as files of other programs.
#pragma once

#include <string>
#include <vector>

#include "luztar/model/model.h"
#include "luztar/study/linear/linearize.h"

namespace luztar {

/// SI units, "" where they are not known, or there is none.
struct LinearUnits {
  std::vector<std::string> states, inputs, outputs;
};
LinearUnits linear_units(const Model& model, const LinearSystem& system);

/// MATLAB and Octave: A, B, C, D, and `sys`, an ss(...) with names. @param title  for the first
/// line
std::string matlab_text(const LinearSystem& system, const LinearUnits& units,
                        const std::string& title);
/// Python with the package `control`: numpy arrays, and `system`, a control.ss(...) with names, in
/// which dots are "_", q_block.
std::string control_text(const LinearSystem& system, const LinearUnits& units,
                         const std::string& title);

}  // namespace luztar
