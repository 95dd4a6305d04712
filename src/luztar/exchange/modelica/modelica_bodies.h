// Bodies, parameters and signals of a model in Modelica.
#pragma once

#include "luztar/exchange/modelica/modelica_job.h"

namespace luztar {

void write_modelica_parameters(ModelicaJob& job);
/// Masses and inertias with their start values, given motions, parts without mass.
void write_modelica_bodies(ModelicaJob& job);

/// "SI.Torque tau" or "Real tau(unit = ...)": the type of a quantity, and its arguments.
/// @param unit  of SI, in the words of model files; "" for none
std::string modelica_quantity(const std::string& unit, ModelicaArguments& arguments);

}  // namespace luztar
