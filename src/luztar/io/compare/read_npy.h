// Arrays of .npy files.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "luztar/core/error.h"

namespace luztar {

struct NpyArray {
  std::size_t rows{}, columns{1};
  std::vector<double> values{};  ///< (rows, columns), row after row
};

/// Doubles or bytes in one or two dimensions, as NpyFile writes them. Throws ModelError.
NpyArray read_npy(const std::string& path, const SourceLocation& asked_by);

}  // namespace luztar
