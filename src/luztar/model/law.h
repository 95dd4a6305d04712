// What the law of a friction says, in one place for the engine, equations and generated functions.
#pragma once

#include <array>
#include <cstddef>

#include "luztar/model/model.h"

namespace luztar {

/// What `law` says in the file: without bristles, and each kind of them.
inline constexpr std::array<const char*, 3> kLawNames{"coulomb", "dahl", "lugre"};
inline const char* law_name(const Friction& friction) {
  return kLawNames[friction.bristles ? 1 + static_cast<std::size_t>(friction.bristles->kind) : 0];
}

/// Coulomb's law with its levels: it sticks, and has no state of its own.
inline bool is_coulomb(const Friction& friction) { return !friction.bristles; }

/// Level of Stribeck's law at a speed u >= 0: of FK, FS, vs and n.
inline constexpr const char* kStribeckLevel = "FK + (FS - FK)*exp(-(u/vs)^n)";

/// Laws with bristles, of their deflection z, their stiffness s, damping s1 and rate w = z', of v
/// and u = |v|, C, and the level L. Dahl's rate is not here: numbers and printed formulas differ.
inline constexpr const char* kDahlForce = "s*z + C*v";
inline constexpr const char* kLuGreForce = "s*z + s1*w + C*v";
inline constexpr const char* kLuGreRate = "v - s*u*z/L";

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
