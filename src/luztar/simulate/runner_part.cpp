// A run step by step, as a part of a network.
#include <algorithm>

#include "luztar/simulate/runner.h"

namespace luztar {

bool Runner::go() {
  if (look_ahead(planned_)) return end_step_at(planned_);
  stop_with(Status::NotFinite, not_finite_words());
  return false;
}

void Runner::move_anchor(const Time& time) {
  const double tau = time - state_.anchor;
  if (tau > 0.0 && look_ahead(tau)) {
    move_to(tau);
    std::fill(state_.roots.begin(), state_.roots.end(), std::int8_t{0});
  }
  state_.anchor = time;
  state_.time = time.value;
}

Sample Runner::values_at(double time, int slot) {
  const double tau = std::max(0.0, Time{time, 0.0} - state_.anchor);
  return sampler_.sample(time, state_, series_, ledger_, tau, slot);
}

bool Runner::check(const Sample& sample, double time) {
  return can_be_given(sample, std::max(0.0, Time{time, 0.0} - state_.anchor));
}

void Runner::find_moving(std::vector<char>& moving) const {
  const auto n = static_cast<std::size_t>(system_.n_bodies());
  moving.assign(n, 1);
  const auto is_fixed = [&](int b) {
    return system_.is_given(b) && system_.motion_slot(b) < 0 && state_.velocity[b] == 0.0;
  };
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (is_fixed(b)) moving[b] = 0;
  const Structure& structure = *modes_.structure();
  for (const auto& dependent : structure.dependents) {
    bool fixed = true;
    for (int i = dependent.term_begin; i < dependent.term_end; ++i)
      fixed = fixed && is_fixed(structure.dependent_terms[i].body);
    if (fixed) moving[dependent.body] = 0;
  }
}

}  // namespace luztar
