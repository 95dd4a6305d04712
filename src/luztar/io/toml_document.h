// A TOML file as a plain tree that knows where everything stands and keeps the file's order.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/core/error.h"

namespace luztar {

struct TomlEntry;

/// A value of the file.
struct TomlValue {
  enum class Kind { Text, Number, Truth, Date, List, Table };
  Kind kind{Kind::Table};
  SourceLocation where{};    ///< its first character
  SourceLocation content{};  ///< Text: the first character between the quotes
  std::string text{};        ///< Text
  double number{};           ///< Number; may be inf or NaN, TOML allows both. Truth: 1 for true
  std::vector<TomlValue> items{};  ///< List
  std::vector<TomlEntry> entries;  ///< Table, in the order of the file
};

using TomlKind = TomlValue::Kind;

/// `key = value`, or a table's header.
struct TomlEntry {
  std::string key;
  SourceLocation where;  ///< of the key
  TomlValue value;
};

/// The items of a list; what is no list stands for itself.
inline std::span<const TomlValue> items_of(const TomlValue& value) {
  return value.kind == TomlValue::Kind::List ? std::span(value.items) : std::span(&value, 1);
}

/// Reads the whole text into a table. Throws ModelError for a syntax error and for text that is
/// deeper nested than a model can be.
TomlValue parse_toml(std::string_view text, const std::string& path);

/// "a number", "a table" ... for messages.
const char* describe(TomlValue::Kind kind);

}  // namespace luztar
