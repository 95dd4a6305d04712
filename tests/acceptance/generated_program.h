// Generated functions as programs that read states and write what follows from them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "luztar/luztar.h"

namespace acceptance {

/// A folder of a test's own, removed with it.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  void write(const std::string& name, const std::string& text) const;
  /// True if the shell command, run in the folder, ended with 0.
  bool run(const std::string& command) const;
  void write(const std::string& name, const std::vector<double>& values) const;
  std::vector<double> read(const std::string& name) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A row of input is t, q, v, z of bristles, then value and two derivatives of each measured
/// signal; a row of output a, v (with those of massless bodies) and the forces of `pairs`.
class GeneratedProgram {
 public:
  /// Throws ModelError for what functions cannot express.
  GeneratedProgram(const ScratchFolder& folder, const luztar::Model& model,
                   luztar::Language language);
  /// C: no warning from gcc, and from clang where there is one, in C99 and in GNU C17.
  /// Python: none from pyflakes where it is installed.
  bool is_clean() const;
  /// Rows of output for rows of input; nothing if the program failed.
  std::vector<double> run(const std::vector<double>& input) const;

  std::size_t input_width{}, output_width{};
  std::size_t bodies{};
  std::vector<std::string> pairs;  ///< frictions, links, stops, bristles
  std::string optimization{"-O1"};

 private:
  std::string c_main(const std::string& code) const;
  std::string python_main(const std::string& code) const;

  const ScratchFolder& folder_;
  bool is_c_;
  std::size_t internals_{};
};

}  // namespace acceptance
