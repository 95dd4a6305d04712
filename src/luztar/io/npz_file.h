// Columns of a table in one file for numpy.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "luztar/io/zip_file.h"

namespace luztar {

/// Collects columns and writes them as a .npz file: a zip archive of .npy arrays, not compressed,
/// so that numpy.load(file)["NAME"] reads it.
class NpzFile {
 public:
  /// @param name  any text; a column of this name must not be there yet
  void add(const std::string& name, const std::vector<double>& column);
  /// Throws std::system_error where it cannot be written, std::length_error above 4 GiB.
  void write(const std::filesystem::path& path) const { zip_.write(path); }

 private:
  ZipFile zip_;
};

}  // namespace luztar
