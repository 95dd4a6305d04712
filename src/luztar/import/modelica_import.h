// A model of Modelica as a model of luztar.
#pragma once

#include <string>

#include "luztar/import/imported_model.h"

namespace luztar::modelica {

/// @param model     the name of the model in the file; "" for the only one
/// @param duration  s, as text; "" for StopTime of the source, or 1
/// Throws ModelError with the place of what has no counterpart.
ImportedModel imported(const std::string& text, const std::string& file, const std::string& model,
                       const std::string& duration);

}  // namespace luztar::modelica
