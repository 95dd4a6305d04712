#include "luztar/simulate/beginnings.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace luztar {

void Beginnings::note(double step) {
  State& state = motion_.state();
  begun_.clear();
  for (int i = motion_.system().first_state(); i < motion_.system().first_output(); ++i) {
    if (state.internal[i] != 0.0) continue;
    const int slot = motion_.system().internals[i].rate_slot;
    if (laws_.clear_of_powers(slot, motion_.series()) == 0.0) continue;
    begun_.push_back(i);
    const double longest = std::min(step, motion_.time_scale());
    const double size = laws_.size_from_zero(i, state, motion_.series(), longest);
    state.largest[i] = std::max(state.largest[i], size);
  }
}

/// Whether a state of this value goes further in the direction of a sign.
bool Beginnings::rises(int internal, double value, double sign) {
  State& state = motion_.state();
  state.internal[internal] = value;
  motion_.start();
  motion_.series().add_forces(state, state.pair, 0, true);
  const int slot = motion_.system().internals[internal].rate_slot;
  return motion_.series().series().slot(slot)[0] * sign > 0.0;
}

void Beginnings::end() {
  State& state = motion_.state();
  for (const int i : begun_) {
    const double there = state.internal[i];
    const bool small = std::abs(there) <= motion_.tolerance() * state.largest[i];
    if (small && there != 0.0 && !rises(i, there, there) && rises(i, 0.0, there)) {
      std::int64_t low = 0, high = std::bit_cast<std::int64_t>(std::abs(there));
      while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        const double value = std::copysign(std::bit_cast<double>(middle), there);
        (rises(i, value, there) ? low : high) = middle;
      }
      state.internal[i] = std::copysign(std::bit_cast<double>(low), there);
    } else {
      state.internal[i] = there;
    }
  }
  if (!begun_.empty()) motion_.start();
}

}  // namespace luztar
