// A run in words and numbers, for a terminal of 80 columns.
#pragma once

#include <cstddef>
#include <string>

#include "luztar/luztar.h"

constexpr std::size_t kMostBodiesInSummary = 12;

struct SummaryFacts {
  const luztar::Model& model;
  const luztar::System& system;
  const luztar::RunInfo& info;
  double wall_time;    ///< of the run with its files [s]
  std::string folder;  ///< where the results lie
  std::string files;   ///< their names, separated by spaces
};

std::string summary_text(const SummaryFacts& facts);
