// A summary.json as what a run has at its end.
#pragma once

#include <string>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

struct RunSummary {
  RunInfo info{};
  double start{};                      ///< [s]
  std::vector<double> greatest_use{};  ///< (elements) of the static limit; 0: of no friction
};

/// What summary_json() wrote; numbers that were not finite are NaN. Throws ModelError: it is no
/// summary, or one of another model. @param path  for messages
RunSummary read_summary(const System& system, const std::string& json, const std::string& path);

}  // namespace luztar
