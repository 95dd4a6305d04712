#include "luztar/simulate/steps/step_proof.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/simulate/event_proof.h"

namespace luztar {
StepProof::StepProof(const SystemImpl& system, const StepPlan& plan,
                     const SimulationSettings& settings)
    : system_(system),
      plan_(plan),
      prover_(system, kSolved, longest_time(settings)),
      acceleration_(static_cast<std::size_t>(system.n_bodies())),
      force_(static_cast<std::size_t>(system.n_elements())),
      next_position_(static_cast<std::size_t>(system.n_bodies())),
      rounding_(static_cast<std::size_t>(system.n_bodies())),
      resolution_(kSolved * settings.step),
      yield_(0.0) {
  for (int b = 0; b < system_.n_bodies(); ++b)
    yield_ += 0.5 * system_.inverse_mass(b) * settings.step * longest_time(settings);
  prover_.be_of_steps(resolution_);
}

void StepProof::look_at(const Sample& sample, bool at_end) {
  prover_.look_in_step(instant_of(system_, sample), at_end);
}

/// By the law of the element, not by that of its edge.
double StepProof::mean_force(int e, double h, const NetworkStepper& stepper,
                             const StepAccounts& accounts) const {
  const int edge = plan_.edge[e];
  if (edge < 0) return 0.0;
  const double ratio = plan_.ratio[e];
  const double mean = ratio * stepper.mean_rate(edge);
  if (e < system_.first_pair()) {
    const SpringLaw& law = system_.smooth_law(e);
    const double d0 = ratio * stepper.state().d[edge];
    const double d1 = ratio * stepper.next_deflection(edge);
    return 0.5 * law.stiffness * (beyond_gap(law, d0) + beyond_gap(law, d1)) +
           law.damping * mean * fraction_in_contact(law, d0, d1, h * mean);
  }
  const PairLaw& law = system_.pairs[e - system_.first_pair()];
  const double w1 = ratio * stepper.rate(edge);
  const double w0 = 2.0 * mean - w1;
  return accounts.dry(e) +
         0.5 * (law.viscous[w0 > 0.0 ? 1 : 0] * w0 + law.viscous[w1 > 0.0 ? 1 : 0] * w1);
}

void StepProof::look_at_step(double t, double h, const NetworkStepper& stepper,
                             const StepForces& forces, const StepAccounts& accounts) {
  if (h <= resolution_) return;  // its velocities differ by rounding only
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const double v0 = stepper.state().v[b];
    const double v1 = stepper.next_velocity()[b];
    acceleration_[b] = (v1 - v0) / h;
    next_position_[b] = stepper.next_position(b);
    rounding_[b] = kFewUlps * std::max(std::abs(v0), std::abs(v1)) / h;
  }
  for (int e = 0; e < system_.n_elements(); ++e) force_[e] = mean_force(e, h, stepper, accounts);
  for (const StepForces::Push& push : forces.outside()) force_[push.element] = push.mean;
  Instant mean;
  mean.time = t;
  mean.q = {stepper.state().q.data()};
  mean.v = {stepper.next_velocity().data()};
  mean.a = {acceleration_.data()};
  mean.f = {force_.data()};
  prover_.look_at_impulses(mean, rounding_);
  Instant start;
  start.q = mean.q;
  start.v = {stepper.state().v.data()};
  Instant end;
  end.time = t + h;
  end.q = {next_position_.data()};
  end.v = mean.v;
  prover_.look_at_path(start, end, h);
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const int edge = plan_.edge[system_.first_pair() + j];
    const double rate = edge < 0 ? 0.0 : plan_.ratio[system_.first_pair() + j] * stepper.rate(edge);
    if (rate != 0.0)
      prover_.look_at_dry(t, j, rate > 0.0 ? 1 : -1, accounts.dry(system_.first_pair() + j));
  }
}

/// Each step gives a body at rest the velocity that rounding of forces gives it in a step, and the
/// next one takes it away [J].
double StepProof::rounding_of_energy() const {
  double largest = 0.0;
  for (const double force : prover_.sizes().force) largest = std::max(largest, force);
  const double rounding = kRounding * largest;
  return yield_ * rounding * rounding;
}

Proofs StepProof::proofs(const EnergyLedger& energy) const {
  Proofs proofs = prover_.proofs();
  proofs.of[Proofs::Energy] = energy_proof(energy, Prover::limit(kSolved), rounding_of_energy());
  return proofs;
}

}  // namespace luztar
