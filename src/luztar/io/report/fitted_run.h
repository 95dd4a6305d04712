// A run of a fitted model beside the data of an experiment, as a page shows it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "luztar/dynamics/system/system.h"
#include "luztar/io/report/thin.h"
#include "luztar/study/fit/residuals.h"

namespace luztar::report {

/// Measured rows of a channel, the model there, and the whole curve of the model.
struct ChannelBesideModel {
  std::string name{}, unit{};
  std::vector<double> time{}, measured{}, model{};  ///< (rows)
  std::vector<double> curve{};                      ///< (times of the run)
};

struct FittedRun {
  std::string experiment{};
  std::string words{};         ///< why it ended early; "": it did not
  double fitted_until{};       ///< later rows are for validation; inf: none [s]
  std::vector<double> time{};  ///< of the curves [s]
  std::vector<ChannelBesideModel> channels{};
  std::vector<ElementInfo> elements{};
  std::vector<ModeBands> bands{};                       ///< (elements)
  std::map<std::string, std::vector<double>> speeds{};  ///< |rate| at the times, by element
};

/// @param most  rows of a channel that are kept  @param rubbing  elements whose speeds are kept
FittedRun fitted_run(const Residuals& residuals, const std::vector<double>& x,
                     std::size_t experiment, std::size_t most,
                     const std::vector<std::string>& rubbing);

}  // namespace luztar::report
