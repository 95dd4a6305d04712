// The C sources of an FMU that is compiled for one model.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "luztar/exchange/fmu/fmu_variables.h"
#include "luztar/model/model.h"

namespace luztar {

/// A name of C for the files, functions and structs of an FMU.
std::string compiled_identifier(const std::string& identifier);

/// What generated C has of the variables: time, inputs, parameters; q, v, f, mode, z, x; a of
/// bodies with a mass. Throws std::invalid_argument for an output of `wanted` that it has not.
FmuVariables compiled_variables(const Model& model, FmuVariables all,
                                const std::vector<std::string>& wanted);

/// Words for start values that read an input: they keep what the file says.
std::vector<std::string> kept_start_values(const Model& model,
                                           const std::vector<std::string>& inputs);

struct FmuSourceOptions {
  std::string identifier;
  std::string token;
  std::vector<std::string> inputs;
  double start{};  ///< of the run, if nobody says another one [s]
};

/// NAME.h, NAME.c, as export_c() writes them, and NAME_fmu.c: the functions of FMI 2.0.
/// @param variables  of compiled_variables()
/// Throws as export_c().
std::map<std::string, std::string> fmu_sources(const Model& model, const FmuVariables& variables,
                                               const FmuSourceOptions& options);

}  // namespace luztar
