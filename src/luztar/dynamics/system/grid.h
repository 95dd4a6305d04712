// Instants of grids, and when two of them are one: docs/accuracy.md.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/state.h"

namespace luztar {

/// An instant of a grid: an output point, a sample of a controller, a knot of data, an end of a
/// run.
struct GridInstant {
  Time time{};
  double size{};  ///< of the largest number that it is made of [s]

  /// A number of the file, or a time that was reached.
  static GridInstant at(const Time& time) { return {time, std::abs(time.value)}; }
};

/// Two instants of grids are one if they differ by at most two units in the last place of the
/// largest number that they are made of: equal decimals differ by no more.
inline bool is_same(const GridInstant& a, const GridInstant& b) {
  const double size = std::max(a.size, b.size);
  return std::abs(a.time - b.time) <= 2.0 * (std::nextafter(size, kInfinity) - size);
}

/// Whether a comes before b and is not one with it.
inline bool is_before(const GridInstant& a, const GridInstant& b) {
  return a.time < b.time && !is_same(a, b);
}

/// Instants first + n period, each counted, none summed up.
struct Grid {
  Time first;     ///< [s]
  double period;  ///< [s]

  GridInstant at(std::int64_t n) const {
    const auto count = static_cast<double>(n);
    const double span = count * period;
    const Time time = two_sum(first.value, span);
    const double rest = time.rest + (first.rest + std::fma(count, period, -span));
    return {two_sum(time.value, rest),
            std::max({std::abs(first.value), std::abs(span), std::abs(time.value)})};
  }

  /// The last n whose instant is not after `now`, or one with it.
  std::int64_t last_at(const GridInstant& now) const {
    constexpr double kMost = 9e15;  // whole numbers are exact
    const double cells = std::floor((now.time - first) / period);
    if (!(std::abs(cells) < kMost)) return 0;
    auto n = static_cast<std::int64_t>(cells);
    while (!is_before(now, at(n + 1))) ++n;
    while (is_before(now, at(n))) --n;
    return n;
  }
};

}  // namespace luztar
