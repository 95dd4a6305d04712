// Times of a run.
#pragma once

namespace luztar {

/// A time as an unevaluated sum of two doubles: after 1e6 periods an event is as sharp as at first.
struct Time {
  double value{};  ///< nearest double [s]
  double rest{};   ///< time - value, |rest| <= ulp(value)/2 [s]
  friend bool operator==(const Time&, const Time&) = default;
};

/// a + b = value + rest exactly (Knuth).
inline Time two_sum(double a, double b) {
  const double value = a + b;
  const double b_part = value - a;
  return {value, (a - (value - b_part)) + (b - b_part)};
}

inline Time operator+(const Time& time, double step) {
  const Time sum = two_sum(time.value, step);
  return two_sum(sum.value, sum.rest + time.rest);
}

/// Rounded once.
inline double operator-(const Time& a, const Time& b) {
  const Time difference = two_sum(a.value, -b.value);
  return difference.value + (difference.rest + (a.rest - b.rest));
}

inline bool operator<(const Time& a, const Time& b) { return a - b < 0.0; }

}  // namespace luztar
