#include "luztar/simulate/stepped_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/series/polynomial.h"

namespace luztar {

/// Keeps the events but those of inputs, which the caller has made.
struct SteppedRun::Listener : Observer {
  void event(const Event& event) override {
    const bool of_input = event.name >= from && event.name < to;
    if (!of_input) events.push_back(event);
  }
  int from{}, to{};
  std::vector<Event> events;
};

namespace {

SimulationSettings settings_without_rows(const System& system) {
  SimulationSettings settings = system.settings();
  settings.span = settings.span > 0.0 ? settings.span : settings.duration;
  settings.give_rows(0);
  return settings;
}

}  // namespace

SteppedRun::SteppedRun(System system, State start, int hidden_from, int hidden_to)
    : system_(std::move(system)),
      observer_(std::make_unique<Listener>()),
      time_events_(system_.impl()),
      time_(start.time),
      duration_(system_.settings().duration) {
  observer_->from = hidden_from;
  observer_->to = hidden_to;
  bring_into_coordinates(system_.impl(), start);
  runner_ =
      std::make_unique<Runner>(system_.impl(), start, settings_without_rows(system_), *observer_);
  if (start.resolved) runner_->go_on_from(start);
  if (!runner_->begin_run()) end();
}

SteppedRun::~SteppedRun() = default;

const std::vector<Event>& SteppedRun::events() const { return observer_->events; }
void SteppedRun::clear_events() { observer_->events.clear(); }

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
  const std::size_t events = observer_->events.size();
  while (!ended()) {
    if (!planned_ && !runner_->plan()) end();
    planned_ = !ended();
    if (ended() || runner_->plans_beyond(target)) break;
    planned_ = false;
    if (!runner_->make_step()) end();
    if (!ended() && until_event && observer_->events.size() > events) {
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

double SteppedRun::row_value(const double* row) const {
  const double tau = std::max(0.0, Time{time_, 0.0} - runner_->state().anchor);
  const int degree = runner_->motion().series().degree();
  return evaluate_polynomial(row, tau == 0.0 ? 0 : degree, tau);
}

const double* SteppedRun::row_of(Quantity quantity, int index) const {
  const Expansion& series = runner_->motion().series();
  switch (quantity) {
    case Quantity::Position:
      return series.q(index);
    case Quantity::Velocity:
      return series.v(index);
    case Quantity::Acceleration:
      return series.a(index);
    case Quantity::Deflection:
      return series.d(index);
    case Quantity::Rate:
      return series.rate(index);
    case Quantity::Internal:
      return series.z(index);
    default:
      return series.f(index);
  }
}

/// Where inertias couple bodies, the engine has other coordinates.
double SteppedRun::body_value(Quantity quantity, int body) const {
  if (system_.impl().arms.coupled().empty()) return row_value(row_of(quantity, body));
  positions_.resize(system_.bodies().size());
  for (std::size_t b = 0; b < positions_.size(); ++b)
    positions_[b] = row_value(row_of(quantity, static_cast<int>(b)));
  to_positions(system_.impl(), positions_);
  return positions_[static_cast<std::size_t>(body)];
}

double SteppedRun::value(Quantity quantity, int index) const {
  if (quantity <= Quantity::Acceleration) return body_value(quantity, index);
  if (quantity == Quantity::Margin) return margin(index);
  if (quantity != Quantity::Mode) return row_value(row_of(quantity, index));
  const SystemImpl& system = system_.impl();
  const State& state = runner_->state();
  const int pair = index - system.first_pair();
  if (index < system.n_springs()) return number(state.contact[index]);
  if (pair < 0 || pair >= system.n_pairs()) return 0.0;
  return system.pairs[pair].has_edges() ? number(state.side[pair]) : number(state.pair[pair]);
}

/// Distance of the force of what rests from its nearer limit; 0 while it slides.
double SteppedRun::margin(int element) const {
  const SystemImpl& system = system_.impl();
  const int pair = element - system.first_pair();
  if (pair < 0 || pair >= system.n_pairs() || !system.pairs[pair].is_dry()) return kInfinity;
  if (runner_->state().pair[pair] != Mode::Stuck) return 0.0;
  const PairLaw& law = system.pairs[pair];
  const double factor =
      law.normal_slot < 0
          ? 1.0
          : std::max(0.0, row_value(runner_->motion().series().series().slot(law.normal_slot)));
  const double force = row_value(row_of(Quantity::ElementForce, element));
  return std::min(law.breakaway[1] * factor - force, force + law.breakaway[0] * factor);
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
  double next = kInfinity;
  const State& state = runner_->state();
  for (int sw = 0; sw < system_.impl().n_switches(); ++sw) {
    if (!time_events_.has_event(state, sw)) continue;
    for (const int side : {0, 1})
      if (const auto event = time_events_.leaves(state, sw, side);
          event && event->time.value > time_)
        next = std::min(next, event->time.value);
  }
  return next;
}

}  // namespace luztar
