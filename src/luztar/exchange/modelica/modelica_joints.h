// What is rigid: gears, links, one-way clutches and stops in Modelica.
#pragma once

#include "luztar/exchange/modelica/modelica_job.h"

namespace luztar {

/// A gear of the library, or the condition itself as an equation.
void write_modelica_link(ModelicaJob& job, std::size_t element);
/// Stops, freewheels and ratchets: none has a counterpart.
void refuse_modelica_joint(ModelicaJob& job, std::size_t element);
/// Whether a friction is the loss of a gear that has its losses itself.
bool is_modelica_loss(const ModelicaJob& job, const NetworkElement& element);

}  // namespace luztar
