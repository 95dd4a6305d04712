// Checks that need the numbers of a whole model.
#pragma once

#include "luztar/dynamics/system/system.h"
#include "luztar/dynamics/system/system_impl.h"

namespace luztar {

/// initial_state() of velocities that may tear links.
State unchecked_state(const System& system);
State unchecked_state(const System& system, double time, std::vector<double> position,
                      std::vector<double> velocity, std::vector<double> internal);

/// An element in messages: stop 'wall'.
std::string label_of(const ElementInfo& element);

/// Relative velocity of a pair [m/s], or 0 where it is what rounding leaves of velocities that were
/// worked out elsewhere, by the user or a former run: 1e-12 of the largest of them.
double clear_rate(const SystemImpl& system, const State& state, int pair);

/// Whether it is a freewheel that meets a given motion that moves: what that turns back at the
/// start is hit there.
bool is_hit_at_start(const SystemImpl& system, const State& state, int pair);

/// Pairs that given motions only meet, that start where they cannot be (torn, turning back, beyond
/// an edge), or that would pass an impulse on through a massless body. Throws ModelError naming
/// each. What depends on the start counts where it is used only.
void check_pairs(const Model& model, const System& system, StartOfFile used);

/// Massless bodies that nothing holds, or that an element acts on whose law needs a mass.
/// Throws ModelError naming each.
void check_massless(const Model& model, const SystemImpl& system, const State& start);

}  // namespace luztar
