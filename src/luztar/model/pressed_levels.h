// Levels of friction beside a normal force, which are its factors.
#pragma once

#include <string_view>

#include "luztar/model/fields.h"

namespace luztar {

/// The key of what presses, and what it is called behind a level.
inline constexpr std::string_view kPressing = "normal";

inline bool presses(const Field& field) { return field.key == kPressing; }
/// A level is a pure number, or the arm of a torque.
inline bool is_pressed(const Field& field) { return field.unit == kCoefficientUnit; }

/// What presses an element; nullptr: nothing does.
const Expression* pressing_force(const auto& element) {
  if constexpr (requires { element.normal; }) {
    return element.normal ? &*element.normal : nullptr;
  } else {
    return nullptr;
  }
}

}  // namespace luztar
