// A model as Python holds it, and what one call has different.
#pragma once

#include <string>

#include <nanobind/nanobind.h>

#include "luztar/luztar.h"

namespace luztar::python {

/// A model and the text that it was read from.
struct SourcedModel {
  Model model;
  std::string text;
  DataFiles data_files{};  ///< that it reads
};

/// A parameter or a setting with another value: a number in SI, or text for parse_value().
struct Change {
  std::string name;
  std::string text;
  double number{};
  bool is_number{};
};

/// dict[str, float | str]
std::vector<Change> changes_of(const nanobind::dict& values);

/// The model with these parameters and keys of [simulation]; counts of [repeat] are made anew.
/// Throws ModelError. Needs no interpreter.
Model changed(const SourcedModel& source, const std::vector<Change>& parameters,
              const std::vector<Change>& settings = {});

}  // namespace luztar::python
