// [output] of a model file: which results are written, and how.
#pragma once

#include <optional>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/model/sweep_table.h"
#include "luztar/symbolic/expression.h"

namespace luztar {

/// [output]: which results are written, and how.
struct OutputTable {
  /// Names of channels, `q.block_*`: * for any characters and ? for one. Nothing: all, of large
  /// networks a choice.
  std::optional<std::vector<SourceText>> channels{};
  bool csv{true}, npy{false};
  std::optional<Expression> checkpoint{};  ///< seconds between two checkpoints; nothing: none
  bool samples_are_events{false};          ///< those of controllers have rows in events.csv
  bool event_sides{false};                 ///< events.csv has values just before and after each
  std::vector<SourceText> units{};         ///< in which pages and summaries are, "mm", "rpm"
  SourceLocation where{};
};

}  // namespace luztar
