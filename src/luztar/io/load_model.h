// From a model file (docs/model.md) to a Model.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "luztar/io/read_file.h"
#include "luztar/model/model.h"

namespace luztar {

/// What reading a file needs to know besides its text. load_model() throws ModelError beyond
/// `most_instances`.
struct LoadOptions {
  /// Values of parameters that the counts and seeds of [repeat] are made with, instead of the
  /// file's. They change nothing else: a caller that changes parameters afterwards (--set)
  /// names them here too.
  std::map<std::string, Expression> parameters{};
  /// Bodies and elements of [repeat] beyond this are a mistake.
  std::size_t most_instances{50'000'000};
  /// Null: data files are read where they lie, and their texts are not kept.
  DataFiles* data_files{};
};

/// Reads and validates a model file and the data files that it names.
/// Throws ModelError with file, line and column of every independent mistake.
Model load_model(const std::string& path, const LoadOptions& options = {});

/// The same from text. `path` is used in messages and to find data files beside it.
Model parse_model(std::string_view toml, const std::string& path, const LoadOptions& options = {});

/// Output points as a person gives them beside a model file: "0, 0.5, 800 ms", or a CSV file and
/// its column by name or number, "measured.csv:t" (the first one if there is none). `source` is
/// what the user gave them by: "--times". Throws ModelError.
SimulationTable::Times times_of(const std::string& text, const std::string& source);

}  // namespace luztar
