// A stepped run in events, in a state and in words.
#include <algorithm>

#include "luztar/core/mode.h"
#include "luztar/simulate/reached.h"
#include "luztar/simulate/steps/stepping_runner.h"

namespace luztar {
void StepRunner::report_changes(const Time& now) {
  bool any = false;
  for (int e = 0; e < system_.first_force(); ++e) {
    if (plan_.edge[e] < 0) continue;
    const int pair = e - system_.first_pair();
    if (e < system_.n_springs())
      any = report_spring(e, now) || any;
    else if (pair >= 0 && system_.pairs[pair].has_edges())
      any = report_stop(e, now) || any;
    else if (pair >= 0 && system_.pairs[pair].slides())
      any = report_friction(e, now) || any;
  }
  if (!any || ++state_.events <= settings_.max_events) return;
  const auto busiest = std::max_element(passes_.begin(), passes_.end()) - passes_.begin();
  stop_with({Status::TooManyEvents, "more than " + std::to_string(settings_.max_events) +
                                        " events; most from '" +
                                        system_.elements[static_cast<int>(busiest)].name +
                                        "'; raise max_events if this is what you want"});
}

bool StepRunner::report_spring(int e, const Time& now) {
  const SpringLaw& law = system_.springs[e];
  if (!law.has_gap) return false;
  const int edge = plan_.edge[e];
  const Edge from = contact_side(law, plan_.ratio[e] * stepper_.state().d[edge]);
  const Edge to = contact_side(law, plan_.ratio[e] * stepper_.next_deflection(edge));
  return report(now, e, number(from), number(to),
                to == Edge::None ? Event::Cause::Leave : Event::Cause::Touch);
}

bool StepRunner::report_stop(int e, const Time& now) {
  const int edge = plan_.edge[e];
  const double w0 = plan_.ratio[e] * (2.0 * stepper_.mean_rate(edge) - stepper_.rate(edge));
  const double force = accounts_.dry(e);
  if (force * w0 <= 0.0) return false;  // nothing ran into it
  const Mode held = plan_.turned(e, stepper_.next_contact(edge));
  observer_.event({now, e, 0, number(held), Event::Cause::Impact, trial_.step() * force});
  state_.mode_changes += held != Mode::Stuck ? 1 : 0;
  return true;
}

bool StepRunner::report_friction(int e, const Time& now) {
  const int edge = plan_.edge[e];
  const Mode from = plan_.turned(e, stepper_.state().mode[edge]);
  const Mode to = plan_.turned(e, stepper_.next_mode(edge));
  return report(now, e, number(from), number(to),
                from == Mode::Stuck ? Event::Cause::Break : Event::Cause::Stop);
}

bool StepRunner::report(const Time& now, int e, ModeNumber from, ModeNumber to,
                        Event::Cause cause) {
  if (from == to) return false;
  ++state_.mode_changes;
  ++passes_[e];
  observer_.event({now, e, from, to, cause});
  return true;
}

/// Writes modes and the rest as members of a State.
void StepRunner::keep_modes() {
  const StepState& now = stepper_.state();
  state_.position = now.q;
  state_.velocity = now.v;
  state_.stepping.deflection = now.d;
  state_.stepping.mode.resize(now.mode.size());
  for (std::size_t edge = 0; edge < now.mode.size(); ++edge)
    state_.stepping.mode[edge] =
        stepper_.counts_as_rest(static_cast<int>(edge)) ? Mode::Stuck : now.mode[edge];
  state_.branch = forces_.values().branches();
  std::fill(state_.roots.begin(), state_.roots.end(), ZeroCount{0});
  std::fill(state_.is_held.begin(), state_.is_held.end(), char{0});
  std::fill(state_.held.begin(), state_.held.end(), 0.0);
  state_.resolved = false;
  for (int e = 0; e < system_.first_force(); ++e) {
    const int edge = plan_.edge[e];
    if (edge < 0) continue;
    if (e < system_.n_springs())
      state_.contact[e] = contact_side(system_.springs[e], plan_.ratio[e] * now.d[edge]);
    if (e < system_.first_pair()) continue;
    const int j = e - system_.first_pair();
    const Mode mode = now.mode[edge];
    if (system_.pairs[j].slides()) state_.pair[j] = plan_.turned(e, mode);
  }
}

/// The end lies in the step that was worked out last, or at its end. The state is the last one at
/// the end of a whole step, so that going on repeats this step.
void StepRunner::finish(double time, double s, double h) {
  done_ = true;
  work_out_rest(h);
  const Sample last = sampler_.sample(time, s, h, state_, stepper_, forces_, accounts_);
  proof_.look_at(last, s <= 0.0 || s >= 1.0);
  info_.proofs = proof_.proofs(last.energy);
  info_.q = sampler_.q();
  info_.v = sampler_.v();
  info_.energy = sampler_.energy();
  if (s >= 1.0) accept(time, h);
  keep_modes();
  state_.time = state_.sampled = time;
  keep_state(s >= 1.0 ? nullptr : &last);
}

/// The final state, for a run that goes on. Within a step the energies of the ledger are straight
/// lines between its ends; what they differ by from those of the motion is one more loss.
void StepRunner::keep_state(const Sample* within) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const int e = system_.first_pair() + j;
    if (!system_.pairs[j].has_edges() || plan_.edge[e] < 0) continue;
    const PairLaw& law = system_.pairs[j];
    const double d =
        within != nullptr ? within->d[e] : plan_.ratio[e] * stepper_.state().d[plan_.edge[e]];
    state_.edges.room[j] = std::min({0.0, law.upper - d, d - law.lower});
  }
  info_.kkt_residual = trial_.residual();
  info_.warnings = trial_.warnings();
  info_.final_state = state_;
  Reached& reached = info_.final_state.reached;
  reached = reached_by(system_, settings_, info_.energy);
  if (within == nullptr) {
    reached.energy = accounts_.mechanical_energy(stepper_);
    return;
  }
  reach_beyond(state_, *within, reached);
  StepState now{reached.position, reached.velocity, {}, {}};
  for (std::size_t edge = 0; edge < stepper_.network().edges.size(); ++edge) {
    const int e = plan_.elements.of(static_cast<int>(edge)).front();
    now.d.push_back(within->d[e] / plan_.ratio[e]);
  }
  const double energy = accounts_.mechanical_energy(now);
  reached.numerical += reached.energy - energy;
  reached.energy = energy;
  reached.deflection = std::move(now.d);
}

/// @return true if there is none
bool StepRunner::stop_if(const std::optional<Trouble>& trouble) {
  if (trouble) stop_with(*trouble);
  return !trouble;
}

void StepRunner::stop_with(const Trouble& trouble) {
  if (done_) return;
  done_ = true;
  info_.status = trouble.status;
  info_.diagnosis = at_time(state_.anchor.value) + trouble.message;
  keep_modes();
  state_.sampled = times_.last();
  info_.q = state_.position;
  info_.v = state_.velocity;
  if (trial_.step() > 0.0 && trial_.is_finite())
    accounts_.read(state_, stepper_, 0.0, info_.energy);
  info_.proofs = proof_.proofs(info_.energy);
  keep_state(nullptr);
}

}  // namespace luztar
