#include "apps/new_file.h"

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

bool write_new_file(const std::string& path, const std::string& text, bool force) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(path).parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder) && !fs::create_directories(folder, error)) {
    throw std::system_error(error, "cannot create the folder '" + folder.string() + "'");
  }
  std::FILE* file = std::fopen(path.c_str(), force ? "wb" : "wxb");
  if (file == nullptr && errno == EEXIST) {
    fmt::print(stderr,
               "luztar: '{}' exists already; write to another file, or replace it with "
               "--force\n",
               path);
    return false;
  }
  const bool written =
      file != nullptr && std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (file == nullptr || std::fclose(file) != 0 || !written) {
    throw std::system_error(errno, std::generic_category(), "cannot write '" + path + "'");
  }
  return true;
}
