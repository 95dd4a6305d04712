#include "luztar/simulate/driven/stepped_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/dynamics/system/coupled_bodies.h"

namespace luztar {

SteppedRun::SteppedRun(System system, State start, int hidden_from, int hidden_to)
    : system_(std::move(system)),
      observer_(std::make_unique<VisibleEvents>()),
      time_events_(system_.impl()),
      time_(start.time),
      duration_(system_.settings().duration),
      reader_(system_.impl()) {
  observer_->from = hidden_from;
  observer_->to = hidden_to;
  bring_into_coordinates(system_.impl(), start);
  runner_ = std::make_unique<Runner>(system_.impl(), start,
                                     settings_without_rows(system_.settings()), *observer_);
  if (start.resolved) runner_->go_on_from(start);
  if (!runner_->begin_run()) end();
}

SteppedRun::~SteppedRun() = default;

const std::vector<Event>& SteppedRun::events() const { return observer_->list; }
void SteppedRun::clear_events() { observer_->list.clear(); }

/// The state is that of the time at which it ended.
void SteppedRun::end() {
  info_ = runner_->info();
  time_ = info_.final_state.time;
  to_bodies();
}

/// Of bodies that inertias couple.
void SteppedRun::to_bodies() {
  if (system_.impl().arms.coupled().empty()) return;
  to_positions(system_.impl(), info_.q);
  to_positions(system_.impl(), info_.v);
}

bool SteppedRun::go_to(double time, bool until_event) {
  const double start = system_.settings().start;
  if (!ended() && time - start > duration_) {
    while (time - start > duration_) duration_ = std::max(2.0 * duration_, time - start);
    runner_->extend(duration_);
    planned_ = false;
  }
  const GridInstant target = GridInstant::at({time, 0.0});
  const std::size_t events = observer_->list.size();
  while (!ended()) {
    if (!planned_ && !runner_->plan()) end();
    planned_ = !ended();
    if (ended() || runner_->plans_beyond(target)) break;
    planned_ = false;
    if (!runner_->make_step()) end();
    if (!ended() && until_event && observer_->list.size() > events) {
      time_ = runner_->state().anchor.value;
      return true;
    }
  }
  if (!ended()) time_ = time;
  return !ended();
}

bool SteppedRun::change(std::span<const InternalChange> changes, const std::vector<int>& jumped,
                        double next) {
  if (ended()) return false;
  if (!planned_ && !runner_->plan()) end();
  planned_ = false;
  if (!ended() && !runner_->change(time_, changes, jumped, next)) end();
  return !ended();
}

double SteppedRun::value(Quantity quantity, int index) const {
  return reader_.value(quantity, index, runner_->motion(), time_);
}

double SteppedRun::derivative(Quantity quantity, int index, int order) const {
  return reader_.derivative(quantity, index, order, runner_->motion(), time_);
}

const EnergyLedger& SteppedRun::energy() {
  const double tau = std::max(0.0, Time{time_, 0.0} - runner_->state().anchor);
  runner_->motion().ledger().read(runner_->state(), runner_->motion().series(), tau, energy_);
  return energy_;
}

const RunInfo& SteppedRun::look() {
  if (ended()) return info_;
  std::vector<std::string> warnings = std::move(info_.warnings);
  info_ = runner_->info_at(time_);
  for (std::string& warning : info_.warnings)
    if (std::ranges::find(warnings, warning) == warnings.end())
      warnings.push_back(std::move(warning));
  info_.warnings = std::move(warnings);
  to_bodies();
  return info_;
}

double SteppedRun::next_time_event() const {
  const auto next = time_events_.next_behind(runner_->state(), GridInstant::at({time_, 0.0}));
  return next ? next->time.value : kInfinity;
}

}  // namespace luztar
