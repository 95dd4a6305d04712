// FMUs in folders, for tests of their functions, which are linked to the test.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <unistd.h>

#include "luztar/exchange/fmu/export_fmu.h"
#include "luztar/exchange/fmu/fmu_content.h"
#include "tests/io/zip_members.h"

namespace luztar::testing {

inline constexpr const char* kAxis = R"toml(
title = "Axis & co."
parameters.F = { value = 3, unit = "N", about = "force of the <motor>" }
parameters.k = { value = 100, unit = "N/m" }
parameters.c = "k/50"
bodies.block.mass = 2
springs.spring = { between = ["block", "ground"], stiffness = "k", damping = "c" }
frictions.guide = { between = ["block", "ground"], kinetic = 4, static = 5 }
forces.push = { on = "block", value = "F" }
simulation.duration = 2
)toml";

/// An FMU that is unpacked into a folder, removed at the end.
class Exported {
 public:
  explicit Exported(const std::string& text = kAxis, FmuOptions options = {}) {
    static int count = 0;
    folder_ = std::filesystem::temp_directory_path() /
              ("luztar_fmu_" + std::to_string(getpid()) + "_" + std::to_string(count++));
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "library.so") << "a library";
    options.library = folder_ / "library.so";
    report = export_fmu({.path = "axis.toml", .text = text}, options, folder_ / "axis.fmu");
    for (const auto& [name, bytes] : zip_members(folder_ / "axis.fmu")) {
      members[name] = bytes;
      std::filesystem::create_directories((folder_ / name).parent_path());
      std::ofstream(folder_ / name, std::ios::binary) << bytes;
    }
    content = read_fmu_content(members.at("resources/fmu.txt"));
  }
  ~Exported() { std::filesystem::remove_all(folder_); }
  Exported(const Exported&) = delete;
  Exported& operator=(const Exported&) = delete;

  std::string resources() const { return (folder_ / "resources").string(); }
  std::string uri() const { return "file://" + resources(); }
  unsigned reference(const std::string& name) const {
    for (std::size_t i = 0; i < content.variables.size(); ++i)
      if (content.variables[i].name == name) return static_cast<unsigned>(i);
    return ~0U;
  }

  FmuReport report;
  FmuContent content;
  std::map<std::string, std::string> members;

 private:
  std::filesystem::path folder_;
};

inline FmuOptions with_force(int version) {
  FmuOptions options;
  options.version = version;
  options.inputs = {"F"};
  return options;
}

}  // namespace luztar::testing
