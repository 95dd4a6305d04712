#include "luztar/proof/scales.h"

#include "luztar/dynamics/geometry.h"

namespace luztar {

Scales::Scales(const SystemImpl& system, double limit, double longest)
    : system_(system), limit_(limit), longest_(longest), time_slack_(0x1p-50 * longest) {
  bodies_.resize(static_cast<std::size_t>(system.n_bodies()));
  for (int b = 0; b < system.n_bodies(); ++b)
    if (system.is_free(b)) bodies_[b].mass = system.bodies[b].mass;
  f_.assign(static_cast<std::size_t>(system.n_elements()), 0.0);
  z_.assign(static_cast<std::size_t>(system.n_internals()), 0.0);
  note_sizes();
}

/// Lengths and forces of the model itself: rounding is relative to them before anything moves.
void Scales::note_sizes() {
  const auto at_least = [](double& largest, double x) {
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  };
  for (const SpringLaw& law : system_.springs) {
    at_least(any_q_, law.size());
    at_least(any_f_, law.stiffness * law.size());
  }
  for (const PairLaw& law : system_.pairs) {
    for (const double force : law.breakaway) at_least(any_f_, force);
    at_least(any_q_, law.pitch);
    at_least(any_q_, law.lower);
    at_least(any_q_, law.upper);
  }
}

void Scales::forget() {
  for (OfBody& body : bodies_) body = {.mass = body.mass};
  for (auto* sizes : {&f_, &z_}) std::fill(sizes->begin(), sizes->end(), 0.0);
  any_q_ = any_v_ = any_f_ = 0.0;
  started_ = false;
  note_sizes();
}

void Scales::widen(const Instant& now) {
  int b = 0;
  for (OfBody& body : bodies_) {
    const double q = now.q[b];
    if (!started_) body.start = q;
    body.q = std::max(body.q, std::abs(q));
    body.v = std::max(body.v, std::abs(now.v[b]));
    body.way = std::max(body.way, std::abs(q - body.start));
    body.load = std::max(body.load, body.mass * std::abs(now.a[b]));
    any_q_ = std::max(any_q_, body.q);
    any_v_ = std::max(any_v_, body.v);
    ++b;
  }
  started_ = true;
  int e = 0;
  for (double& f : f_) {
    f = std::max(f, std::abs(now.f[e++]));
    any_f_ = std::max(any_f_, f);
  }
  for (int i = 0; i < system_.n_internals(); ++i) z_[i] = std::max(z_[i], std::abs(now.z[i]));
}

double Scales::beside(int element) const {
  double scale = f_[element];
  for (const Term& term : system_.terms_of(element)) {
    const int b = term.body;
    const double reach = std::abs(term.coefficient);
    if (system_.is_given(b) || reach == 0.0) continue;
    const double braking = longest_ > 0.0 ? bodies_[b].mass * bodies_[b].v / longest_ : 0.0;
    scale = std::max(scale, std::max(bodies_[b].load, braking) / reach);
  }
  return scale;
}

double Scales::drift(const Instant& now, int element) const {
  double rate = 0.0;
  const Geometry* geometry = system_.geometry_of(element);
  std::vector<Term> bent;
  if (geometry != nullptr) bent = arms_at(system_, element, now.q);
  for (const Term& term :
       geometry != nullptr ? std::span<const Term>(bent) : system_.terms_of(element))
    if (const double mass = bodies_[term.body].mass; mass > 0.0)
      rate += std::abs(term.coefficient) * force_slack() / mass * longest_;
  return rate;
}

Margins Scales::margins_of(const Instant& now, int element) const {
  Margins margins;
  double way = 0.0;
  double reach = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
  const Geometry* geometry = system_.geometry_of(element);
  std::size_t place = 0;
  for (const Term& term : system_.terms_of(element)) {
    const double coefficient =
        geometry != nullptr ? value_of(geometry->gradient[place++], now.q) : term.coefficient;
    const double size = std::abs(coefficient);
    reach = std::max(reach, size);
    rate += coefficient * now.v[term.body];
    // Bodies that turn together do not know the instant better than one alone.
    acceleration += std::abs(coefficient * now.a[term.body]);
    margins.d_size += size * bodies_[term.body].q;
    margins.rate_size += size * bodies_[term.body].v;
    way += size * bodies_[term.body].way;
  }
  margins.d_ulps =
      kCoordinateRounding * (margins.d_size + reach * any_q_) + std::abs(rate) * time_slack_;
  margins.d_slack = margins.d_ulps + limit_ * way;
  margins.rate_slack = limit_ * margins.rate_size + kCoordinateRounding * reach * any_v_ +
                       acceleration * time_slack_;
  return margins;
}

}  // namespace luztar
