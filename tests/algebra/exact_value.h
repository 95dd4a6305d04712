// Expressions in exact fractions, tar and sign as the sets that they are. Written for the tests: it
// shares nothing with the library but the syntax tree.
#pragma once

#include <map>
#include <optional>
#include <string>

#include <boost/multiprecision/cpp_int.hpp>

#include "luztar/symbolic/expression.h"
#include "random.h"

namespace luztar::testing {

using Fraction = boost::multiprecision::cpp_rational;
using Point = std::map<std::string, Fraction>;

/// All values between two fractions.
struct ExactSet {
  Fraction lower{};
  Fraction upper{};
  bool is_point() const { return lower == upper; }
  bool contains(const Fraction& x) const { return lower <= x && x <= upper; }
  friend bool operator==(const ExactSet&, const ExactSet&) = default;
};

/// The set of values; nothing where the expression has none (division by zero), or where sets are
/// multiplied or compared. Every set in a sum varies by itself (Minkowski sum).
std::optional<ExactSet> exact_set(const Expression& expression, const Point& point);
/// The value where it is a single one.
std::optional<Fraction> exact_value(const Expression& expression, const Point& point);

/// A fraction with few digits; zero and ones among them, so that kinks and ties are met.
Fraction small_fraction(Random& random);
/// The same, not negative.
Fraction small_magnitude(Random& random);

/// parse_expression without a file.
Expression parsed(const std::string& text);

}  // namespace luztar::testing
