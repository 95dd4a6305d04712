// The variables of an FMU: one list, from which its description and its functions take them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "luztar/exchange/model_exchange.h"
#include "luztar/exchange/stepper.h"

namespace luztar {

/// What a variable of an FMU is to luztar.
enum class FmuRole : std::uint8_t {
  Time,
  Input,
  Parameter,
  Derived,    ///< a parameter that is made of others
  Constant,   ///< a parameter that says how many parts there are
  Quantity,   ///< an output of a Stepper
  Mode,       ///< the same, of an enumeration
  Energy,     ///< the same, in Co-Simulation alone
  Slope,      ///< derivative of a state by time
  Indicator,  ///< of an event, in Model Exchange alone
};
inline constexpr std::size_t kFmuRoles = 10;

/// A variable; its value reference is its place in the list.
struct FmuVariable {
  FmuRole role{};
  bool is_output{};   ///< causality "output"; else "local" where it is calculated
  bool is_tunable{};  ///< a parameter that can change during a run
  std::string name{};
  std::string unit{};  ///< SI; "" if none
  std::string about{};
  std::optional<double> start{};
  double nominal{1.0};    ///< of states: what is large
  int enumeration{-1};    ///< of modes: in FmuVariables::enumerations
  int derivative_of{-1};  ///< in the list
};

/// The words of the modes -1, 0, 1.
struct FmuEnumeration {
  std::string name;
  std::array<std::string, 3> words;
};

struct FmuVariables {
  std::vector<FmuVariable> list;
  std::vector<FmuEnumeration> enumerations;
  std::vector<std::pair<int, int>> states;  ///< each with its derivative; none without `equations`
};

/// The variables of a model.
/// @param outputs    names of a Stepper's outputs; none: positions, velocities, forces, modes
/// @param equations  null: without states and indicators
/// Throws std::invalid_argument for an output that there is not.
FmuVariables fmu_variables(const Model& model, const Stepper& run, const ModelExchange* equations,
                           const std::vector<std::string>& outputs);

/// Parameters that say how often a [repeat] repeats, and its seeds.
std::vector<std::string> structural_parameters(const Model& model);

}  // namespace luztar
