// From a model to Modelica, for other simulation programs (docs/export.md).
#pragma once

#include <string>

#include "luztar/model/model.h"

namespace luztar {

/// The text of a file with one model of the Modelica Standard Library 4.0 that moves as this one
/// does. Names and parameters are those of the model file; results are in SI.
///
/// @param name  of the model of Modelica; it gets a capital, and what is no identifier is quoted
/// Throws ModelError with all that has no counterpart, each with its place.
std::string export_modelica(const Model& model, const std::string& name);

}  // namespace luztar
