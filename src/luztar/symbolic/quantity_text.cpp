#include "luztar/symbolic/quantity_text.h"

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"
#include "luztar/symbolic/letters.h"

namespace luztar {
namespace {

constexpr std::string_view kBlank = " \t\r\n";
/// What no unit has in it: an expression goes on behind the number.
constexpr std::string_view kNoUnit = "+,<>=";

/// Where the number at the beginning of "3 mm/s" ends, if a word follows it; else 0.
std::size_t end_of_number(std::string_view text) {
  const std::size_t sign = text.starts_with('-') || text.starts_with('+') ? 1 : 0;
  const auto begins_word = [](char c) {
    return is_letter(c) || c == '%' || (static_cast<unsigned char>(c) & 0x80U) != 0;
  };
  if (sign == text.size() || !(is_digit(text[sign]) || text[sign] == '.')) return 0;
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data() + sign, text.data() + text.size(), value);
  if (problem != std::errc{}) return 0;
  const auto place = static_cast<std::size_t>(end - text.data());
  const std::size_t next = text.find_first_not_of(kBlank, place);
  if (next == std::string_view::npos) return 0;
  const std::string_view rest = text.substr(next);
  const bool is_rate = next > place && (rest == "1" || rest.starts_with("1/"));
  return begins_word(rest[0]) || is_rate ? place : 0;
}

/// A word behind a number may be a unit, or a name with a forgotten sign before it.
Unit unit_behind_number(std::string_view text, const SourceLocation& where) {
  try {
    return parse_unit(text, where);
  } catch (const ModelError& error) {
    Diagnostic mistake = error.diagnostics().front();
    mistake.advice += mistake.advice.ends_with('?') ? " (a product is written with '*')"
                                                    : "; a product is written with '*'";
    throw ModelError({std::move(mistake)});
  }
}

}  // namespace

std::optional<Expression> parse_quantity(std::string_view text, const SourceLocation& where) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return std::nullopt;
  const std::string_view whole = text.substr(first, text.find_last_not_of(kBlank) + 1 - first);
  const std::size_t end = end_of_number(whole);
  if (end == 0) return std::nullopt;
  const std::size_t begin = whole.find_first_not_of(kBlank, end);
  const std::string_view unit = whole.substr(begin);
  if (unit.find_first_of(kNoUnit) != std::string_view::npos) return std::nullopt;
  const auto at = [&](std::size_t place) {
    return SourceLocation{where.file, where.line, where.column + static_cast<int>(first + place)};
  };
  const Unit given = unit_behind_number(unit, at(begin));
  const double number = evaluate(parse_expression(whole.substr(0, end), at(0)),
                                 [](const std::string&) { return 0.0; });
  return Expression::number(given.to_si(number), at(0), std::string(unit));
}

double number_in_unit(double value, std::string_view text) {
  const Unit unit = parse_unit(text, {});
  const double guess = value / unit.factor();
  for (const int digits : {6, 15, 16, 17}) {
    const double shorter = std::strtod(rounded_text(guess, digits).c_str(), nullptr);
    if (unit.to_si(shorter) == value) return shorter;
  }
  double below = guess, above = guess;
  for (int i = 0; i < 8; ++i) {
    below = std::nextafter(below, -HUGE_VAL);
    above = std::nextafter(above, HUGE_VAL);
    if (unit.to_si(below) == value) return below;
    if (unit.to_si(above) == value) return above;
  }
  return guess;
}

std::string quantity_text(const Expression& number) {
  const double written = number_in_unit(number.number(), number.unit());
  return to_text(Expression::number(written)) + " " + number.unit();
}

}  // namespace luztar
