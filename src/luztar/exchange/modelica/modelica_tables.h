// Tables and measured signals as functions of Modelica.
#pragma once

#include "luztar/exchange/modelica/modelica_job.h"

namespace luztar {

/// A function for each table of one input and for each signal of data.
void write_modelica_tables(ModelicaJob& job);

}  // namespace luztar
