// What is wrong with a user's model, where, and what to do about it.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace luztar {

/// A place in a user's file; line and column start at 1, 0 means "not known".
struct SourceLocation {
  std::string file{};
  int line{};
  int column{};
  friend bool operator==(const SourceLocation&, const SourceLocation&) = default;
};

/// One thing that is wrong.
struct Diagnostic {
  SourceLocation where{};
  std::string what{};    ///< "no body 'seet' (bodies: base, seat)"
  std::string advice{};  ///< "did you mean 'seat'?"
};

/// `guide.toml:17:13: no body 'seet' (bodies: base, seat); did you mean 'seat'?`
std::string to_text(const Diagnostic& diagnostic);

/// The user's model is wrong. Carries every independent mistake found; what() has a line for each.
class ModelError : public std::runtime_error {
 public:
  explicit ModelError(std::vector<Diagnostic> diagnostics);  ///< @pre not empty
  ModelError(SourceLocation where, std::string what, std::string advice);
  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }

 private:
  std::vector<Diagnostic> diagnostics_;
};

/// 'name', shortened if it is longer than `most`.
std::string quote(std::string_view name, std::size_t most = 60);

/// The name in `known` that `name` was probably meant to be, or "" if none is close
/// (edit distance with transpositions, at most a third of the length).
std::string closest_name(const std::string& name, const std::vector<std::string>& known);

}  // namespace luztar
