// modelDescription.xml of both versions of FMI.
#pragma once

#include <string>
#include <vector>

#include "luztar/core/settings.h"
#include "luztar/exchange/fmu/fmu_variables.h"

namespace luztar {

/// What the description of an FMU is made of.
struct FmuDescription {
  std::string identifier;  ///< of C: name of its library
  std::string title;       ///< in words; "" if none
  std::string token;
  bool for_steps{}, for_equations{};
  SimulationSettings settings{};  ///< of the file: the default experiment
  FmuVariables variables{};
  std::vector<std::string> sources{};  ///< of C, in sources/: the FMU is compiled of them
};

/// FMI 2.0 and 3.0.
std::string fmu_description2(const FmuDescription& description);
std::string fmu_description3(const FmuDescription& description);

}  // namespace luztar
