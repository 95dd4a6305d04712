// What an imported model is made of, before it is the text of a model file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace luztar {

/// A table of a model file, `[springs.mesh]`. Values are TOML text.
struct ImportedTable {
  std::string kind{};     ///< "springs"
  std::string name{};     ///< "" for [simulation]
  std::string comment{};  ///< what stood in the source; "" for nothing
  std::vector<std::pair<std::string, std::string>> keys{};

  /// Appends a key whose value is a number or an expression: numbers stay plain, else a string.
  ImportedTable& value(std::string_view key, const std::string& expression);
  /// Appends a key with TOML text as it is.
  ImportedTable& raw(std::string_view key, const std::string& text);
};

struct ImportedModel {
  std::string title{};
  std::vector<std::string> head{};  ///< lines of comment at the top
  std::vector<ImportedTable> tables{};

  ImportedTable& add(const std::string& kind, const std::string& name, const std::string& comment);
};

/// A number as it is, anything else in quotes.
std::string toml_value(const std::string& expression);
/// A basic string of TOML.
std::string toml_quoted(std::string_view text);
/// The text of the model file: tables of one kind stand together, parameters first.
std::string written(const ImportedModel& model);

/// A name of luztar (letters, digits, "_") that is like `wanted` and is not among `taken`, where
/// it is entered.
std::string free_name(const std::string& wanted, std::vector<std::string>& taken);
/// The same of a parameter or a signal: names that expressions have already, `t` or `step`, get a
/// "_".
std::string free_symbol(const std::string& wanted, std::vector<std::string>& taken);

}  // namespace luztar
