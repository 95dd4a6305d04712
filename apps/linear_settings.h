// What a linear system is of, and about, from the command line.
#pragma once

#include <string>
#include <vector>

#include "luztar/luztar.h"

/// @param at  "equilibrium", "start" or a time with a unit. Throws ModelError for another text.
luztar::LinearSettings linear_settings(const luztar::Model& model,
                                       const std::vector<std::string>& inputs,
                                       const std::vector<std::string>& outputs,
                                       const std::string& at);
