// [sweep] of a model file.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "luztar/core/error.h"

namespace luztar {

/// A text that is read later, where its meaning is known.
struct SourceText {
  std::string text;
  SourceLocation where{};
};

/// [sweep], or the options of a command that replace its keys: as it is written, which
/// study/sweep/sweep_plan.h reads.
struct SweepTable {
  std::vector<SourceText> vary{};         ///< "v0=0.02:1:50", "FS=normal(12, 1)"
  std::vector<SourceText> correlation{};  ///< "FS,FK=0.9"
  std::vector<SourceText> measure{};      ///< "max(q.block)"
  std::optional<SourceText> transient{};  ///< a time
  std::optional<SourceText> carry{};      ///< "v0" or "v0:back"
  std::optional<SourceText> samples{};    ///< a whole number
  std::optional<SourceText> seed{};       ///< a whole number
  std::optional<SourceText> sampling{};   ///< "random" or "sobol"
  SourceLocation where{};
};

/// A key of [sweep] that has a list.
struct SweepList {
  const char* key;
  const char* example;
  std::vector<SourceText> SweepTable::*texts;
};
inline constexpr std::array kSweepLists{
    SweepList{"vary", "v0=0.02:1:50", &SweepTable::vary},
    SweepList{"correlation", "FS,FK=0.9", &SweepTable::correlation},
    SweepList{"measure", "max(q.block)", &SweepTable::measure}};

/// A key of [sweep] that has one value.
struct SweepItem {
  const char* key;
  std::optional<SourceText> SweepTable::*text;
  bool of_draws{};  ///< it says nothing where no point is drawn
};
inline constexpr std::array kSweepItems{
    SweepItem{"transient", &SweepTable::transient}, SweepItem{"carry", &SweepTable::carry},
    SweepItem{"samples", &SweepTable::samples, true}, SweepItem{"seed", &SweepTable::seed, true},
    SweepItem{"sampling", &SweepTable::sampling, true}};

}  // namespace luztar
