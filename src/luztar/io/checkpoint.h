// Checkpoints of long runs: a run that is killed goes on with nothing lost and nothing doubled.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "luztar/io/results.h"

namespace luztar {

/// What a run needs to go on as if it had never ended.
struct Checkpoint {
  State state{};
  ResultSizes sizes{};  ///< of the result files
  std::vector<std::string> warnings{};
  double kkt_residual{};
  Proofs proofs{};
};

/// checkpoint.bin in a folder of results.
std::filesystem::path checkpoint_path(const std::filesystem::path& folder);

/// Throws ModelError if a run that has not come to its end left one: results of another would take
/// its files away. std::system_error if that run is still writing there.
void refuse_checkpoint(const std::filesystem::path& folder);

/// Numbers as they are in memory, in a file that is there as a whole or not at all
/// (docs/results.md). Throws std::system_error.
void write_checkpoint(const std::filesystem::path& folder, const Model& model, const System& system,
                      const SimulationSettings& settings, const Checkpoint& checkpoint);

/// Throws ModelError if there is none, or it is damaged, or made with another model, parameters,
/// settings or version.
Checkpoint read_checkpoint(const std::filesystem::path& folder, const Model& model,
                           const System& system, const SimulationSettings& settings);

/// simulate() in pieces with a checkpoint after each that ends `seconds` or more after the last
/// one, the first at once. The pieces end at fixed times of the model, about 200 of them, and not
/// where a clock says, so a run that was killed and one that was not make the same bits.
/// @param writer    receives the results; its progress() may end the run
RunInfo simulate_with_checkpoints(const Model& model, const System& system, Checkpoint start,
                                  const SimulationSettings& settings,
                                  const std::filesystem::path& folder, double seconds,
                                  ResultWriter& writer, const Executor& executor = {});

}  // namespace luztar
