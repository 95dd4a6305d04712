// Parameters of a run, and what it has different from its model file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "luztar/core/settings.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/model/model.h"

namespace luztar::report {

/// A value and, if it is another one than in the file, that of the file.
struct ParameterValue {
  std::string name{}, unit{}, about{};
  double value{};  ///< in `unit`
  std::optional<double> in_file{};
};

struct ChangedSetting {
  std::string name{}, unit{}, value{}, in_file{};
};

std::vector<ParameterValue> parameter_values(const Model& model, const System& system);

/// Those of [simulation] that are not as in the file.
std::vector<ChangedSetting> changed_settings(const Model& model,
                                             const SimulationSettings& settings);

}  // namespace luztar::report
