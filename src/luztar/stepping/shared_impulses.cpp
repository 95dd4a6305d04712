#include "luztar/stepping/shared_impulses.h"

#include <cmath>

namespace luztar {
namespace {

LoadShares load_shares(const Forest& forest) {
  std::vector<SparseFactor::Coupling> couplings(forest.n_slots);
  std::vector<double> scale(couplings.size());
  for (int s = 0; s < forest.n_slots; ++s) {
    couplings[s] = {forest.below[s], forest.above[s], forest.ratio_of(s)};
    scale[s] = std::abs(forest.slot_scale[s]);
  }
  return {forest.n_nodes, std::move(couplings), std::move(scale)};
}

}  // namespace

void SharedImpulses::find(const StepArrays& x, const StepLimits& limits) {
  if (are_valid_ || x.forest.is_plain_chain || x.forest.n_slots == 0) return;
  if (!solver_) solver_ = std::make_unique<LoadShares>(load_shares(x.forest));
  for (int s = 0; s < x.forest.n_slots; ++s) {
    LoadShares::Load& load = solver_->load(s);
    load.stands = x.stands(s);
    if (!load.stands) continue;
    const StepLimits::Limits in_force = limits.at_end(s);
    const bool stuck = x.mode[s] == Mode::Stuck;
    load.lower = x.h * in_force.lower;
    load.upper = x.h * in_force.upper;
    load.impulse = stuck ? x.held_impulse(s, x.total_impulse(s)) : x.dry(s);
  }
  are_valid_ = solver_->share();
}

}  // namespace luztar
