#include "luztar/dynamics/present_structure.h"

#include <algorithm>

#include "luztar/dynamics/pair_limits.h"

namespace luztar {

PresentStructure::PresentStructure(const SystemImpl& system, StructureCache& cache)
    : system_(system),
      cache_(cache),
      stuck_(system.n_pairs()),
      no_pins_(system.n_pairs()),
      no_contact_(system.n_springs()) {}

bool PresentStructure::is_shared(int pair) const {
  if (!is_redundant()) return false;
  const auto& forces = structure_->stuck_forces;
  return std::any_of(forces.begin(), forces.end(),
                     [pair](const auto& stuck) { return stuck.pair == pair && !stuck.unique; });
}

void PresentStructure::use(const State& state) {
  for (int j = 0; j < system_.n_pairs(); ++j)
    stuck_[j] = state.pair[j] == 0 ? std::int8_t{1} : std::int8_t{0};
  const auto& structure = cache_.get(system_, stuck_, state.pinned, state.contact);
  if (structure_ != structure) structure_ = structure;
}

void PresentStructure::tie(State& state, Expansion& series, PairsNow& now) {
  // Velocities of massless bodies follow from the balance of forces; they tie no other body.
  for (int j = 0; j < system_.n_pairs(); ++j)
    stuck_[j] = now[j].at_rest && !(system_.has_massless && system_.touches_massless(j)) ? 1 : 0;
  const Structure& tied = *cache_.get(system_, stuck_, no_pins_, no_contact_);
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (tied.rigid[system_.first_pair() + j] != 0 && !is_stop(system_, j)) now[j].at_rest = true;
  series.tie_velocities(tied, state);
}

void PresentStructure::hold(State& state, const Expansion& series) const {
  for (int e = 0; e < system_.n_elements(); ++e) {
    if (structure_->rigid[e] == 0) {
      state.is_held[e] = 0;
      state.held[e] = 0.0;
    } else if (state.is_held[e] == 0) {
      state.is_held[e] = 1;
      state.held[e] = series.d(e)[0];
    }
  }
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (is_stop(system_, j) && state.pair[j] == 0)
      state.held[system_.first_pair() + j] =
          state.side[j] > 0 ? system_.pairs[j].upper : system_.pairs[j].lower;
  for (const auto& loose : structure_->loose) {  // touching without force: exactly at the edge
    const SpringLaw& law = system_.springs[loose.spring];
    const int contact = state.contact[loose.spring];
    state.held[loose.spring] = law.rest + (contact > 0 ? law.upper : contact < 0 ? law.lower : 0.0);
  }
}

}  // namespace luztar
