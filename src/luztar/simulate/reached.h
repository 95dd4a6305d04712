// Values of the end of a run for one that goes on with other laws.
#pragma once

#include "luztar/simulate/simulate.h"

namespace luztar {

/// Of a run that ends at its anchor.
Reached reached_by(const SystemImpl& system, const SimulationSettings& settings,
                   const EnergyLedger& energy);
/// Where it ends after its anchor: positions, velocities and accounts of `last` beside those of the
/// state.
void reach_beyond(const State& state, const Sample& last, Reached& reached);

/// Kinetic + stored [J].
double mechanical_energy(const EnergyLedger& energy);

/// Records what other laws make of the energy that a run reached.
void record_change(double before, double after, State& state);

}  // namespace luztar
