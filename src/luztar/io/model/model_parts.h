// The parts of load_model(): each reads the tables of one kind into a Model.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "luztar/io/read_file.h"
#include "luztar/io/table_reader.h"
#include "luztar/model/repeat.h"

namespace luztar {

/// Calls `read(name, reader)` for each [section.NAME] of the file, in its order, and reports
/// unknown keys afterwards.
void read_section(TableReader& document, const std::string& section,
                  const std::function<void(const TomlEntry&, TableReader&)>& read);

/// [tables.NAME], before all that may call them: load_tables.cpp.
void read_tables(TableReader& document, Model& model, DataFiles* files);
void read_parameters(TableReader& document, Model& model);
/// Also reads the data files, which are looked for beside the model file.
void read_signals(TableReader& document, Model& model, DataFiles* files);
/// Called for each table of a body or an element when its own keys have been read.
using AfterElement = std::function<void(PartKind kind, TableReader& table)>;
void read_bodies(TableReader& document, Parts& to, const AfterElement& after = {});
/// Knows which body a name means.
struct BodyFinder {
  std::function<std::optional<int>(const Repeat::Reference&)> find;
  std::function<std::vector<std::string>()> known;  ///< "ground" first
  /// "'k' is a parameter", of a name that is no body; "" if it is nothing.
  std::function<std::string(const std::string&)> what_is;
};
void read_elements(TableReader& document, Parts& to, const BodyFinder& bodies,
                   const AfterElement& after = {});
/// [inertias.NAME], when all bodies are known: load_inertias.cpp.
void read_inertias(TableReader& document, Model& model, const BodyFinder& bodies);
/// Which body a name means, with its indices; kGround after a mistake, which is told.
int find_body(const TomlValue& value, const BodyFinder& bodies, Diagnostics& mistakes);
/// [repeat.NAME], templates only: load_repeat.cpp.
void read_repeats(TableReader& document, Model& model);
/// [output]: load_output.cpp.
void read_output(TableReader& document, Model& model);
/// A text, or a list of texts. @param example  what to write
std::vector<SourceText> texts(const TomlEntry& entry, const std::string& example,
                              TableReader& table);
/// [sweep]: load_output.cpp.
/// A text; a number as it would be written.
std::optional<SourceText> text_or_number(const TomlEntry& entry, TableReader& table);
void read_sweep(TableReader& document, Model& model);
void read_fit(TableReader& document, Model& model);
/// `times` of [simulation]: load_times.cpp.
void read_times(TableReader& simulation, Model& model, DataFiles* files);
void read_simulation(TableReader& document, Model& model, DataFiles* files);

}  // namespace luztar
