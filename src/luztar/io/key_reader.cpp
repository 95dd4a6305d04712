#include "luztar/io/key_reader.h"

namespace luztar {

bool KeyReader::excluded(const char* key) {
  if (beside_ != nullptr) table_.exclude({key}, beside_);
  return beside_ != nullptr;
}

void KeyReader::number(const Field& field, Expression& value) {
  if (excluded(field.key)) return;
  if (field.advice != nullptr) {
    value = table_.required(field.key, field.advice);
  } else if (const auto written = table_.number(field.key, field.infinity)) {
    value = *written;
  }
}

void KeyReader::edges(const Field& field, Expression& lower, Expression& upper) {
  if (excluded(field.key)) return;
  if (const TomlEntry* list = table_.find(field.key)) {
    table_.pair(list->value, field.key, "[lower, upper]", lower, upper, field.infinity);
  } else if (field.advice != nullptr) {
    lower = upper = table_.required(field.key, field.advice);
  }
}

void KeyReader::mass(const Field& field, Body& body) {
  body.mass = table_.number(field.key, field.infinity);
  table_.has("motion");  // the order in which a mistake names the keys
  const auto inertia = table_.number("inertia", field.infinity);
  if (body.mass) return table_.exclude({"inertia"}, field.key);
  body.mass = inertia;
  body.rotates = inertia.has_value();
}

void KeyReader::gap(const Field& freeplay, const Field& gap, Spring& spring) {
  if (excluded(freeplay.key) | excluded(gap.key)) return;
  spring.has_gap = table_.has(gap.key);
  edges(gap, spring.lower, spring.upper);
  const auto a = table_.number(freeplay.key);
  if (spring.has_gap) return table_.exclude({freeplay.key}, gap.key);
  if (a) set_freeplay(spring, *a);
}

}  // namespace luztar
