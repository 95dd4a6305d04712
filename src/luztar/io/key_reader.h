// Reads the keys of a table as their description says (model/fields.h).
#pragma once

#include <optional>

#include "luztar/io/table_reader.h"
#include "luztar/model/fields.h"
#include "luztar/model/law.h"

namespace luztar {

class KeyReader {
 public:
  /// @param above  a table from which values stay as they are that this one does not say
  explicit KeyReader(TableReader& table, TableReader* above = nullptr)
      : table_(table), above_(above) {}

  void number(const Field& field, Expression& value);
  void number(const Field& field, Expression& value, const Expression& otherwise);
  void optional(const Field& field, std::optional<Expression>& value) {
    if (!excluded(field)) value = table_.number(field.key);
  }
  void edges(const Field& field, Expression& lower, Expression& upper);
  void mass(const Field& field, Body& body);
  void gap(const Field& freeplay, const Field& gap, Spring& spring);
  void either(const Field& field, std::optional<Expression>& value, const auto& others) {
    optional(field, value);
    if (value) beside_ = field.key;
    others();
    beside_ = nullptr;
  }
  void both_ways(const Field& field, std::optional<Efficiency>& efficiency);
  void flag(const Field& field, bool& value);
  void release(const Field& field, Release& value);
  void later(const char* key) { table_.refuse({key}); }
  void memory(const Field& field, std::vector<Controller::Memory>& memory);
  void update(const Field& field, std::vector<Controller::Assignment>& update);
  void jumps(const Field& field, std::vector<StateVariable::Jump>& jumps);

  // Of frictions: load_friction.cpp.
  void law(const Field& field, Friction& friction);
  template <class Part>
  void part(std::optional<Part>& value, const auto& inner) {
    Part none;  // of another law: its keys are refused
    inner(value ? *value : none);
  }
  void kinetic(const Field& field, Expression& level, LevelRows& rows);
  void rows(const Field& speed, const Field& level, LevelRows& rows, Friction::Law& law);
  void table(const Field& field, auto& value, const auto& inner) {
    if (excluded(field)) return value.reset();
    if (const TomlEntry* own = table_.find(field.key, TomlValue::Kind::Table)) {
      TableReader part(own->value, own->where, table_.mistakes());
      KeyReader keys(part);
      value = std::decay_t<decltype(*value)>{};  // emplace(): clang sees no constructor yet
      inner(*value, keys);
      part.finish("law");
    } else if (value && above_ != nullptr) {  // what it does not say may be another value here
      const TomlValue nothing;
      TableReader part(nothing, table_.where(), table_.mistakes());
      TableReader before(above_->find(field.key)->value, table_.where(), table_.mistakes());
      KeyReader keys(part, &before);
      inner(*value, keys);
    }
    if (rival_stays(field)) value.reset();
  }
  void backward(const Field& field, Friction& friction);

 private:
  /// The key makes no sense beside one that is there, or does not belong to the law.
  bool excluded(const Field& field);
  void refuse_of_other_laws(const Field& field);
  /// A rival in the table above is in force here too, and refuses the key.
  bool rival_stays(const Field& field);

  TableReader& table_;
  TableReader* above_;
  unsigned law_{kAllLaws};  ///< of friction that the table is for; 0: unknown
  const char* beside_{};    ///< a key that is there; those that follow make no sense beside it
};

}  // namespace luztar
