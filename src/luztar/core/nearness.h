// What counts as equal but for rounding. One question decides which of these a comparison takes:
// how was the number made? What it means (a force, a place, a time) is its scale, not its rounding.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace luztar {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kUlp = std::numeric_limits<double>::epsilon();
inline constexpr double kSmallest =
    std::numeric_limits<double>::min();  ///< below it digits are lost

inline bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Each is relative to the largest number that went into the one that is compared.

/// One operation, or a short sum, of numbers that are right: 4 ulp.
inline constexpr double kFewUlps = 0x1p-50;
/// A sum of forces, impulses or energies, a coordinate, a time: 64 ulp.
inline constexpr double kRounding = 0x1p-46;
/// A coefficient or a velocity that elimination should have cancelled.
inline constexpr double kCancelled = 1e-13;
/// What comes out of the solution of equations, or what a series passes on: a few thousand
/// roundings. A force or an acceleration is at its limit, a rate is zero, two values agree. A pair
/// that is misjudged by it is judged by the next derivative instead.
inline constexpr double kNoise = 1e-12;
/// Rows or columns of a matrix that depend on each other.
inline constexpr double kRank = 1e-11;
/// Balances and places that the series of a run leave, in many steps.
inline constexpr double kOfSeries = 1e-11;
/// Results agree. Beyond it something is wrong with what was solved.
inline constexpr double kSolved = 1e-9;
/// Half of the digits of a double: a place that is found where something is least. Positions of
/// massless bodies do not change that much by rounding.
inline constexpr double kJump = 1e-8;
/// Half of the digits that a solution has. What an event says to be zero is below; what is above
/// is a number of its own, however small.
inline constexpr double kHalfDigits = 1e-6;

/// Whether a number is nothing beside a size of its own kind. @param rounding  how it was made
inline bool is_negligible(double x, double size, double rounding) {
  return std::abs(x) <= rounding * size;
}
/// The opposite, of numbers: what is no number is neither.
inline bool exceeds(double x, double size, double rounding) {
  return std::abs(x) > rounding * size;
}

/// A relative weight of what only makes a matrix regular.
inline constexpr double kSoft = 1e-9;
/// Relative distance from the motion on a slow manifold at which that is worth a try.
inline constexpr double kWorthATry = 1e-3;
/// Products with it lose all digits: it decides nothing.
inline constexpr double kVanishing = 1e-290;

/// The same of a stop that its own guard opens, times kNoise.
inline constexpr double kOpens = 1e3;
/// Largest product of ratios along a path: its square times a mass is still a number.
inline constexpr double kMaxScale = 0x1p400;

}  // namespace luztar
