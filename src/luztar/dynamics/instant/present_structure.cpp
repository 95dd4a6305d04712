#include "luztar/dynamics/instant/present_structure.h"

#include <algorithm>

#include "luztar/dynamics/system/pair_edges.h"

namespace luztar {

PresentStructure::PresentStructure(const SystemImpl& system, StructureCache& cache)
    : system_(system),
      cache_(cache),
      tied_(system.n_pairs()),
      no_kept_limits_(system.n_pairs()),
      no_contact_(system.n_springs()) {}

bool PresentStructure::is_shared(int pair) const {
  if (!is_redundant()) return false;
  const auto& forces = structure_->stuck_forces;
  return std::any_of(forces.begin(), forces.end(),
                     [pair](const auto& stuck) { return stuck.pair == pair && !stuck.unique; });
}

void PresentStructure::use(const State& state) {
  const auto& structure = cache_.get(system_, state.pair, state.kept_limit, state.contact);
  if (structure_ != structure) structure_ = structure;
}

std::shared_ptr<const Structure> PresentStructure::tied() const {
  return cache_.get(system_, tied_, no_kept_limits_, no_contact_);
}

void PresentStructure::tie(State& state, Expansion& series, PairsNow& now) {
  // Velocities of massless bodies follow from the balance of forces; they tie no other body.
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const bool ties = now[j].at_rest && !(system_.has_massless && system_.touches_massless(j));
    tied_[j] = ties ? Mode::Stuck : Mode::Forward;
  }
  const auto all = tied();
  if (all->redundant && system_.has_motions()) leave_out_overruled(now);
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (all->rigid[system_.first_pair() + j] != 0 && !system_.pairs[j].has_edges())
      now[j].at_rest = true;
  const auto velocities = tied();
  series.tie_velocities(*velocities, state);
  if (series.bent().any()) series.bent().project(state, series, *velocities, now);
}

void PresentStructure::follow(State& state, Expansion& series) const {
  series.tie_velocities(*structure_, state);
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
    if (system_.pairs[j].has_edges() && state.pair[j] == Mode::Stuck)
      state.held[system_.first_pair() + j] = edge_place(system_, state, j, state.side[j]);
  for (const auto& loose : structure_->loose) {  // touching without force: exactly at the edge
    const SpringLaw& law = system_.springs[loose.spring];
    const Edge contact = state.contact[loose.spring];
    state.held[loose.spring] = law.rest + (contact == Edge::Upper   ? law.upper
                                           : contact == Edge::Lower ? law.lower
                                                                    : 0.0);
  }
}

}  // namespace luztar
