#include <algorithm>
#include <cmath>

#include "luztar/proof/prover_impl.h"

namespace luztar {
namespace {

constexpr double kTolerances = 1e3;      // that a residual may have
constexpr double kLeastLimit = 1e-11;    // rounding of series, whatever the tolerance
constexpr double kMostLimit = 1e-3;      // unless 10 tolerances are more: a wrong piece of a law
                                         // passes with no tolerance

}  // namespace

double Prover::limit(double tolerance) {
  const double most = std::max(kMostLimit, 10.0 * tolerance);
  return std::clamp(kTolerances * tolerance, kLeastLimit, most);
}

Prover::Prover(const SystemImpl& system, double tolerance, double longest)
    : system_(system), worst_(limit(tolerance)), breaks_(system), longest_(longest), time_slack_(4 * kUlp * longest) {
  const auto bodies = static_cast<std::size_t>(system.n_bodies());
  for (auto* list : {&scales_.q, &scales_.v, &scales_.a, &scales_.way, &scales_.load, &sum_, &size_,
                     &loose_})
    list->assign(bodies, 0.0);
  scales_.f.assign(static_cast<std::size_t>(system.n_elements()), 0.0);
  rounding_.assign(static_cast<std::size_t>(system.n_elements()), 0.0);
  for (const DirectLaw& law : system.laws)
    plain_.push_back(!law.formula && law.levels == nullptr && law.bristles == nullptr ? 1 : 0);
  linked_.assign(bodies, 0);
  note_sizes();
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.pairs[j].kind == PairLaw::Kind::Link)
      for (const Term& term : system.terms_of_pair(j)) linked_[term.body] = 1;
}

/// Lengths and forces of the model itself: rounding is relative to them before anything moves.
void Prover::note_sizes() {
  const auto at_least = [](double& largest, double x) {
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  };
  for (const SpringLaw& law : system_.springs) {
    at_least(scales_.any_q, law.size());
    at_least(scales_.any_f, law.stiffness * law.size());
  }
  for (const PairLaw& law : system_.pairs) {
    for (const double force : law.breakaway) at_least(scales_.any_f, force);
    at_least(scales_.any_q, law.lower);
    at_least(scales_.any_q, law.upper);
  }
}

void Prover::note_links(const Instant& now) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const int e = system_.first_pair() + j;
    double d = 0.0;
    for (const Term& term : system_.terms_of_pair(j)) d += term.coefficient * now.q[term.body];
    link_.push_back(now.d ? now.d[e] : d);
  }
}

/// Scales begin anew.
void Prover::forget() {
  for (auto* list : {&scales_.q, &scales_.v, &scales_.a, &scales_.way, &scales_.load, &scales_.f})
    std::fill(list->begin(), list->end(), 0.0);
  scales_.any_q = scales_.any_v = scales_.any_f = 0.0;
  scales_.start.clear();
  note_sizes();
}

void Prover::widen(const Instant& now) {
  for (int b = static_cast<int>(scales_.start.size()); b < system_.n_bodies(); ++b)
    scales_.start.push_back(now.q[b]);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    raise(scales_.q[b], now.q[b]);
    raise(scales_.v[b], now.v[b]);
    raise(scales_.a[b], now.a[b]);
    raise(scales_.way[b], now.q[b] - scales_.start[b]);
    scales_.any_q = std::max(scales_.any_q, scales_.q[b]);
    scales_.any_v = std::max(scales_.any_v, scales_.v[b]);
  }
  for (int e = 0; e < system_.n_elements(); ++e) {
    raise(scales_.f[e], now.f[e]);
    scales_.any_f = std::max(scales_.any_f, scales_.f[e]);
  }
  force_slack_ = kRounding * scales_.any_f;
}

void Prover::look(const Instant& now) {
  look_before(now);
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_laws[b]) look_at_motion(now, b);
}

void Prover::look_before(const Instant& now) {
  if (link_.empty()) note_links(now);
  widen(now);
  for (int e = 0; e < system_.n_elements(); ++e) {
    Ends ends = ends_of(now, e);
    look_at_element(now, e, ends);
    if (e >= system_.first_pair() && e < system_.first_force())
      look_at_pair(now, e - system_.first_pair(), ends);
  }
  look_at_balance(now);
}

/// All but what pairs have of their own.
void Prover::look_at_element(const Instant& now, int e, Ends& ends) {
  take_coordinates(now, e, ends);
  if (e >= system_.first_pair() && e < system_.first_force()) return;
  if (plain_[e] == 0) {
    const DirectLaw& law = system_.laws[e];
    if (law.bristles != nullptr) return look_at_bristles(now, e, ends);
    read(now, law.formula, ends);
    claim_force(now, e, *law.formula.function);
  } else if (e < system_.first_damper()) {
    look_at_spring(now, e, ends);
  } else {
    const double c = system_.dampers[e - system_.first_damper()].damping;
    worst_.note(Proofs::Laws, Claim::Force, e, now.time, now.f[e], c * ends.rate, scale_of(e),
                c * ends.rate_slack + force_slack_);
  }
}

/// Forces that matter beside that of an element: its own, those on its bodies, and what would stop
/// them in the time of the run. A run is exact to its tolerance relative to these.
double Prover::scale_of(int element) const {
  double scale = scales_.f[element];
  for (const Term& term : system_.terms_of(element)) {
    const int b = term.body;
    if (system_.is_given(b)) continue;
    const double reach = std::abs(term.coefficient);
    const double mass = system_.is_massless(b) ? 0.0 : system_.bodies[b].mass;
    const double stops = longest_ > 0.0 ? mass * scales_.v[b] / longest_ : 0.0;
    const double load = std::max({scales_.load[b], mass * scales_.a[b], stops});
    if (reach > 0.0) scale = std::max(scale, load / reach);
  }
  return scale;
}

Prover::Ends Prover::ends_of(const Instant& now, int element) const {
  Ends ends;
  double way = 0.0;
  double reach = 0.0;
  for (const Term& term : system_.terms_of(element)) {
    const double size = std::abs(term.coefficient);
    reach = std::max(reach, size);
    ends.d += term.coefficient * now.q[term.body];
    ends.rate += term.coefficient * now.v[term.body];
    ends.a += term.coefficient * now.a[term.body];
    ends.d_size += size * scales_.q[term.body];
    ends.rate_size += size * scales_.v[term.body];
    way += size * scales_.way[term.body];
  }
  ends.d_ulps =
      kRounding * (ends.d_size + reach * scales_.any_q) + std::abs(ends.rate) * time_slack_;
  ends.d_slack = ends.d_ulps + worst_.limit() * way;
  ends.rate_slack = worst_.limit() * ends.rate_size + kRounding * reach * scales_.any_v +
                    std::abs(ends.a) * time_slack_;
  return ends;
}

/// Deflections as they are given out, or kept as a number while an element is at rest: they know
/// better than a difference of positions, from which they may differ by rounding.
void Prover::take_coordinates(const Instant& now, int element, Ends& ends) {
  double d = ends.d;
  if (now.d) {
    d = now.d[element];
    worst_.note(Proofs::Laws, Claim::Rate, element, now.time, now.rate[element], ends.rate,
                ends.rate_size, ends.rate_slack);
  } else if (now.is_held != nullptr && now.is_held[element] != 0) {
    d = now.held[element];
  }
  worst_.note(Proofs::Laws, Claim::Deflection, element, now.time, d, ends.d, ends.d_size,
              ends.d_slack);
  ends.d = d;
}

void Prover::look_at_spring(const Instant& now, int spring, const Ends& ends) {
  const SpringLaw& law = system_.springs[spring];
  const double x = ends.d - law.rest;
  const double slack = ends.d_ulps + kRounding * law.size();
  double beyond = x;
  double damping = law.damping;
  double edge_slack = 0.0;  // contact damping begins at once
  if (law.has_gap) {
    beyond = x > law.upper ? x - law.upper : x < law.lower ? x - law.lower : 0.0;
    if (beyond == 0.0) damping = 0.0;
    const double near = std::min(std::abs(x - law.upper), std::abs(x - law.lower));
    if (near <= ends.d_slack + slack) edge_slack = std::abs(law.damping * ends.rate);
  }
  rounding_[spring] = law.stiffness * slack;
  worst_.note(Proofs::Laws, Claim::Force, spring, now.time, now.f[spring],
              law.stiffness * beyond + damping * ends.rate, scale_of(spring),
              force_slack_ + rounding_[spring] + law.damping * ends.rate_slack + edge_slack);
}

void Prover::look_at_bristles(const Instant& now, int element, const Ends& ends) {
  const DirectLaw::Bristles& law = *system_.laws[element].bristles;
  const int internal = system_.elements[element].internal;
  const double z = now.z[internal];
  arguments_.value.clear();
  arguments_.slack.clear();
  arguments_.add(ends.rate, ends.rate_slack);
  arguments_.add(z, worst_.limit() * std::abs(z));
  claim_force(now, element, [&](std::span<const double> x) { return law.force(x[0], x[1]); });
  if (!now.z_rate) return;
  const auto rate = [&](std::span<const double> x) {
    return law.rate(x[0], x[1]);
  };
  const double expected = rate(arguments_.value);
  worst_.note(Proofs::Laws, Claim::BristleRate, element, now.time, now.z_rate[internal], expected,
              ends.rate_size, slack_of(rate, expected));
}

void Prover::look_at_motion(const Instant& now, int body) {
  Ends none;
  read(now, system_.motion_laws[body], none);
  const DirectFunction& motion = *system_.motion_laws[body].function;
  const double expected = motion(arguments_.value);
  const bool near = std::abs(now.q[body] - expected) <= worst_.limit() * scales_.q[body];
  const double slack = near ? 0.0 : slack_of(motion, expected);
  worst_.note(Proofs::Laws, Claim::Motion, body, now.time, now.q[body], expected, scales_.q[body],
              slack);
}

/// What a formula reads.
void Prover::read(const Instant& now, const DirectFormula& formula, const Ends& ends) {
  using Kind = DirectFormula::Variable::Kind;
  arguments_.value.clear();
  arguments_.slack.clear();
  for (const auto& [kind, b] : formula.variables) {
    if (kind == Kind::Time)
      arguments_.add(now.time, time_slack_);
    else if (kind == Kind::Deflection)
      arguments_.add(ends.d, ends.d_slack);
    else if (kind == Kind::Rate)
      arguments_.add(ends.rate, ends.rate_slack);
    else if (kind == Kind::Position)
      arguments_.add(now.q[b], kRounding * scales_.q[b] + worst_.limit() * scales_.way[b] +
                                   std::abs(now.v[b]) * time_slack_);
    else
      arguments_.add(now.v[b],
                     worst_.limit() * scales_.v[b] + std::abs(now.a[b]) * time_slack_);
  }
}

/// @param rounding  (bodies) of the accelerations; may be empty
void Prover::look_at_balance(const Instant& now, std::span<const double> rounding) {
  std::fill(sum_.begin(), sum_.end(), 0.0);
  std::fill(size_.begin(), size_.end(), 0.0);
  std::fill(loose_.begin(), loose_.end(), 0.0);
  for (int e = 0; e < system_.n_elements(); ++e) {
    const double force = e < system_.first_force() ? -now.f[e] : now.f[e];
    for (const Term& term : system_.terms_of(e)) {
      sum_[term.body] += term.coefficient * force;
      size_[term.body] += std::abs(term.coefficient * force);
      loose_[term.body] += std::abs(term.coefficient) * rounding_[e];
    }
  }
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.is_given(b)) continue;
    const double inertia = system_.is_massless(b) ? 0.0 : system_.bodies[b].mass * now.a[b];
    raise(scales_.load[b], size_[b] + std::abs(inertia));
    if (!rounding.empty() && !system_.is_massless(b))
      loose_[b] += system_.bodies[b].mass * rounding[b];
    worst_.note(Proofs::Balance, Claim::Balance, b, now.time, inertia, sum_[b], scales_.load[b],
                loose_[b] + force_slack_);
  }
}

Proofs Prover::proofs() const {
  Proofs proofs;
  for (const auto kind : {Proofs::Laws, Proofs::Balance, Proofs::Coulomb, Proofs::Continuity})
    proofs.of[kind] = worst_.proof(system_, kind);
  return proofs;
}

}  // namespace luztar
