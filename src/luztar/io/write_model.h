// From a Model to a model file (docs/model.md).
#pragma once

#include <string>

#include "luztar/model/model.h"

namespace luztar {

/// TOML text that load_model() reads back to the same model: names, expressions, units, titles and
/// the order of the file; for its comments see toml_comments.h. `data_folder` is put before the
/// names of data files, for a file that will lie elsewhere.
/// @pre validate(model) finds no mistakes
std::string write_model(const Model& model, const std::string& data_folder = "");

}  // namespace luztar
