// The whole content of a file, and of the data files of a model.
#pragma once

#include <map>
#include <string>

#include "luztar/core/error.h"

namespace luztar {

/// Throws ModelError at `asked_by` if `path` is not a file that can be read. Only ordinary files: a
/// pipe or a device could have no end.
std::string read_file(const std::string& path, const SourceLocation& asked_by);

/// The path of a file of a like name in the same folder; "" if there is none.
std::string file_nearby(const std::string& path);

/// Texts of data files by their names in the model.
struct DataFiles {
  std::map<std::string, std::string> texts{};
  /// No file is read: a name without a text is a mistake. Else texts of files that are read are
  /// added.
  bool complete{};
};

struct DataFile {
  std::string path{};  ///< for messages
  std::string text{};
};

/// Throws ModelError at `asked_by` if it cannot be read.
/// @param name   as the model has it; it lies beside `model_file`
/// @param files  null: it is read
DataFile read_data_file(const std::string& name, const std::string& model_file, DataFiles* files,
                        const SourceLocation& asked_by);

}  // namespace luztar
