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
  std::string text(const std::string& name) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// A row of input is t, q, v, z of bristles, x of states, then value and two derivatives of each
/// measured signal; a row of output a, v (with those of massless bodies) , the forces of `pairs`
/// and the rates of states.
class GeneratedProgram {
 public:
  /// Throws ModelError for what functions cannot express.
  /// Its files in the folder have this name.
  GeneratedProgram(const ScratchFolder& folder, const luztar::Model& model,
                   luztar::Language language, std::string name = "model");
  /// C: no warning from gcc, and from clang where there is one, in C99 and in GNU C17.
  /// Python: none from its compiler, and from pyflakes where it is installed.
  bool is_clean() const;
  /// Rows of output for rows of input; nothing if the program failed, or has a warning of the
  /// compiler as it optimizes.
  std::vector<double> run(const std::vector<double>& input) const;

  std::size_t input_width{}, output_width{};
  std::size_t bodies{}, states{};
  std::vector<std::string> pairs;  ///< frictions, freewheels, links, stops, bristles

 private:
  friend class GeneratedPrograms;
  static bool are_clean(const ScratchFolder& folder, bool is_c, const std::string& sources);
  std::string source() const { return name_ + (is_c_ ? ".c" : ".py"); }
  std::string c_main(const std::string& code) const;
  std::string python_main(const std::string& code) const;

  const ScratchFolder& folder_;
  bool is_c_;
  std::string name_;
  std::size_t internals_{};
};

/// Many in C and in Python, with one call of a compiler for all.
class GeneratedPrograms {
 public:
  explicit GeneratedPrograms(const ScratchFolder& folder) : folder_(folder) {}
  /// Throws ModelError for what functions cannot express.
  void add(const luztar::Model& model);
  std::size_t size() const { return c_.size(); }
  const GeneratedProgram& operator[](std::size_t k) const { return c_[k]; }
  /// As GeneratedProgram's, but for what shows in `compile`.
  bool are_clean() const;
  /// False if gcc says anything to the C as it optimizes.
  bool compile() const;
  std::vector<double> run_c(std::size_t k, const std::vector<double>& input) const;
  std::vector<double> run_python(std::size_t k, const std::vector<double>& input) const;

 private:
  std::string files(const std::string& ending) const;

  const ScratchFolder& folder_;
  std::vector<GeneratedProgram> c_, python_;
};

}  // namespace acceptance
