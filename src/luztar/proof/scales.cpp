#include "luztar/proof/scales.h"

#include <algorithm>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/system/geometry.h"

namespace luztar {

Scales::Scales(const SystemImpl& system, double limit, double longest, Sizes so_far)
    : system_(system), limit_(limit), longest_(longest), time_error_(0x1p-50 * longest) {
  for (int b = 0; b < system.n_bodies(); ++b)
    mass_.push_back(system.is_free(b) ? system.body_laws[b].mass : 0.0);
  begin(std::move(so_far));
}

void Scales::begin(Sizes so_far) {
  sizes_ = std::move(so_far);
  for (auto* list : {&sizes_.travel, &sizes_.position, &sizes_.velocity, &sizes_.load})
    list->resize(mass_.size(), 0.0);
  sizes_.force.resize(static_cast<std::size_t>(system_.n_elements()), 0.0);
  sizes_.internal.resize(static_cast<std::size_t>(system_.n_internals()), 0.0);
  const auto largest = [](const std::vector<double>& list) {
    return list.empty() ? 0.0 : *std::max_element(list.begin(), list.end());
  };
  any_q_ = largest(sizes_.position);
  any_v_ = largest(sizes_.velocity);
  any_f_ = largest(sizes_.force);
  note_sizes_of_laws();
}

/// Lengths and forces of the model itself: rounding is relative to them before anything moves.
void Scales::note_sizes_of_laws() {
  const auto at_least = [](double& largest, double x) {
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  };
  for (const BodyLaw& body : system_.body_laws) at_least(any_q_, body.position);
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
  Sizes none = std::move(sizes_);  // its memory
  for (const SizeList& one : kSizeLists) (none.*one.list).clear();
  begin(std::move(none));
}

void Scales::widen(const Instant& now) {
  const auto widen = [](double& largest, double x) {
    largest = std::max(largest, std::abs(x));
    return largest;
  };
  const bool begins = sizes_.start.empty();
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const double q = now.q[b];
    if (begins) sizes_.start.push_back(q);
    any_q_ = std::max(any_q_, widen(sizes_.position[b], q));
    any_v_ = std::max(any_v_, widen(sizes_.velocity[b], now.v[b]));
    widen(sizes_.travel[b], q - sizes_.start[b]);
    widen(sizes_.load[b], mass_[b] * now.a[b]);
  }
  for (int e = 0; e < system_.n_elements(); ++e)
    any_f_ = std::max(any_f_, widen(sizes_.force[e], now.f[e]));
  for (int i = 0; i < system_.n_internals(); ++i) widen(sizes_.internal[i], now.z[i]);
}

double Scales::beside(int element) const {
  double scale = sizes_.force[element];
  for (const Term& term : system_.terms_of(element)) {
    const int b = term.body;
    const double reach = std::abs(term.coefficient);
    if (system_.is_given(b) || reach == 0.0) continue;
    const double braking = longest_ > 0.0 ? mass_[b] * v(b) / longest_ : 0.0;
    scale = std::max(scale, std::max(load(b), braking) / reach);
  }
  return scale;
}

double Scales::q_beside(int body) const {
  double size = q(body);
  for (int e = 0; e < system_.n_springs() && system_.is_massless(body); ++e) {
    const auto terms = system_.terms_of(e);
    if (std::ranges::none_of(terms, [&](const Term& term) { return term.body == body; })) continue;
    for (const Term& term : terms) size = std::max(size, q(term.body));
  }
  return size;
}

double Scales::drift(const Instant& now, int element) const {
  double rate = 0.0;
  const Geometry* geometry = system_.geometry_of(element);
  std::vector<Term> bent;
  if (geometry != nullptr) bent = arms_at(system_, element, positions_of(now));
  for (const Term& term :
       geometry != nullptr ? std::span<const Term>(bent) : system_.terms_of(element))
    if (const double mass = mass_[term.body]; mass > 0.0)
      rate += std::abs(term.coefficient) * force_error() / mass * longest_;
  return rate;
}

Margins Scales::margins_of(const Instant& now, int element) const {
  Margins margins;
  double travel = 0.0;
  double reach = 0.0;
  double rate = 0.0;
  double acceleration = 0.0;
  const Geometry* geometry = system_.geometry_of(element);
  std::size_t place = 0;
  for (const Term& term : system_.terms_of(element)) {
    const double coefficient = geometry != nullptr
                                   ? value_of(geometry->gradient[place++], positions_of(now))
                                   : term.coefficient;
    const double size = std::abs(coefficient);
    reach = std::max(reach, size);
    rate += coefficient * now.v[term.body];
    // Bodies that turn together do not know the instant better than one alone.
    acceleration += std::abs(coefficient * now.a[term.body]);
    margins.d_size += size * q(term.body);
    margins.rate_size += size * v(term.body);
    travel += size * sizes_.travel[term.body];
  }
  margins.d_ulps = kRounding * (margins.d_size + reach * any_q_) + std::abs(rate) * time_error_;
  margins.d_error = margins.d_ulps + limit_ * travel;
  margins.rate_error =
      limit_ * margins.rate_size + kRounding * reach * any_v_ + acceleration * time_error_;
  return margins;
}

double rounding_of_energy(const SystemImpl& system, const Sizes& sizes, double longest) {
  double energy = 0.0;
  for (int e = 0; system.has_massless && e < system.first_pair(); ++e) {
    double length = 0.0, rate = 0.0, speed = 0.0;
    for (const Term& term : system.terms_of(e)) {
      const double arm = std::abs(term.coefficient);
      length += arm * sizes.position[term.body];
      rate += arm * sizes.velocity[term.body];
      if (system.is_massless(term.body)) speed += arm * sizes.velocity[term.body];
    }
    const auto& law = system.smooth_law(e);
    const double force = std::abs(law.stiffness) * length + std::abs(law.damping) * rate;
    energy += kRounding * force * speed * longest;
  }
  return energy;
}

}  // namespace luztar
