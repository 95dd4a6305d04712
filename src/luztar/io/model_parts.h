// The parts of load_model(): each reads the tables of one kind into a Model.
#pragma once

#include <functional>
#include <string>

#include "luztar/io/table_reader.h"
#include "luztar/model/model.h"

namespace luztar {

/// Calls `read(name, reader)` for each [section.NAME] of the file, in its order, and reports
/// unknown keys afterwards.
void read_section(TableReader& document, const std::string& section, Diagnostics& mistakes,
                  const std::function<void(const TomlEntry&, TableReader&)>& read);

void read_parameters(TableReader& document, Model& model, Diagnostics& mistakes);
/// Also reads the data files, which are looked for beside the model file.
void read_signals(TableReader& document, Model& model, Diagnostics& mistakes);
void read_bodies(TableReader& document, Model& model, Diagnostics& mistakes);
/// Everything of a friction but its deflection: load_friction.cpp.
void read_friction_law(TableReader& table, Friction& friction);
void read_elements(TableReader& document, Model& model, Diagnostics& mistakes);
void read_simulation(TableReader& document, Model& model, Diagnostics& mistakes);

}  // namespace luztar
