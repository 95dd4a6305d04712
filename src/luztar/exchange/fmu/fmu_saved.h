// A state of an instance of an FMU.
#pragma once

#include "luztar/exchange/fmu/fmu_instance.h"

namespace luztar {

struct FmuInstance::Saved {
  FmuLife life{};
  StepperState state{};  ///< empty: before the first value was read
  std::vector<Given> inputs{};
  ParameterValues given{}, pending{};
  std::optional<double> start{};
  double last{};
};

}  // namespace luztar
