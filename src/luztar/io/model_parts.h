// The parts of load_model(): each reads the tables of one kind into a Model.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "luztar/io/table_reader.h"
#include "luztar/model/repeat.h"

namespace luztar {

/// Calls `read(name, reader)` for each [section.NAME] of the file, in its order, and reports
/// unknown keys afterwards.
void read_section(TableReader& document, const std::string& section, Diagnostics& mistakes,
                  const std::function<void(const TomlEntry&, TableReader&)>& read);

void read_parameters(TableReader& document, Model& model, Diagnostics& mistakes);
/// Also reads the data files, which are looked for beside the model file.
void read_signals(TableReader& document, Model& model, Diagnostics& mistakes);
/// Called for each table of a body or an element when its own keys have been read.
using AfterElement = std::function<void(PartKind kind, TableReader& table)>;
void read_bodies(TableReader& document, Parts& to, Diagnostics& mistakes,
                 const AfterElement& after = {});
/// Knows which body a name means.
class BodyFinder {
 public:
  virtual ~BodyFinder() = default;
  virtual std::optional<int> find(const Repeat::Reference& reference) = 0;
  virtual std::vector<std::string> known() const = 0;  ///< "ground" first
};
void read_elements(TableReader& document, Parts& to, BodyFinder& bodies, Diagnostics& mistakes,
                   const AfterElement& after = {});
/// [repeat.NAME], templates only: load_repeat.cpp.
void read_repeats(TableReader& document, Model& model, Diagnostics& mistakes);
/// [output]: load_output.cpp.
void read_output(TableReader& document, Model& model, Diagnostics& mistakes);
void read_simulation(TableReader& document, Model& model, Diagnostics& mistakes);

}  // namespace luztar
