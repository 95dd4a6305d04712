// Takes the keys out of one table of a model file, and reports those that are left.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/io/toml_document.h"
#include "luztar/model/check.h"

namespace luztar {

/// Which infinite numbers a key may have, written inf, "inf", -inf or "-inf".
enum class Infinity { None, Positive, Both };

/// A number, a string with an expression or with a number and its unit, "1 mm", or { value = 1,
/// unit = "mm" }; kUnread after a mistake.
Expression read_expression(const TomlValue& value, const std::string& key, Diagnostics& mistakes,
                           Infinity allowed = Infinity::None);

/// A comparison between quotes as if(comparison, 1, 0); kUnread after a mistake.
/// @param example  of a comparison
/// @param sign     "> 0" makes one of an expression; "": one is written
Expression read_condition(const TomlValue& value, const std::string& key,
                          const std::string& example, Diagnostics& mistakes,
                          const std::string& sign = "");

/// Where the content of a value starts: for a string inside the quotes.
const SourceLocation& content_place(const TomlValue& value);

class TableReader {
 public:
  /// `table` is the value of a header such as [springs.guide] that stands at `where`.
  TableReader(const TomlValue& table, SourceLocation where, Diagnostics& mistakes);

  /// The entry, or nullptr.
  const TomlEntry* find(const std::string& key);
  bool has(const std::string& key) { return find(key) != nullptr; }
  /// An entry of the kind asked for; another kind is a mistake, and nullptr.
  const TomlEntry* find(const std::string& key, TomlValue::Kind kind);

  std::optional<Expression> number(const std::string& key, Infinity allowed = Infinity::None);
  /// `advice`: what to write where it is missing, which is a mistake.
  Expression required(const std::string& key, const std::string& advice);
  std::optional<std::string> text(const std::string& key);

  /// A list of two. `shape` is what to write.
  void pair(const TomlValue& value, const std::string& key, const std::string& shape,
            Expression& first, Expression& second, Infinity allowed = Infinity::None);

  /// Keys of later versions: "not supported yet", and no suggestion will lead to them.
  void refuse(const std::vector<std::string>& keys);
  /// Keys that make no sense beside another one.
  void exclude(const std::vector<std::string>& keys, const std::string& because);
  /// Every other key is unknown.
  /// @param topic  the section of the model file, which habits and pages are sought by
  void finish(std::string_view topic);

  void report(const SourceLocation& where, std::string what, std::string advice);
  const SourceLocation& where() const { return where_; }
  const TomlValue& table() const { return table_; }
  Diagnostics& mistakes() { return mistakes_; }

 private:
  const TomlEntry* look_up(const std::string& key) const;
  std::string advice_on(const std::string& key, std::string_view topic) const;

  const TomlValue& table_;
  SourceLocation where_;
  Diagnostics& mistakes_;
  std::vector<std::string> asked_{};  ///< keys of this kind of table
  std::vector<std::string> later_{};  ///< keys of later versions
};

}  // namespace luztar
