#include "luztar/simulate/reached.h"

#include <cmath>

#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/dynamics/system/hashes.h"

namespace luztar {

double mechanical_energy(const EnergyLedger& energy) {
  Sum sum;
  for (const double joules : energy.kinetic) sum.add(joules);
  for (const double joules : energy.stored) sum.add(joules);
  return sum.total();
}

Reached reached_by(const SystemImpl& system, const SimulationSettings& settings,
                   const EnergyLedger& energy) {
  Reached reached;
  reached.parts = system.hashes.parts;
  reached.laws = system.hashes.laws;
  reached.method = hash_of_method(settings);
  reached.energy = mechanical_energy(energy);
  for (const Switch& sw : system.program.switches()) reached.switches.push_back(key_of(sw));
  reached.shares = shares_of(system);
  return reached;
}

void reach_beyond(const State& state, const Sample& last, Reached& reached) {
  reached.position.assign(last.q.begin(), last.q.end());
  reached.velocity.assign(last.v.begin(), last.v.end());
  reached.internal.assign(last.internal.begin(), last.internal.end());
  const EnergyLedger& energy = last.energy;
  const std::size_t bodies = energy.motion_work.size();
  for (std::size_t b = 0; b < bodies; ++b)
    reached.supplied.push_back(energy.motion_work[b] - state.supplied[b].total());
  for (std::size_t e = 0; e < energy.supplied.size(); ++e)
    reached.supplied.push_back(energy.supplied[e] - state.supplied[bodies + e].total());
  for (std::size_t e = 0; e < energy.dissipated.size(); ++e)
    reached.dissipated.push_back(energy.dissipated[e] - state.dissipated[e].total());
  reached.moved = energy.moved - state.moved.total();
  reached.numerical = energy.numerical - state.stepping.numerical.total();
}

void record_change(double before, double after, State& state) {
  state.changes.add(after - before);
  state.moved.add(std::abs(after - before));
}

}  // namespace luztar
