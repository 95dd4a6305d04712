#include "luztar/dynamics/state.h"

#include <cmath>

namespace luztar {
namespace {

/// a + b = value + rest exactly (Knuth).
Time two_sum(double a, double b) {
  const double value = a + b;
  const double b_part = value - a;
  return {value, (a - (value - b_part)) + (b - b_part)};
}

}  // namespace

Time operator+(const Time& time, double step) {
  const Time sum = two_sum(time.value, step);
  return two_sum(sum.value, sum.rest + time.rest);
}

double operator-(const Time& a, const Time& b) {
  const Time difference = two_sum(a.value, -b.value);
  return difference.value + (difference.rest + (a.rest - b.rest));
}

bool operator<(const Time& a, const Time& b) { return a - b < 0.0; }

void Sum::add(double term) {
  const Time sum = two_sum(value, term);
  const Time whole = two_sum(sum.value, sum.rest + rest);
  value = whole.value;
  rest = whole.rest;
}

}  // namespace luztar
