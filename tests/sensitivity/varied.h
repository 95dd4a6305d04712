// Models of a few lines, compiled with derivatives.
#pragma once

#include <string>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/io/load_model.h"
#include "luztar/sensitivity/numbers.h"

namespace luztar::testing {

inline System varied(const std::string& toml, const std::vector<std::string>& names) {
  Model model = parse_model(toml + "[simulation]\nduration = 1\n", "model");
  for (const std::string& name : names) model.simulation.derivatives.push_back({name, {}});
  return compile(model);
}

/// The first two derivatives of its numbers.
inline Numbers<Dual<2>> numbers_of(const System& system) {
  return Numbers<Dual<2>>(*system.impl().origin.varied, 0);
}

}  // namespace luztar::testing
