// The values of an item, with the keys that model/fields.h describes.
#pragma once

#include "luztar/model/fields.h"

namespace luztar {

/// Calls visit(field, expression) for all that an item holds.
template <class Visit>
class HeldValues {
 public:
  explicit HeldValues(const Visit& visit) : visit_(visit) {}

  void number(const Field& field, auto& value) {
    if (table_ == nullptr) return visit_(field, value);
    Field part = field;
    part.key = table_;
    visit_(part, value);
  }
  void number(const Field& field, auto& value, const Expression&) { number(field, value); }
  void optional(const Field& field, auto& value) {
    if (value) number(field, *value);
  }
  void edges(const Field& field, auto& lower, auto& upper) {
    number(field, lower);
    number(field, upper);
  }
  void mass(const Field& field, auto& body) { optional(field, body.mass); }
  void both_ways(const Field& field, auto& efficiency) {
    if (efficiency) edges(field, efficiency->forward, efficiency->backward);
  }
  /// A freeplay [-a, a] is one value, and stays one; any other gap has two.
  void gap(const Field& freeplay, const Field& gap, auto& item) {
    if (!item.has_gap) return;
    if (!is_freeplay(item)) return edges(gap, item.lower, item.upper);
    number(freeplay, item.upper);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(item)>>) {
      if (!is_freeplay(item)) item.lower = lower_edge(item.upper);
    }
  }
  void either(const Field& field, auto& value, const auto& others) {
    optional(field, value);
    if (!value) others();
  }
  void flag(const Field&, bool) {}
  void release(const Field&, Release) {}
  void later(const char*) {}
  void memory(const Field& field, auto& memory) {
    for (auto& item : memory) number(field, item.start);
  }
  void update(const Field& field, auto& update) {
    for (auto& assignment : update) number(field, assignment.value);
  }
  void jumps(const Field& field, auto& jumps) {
    Field when = field, to = field;
    when.key = when.name = "when";
    to.key = to.name = "to";
    for (auto& jump : jumps) {
      number(when, jump.when);
      number(to, jump.to);
    }
  }
  void law(const auto&...) {}
  void part(auto& value, const auto& inner) {
    if (value) inner(*value);
  }
  void kinetic(const Field& field, auto& level, const auto&) { number(field, level); }
  void rows(const Field& speed, const Field& level, auto& rows, const auto&) {
    for (auto& [at, force] : rows) {
      number(speed, at);
      number(level, force);
    }
  }
  void table(const Field& field, auto& value, const auto& inner) {
    table_ = field.key;
    if (value) inner(*value, *this);
    table_ = nullptr;
  }
  void backward(const Field&, auto& item) { describe(item.backward, item, *this); }

 private:
  const Visit& visit_;
  const char* table_{};  ///< the key of the inner table whose values come now
};

template <class Item>
void for_each_field(Item& item, const auto& visit) {
  HeldValues values(visit);
  describe(item, values);
}

/// Arms and coefficients of an element: pure numbers or lengths, constants unless they are the
/// gradient of a formula.
void describe_arms(Is<Deflection> auto& deflection, const auto& visit) {
  for (auto& term : deflection.terms) visit(term.coefficient);
}

/// The key `deflection` of springs, dampers, frictions, links and stops, instead of `between`.
inline constexpr Field kDeflectionKey{"deflection", kLengthUnit, "d", Range::Finite,
                                      Place::Geometry};
inline constexpr const char* kTakesDeflection =
    "write between, across or on; all but forces and ratchets take a deflection";

/// visit(expression) for all of a body or an element, arms first.
template <class Item>
void for_each_expression(Item& item, const auto& visit) {
  if constexpr (requires { item.deflection; }) {
    describe_arms(item.deflection, visit);
    if (item.deflection.formula) visit(*item.deflection.formula);
  }
  for_each_field(item, [&](const Field&, auto& expression) { visit(expression); });
}

}  // namespace luztar
