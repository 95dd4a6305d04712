// The whole content of a file.
#pragma once

#include <string>

#include "luztar/core/error.h"

namespace luztar {

/// Throws ModelError at `asked_by` if `path` is not a file that can be read. Only ordinary files: a
/// pipe or a device could have no end.
std::string read_file(const std::string& path, const SourceLocation& asked_by);

/// The path of a file of a like name in the same folder; "" if there is none.
std::string file_nearby(const std::string& path);

}  // namespace luztar
