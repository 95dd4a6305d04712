// Ranges of single numbers, for the parts of check_values().
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "luztar/model/check.h"

namespace luztar {

inline std::string text_of(double value) { return to_text(Expression::number(value)); }

/// Reports numbers of one element after the other that are out of range.
class ValueCheck {
 public:
  ValueCheck(const ParameterValues& values, Diagnostics& mistakes)
      : values_(values), mistakes_(mistakes) {}

  void of(const SourceLocation& element) { element_ = &element; }

  void report(const Expression& expression, std::string what, std::string advice) {
    mistakes_.push_back(
        {known_place(expression.where(), *element_), std::move(what), std::move(advice)});
  }

  /// Without a complaint; nothing if a mistake stands in its way.
  std::optional<double> value(const Expression& expression) const {
    return value_of(expression, values_);
  }

  // `what` is a text, or makes one where it is needed.

  std::optional<double> finite(const Expression& expression, const auto& what) {
    const auto value = value_of(expression, values_);
    if (!value) return std::nullopt;
    if (std::isfinite(*value)) return value;
    report(expression, text(what) + " is not a finite number", "give it a finite number");
    return std::nullopt;
  }

  std::optional<double> not_negative(const Expression& expression, const auto& what) {
    const auto value = finite(expression, what);
    if (!value || *value >= 0) return value;
    report(expression, text(what) + " is negative (" + text_of(*value) + ")",
           "it must be 0 or more");
    return std::nullopt;
  }

  std::optional<double> positive(const Expression& expression, const auto& what) {
    const auto value = finite(expression, what);
    if (!value || *value > 0) return value;
    report(expression, text(what) + " is not positive (" + text_of(*value) + ")",
           "it must be greater than 0");
    return std::nullopt;
  }

  void whole(const Expression& expression, const auto& what) {
    const auto value = finite(expression, what);
    if (!value || (*value >= 1 && *value <= kMostWhole && *value == std::floor(*value))) return;
    report(expression, text(what) + " is " + text_of(*value),
           "give a whole number from 1 to " + text_of(kMostWhole));
  }

 private:
  static std::string text(const auto& what) {
    if constexpr (requires { what(); }) {
      return what();
    } else {
      return what;
    }
  }

  static constexpr double kMostWhole = 100;  ///< exponents: beyond, a law is a jump

  const ParameterValues& values_;
  Diagnostics& mistakes_;
  const SourceLocation* element_{};
};

/// The law of a friction: friction_values.cpp.
void check_friction_values(const Friction& friction, ValueCheck& check);

}  // namespace luztar
