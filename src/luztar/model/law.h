// What the law of a friction says, in one place for the engine, equations and generated functions.
#pragma once

#include "luztar/model/model.h"

namespace luztar {

/// Level of Stribeck's law at a speed u >= 0: of FK, FS, vs and n.
inline constexpr const char* kStribeckLevel = "FK + (FS - FK)*exp(-(u/vs)^n)";

/// The level does not depend on the speed. A table of one row is such a law.
inline bool is_constant(const Friction::Law& law) {
  return !law.stribeck && !law.hysteresis && law.table.size() < 2;
}
inline bool is_constant(const Friction& friction) {
  return is_constant(friction.forward) && is_constant(friction.backward);
}

/// Just above zero speed: F_S with Stribeck's law, which falls from there, else F_K.
inline const Expression& first_level(const Friction::Law& law) {
  if (law.stribeck) return law.breakaway;
  return law.table.empty() ? law.kinetic : law.table.front().second;
}

/// Two laws of the same form with the same expressions, by `same(a, b)`.
bool same_law(const Friction::Law& a, const Friction::Law& b,
              bool (*same)(const Expression&, const Expression&));

}  // namespace luztar
