// Reads the keys of a table as their description says (model/fields.h).
#pragma once

#include <optional>

#include "luztar/io/table_reader.h"
#include "luztar/model/fields.h"

namespace luztar {

class KeyReader {
 public:
  explicit KeyReader(TableReader& table) : table_(table) {}

  void number(const Field& field, Expression& value);
  void edges(const Field& field, Expression& lower, Expression& upper);
  void mass(const Field& field, Body& body);
  void gap(const Field& freeplay, const Field& gap, Spring& spring);
  void either(const Field& field, std::optional<Expression>& value, const auto& others) {
    value = table_.number(field.key);
    if (value) beside_ = field.key;
    others();
    beside_ = nullptr;
  }
  void later(const char* key) { table_.refuse({key}); }

 private:
  /// The key makes no sense beside one that is there.
  bool excluded(const char* key);

  TableReader& table_;
  const char* beside_{};  ///< a key that is there and makes no sense beside those that follow
};

}  // namespace luztar
