// Dry forces of pairs at rest on cycles: the ones that follow from state and model alone.
#include <cmath>

#include "luztar/stepping/stepper_impl.h"

namespace luztar {

bool Stepper::Impl::stands(int s) const {
  return !is_outside(s) && x.upper[s] > x.lower_limit(s) &&
         (x.mode[s] == 0 || end_rate(s) == x.corner(s));
}

void Stepper::Impl::share_loads() const {
  if (shared.known || chain || forest.n_slots == 0) return;
  const auto m = static_cast<std::size_t>(forest.n_slots);
  if (!shared.solver) {
    std::vector<SparseFactor::Link> links(m);
    std::vector<double> scale(m);
    for (int s = 0; s < forest.n_slots; ++s) {
      links[s] = {node_below(s), node_above(s), forest.ratio_of(s)};
      scale[s] = std::abs(slot_scale(s));
    }
    shared.solver =
        std::make_unique<LoadShares>(forest.n_nodes, std::move(links), std::move(scale));
    shared.stands.assign(m, 0);
    for (auto* list : {&shared.lower, &shared.upper, &shared.impulse}) list->assign(m, 0.0);
  }
  for (int s = 0; s < forest.n_slots; ++s) {
    shared.stands[s] = stands(s) ? 1 : 0;
    if (shared.stands[s] == 0) continue;
    const Limits limits = limits_at_end(s);
    shared.lower[s] = x.h * limits.lower;
    shared.upper[s] = x.h * limits.upper;
    shared.impulse[s] = dry_impulse(s);
  }
  shared.known = shared.solver->share(shared.stands, shared.lower, shared.upper, shared.impulse);
}

}  // namespace luztar
