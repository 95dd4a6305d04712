// A model of MuJoCo (MJCF) as a model of luztar.
#pragma once

#include <string>

#include "luztar/import/imported_model.h"

namespace luztar::mjcf {

/// @param key       of `keyframe`, by name; "" for the first
/// @param duration  s, as text; "" for 1
/// Throws ModelError with the place of what has no counterpart.
ImportedModel imported(const std::string& text, const std::string& file, const std::string& key,
                       const std::string& duration);

}  // namespace luztar::mjcf
