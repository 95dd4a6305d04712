// Where the edges of a pair are, in a state.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// The deflection at an edge of a pair that has edges; infinite where it has none that way [m,
/// rad].
/// @param edge  Upper or Lower
inline double edge_place(const SystemImpl& system, const MotionState& state, int pair, Edge edge) {
  const PairLaw& law = system.pairs[pair];
  if (law.pitch > 0.0 && edge == Edge::Lower)
    return law.pitch * static_cast<double>(state.edges.tooth[static_cast<std::size_t>(pair)]);
  return edge == Edge::Upper ? law.upper : law.lower;
}

/// Where the pawl of an open ratchet falls in next; of other pairs the upper edge [m, rad].
inline double place_ahead(const SystemImpl& system, const MotionState& state, int pair) {
  const PairLaw& law = system.pairs[pair];
  if (law.pitch > 0.0)
    return law.pitch * static_cast<double>(state.edges.tooth[static_cast<std::size_t>(pair)] + 1);
  return law.upper;
}

/// Teeth beyond which a pitch is lost in the rounding of d.
inline constexpr double kMostTeeth = 0x1p32;

/// The tooth at a deflection, or that before it. @param tolerance  a tooth that is nearer counts
inline std::int64_t tooth_at(double pitch, double d, double tolerance) {
  const double tooth = std::floor((d + tolerance) / pitch);
  if (!std::isfinite(tooth)) return 0;  // a motion that is no number is refused by the run
  return static_cast<std::int64_t>(std::clamp(tooth, -kMostTeeth, kMostTeeth));
}

inline bool has_ratchets(const SystemImpl& system) {
  return std::any_of(system.pairs.begin(), system.pairs.end(),
                     [](const PairLaw& law) { return law.pitch > 0.0; });
}

}  // namespace luztar
