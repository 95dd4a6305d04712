// Units of measurement (docs/units.md): what a parameter's `unit` means in SI.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "luztar/core/error.h"

namespace luztar {

/// Exponents of kg, m, s, A and K. Angles have no dimension: rad = 1.
struct Dimension {
  int mass{};
  int length{};
  int time{};
  int current{};
  int temperature{};
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

/// The dimension of a product a b^exponent.
Dimension product(const Dimension& a, const Dimension& b, int exponent = 1);
/// Nothing: an exponent is odd.
std::optional<Dimension> root(const Dimension& dimension);

/// "kg m2/s2"; "1" for a pure number.
std::string to_text(const Dimension& dimension);

/// A unit as a multiple of SI. The factor is kept in exact parts so that 3 mm becomes the double
/// nearest to 0.003 and not 3 * 0.001.
struct Unit {
  double numerator{1.0};
  double denominator{1.0};
  int power_of_ten{};
  Dimension dimension{};

  double to_si(double value) const;
  double factor() const { return to_si(1.0); }
};

/// Reads "N/mm", "kg m^2", "N*s/m", "N/(m s)" ... `where` is the place of its first character.
/// Throws ModelError at the offending character.
Unit parse_unit(std::string_view text, const SourceLocation& where);

/// One word that parse_unit() reads: "mm", "rpm", "Nm".
bool is_unit(std::string_view word);

/// The unit that values have in SI, in the words of the one that is given: "m/s" of "mm/s", "N/m"
/// of "kN/mm", "rad/s" of "rpm". Throws as parse_unit().
std::string si_unit(std::string_view text, const SourceLocation& where);

}  // namespace luztar
