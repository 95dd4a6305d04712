// Doubles of models as the fractions that were written, and back. Of this layer only.
#pragma once

#include "luztar/algebra/polynomial.h"
#include "luztar/symbolic/expression.h"

namespace luztar {

/// The shortest decimal that reads back as `value`, as a fraction: 1/10 for 0.1.
/// @pre std::isfinite(value)
Rational fraction_written(double value);

/// A number that is not negative, as people write it: whole, decimal if that is exact and short,
/// else a quotient. Numbers of more than 17 digits are rounded to the nearest double.
struct WrittenNumber {
  double numerator{1};
  double denominator{1};
};
WrittenNumber written_number(const Rational& value);

}  // namespace luztar
