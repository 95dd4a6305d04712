// Numbers that are written with their unit: "3 mm/s".
#pragma once

#include <optional>
#include <string_view>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// The number in SI that `text` is, with its unit; nothing if it is no number with a unit behind.
/// Throws ModelError if what stands behind the number is a word and no unit.
/// @param where  of the first character
std::optional<Expression> parse_quantity(std::string_view text, const SourceLocation& where);

/// "3 mm/s", with a number that parse_quantity() reads to the same bits wherever one exists.
/// @pre a number with a unit
std::string quantity_text(const Expression& number);

/// The number beside the unit in which it is `value` in SI.
double number_in_unit(double value, std::string_view unit);

}  // namespace luztar
