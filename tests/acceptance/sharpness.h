// How small a wrong number may be so that the proofs of a run still refuse it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "luztar/luztar.h"

namespace acceptance {

/// What is made wrong at one instant of a run. What follows from it at the same instant is changed
/// with it, so that one law alone is broken: such a lie is the hardest to find.
enum class Lie {
  Force,         ///< of an element with a law of its own; accelerations follow
  Side,          ///< the same, at an event: towards the value on its other side
  Acceleration,  ///< of a body with mass
  Limit,         ///< force of a friction at rest, beyond its limit; accelerations follow
  Rest,          ///< rate of a friction at rest; the velocity of a body and other rates follow
  Position,      ///< of a body, beside that just before
  Velocity,      ///< of a body, beside that just before
};
constexpr int kLies = 7;
inline constexpr std::array<const char*, kLies> kLieNames = {
    "force", "side", "acceleration", "limit", "rest", "position", "velocity"};

/// One number for each lie: the size from which on the proofs refuse it wherever it was planted in
/// a run, relative to the largest value of that number in the run (Side: to the jump, Limit: to the
/// limit). 0: there is no such number in the model; > 1: up to this size it passed.
using Sharpness = std::array<double, kLies>;

/// Runs a model and plants wrong numbers at instants that are drawn.
/// @param places  at most so many of each kind
Sharpness sharpness_of(const luztar::System& system, int places);

}  // namespace acceptance
