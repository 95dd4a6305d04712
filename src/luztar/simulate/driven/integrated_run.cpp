#include "luztar/simulate/driven/integrated_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/coupled_bodies.h"

namespace luztar {
IntegratedRun::IntegratedRun(System system, State start, int hidden_from, int hidden_to)
    : system_(std::move(system)), time_events_(system_.impl()), reader_(system_.impl()) {
  const SimulationSettings settings = settings_without_rows(system_.settings());
  moment_ = settings.span / 1000.0;
  observer_.from = hidden_from;
  observer_.to = hidden_to;
  bring_into_coordinates(system_.impl(), start);
  runner_ = std::make_unique<Runner>(system_.impl(), start, settings, observer_);
  if (start.resolved) runner_->go_on_from(start);
  scale_.assign(static_cast<std::size_t>(system_.impl().n_guards()), 1.0);
  bias_.assign(scale_.size(), 0.0);
  inside_ = runner_->state().anchor.value;
  if (runner_->begin_run())
    set_indicators();
  else
    leave();
}

GivenPoint IntegratedRun::point() const {
  const State& state = runner_->state();
  GivenPoint point{state.anchor.value, state.position, state.velocity, state.internal};
  to_positions(system_.impl(), point.q);
  to_positions(system_.impl(), point.v);
  return point;
}

/// Memory of the engine that goes from step to step belongs to its own steps.
void IntegratedRun::put(const GivenPoint& point) {
  const SystemImpl& system = system_.impl();
  Motion& motion = runner_->motion();
  State& state = motion.state();
  state.anchor = {point.time, 0.0};
  state.time = point.time;
  state.position = point.q;
  state.velocity = point.v;
  state.internal = point.internal;
  to_coordinates(system, state.position);
  to_coordinates(system, state.velocity);
  std::ranges::fill(state.roots, ZeroCount{0});
  std::ranges::fill(state.edges.room, 0.0);
  state.ahead.unseen = {};
  state.ahead.order = 0;
  state.ahead.last_step = moment_;
  looked_ = false;
}

bool IntegratedRun::look() {
  if (looked_) return good_;
  looked_ = true;
  good_ = runner_->look_here();
  return good_;
}

double IntegratedRun::value(Quantity quantity, int index) {
  const Motion& motion = runner_->motion();
  return reader_.value(quantity, index, motion, motion.state().anchor.value);
}

double IntegratedRun::internal_rate(int internal) const {
  return runner_->motion().series().z(internal)[1];
}

bool IntegratedRun::has_time_event(int guard) const {
  const GuardOwner owner = guard_owner(system_.impl(), guard);
  return owner.kind == GuardOwner::Kind::Switch &&
         (owner.index < system_.impl().n_clocks() ||
          time_events_.has_event(runner_->state(), owner.index));
}

double IntegratedRun::indicator(std::size_t guard) {
  const int g = static_cast<int>(guard);
  if (has_time_event(g)) return 1.0;
  const double* p = runner_->motion().guard(g);
  return p == nullptr ? 1.0 : p[0] / scale_[guard] + bias_[guard];
}

std::string indicator_name(const System& system, std::size_t guard) {
  const int g = static_cast<int>(guard);
  return guard_name(system.impl(), g) +
         (guard_owner(system.impl(), g).side == 0 ? " upper" : " lower");
}

/// What the value of a guard is a difference of.
double IntegratedRun::size_of(int guard) const {
  const SystemImpl& system = system_.impl();
  const Motion& motion = runner_->motion();
  const Expansion& series = motion.series();
  const GuardOwner owner = guard_owner(system, guard);
  if (owner.kind == GuardOwner::Kind::Switch) return 0.0;
  const bool is_pair = owner.kind == GuardOwner::Kind::Pair;
  const int element = is_pair ? system.first_pair() + owner.index : owner.index;
  if (is_pair && motion.state().pair[owner.index] == Mode::Stuck) return series.force_scale(0);
  const bool watches_rate = is_pair && !system.pairs[owner.index].has_edges();
  double size = 0.0;
  for (const Term& term : series.terms(element))
    size += std::abs(term.coefficient *
                     (watches_rate ? series.v(term.body)[0] : series.q(term.body)[0]));
  return size;
}

/// By the state just behind an instant.
void IntegratedRun::set_indicators() {
  std::ranges::fill(scale_, 1.0);
  std::ranges::fill(bias_, 0.0);
  put(point());
  if (!look()) return;
  for (std::size_t g = 0; g < scale_.size(); ++g) {
    const int guard = static_cast<int>(g);
    const double* p = has_time_event(guard) ? nullptr : runner_->motion().guard(guard);
    if (p == nullptr) continue;
    const double grows = std::max(std::abs(p[1]) * moment_, std::abs(p[2]) * moment_ * moment_);
    const double scale = std::max({std::abs(p[0]), grows, size_of(guard)});
    if (scale > 0.0 && std::isfinite(scale)) scale_[g] = scale;
    bias_[g] = std::max(0.0, kSolved - p[0] / scale_[g]);
  }
}

/// One that is over, or one with the present time.
std::optional<Time> IntegratedRun::time_due() const {
  const State& state = runner_->state();
  const auto next = time_events_.next_behind(state, GridInstant::at({inside_, 0.0}));
  if (!next || is_before(GridInstant::at(state.anchor), *next)) return std::nullopt;
  return next->time;
}

bool IntegratedRun::is_due() {
  if (ended() || !look()) return false;
  if (time_due()) return true;
  for (std::size_t g = 0; g < scale_.size(); ++g)
    if (!(indicator(g) > 0.0)) return true;
  return false;
}

bool IntegratedRun::cross(std::span<const InternalChange> changes, const std::vector<int>& jumped) {
  const Time now = runner_->state().anchor;
  if (ended()) return false;
  if (!look()) return fail("no motion is there");
  runner_->extend(
      std::max(system_.settings().duration, 2.0 * (now.value - system_.settings().start)));
  const std::int64_t before = runner_->state().events;
  const Time end = std::max(now, time_due().value_or(now));
  if (runner_->go_back(now.value - inside_) && !lead_to(end)) return false;
  const bool happened = runner_->state().events > before || !changes.empty();
  if (changes.empty())
    runner_->move_anchor(now);
  else if (!runner_->plan() || !runner_->change(now.value, changes, jumped, kInfinity))
    return leave();
  if (happened) inside_ = now.value;
  set_indicators();
  return true;
}

/// As a run of its own.
bool IntegratedRun::lead_to(const Time& time) {
  const GridInstant target = GridInstant::at(time);
  while (runner_->plan()) {
    if (runner_->plans_beyond(target)) return true;
    if (!runner_->make_step()) break;
  }
  return leave();
}

bool IntegratedRun::leave() {
  info_ = runner_->info();
  return false;
}

bool IntegratedRun::fail(const std::string& what) {
  info_.status = Status::NotFinite;
  info_.diagnosis = at_time(runner_->state().anchor.value) + what;
  return false;
}

double IntegratedRun::next_time_event() const {
  const State& state = runner_->state();
  const auto next = time_events_.next_behind(state, GridInstant::at(state.anchor));
  return next ? next->time.value : kInfinity;
}

bool IntegratedRun::accept() {
  if (ended() || !look()) return ended();
  if (is_due()) return true;
  if (!runner_->check_normal_forces()) return !leave();
  bool is_inside = true;
  for (std::size_t g = 0; g < bias_.size(); ++g) {
    if (bias_[g] == 0.0) continue;
    is_inside = is_inside && indicator(g) > bias_[g];
    if (indicator(g) > 2.0 * bias_[g] + kSolved) bias_[g] = 0.0;
  }
  if (is_inside) inside_ = runner_->state().anchor.value;
  return false;
}

State IntegratedRun::state() {
  if (ended()) return info_.final_state;
  look();
  return runner_->info_at(runner_->state().anchor.value).final_state;
}

}  // namespace luztar
