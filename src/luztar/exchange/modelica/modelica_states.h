// States and sampled controllers in Modelica.
#pragma once

#include "luztar/exchange/modelica/modelica_job.h"

namespace luztar {

/// An Integrator for each state; controllers as `when sample(...)`.
void write_modelica_states(ModelicaJob& job);

}  // namespace luztar
