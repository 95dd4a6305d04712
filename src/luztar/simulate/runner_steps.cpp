// A run that others take from time to time, and whose inputs a program changes in between.
#include <algorithm>

#include "luztar/core/nearness.h"
#include "luztar/simulate/runner.h"

namespace luztar {

void Runner::move_anchor(const Time& time) {
  const double tau = time - state_.anchor;
  if (tau > 0.0 && motion_.look_ahead(tau)) {
    move_to(tau);
    std::fill(state_.roots.begin(), state_.roots.end(), ZeroCount{0});
  }
  state_.anchor = time;
  state_.time = time.value;
}

bool Runner::make_step() {
  const double reach = search_.step();
  if (!motion_.look_ahead(reach)) return stop_if(not_finite(motion_));
  proof_.pass_through(motion_.series(), reach);
  return end_step_at(reach);
}

void Runner::extend(double duration) {
  settings_.duration = duration;
  search_.set_end(end());
}

/// An instant of its own, as that of a sampled controller. Where the anchor is there already,
/// something has happened at the same time.
bool Runner::change(double time, std::span<const InternalChange> changes,
                    const std::vector<int>& jumped, double next) {
  const double tau = local(time);
  if (!motion_.look_ahead(tau)) return stop_if(not_finite(motion_));
  if (tau > 0.0) proof_.pass_through(motion_.series(), tau);
  transition_.remember();
  proof_.look_before(before_event(), state_, motion_.series(), tau);
  given_.remember_scale(tau);
  if (tau > 0.0) {
    move_to(tau, {time, 0.0});
    motion_.remember_step(tau);
  }
  for (const InternalChange& change : changes) state_.internal[change.internal] = change.value;
  proof_.follow_change(state_.internal);
  motion_.expect_end(next - time);
  if (tau > 0.0) {
    transition_.begin();
    transition_.note_states(jumped);
  } else {
    transition_.begin_again(jumped);
  }
  if (!stop_if(transition_.settle())) return false;
  const std::int64_t modes = state_.mode_changes;
  report_event();
  if (state_.mode_changes > modes) ++state_.events;
  jump_states();
  return !done_;
}

bool Runner::go_back(double most) {
  begin_decided();
  const std::optional<double> passed = search_.passed_before(most);
  if (!passed || !(most > 0.0)) return false;
  const double back = std::min(2.0 * *passed + kSolved * most, most);
  if (!motion_.look_ahead(-back)) return false;
  motion_.put_back(back);
  begin_decided();
  standstill_ = {};
  return true;
}

RunInfo Runner::info_at(double time) {
  if (done_) return info_;
  state_.time = state_.sampled = time;
  conclude(local(time));
  return info_;
}

}  // namespace luztar
