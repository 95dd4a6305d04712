#include "luztar/simulate/controllers.h"

#include <algorithm>

namespace luztar {

Controllers::Controllers(Motion& motion)
    : system_(motion.system()), motion_(motion), state_(motion.state()) {}

void Controllers::begin(bool start) {
  start_ = start;
  sampled_.assign(system_.sampling.controllers.size(), 0);
  acted_.assign(system_.sampling.controllers.size(), 0);
}

/// At the start of a run its instant may be one with it.
bool Controllers::goes_on(int clock, const Grid& grid) const {
  const std::int64_t now = state_.branch[clock];
  if (now < 0) return false;
  if (now > motion_.left().branch[clock]) return true;
  const std::vector<int>& sampled = state_.ahead.sampled;
  if (!start_ || std::find(sampled.begin(), sampled.end(), clock) != sampled.end()) return false;
  return is_same(grid.at(now), GridInstant::at(state_.anchor));
}

bool Controllers::act() {
  bool changed = false;
  for (std::size_t c = 0; c < sampled_.size(); ++c) {
    const ControllerLaw& law = system_.sampling.controllers[c];
    if (law.pending >= 0 && acted_[c] == 0 && goes_on(law.act_clock, law.actions())) {
      acted_[c] = 1;
      const double* values = &state_.ahead.pending[law.pending];
      std::copy(values, values + law.size, &state_.internal[law.output]);
      changed = true;
    }
    if (sampled_[c] != 0 || !goes_on(law.clock, law.samples())) continue;
    sampled_[c] = 1;
    sample(law);
    changed = true;
  }
  return changed;
}

double* Controllers::memory_of(const ControllerLaw& law) {
  return law.pending >= 0 ? &state_.ahead.pending[law.pending] : &state_.internal[law.output];
}

void Controllers::sample(const ControllerLaw& law) {
  double* memory = memory_of(law);
  for (const ControllerLaw::Assignment& assignment : law.update) {
    memory[assignment.to] = motion_.left().value(assignment.value, state_.anchor.value,
                                                 state_.internal, memory, arguments_);
  }
}

}  // namespace luztar
