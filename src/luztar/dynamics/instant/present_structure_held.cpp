// Of given motions that agree but for rounding, those that bodies stuck to up to now.
#include <algorithm>

#include "luztar/dynamics/instant/present_structure.h"

namespace luztar {

/// Takes pairs out of tied_ that come to rest now between bodies whose velocities pairs that stuck
/// up to now make those of given motions: a given motion that turns has a velocity of rounding.
void PresentStructure::leave_out_overruled(const PairsNow& now) {
  const std::vector<Mode> all = tied_;
  for (std::size_t j = 0; j < now.size(); ++j)
    if (!now[j].held) tied_[j] = Mode::Forward;
  const auto held = tied();
  const auto is_given = [this](const Term& term) {
    return system_.is_given(term.body);
  };
  std::vector<char> free(static_cast<std::size_t>(system_.n_bodies()));
  for (int b = 0; b < system_.n_bodies(); ++b) free[b] = system_.is_given(b) ? 0 : 1;
  for (const auto& dependent : held->dependents)
    if (std::ranges::all_of(held->terms_of(dependent), is_given)) free[dependent.body] = 0;
  const auto is_free = [&](const Term& term) {
    return free[term.body] != 0;
  };
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (now[j].held || std::ranges::any_of(system_.terms_of_pair(j), is_free)) tied_[j] = all[j];
}

}  // namespace luztar
