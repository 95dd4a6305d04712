#include "luztar/io/read_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <system_error>
#include <vector>

namespace luztar {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostFiles = 1000;  // of a folder, to look at

// No stream of the standard library: those bring all their locales along, a fiftieth of a module
// of WebAssembly.
struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// Names in a folder, sorted; none if it cannot be read.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code problem;
  for (fs::directory_iterator file(folder, problem), end; !problem && file != end;) {
    names.push_back(file->path().filename().string());
    if (names.size() >= kMostFiles) break;
    file.increment(problem);
  }
  std::sort(names.begin(), names.end());
  return names;
}

/// ", such as x.toml", if the folder has a model.
std::string first_model(const fs::path& folder) {
  for (const std::string& name : names_in(folder))
    if (name.ends_with(".toml")) return ", such as '" + (folder / name).generic_string() + "'";
  return "";
}

}  // namespace

std::string file_nearby(const std::string& path) {
  const fs::path wanted(path), folder = wanted.parent_path();
  const std::vector<std::string> names = names_in(folder.empty() ? fs::path(".") : folder);
  const std::string name = wanted.filename().string();
  std::string close = closest_name(name, names);
  for (const std::string& other : names)
    if (fs::path(other).stem() == name) close = other;  // "belt" for belt.toml
  return close.empty() ? "" : (folder / close).generic_string();
}

std::string read_file(const std::string& path, const SourceLocation& asked_by) {
  const auto fail = [&](const std::string& reason) {
    // At the top there is no line to point at, and the path is the place itself.
    const bool top = asked_by.line == 0;
    throw ModelError(asked_by, reason + (top ? "" : ": '" + path + "'"),
                     top ? "check the path" : "data files are looked for beside the model file");
  };
  std::error_code problem;
  const fs::file_status status = fs::status(path, problem);
  if (status.type() == fs::file_type::not_found) {
    const std::string near = file_nearby(path);
    if (near.empty()) fail("no such file");
    throw ModelError(asked_by, "no such file" + (asked_by.line == 0 ? "" : ": '" + path + "'"),
                     "did you mean '" + near + "'?");
  }
  if (problem) fail("cannot be opened: " + problem.message());
  if (fs::is_directory(status))
    throw ModelError(asked_by,
                     "a folder, not a file" + (asked_by.line == 0 ? "" : ": '" + path + "'"),
                     "name a file in it" + first_model(path));
  if (!fs::is_regular_file(status)) fail("not an ordinary file");
  const std::unique_ptr<std::FILE, Close> file(std::fopen(path.c_str(), "rb"));
  if (!file) fail(std::string("cannot be opened: ") + std::strerror(errno));
  std::string text;
  const auto size = fs::file_size(path, problem);
  if (!problem) text.reserve(static_cast<std::size_t>(size));
  std::array<char, 1 << 14> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), file.get()))
    text.append(part.data(), n);
  if (std::ferror(file.get()) != 0) fail("cannot be read");
  return text;
}

DataFile read_data_file(const std::string& name, const std::string& model_file, DataFiles* files,
                        const SourceLocation& asked_by) {
  DataFile file{.path = (fs::path(model_file).parent_path() / name).string()};
  if (files != nullptr) {
    if (const auto found = files->texts.find(name); found != files->texts.end()) {
      file.text = found->second;
      return file;
    }
    if (files->complete)
      throw ModelError(asked_by, "no text of the data file " + quote(name) + " is kept here",
                       "take it from where the model was, unchanged");
  }
  file.text = read_file(file.path, asked_by);
  if (files != nullptr) files->texts[name] = file.text;
  return file;
}

}  // namespace luztar
