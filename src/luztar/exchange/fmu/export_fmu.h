// From a model to an FMU, for other simulation programs (fmi-standard.org).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "luztar/io/read_file.h"
#include "luztar/model/model.h"

namespace luztar {

/// A model as it goes into an FMU.
struct FmuSource {
  std::string path;              ///< of the model file, for messages
  std::string text;              ///< of it
  DataFiles data_files{};        ///< of which it reads
  ParameterValues parameters{};  ///< in the place of those of the file [SI]
};

struct FmuOptions {
  int version{2};                      ///< of FMI: 2 or 3
  bool for_steps{true};                ///< Co-Simulation
  bool for_equations{true};            ///< Model Exchange
  bool must_have_equations{};          ///< else it is left out, with a note, where it cannot be
  std::vector<std::string> inputs{};   ///< parameters and signals
  std::vector<std::string> outputs{};  ///< of a Stepper; none: its usual ones
  std::string name{};                  ///< of the FMU; "": the file's
  std::filesystem::path library{};     ///< "": find_fmu_library()
  /// The library is compiled of generated C, which the FMU has too: FMI 2.0, Co-Simulation.
  bool compiled{};
  std::string compiler{};  ///< words of a command; "": those of CC, or cc
};

/// What was written.
struct FmuReport {
  std::string identifier;
  bool for_steps{}, for_equations{};
  int inputs{}, parameters{}, tunable{}, outputs{}, states{}, indicators{};
  std::vector<std::string> notes{};
};

/// Writes an FMU: description, library, model and data. The same arguments give the same bytes, by
/// the same compiler. Throws ModelError for a wrong model, std::invalid_argument for names that
/// there are not, std::system_error, std::runtime_error for what a compiler says.
FmuReport export_fmu(const FmuSource& source, const FmuOptions& options,
                     const std::filesystem::path& path);

/// The shared library luztar_c, whose functions an FMU has: beside the program or the library that
/// asks, in lib/ beside it, or where it was installed. Throws std::runtime_error with the places
/// where it was looked for.
std::filesystem::path find_fmu_library();

}  // namespace luztar
