// The one place that decides which models are sound: `check`, and all that stands on a model.
#pragma once

#include <string>
#include <vector>

#include "luztar/luztar.h"

struct CheckedModel {
  luztar::Model model;
  luztar::System system;
};

/// Reads the file and checks all that `check` does. Throws luztar::ModelError for what is wrong.
/// @param changes  --set of the command, each NAME=VALUE
CheckedModel checked_model(const std::string& path, const std::vector<std::string>& changes = {});
