#include "luztar/simulate/event_report.h"

#include <cmath>

namespace luztar {

EventReport::EventReport(Motion& motion, const Transition& transition, Notes& notes,
                         Observer& observer)
    : system_(motion.system()),
      motion_(motion),
      state_(motion.state()),
      transition_(transition),
      notes_(notes),
      observer_(observer) {}

Event::Cause cause_of_change(Mode from) {
  return from == Mode::Stuck ? Event::Cause::Break : Event::Cause::Stop;
}

void EventReport::report_changes() {
  for (const Event& event : transition_.massless_jump().events()) {
    if (event.has_modes()) ++state_.mode_changes;
    observer_.event(event);
  }
  report_springs();
  for (int j = 0; j < system_.n_pairs(); ++j)
    system_.pairs[j].has_edges() || transition_.impacts().hit(j) ? report_stop(j)
                                                                 : report_friction(j);
  for (const int owner : transition_.input_jumps()) report_input(owner);
}

/// Names of controllers come behind those of inputs, those of delays, which have no rows, behind
/// these. Their clocks run before the first sample too.
void EventReport::report_input(int name) {
  if (!system_.delays().empty() && name >= system_.delays().front().owner) return;
  const auto& controllers = system_.sampling.controllers;
  if (controllers.empty() || name < controllers.front().owner)
    return report(name, 0, 0, Event::Cause::Jump);
  if (!observer_.wants_samples_of_controllers()) return;
  const ControllerLaw& law =
      controllers[static_cast<std::size_t>(name - controllers.front().owner)];
  const auto goes_on = [&](int clock) {
    return state_.branch[clock] >= 0 && state_.branch[clock] != motion_.left().branch[clock];
  };
  if (goes_on(law.clock) || goes_on(law.act_clock)) report(name, 0, 0, Event::Cause::Sample);
}

void EventReport::report_first_impacts() {
  ++state_.events;
  transition_.impacts().record(state_);
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (transition_.impacts().hit(j)) report_stop(j);
}

void EventReport::report_springs() {
  const auto& before = transition_.former_modes().contact;
  for (int s = 0; s < system_.n_springs(); ++s) {
    if (before[s] == state_.contact[s]) continue;
    const bool leaves = state_.contact[s] == Edge::None;
    ++state_.mode_changes;
    report(s, number(before[s]), number(state_.contact[s]),
           leaves ? Event::Cause::Leave : Event::Cause::Touch);
    if (leaves && !system_.springs[s].only_pushes)
      notes_.pulling(system_.elements[s].name,
                     std::abs(system_.springs[s].damping * motion_.series().rate(s)[0]),
                     state_.anchor.value);
  }
}

void EventReport::report_friction(int pair) {
  const Mode from = transition_.former_modes().pair[pair], to = state_.pair[pair];
  if (from == to) return;
  ++state_.mode_changes;
  const bool rests = motion_.approaches().has_arrived(pair);
  const auto own = rests && from != Mode::Stuck ? Event::Cause::Rest : cause_of_change(from);
  report(system_.first_pair() + pair, number(from), number(to),
         transition_.changed_itself(pair) ? own : Event::Cause::Follow);
  if (rests && to == Mode::Stuck && system_.pairs[pair].drops())
    notes_.resting(pair_name(system_, pair), state_.anchor.value);
}

/// Or a freewheel that was hit.
void EventReport::report_stop(int pair) {
  const bool edges = system_.pairs[pair].has_edges();
  const auto& before = transition_.former_modes();
  const ModeNumber from = edges ? number(before.side[pair]) : number(before.pair[pair]);
  const ModeNumber to = edges ? number(state_.side[pair]) : number(state_.pair[pair]);
  const bool hit = transition_.impacts().hit(pair);
  if (system_.pairs[pair].pitch > 0.0 && before.tooth[pair] != state_.edges.tooth[pair])
    report(system_.first_pair() + pair, from, from, Event::Cause::Tooth);
  if (from != to) ++state_.mode_changes;
  if (from == to && !hit) return;
  const auto cause = hit       ? Event::Cause::Impact
                     : to == 0 ? Event::Cause::Leave
                               : Event::Cause::Touch;
  report(system_.first_pair() + pair, from, to, cause,
         hit ? transition_.impacts().impulse(pair) : 0.0);
}

void EventReport::report(int name, ModeNumber from, ModeNumber to, Event::Cause cause,
                         double impulse) {
  const double deflection = name < system_.n_elements() ? motion_.series().d(name)[0] : 0.0;
  observer_.event({state_.anchor, name, from, to, cause, impulse, deflection});
}

}  // namespace luztar
