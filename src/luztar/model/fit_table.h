// [fit] of a model file: which measured data a model is fitted to, and what is free.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "luztar/core/error.h"
#include "luztar/model/sweep_table.h"

namespace luztar {

/// A channel of results and the column that was measured of it.
struct FitMatch {
  SourceText channel;              ///< "q.seat"
  SourceText column;               ///< a name of the header line, or a number from 1
  std::optional<SourceText> unit;  ///< of the column; nothing: SI
  std::optional<SourceText>
      noise;  ///< standard deviation, in that unit; nothing: from the residuals
};

/// Measured data of one run.
struct FitExperiment {
  std::string name{};  ///< "" of the only one
  SourceText file{};   ///< CSV, relative to the model file
  SourceText time{};   ///< column of the time in seconds; "1" if the file says nothing
  std::vector<FitMatch> match{};
  std::vector<SourceText> set{};  ///< "A=0.05": values that this run has
  std::vector<SourceText> own{};  ///< of the free ones those with a value of their own here
  /// Data that are not fitted: "true" for all of them, or the time from which on [s].
  std::optional<SourceText> validation{};
  SourceLocation where{};
};

struct FitTable {
  std::vector<SourceText> free{};    ///< "FS", "ks=1e3:1e5": with bounds
  std::optional<SourceText> loss{};  ///< "linear", "soft_l1", "huber"
  std::vector<FitExperiment> experiments{};
  SourceLocation where{};
  bool is_there() const { return !experiments.empty() || !free.empty(); }
};

}  // namespace luztar
