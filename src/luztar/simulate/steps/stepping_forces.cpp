#include "luztar/simulate/steps/stepping_forces.h"

#include <algorithm>
#include <cmath>

namespace luztar {

StepForces::StepForces(const SystemImpl& system, const StepPlan& plan, const State& start)
    : system_(system), plan_(plan), values_(system, start.branch) {
  std::vector<char> is_pushed(system.bodies.size(), 0);
  for (int e = 0; e < system.n_elements(); ++e) {
    if (!pushes_from_outside(system, e)) continue;
    const int slot = system.force_slot(e);
    outside_.push_back({e, slot, system.program.time_only(slot)});
    has_feedback_ = has_feedback_ || !outside_.back().of_time;
    for (const Term& term : system.terms_of(e))
      if (is_pushed[term.body]++ == 0) pushed_.push_back(term.body);
  }
  const auto bodies = static_cast<std::size_t>(system.n_bodies());
  force_.assign(bodies, 0.0);
  for (int b = 0; b < system.n_bodies(); ++b)
    if (system.motion_slot(b) >= 0) moved_.push_back(b);
  if (!plan.network.given.empty()) given_velocity_.assign(bodies, 0.0);
  for (int b = 0; b < system.n_bodies(); ++b)
    if (system.is_given(b) && system.motion_slot(b) < 0) given_velocity_[b] = start.velocity[b];
  for (int j = 0; j < system.n_pairs(); ++j) {
    if (!system.pairs[j].has_level_slot() && system.pairs[j].normal_slot < 0) continue;
    varying_.push_back(j);
    const int edge = plan.edge[system.first_pair() + j];
    if (edge >= 0) varying_edges_.push_back(edge);
  }
  std::sort(varying_edges_.begin(), varying_edges_.end());
  varying_edges_.erase(std::unique(varying_edges_.begin(), varying_edges_.end()),
                       varying_edges_.end());
  has_memory_ = std::ranges::any_of(system.program.switches(), [](const Switch& sw) {
    return sw.kind == Switch::Kind::Relay || sw.kind == Switch::Kind::Turn;
  });
  level_before_.assign(2 * varying_.size(), 0.0);
  has_feedback_ = has_feedback_ || !varying_.empty();
  if (has_feedback_) {
    inputs_.assign(system.inputs.size(), 0.0);
    q_.assign(bodies, 0.0);
    v_.assign(bodies, 0.0);
    rate_.assign(static_cast<std::size_t>(system.n_pairs()), 0.0);
  }
}

void StepForces::begin(double t0, double t1) {
  middle_ = t0 + 0.5 * (t1 - t0);
  values_.forget();
  const auto add = [this](double weight) {
    for (Push& push : outside_)
      if (push.of_time) push.mean += weight * values_.slot(push.slot);
  };
  for (Push& push : outside_) push.mean = 0.0;
  if (!outside_.empty()) {
    values_.set_time(t0);
    add(1.0 / 6.0);
  }
  if (!outside_.empty() || !moved_.empty()) {
    values_.set_time(t1);
    add(1.0 / 6.0);
    for (const int b : moved_) given_velocity_[b] = values_.given_velocity(b);
  }
  if (!outside_.empty()) {
    values_.set_time(middle_);
    add(4.0 / 6.0);
  }
}

double StepForces::work_out(NetworkStepper& stepper, double h,
                            const std::vector<double>& next_velocity, bool solved) {
  lifted_ = -1;
  if (!has_feedback_) {
    if (!solved) sum_forces();
    return 0.0;
  }
  const StepState& state = stepper.state();
  for (std::size_t b = 0; b < v_.size(); ++b) {
    v_[b] = 0.5 * (state.v[b] + next_velocity[b]);
    q_[b] = state.q[b] + 0.5 * h * v_[b];
  }
  for (const int j : varying_) {
    const int e = system_.first_pair() + j;
    const int edge = plan_.edge[e];
    if (edge < 0) continue;
    double rate = 0.0;
    if (solved) {
      rate = plan_.ratio[e] * stepper.mean_rate(edge);
    } else if (state.mode[edge] != Mode::Stuck) {
      for (const Term& term : system_.terms_of(e)) rate += term.coefficient * v_[term.body];
    }
    rate_[j] = rate;
  }
  values_.forget();
  values_.set_time(middle_);
  fill_inputs(q_, v_, rate_);
  values_.set_state(inputs_);
  check_normals();

  double change = 0.0;
  double largest = 0.0;
  const auto compare = [&](double& old, double value) {
    change = std::fmax(change, std::abs(value - old));
    largest = std::fmax(largest, std::fmax(std::abs(old), std::abs(value)));
    old = value;
  };
  for (Push& push : outside_) {
    if (!push.of_time) push.mean = values_.slot(push.slot);
    compare(push.before, push.mean);
  }
  for (std::size_t i = 0; i < varying_.size(); ++i)
    for (int side = 0; side < 2; ++side)
      compare(level_before_[2 * i + static_cast<std::size_t>(side)], level(varying_[i], side));
  sum_forces();
  set_limits(stepper);
  return largest > 0.0 ? change / largest : 0.0;
}

void StepForces::fill_inputs(const std::vector<double>& q, const std::vector<double>& v,
                             const std::vector<double>& rate) {
  const auto sum = [this](int element, const std::vector<double>& x) {
    double total = 0.0;
    for (const Term& term : system_.terms_of(element)) total += term.coefficient * x[term.body];
    return total;
  };
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const ProgramInput& input = system_.inputs[i];
    using Kind = ProgramInput::Kind;
    double value = 0.0;
    if (input.kind == Kind::Position) value = q[input.index];
    if (input.kind == Kind::Velocity) value = v[input.index];
    if (input.kind == Kind::Deflection) value = sum(input.index, q);
    if (input.kind == Kind::Rate) value = sum(input.index, v);
    // For both directions: a step may end in the one in which it did not begin.
    if (input.kind == Kind::Speed) value = std::abs(rate[input.index]);
    inputs_[i] = value;
  }
}

void StepForces::look_at(double t, const std::vector<double>& q, const std::vector<double>& v,
                         const std::vector<double>& rate) {
  if (outside_.empty() && varying_.empty()) return;
  values_.forget();
  values_.set_time(t);
  if (!has_feedback_) return;
  fill_inputs(q, v, rate);
  values_.set_state(inputs_);
}

void StepForces::remember(double t1, const NetworkStepper& stepper) {
  if (!has_memory_) return values_.forget();
  for (std::size_t b = 0; b < q_.size(); ++b) q_[b] = stepper.next_position(static_cast<int>(b));
  for (const int j : varying_) {
    const int e = system_.first_pair() + j;
    if (plan_.edge[e] >= 0) rate_[j] = plan_.ratio[e] * stepper.rate(plan_.edge[e]);
  }
  look_at(t1, q_, stepper.next_velocity(), rate_);
  values_.keep();
}

double StepForces::level(int pair, int side) const {
  const auto s = static_cast<std::size_t>(side);
  const PairLaw& law = system_.pairs[pair];
  return law.level_slot[s] >= 0 ? std::fmax(0.0, values_.slot(law.level_slot[s])) : law.kinetic[s];
}

double StepForces::strength(int pair, int side) const {
  const PairLaw& law = system_.pairs[pair];
  const double breakaway = law.breakaway[side];
  return law.normal_slot < 0 ? breakaway
                             : breakaway * std::fmax(0.0, values_.slot(law.normal_slot));
}

/// An edge carries the sum of its frictions; its other elements have no levels.
void StepForces::set_limits(NetworkStepper& stepper) {
  if (varying_edges_.empty()) return;
  StepNetwork& net = stepper.limits();
  for (const int edge : varying_edges_) {
    double levels[2] = {};
    double strengths[2] = {};
    for (const int e : plan_.elements.of(edge)) {
      if (e < system_.first_pair()) continue;
      const int j = e - system_.first_pair();
      if (system_.pairs[j].has_edges()) continue;
      const double size = std::abs(plan_.ratio[e]);
      const bool rigid = system_.pairs[j].is_rigid();
      for (int side = 0; side < 2; ++side) {
        const int own = plan_.ratio[e] > 0.0 ? side : 1 - side;
        const double holds = size * strength(j, own);
        const double slides = rigid ? holds : size * level(j, own);
        levels[side] += slides;
        strengths[side] += std::fmax(holds, slides);
      }
    }
    net.kinetic[edge] = levels[1];
    net.kinetic_backward[edge] = levels[0];
    net.breakaway[edge] = strengths[1];
    net.breakaway_backward[edge] = strengths[0];
  }
}

void StepForces::sum_forces() {
  for (const int b : pushed_) force_[b] = 0.0;
  for (const Push& push : outside_) {
    const double force = push.element >= system_.first_force() ? push.mean : -push.mean;
    for (const Term& term : system_.terms_of(push.element))
      force_[term.body] += term.coefficient * force;
  }
}

void StepForces::check_normals() {
  for (const int j : varying_) {
    if (system_.pairs[j].normal_slot < 0) continue;
    const double normal = values_.slot(system_.pairs[j].normal_slot);
    largest_normal_ = std::fmax(largest_normal_, std::abs(normal));
    if (normal < -1e-12 * largest_normal_) lifted_ = j;
  }
}

}  // namespace luztar
