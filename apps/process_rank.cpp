#include "apps/process_rank.h"

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <optional>

namespace {

std::optional<int> number_of(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  int value{};
  const char* end = text + std::strlen(text);
  const auto read = std::from_chars(text, end, value);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return value;
}

struct Launcher {
  const char* index;
  const char* count;
  const char* also;  ///< must be there too
};

// A batch script of Slurm has the first two of srun's, but only what srun starts has a step.
constexpr Launcher kLaunchers[] = {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", nullptr},
                                   {"PMI_RANK", "PMI_SIZE", nullptr},
                                   {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_STEP_ID"}};

}  // namespace

luztar::ProcessRank process_rank() {
  for (const Launcher& launcher : kLaunchers) {
    if (launcher.also != nullptr && std::getenv(launcher.also) == nullptr) continue;
    const auto index = number_of(launcher.index), count = number_of(launcher.count);
    if (index && count && *index >= 0 && *index < *count) return {*index, *count};
  }
  return {};
}
