// How a massless body goes on where a friction falls from its static to its kinetic limit.
#pragma once

#include <cstdint>

namespace luztar {

/// Of a body that is massless and undamped: what goes to zero last, a damping (it comes to the
/// nearest balance) or its mass (it swings on as far again, and rests).
enum class Release : std::uint8_t { Unknown, Damped, Inertial };

}  // namespace luztar
