#include "luztar/dynamics/instant/massless_rounding.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
MasslessRounding::MasslessRounding(const SystemImpl& system, const PresentStructure& present,
                                   double tolerance)
    : system_(system), present_(present), tolerance_(tolerance) {}

/// Velocities round, and the time of the instant does, relative to the time itself.
void MasslessRounding::note(const State& state, const Expansion& series) {
  time_ = kRounding * std::abs(state.anchor.value);
  velocity_.resize(static_cast<std::size_t>(system_.n_bodies()));
  for (int b = 0; b < system_.n_bodies(); ++b)
    velocity_[b] = kCancelled * std::abs(series.v(b)[0]) + time_ * std::abs(series.a(b)[0]);
  // Massless bodies may follow any of them in the next modes.
  const double largest = *std::max_element(velocity_.begin(), velocity_.end());
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) velocity_[b] = largest + tolerance_ * std::abs(series.v(b)[0]);
  swing_ = 0.0;
  const double step = state.ahead.last_step;
  for (int b = 0; b < system_.n_bodies(); ++b)
    swing_ = std::max(swing_, step * (std::abs(series.v(b)[0]) + step * std::abs(series.a(b)[0])));
  spring_force_ = spring_rate_ = 0.0;
  for (int s = 0; s < system_.n_springs(); ++s) {
    const double stiffness = std::abs(system_.springs[s].stiffness);
    double noise = 0.0, place = swing_;
    for (const Term& term : system_.terms_of(s)) {
      noise += std::abs(term.coefficient) * velocity_[term.body];
      place += std::abs(term.coefficient * series.q(term.body)[0]);
    }
    spring_rate_ = std::max(spring_rate_, stiffness * noise);
    if (system_.cluster_of(s) >= 0)
      spring_force_ = std::max(spring_force_, stiffness * kRounding * place);
  }
}

double MasslessRounding::force(const Expansion& series, int k) const {
  const double springs = k == 0 ? spring_force_ : k == 1 ? spring_rate_ : of_springs(series, k);
  return factor_ * (sums(series, k) + springs);
}

/// Springs whose ends move alike have forces that are differences of these motions.
double MasslessRounding::of_springs(const Expansion& series, int k) const {
  double noise = 0.0;
  for (int s = 0; s < system_.n_springs(); ++s) {
    if (system_.cluster_of(s) < 0) continue;
    double size = 0.0;
    for (const Term& term : system_.terms_of(s))
      size += std::abs(term.coefficient * series.q(term.body)[k]);
    noise = std::max(noise, std::abs(system_.springs[s].stiffness) * kRounding * size);
  }
  return noise;
}

/// Of their sums and of the time of the instant, at which all of them may pass through zero.
double MasslessRounding::sums(const Expansion& series, int k) const {
  const double of_time = k < series.order() ? time_ * (k + 1) * series.force_scale(k + 1) : 0.0;
  return kNoise * series.force_scale(k) + of_time;
}

/// 1/m of a body, or of those that a massless one follows.
double MasslessRounding::mobility_of(int body) const {
  if (!system_.is_massless(body)) return system_.inverse_mass(body);
  double sum = 0.0;
  bool follows = false;
  for (const auto& dependent : present_->dependents)
    if (dependent.body == body) {
      follows = true;
      for (const Term& term : present_->terms_of(dependent))
        sum += std::abs(term.coefficient) * system_.inverse_mass(term.body);
    }
  return follows ? sum : system_.largest_inverse_mass();  // through springs: any of them
}

/// Of order k > 0. What is given may pass through zero at the time of the instant; what forces do
/// there is in theirs.
double MasslessRounding::velocity(const Expansion& series, int body, int k) const {
  const double* v = series.v(body);
  const bool passes = system_.motion_slot(body) >= 0 && k < series.order();
  return kCancelled * std::abs(v[k]) + (passes ? time_ * (k + 1) * std::abs(v[k + 1]) : 0.0);
}

double MasslessRounding::rate(const Expansion& series, int pair, int k) const {
  double noise = 0.0;
  for (const Term& term : system_.terms_of_pair(pair))
    noise += std::abs(term.coefficient) *
             (k == 0 ? velocity_[term.body] : velocity(series, term.body, k));
  if (series.massless().size() > 0)
    noise += sums(series, k) * series.massless().compliance(system_.first_pair() + pair);
  if (k == 0) return factor_ * noise;
  double mobility = 0.0;
  for (const Term& term : system_.terms_of_pair(pair))
    mobility += std::abs(term.coefficient) * mobility_of(term.body);
  noise += sums(series, k - 1) * mobility / k;
  return factor_ * noise;
}

double MasslessRounding::distance(const State& state, const Expansion& series) const {
  double speed = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b) speed = std::max(speed, std::abs(series.v(b)[0]));
  return kJump * length_scale(state, series) +
         kRounding * (std::abs(state.anchor.value) * speed + swing_);
}

double MasslessRounding::length_scale(const State& state, const Expansion& series) const {
  double scale = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b) scale = std::max(scale, std::abs(state.position[b]));
  double stiffness = 0.0;
  for (int s = 0; s < system_.n_springs(); ++s) {
    if (system_.cluster_of(s) < 0) continue;
    scale = std::max(scale, system_.springs[s].size());
    stiffness = std::max(stiffness, std::abs(system_.springs[s].stiffness));
  }
  return stiffness > 0.0 ? std::max(scale, series.force_scale(0) / stiffness) : scale;
}

}  // namespace luztar
