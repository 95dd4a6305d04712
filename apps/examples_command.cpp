#include "apps/examples_command.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "apps/embedded_examples.h"
#include "apps/exit_status.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

namespace fs = std::filesystem;

struct Group {
  std::string_view heading;
  std::vector<std::string> names;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// list.txt: a heading at the margin, names below it indented by two, comments after '#'.
std::vector<Group> groups() {
  std::vector<Group> found;
  for (const std::string_view line : lines_of(embedded_examples.front().text)) {
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with("  ")) {
      found.back().names.emplace_back(line.substr(2));
    } else {
      found.push_back({line, {}});
    }
  }
  return found;
}

std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Group& group : groups()) {
    names.insert(names.end(), group.names.begin(), group.names.end());
  }
  return names;
}

/// The text of an embedded file, empty if there is none.
std::string_view embedded_text(const std::string& file) {
  for (const EmbeddedFile& embedded : embedded_examples) {
    if (embedded.name == file) return embedded.text;
  }
  return {};
}

std::string_view title_of(const std::string& name) {
  constexpr std::string_view kKey = "title = \"";
  for (const std::string_view line : lines_of(embedded_text(name + ".toml"))) {
    if (!line.starts_with(kKey)) continue;
    const std::string_view rest = line.substr(kKey.size());
    return rest.substr(0, rest.find('"'));
  }
  return {};
}

void list_examples() {
  for (const Group& group : groups()) {
    print(fmt::format("{}\n", group.heading));
    for (const auto& name : group.names)
      print(fmt::format("  {:<25}{}\n", name + " ", title_of(name)));
    print("\n");
  }
  print("luztar examples NAME writes one into the current folder, to start from.\n");
}

/// "belt.toml" is fine too.
std::string known_name(std::string name) {
  if (name.ends_with(".toml")) name.resize(name.size() - 5);
  const std::vector<std::string> names = all_names();
  if (std::find(names.begin(), names.end(), name) != names.end()) return name;
  const std::string close = luztar::closest_name(name, names);
  throw luztar::ModelError(
      {"luztar", 0, 0}, "no example '" + name + "'",
      close.empty() ? "luztar examples lists them all" : "did you mean '" + close + "'?");
}

std::vector<std::string> files_of(const std::string& name) {
  std::vector<std::string> files{name + ".toml"};
  if (!embedded_text(name + ".csv").empty()) files.push_back(name + ".csv");
  return files;
}

[[noreturn]] void fail(const std::string& what) {
  throw std::system_error(errno, std::generic_category(), what);
}

/// `mode` "wxb" refuses a file that is there, without a gap between the question and the deed.
void write_file(const fs::path& path, std::string_view text, const char* mode) {
  std::FILE* file = std::fopen(path.string().c_str(), mode);
  if (file == nullptr) fail("cannot write '" + path.string() + "'");
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) fail("cannot write '" + path.string() + "'");
}

/// All or none: what is there already is looked for before anything is written.
bool any_exists(const fs::path& folder, const std::vector<std::string>& names) {
  bool any = false;
  std::error_code none;
  for (const auto& name : names) {
    for (const auto& file : files_of(name)) {
      if (!fs::exists(fs::symlink_status(folder / file, none))) continue;
      fmt::print(stderr,
                 "luztar: '{}' exists already; rename it, write to another folder with --out, "
                 "or replace it with --force\n",
                 (folder / file).string());
      any = true;
    }
  }
  return any;
}

void write_example(const fs::path& folder, const std::string& name, bool force) {
  const std::vector<std::string> files = files_of(name);
  for (const auto& file : files)
    write_file(folder / file, embedded_text(file), force ? "wb" : "wxb");
  const std::string path = (folder / files.front()).string();
  print(fmt::format("{}{}: luztar simulate {}\n", path, files.size() > 1 ? " with its data" : "",
                    path));
}

void write_examples(const fs::path& folder, const std::vector<std::string>& names, bool force) {
  std::error_code error;
  if (!folder.empty() && !fs::is_directory(folder) && !fs::create_directories(folder, error)) {
    throw std::system_error(error, "cannot create the folder '" + folder.string() + "'");
  }
  for (const auto& name : names) write_example(folder, name, force);
}

}  // namespace

int run_examples(const ExamplesArguments& arguments) {
  std::vector<std::string> names = arguments.all ? all_names() : std::vector<std::string>{};
  for (const auto& name : arguments.names) names.push_back(known_name(name));
  if (names.empty()) {
    list_examples();
  } else if (arguments.folder == "-") {
    for (const auto& name : names) print(embedded_text(name + ".toml"));
  } else {
    if (!arguments.force && any_exists(arguments.folder, names)) return kTrouble;
    write_examples(arguments.folder, names, arguments.force);
  }
  return kFine;
}
