// Dry friction in Modelica.
#pragma once

#include "luztar/exchange/modelica/modelica_job.h"

namespace luztar {

/// Coulomb's law: BearingFriction, SupportFriction or a Brake.
void write_modelica_friction(ModelicaJob& job, std::size_t element);

}  // namespace luztar
