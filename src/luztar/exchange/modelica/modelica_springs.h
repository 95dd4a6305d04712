// What follows from deflections and rates: springs, dampers, written laws, bristles, forces.
#pragma once

#include "luztar/exchange/modelica/modelica_job.h"

namespace luztar {

/// Springs and dampers.
void write_modelica_spring(ModelicaJob& job, std::size_t element);
/// A law that is written, of a spring, a damper or a force.
void write_modelica_law(ModelicaJob& job, std::size_t element);
/// A friction with a state of its own.
void write_modelica_stateful(ModelicaJob& job, std::size_t element);
/// A damper `name` beside an element.
void write_modelica_damper(ModelicaJob& job, std::size_t element, const std::string& name,
                           const Expression& damping);

/// The flange of a component that moves by arm times the body: of the body itself, or of a gear.
/// "": the library has no such gear.
std::string modelica_lever(ModelicaJob& job, std::size_t element, const ModelicaEnds::End& end,
                           bool second);

}  // namespace luztar
