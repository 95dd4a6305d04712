// From a model file (docs/model-format.md) to a Model.
#pragma once

#include <string>
#include <string_view>

#include "luztar/model/model.h"

namespace luztar {

/// Reads and validates a model file and the data files that it names.
/// Throws ModelError with file, line and column of every independent mistake.
Model load_model(const std::string& path);

/// The same from text. `path` is used in messages and to find data files beside it.
Model parse_model(std::string_view toml, const std::string& path);

}  // namespace luztar
