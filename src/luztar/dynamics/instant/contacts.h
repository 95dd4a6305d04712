// Springs with a gap that only push: how they touch, let go, push again and leave.
#pragma once

#include "luztar/dynamics/instant/guards.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// The edge that a spring is beyond: in contact, or let go.
inline Edge beyond(const State& state, int s) {
  return state.contact[s] != Edge::None ? state.contact[s] : state.let_go[s];
}

/// Lets go of a contact that would pull.
/// @param compression  d - rest [m, rad]
/// @param rate         of d [m/s, rad/s]
void let_go_of_pull(const SpringLaw& law, double compression, double rate, State& state, int s);

/// The guard of a spring that only pushes is passed: it touches, lets go where its force reaches
/// zero, pushes again where that rises through zero, or is back in the gap.
void pass_contact(const SystemImpl& system, const GuardOwner& owner, State& state);

}  // namespace luztar
