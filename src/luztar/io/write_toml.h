// Pieces of TOML text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/model/sweep_table.h"
#include "luztar/symbolic/expression.h"

namespace luztar {

/// A basic string between quotes.
std::string toml_string(std::string_view text);

/// A number as it is, anything else as a string with the expression; pi by its name.
std::string toml_text(const Expression& expression);

std::string toml_list(const std::vector<double>& numbers);
/// A list of rows of so many numbers.
std::string toml_lists(const std::vector<double>& numbers, std::size_t width);

/// A list of strings.
std::string toml_texts(const std::vector<SourceText>& texts);
/// The name of a file, with a folder before it unless that is "" or the name is absolute.
std::string toml_file(const std::string& file, const std::string& folder);

/// Where keys with their values go, each value as TOML text.
class TomlKeys {
 public:
  virtual ~TomlKeys() = default;
  virtual void add(std::string_view key, std::string_view value) = 0;
};

/// { key = value, ... }
class TomlInline : public TomlKeys {
 public:
  void add(std::string_view key, std::string_view value) override;
  std::string text() const { return "{ " + pairs_ + " }"; }

 private:
  std::string pairs_{};
};

/// A line for each key.
class TomlLines : public TomlKeys {
 public:
  void add(std::string_view key, std::string_view value) override;
  const std::string& text() const { return lines_; }

 private:
  std::string lines_{};
};

}  // namespace luztar
