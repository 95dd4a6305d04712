#include "luztar/simulate/steps/stepping_sampler.h"

#include <algorithm>

namespace luztar {

Edge contact_side(const SpringLaw& law, double deflection) {
  if (!law.has_gap) return Edge::None;
  const double x = beyond_gap(law, deflection);
  return x > 0.0 ? Edge::Upper : x < 0.0 ? Edge::Lower : Edge::None;
}

Mode edge_mode(const NetworkStepper& stepper, int edge, double s) {
  const Mode before = stepper.state().mode[edge];
  const Mode after = stepper.next_mode(edge);
  if (s <= 0.0) return before;
  return s < 1.0 && after == Mode::Stuck ? before : after;
}

StepSampler::StepSampler(const SystemImpl& system, const StepPlan& plan)
    : system_(system), plan_(plan) {
  for (auto* list : {&q_, &v_, &a_}) list->assign(system.bodies.size(), 0.0);
  for (auto* list : {&d_, &rate_, &f_, &lower_, &upper_}) list->assign(system.elements.size(), 0.0);
  mode_.assign(system.elements.size(), 0);
  pair_rate_.assign(system.pairs.size(), 0.0);
}

void StepSampler::move(double s, double h, const NetworkStepper& stepper) {
  const StepState& state = stepper.state();
  for (std::size_t b = 0; b < q_.size(); ++b) {
    const double v1 = stepper.next_velocity()[b];
    a_[b] = (v1 - state.v[b]) / h;
    v_[b] = s >= 1.0 ? v1 : state.v[b] + s * (v1 - state.v[b]);
    q_[b] = s >= 1.0 ? stepper.next_position(static_cast<int>(b))
                     : state.q[b] + s * h * (state.v[b] + 0.5 * s * (v1 - state.v[b]));
  }
  for (std::size_t e = 0; e < d_.size(); ++e) {
    const int edge = plan_.edge[e];
    if (edge < 0) {
      d_[e] = rate_[e] = 0.0;
      for (const Term& term : system_.terms_of(static_cast<int>(e))) {
        d_[e] += term.coefficient * q_[term.body];
        rate_[e] += term.coefficient * v_[term.body];
      }
      continue;
    }
    const double w1 = stepper.rate(edge);
    const double w0 = 2.0 * stepper.mean_rate(edge) - w1;
    d_[e] = plan_.ratio[e] * (s >= 1.0 ? stepper.next_deflection(edge)
                                       : state.d[edge] + s * h * (w0 + 0.5 * s * (w1 - w0)));
    rate_[e] = plan_.ratio[e] * (s >= 1.0 ? w1 : w0 + s * (w1 - w0));
  }
  for (std::size_t j = 0; j < pair_rate_.size(); ++j)
    pair_rate_[j] = rate_[static_cast<std::size_t>(system_.first_pair()) + j];
}

void StepSampler::add_pair(int pair, double s, const NetworkStepper& stepper,
                           const StepForces& forces, const StepAccounts& accounts) {
  const int e = system_.first_pair() + pair;
  const PairLaw& law = system_.pairs[pair];
  const int edge = plan_.edge[e];
  if (edge < 0) return;
  const Mode mode = plan_.turned(e, edge_mode(stepper, edge, s));
  mode_[e] = number(mode);
  f_[e] = accounts.dry(e);
  if (law.has_edges()) {
    mode_[e] = number(plan_.turned(e, stepper.next_contact(edge)));
    return;
  }
  if (!law.is_dry()) return;
  const double rate = rate_[e];
  const int side = side_of(mode);
  const bool all_the_time =
      plan_.turned(e, stepper.next_mode(edge)) == mode && number(mode) * rate > 0.0;
  if (mode != Mode::Stuck && all_the_time) f_[e] = number(mode) * forces.level(pair, side);
  if (mode != Mode::Stuck) f_[e] += law.viscous[static_cast<std::size_t>(side)] * rate;
  lower_[e] = -forces.strength(pair, 0);
  upper_[e] = forces.strength(pair, 1);
  // The force is the mean of a step in which it slid too, at a level that may be above F_S.
  if (mode == Mode::Stuck && stepper.mean_rate(edge) != 0.0)
    f_[e] = std::clamp(f_[e], lower_[e], upper_[e]);
}

void StepSampler::look_at(double time, double s, double h, const NetworkStepper& stepper,
                          StepForces& forces, const StepAccounts& accounts) {
  move(s, h, stepper);
  forces.look_at(time, q_, v_, pair_rate_);
  for (int e = 0; e < system_.first_pair(); ++e) {
    if (pushes_from_outside(system_, e)) continue;
    const SpringLaw& law = system_.smooth_law(e);
    if (e >= system_.n_springs()) {
      f_[e] = law.damping * rate_[e];
      continue;
    }
    mode_[e] = number(contact_side(law, d_[e]));
    f_[e] = law.stiffness * beyond_gap(law, d_[e]);
    if (!law.has_gap || mode_[e] != 0) f_[e] += law.damping * rate_[e];
  }
  for (int j = 0; j < system_.n_pairs(); ++j) add_pair(j, s, stepper, forces, accounts);
  for (const StepForces::Push& push : forces.outside()) f_[push.element] = forces.force_of(push);
}

Sample StepSampler::sample(double time, double s, double h, const State& state,
                           const NetworkStepper& stepper, StepForces& forces,
                           const StepAccounts& accounts) {
  look_at(time, s, h, stepper, forces, accounts);
  accounts.read(state, stepper, s, energy_);
  return {time, q_, v_, a_, d_, rate_, f_, mode_, lower_, upper_, energy_, {}};
}

MotionPiece StepSampler::piece(double begin, double length, double h, const NetworkStepper& stepper,
                               StepForces& forces, const StepAccounts& accounts) {
  constexpr std::size_t kRow = 3;  // coefficients of a parabola
  const std::size_t bodies = q_.size(), elements = d_.size();
  rows_.resize(kRow * 3 * (bodies + elements));
  const auto note = [&](double s, std::size_t place) {
    look_at(begin + s * h, s, h, stepper, forces, accounts);
    double* to = rows_.data() + place;
    for (const auto* list : {&q_, &v_, &a_, &d_, &rate_, &f_})
      for (const double value : *list) {
        *to = value;
        to += kRow;
      }
  };
  note(0.0, 0);
  note(0.5, 1);
  note(1.0, 2);
  for (double* c = rows_.data(); c != rows_.data() + rows_.size(); c += kRow) {
    const double middle = c[1] - c[0], end = c[2] - c[0];
    c[1] = (4.0 * middle - end) / h;
    c[2] = 2.0 * (end - 2.0 * middle) / (h * h);
  }
  const double* of_bodies = rows_.data();
  const double* of_elements = of_bodies + kRow * 3 * bodies;
  return {begin,
          length,
          kRow - 1,
          {of_bodies, of_bodies + kRow * bodies, of_bodies + kRow * 2 * bodies, of_elements,
           of_elements + kRow * elements, of_elements + kRow * 2 * elements, nullptr, kRow}};
}

}  // namespace luztar
