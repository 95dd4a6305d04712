// What an FMU holds beside its description: resources/fmu.txt, the model, its data files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "luztar/exchange/fmu/fmu_variables.h"

namespace luztar {

/// As it is in resources/fmu.txt.
struct FmuContent {
  std::string token{};                        ///< the FMU's GUID, its instantiation token
  std::string model{};                        ///< name of the model file, for messages
  bool for_steps{};                           ///< Co-Simulation
  bool for_equations{};                       ///< Model Exchange
  std::map<std::string, std::string> data{};  ///< file in resources/ of each data file of the model
  ParameterValues parameters{};               ///< in the place of those of the file [SI]
  /// Role, causality, variability, nominal value and name alone.
  std::vector<FmuVariable> variables{};
  std::vector<std::pair<int, int>> states{};  ///< each with its derivative
};

inline constexpr const char* kFmuContentName = "fmu.txt";
inline constexpr const char* kFmuModelName = "model.toml";

std::string write_fmu_content(const FmuContent& content);
/// Throws std::runtime_error with the number of the line where it is none.
FmuContent read_fmu_content(std::string_view text);

/// A model of an FMU.
struct FmuModel {
  FmuContent content;
  Model model;
};
/// Of an FMU that is unpacked. Throws std::runtime_error, ModelError. @param folder  resources
FmuModel load_fmu(const std::filesystem::path& folder);

/// Values for what [repeat] is made with.
std::map<std::string, Expression> as_expressions(const ParameterValues& values);

}  // namespace luztar
