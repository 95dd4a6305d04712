// What counts as equal but for rounding, where several sources have to agree on it.
#pragma once

#include <bit>
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

/// Forces and accelerations closer to a limit than this, relative to the largest force, are at it:
/// a few hundred roundings. A pair misjudged by it is judged by the next derivative instead.
inline constexpr double kAtLimit = 1e-12;
inline constexpr double kFired = 1e-6;  ///< the same for a pair whose own guard says so
inline constexpr double kOpens = 1e3;   ///< the same for a stop, times kAtLimit

/// Relative noise of a sum of forces or impulses, of the largest: 64 ulp. A mode is right that is
/// violated by less.
inline constexpr double kForceRounding = 0x1p-46;
/// Relative violation of what was solved beyond which something is wrong.
inline constexpr double kSolved = 1e-9;
/// Relative: positions of massless bodies do not change that much by rounding.
inline constexpr double kJump = 1e-8;
/// Relative noise of forces where massless bodies pass them on.
inline constexpr double kNoise = 1e-12;
/// Relative: a coefficient that elimination should have cancelled.
inline constexpr double kCancelled = 1e-13;
/// Relative: velocities found through the ratios of a cycle agree.
inline constexpr double kEqualVelocity = 1e-12;
/// Largest product of ratios along a path: its square times a mass is still a number.
inline constexpr double kMaxScale = 0x1p400;

/// Relative to Motion::time_scale(): two instants are one.
inline constexpr double kSameTime = 1e-14;
/// Of a step: an instant this close to its end is its end.
inline constexpr double kSameInstant = 1e-9;

}  // namespace luztar
