// Measured data from Python, and fits for it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>

#include "bindings.h"
#include "luztar/luztar.h"

namespace luztar::python {

/// name, values, noise
using GivenChannel = std::tuple<std::string, std::vector<double>, double>;
/// name, times, channels, values of parameters, own names, until when it is fitted
using GivenExperiment = std::tuple<std::string, std::vector<double>, std::vector<GivenChannel>,
                                   std::map<std::string, double>, std::vector<std::string>, double>;
/// name, bounds, start
using GivenFree = std::tuple<std::string, double, double, std::optional<double>>;

/// Those of [fit] where none are given.
std::vector<Experiment> experiments_of(const std::vector<GivenExperiment>& given,
                                       const Model& model);
std::vector<FreeValue> free_of(const std::vector<GivenFree>& given);
/// The fields of luztar.fit.Fit but for `doubts`.
WordsAndAnything fields_of(const Fit& fit);

}  // namespace luztar::python
