#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/proof/prover_impl.h"

namespace luztar {
namespace {

constexpr double kTolerances = 1e3;  // that a residual may have
constexpr double kMostLimit = 1e-3;  // unless 10 tolerances are more: a wrong piece of a law
                                     // passes with no tolerance

/// Largest relative error of the positions and rates that a law reads.
double limit_of_arguments(double tolerance) {
  return std::clamp(10.0 * tolerance, kOfSeries, Prover::limit(tolerance));
}

}  // namespace

double Prover::limit(double tolerance) {
  const double most = std::max(kMostLimit, 10.0 * tolerance);
  return std::clamp(kTolerances * tolerance, kOfSeries, most);
}

Prover::Prover(const SystemImpl& system, double tolerance, double longest, Sizes so_far)
    : system_(system),
      worst_(limit(tolerance)),
      scales_(system, limit_of_arguments(tolerance), longest, std::move(so_far)),
      breaks_(system),
      together_(system.n_bodies()) {
  total_.resize(static_cast<std::size_t>(system.n_bodies()));
  tooth_.assign(static_cast<std::size_t>(system.n_pairs()), -HUGE_VAL);
}

void Prover::note_links(const Instant& now) {
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const int e = system_.first_pair() + j;
    link_.push_back(now.d ? now.d[e] : ends_of(now, e).d);
  }
}

void Prover::look(const Instant& now) {
  look_before(now);
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.body_laws[b].motion) look_at_motion(now, b);
}

void Prover::look_before(const Instant& now) {
  begin(now);
  const int first_pair = system_.first_pair();
  const int first_force = system_.first_force();
  const int elements = system_.n_elements();
  for (int e = 0; e < elements; ++e) {
    const Ends ends = meet(now, e);
    if (e >= first_pair && e < first_force)
      look_at_pair(now, e - first_pair, ends);
    else
      look_at_force(now, e, ends);
  }
  if (now.z_rate)
    for (int i = system_.first_state(); i < system_.first_output(); ++i) look_at_slope(now, i);
  look_at_balance(now);
}

void Prover::begin(const Instant& now) {
  if (link_.empty()) note_links(now);
  scales_.widen(now);
  settle_doubts(now);
  std::fill(total_.begin(), total_.end(), Total{});
}

void Prover::note(const Compared& it) {
  worst_.note(Proofs::Laws, Claim::Force, it.element, it.time, it.found, it.expected, it.scale,
              it.error + scales_.force_error());
}

/// Where the next event is at the same instant, the laws between the two were in force for no time.
void Prover::settle_doubts(const Instant& now) {
  if (now.time - since_ > time_resolution()) {
    for (const Compared& doubt : doubts_) note(doubt);
    doubts_.clear();
  }
  if (now.event_side <= 0) return;
  doubts_.clear();
  since_ = now.time;
}

/// The law of what is no pair.
void Prover::look_at_force(const Instant& now, int e, const Ends& ends) {
  if (const DirectLaw& law = system_.laws[e]; law.is_written()) {
    if (system_.elements[e].internal >= 0) return look_at_state(now, e, ends);
    read(now, law.formula, ends, margins_of(now, e));
    claim_force(now, e, *law.formula.function);
  } else {
    look_at_smooth(now, e, ends);
  }
}

/// Deflections as they are given out, or kept as a number while an element is at rest: they know
/// better than a difference of positions, from which they may differ by rounding.
void Prover::take_coordinates(const Instant& now, int element, Ends& ends) {
  const double d = now.d ? now.d[element] : now.held[element];
  const double rate = now.d ? now.rate[element] : ends.rate;
  // Of the coordinates that they are made of, some are at least as large.
  if (!worst_.is_no_news(Proofs::Laws, d, ends.d, std::abs(ends.d)) ||
      !worst_.is_no_news(Proofs::Laws, rate, ends.rate, std::abs(ends.rate))) {
    const Margins margins = margins_of(now, element);
    worst_.note(Proofs::Laws, Claim::Rate, element, now.time, rate, ends.rate, margins.rate_size,
                margins.rate_error);
    const bool near = std::abs(d - ends.d) <= worst_.limit() * margins.d_size + margins.d_error;
    worst_.note(Proofs::Laws, Claim::Deflection, element, now.time, d, ends.d, margins.d_size,
                margins.d_error + (near ? 0.0 : given_error(now, element)));
  }
  ends.d = d;
}

/// Rounding of given motions at an element: a w t - a sin(w t) has few digits at first.
double Prover::given_error(const Instant& now, int element) {
  double error = 0.0;
  for (const Term& term : system_.terms_of(element))
    if (system_.body_laws[term.body].motion)
      error += std::abs(term.coefficient) * motion_error(now, term.body, HUGE_VAL);
  return error;
}

/// The error of a formula by the errors of its positions. @param rounding_alone  without that of
/// the motion
double Prover::formula_error(const Instant& now, const DirectFormula& formula,
                             bool rounding_alone) {
  arguments_.clear();
  for (const LawSymbol& symbol : formula.variables) {
    const bool is_place = symbol.kind == LawSymbol::Kind::Position;
    arguments_.add(positions_of(now)[symbol], !is_place ? 0.0
                                              : rounding_alone
                                                  ? kRounding * scales_.q(symbol.index)
                                                  : scales_.q_error(now, symbol.index));
  }
  return error_of(*formula.function, (*formula.function)(arguments_.value));
}

/// Of a deflection that is an expression, with the rounding of that.
Margins Prover::margins_of(const Instant& now, int element) {
  Margins margins = scales_.margins_of(now, element);
  const Geometry* geometry = system_.geometry_of(element);
  if (geometry == nullptr) return margins;
  const auto kept = arguments_;  // what a law is about to read
  margins.d_ulps += formula_error(now, geometry->deflection, true);
  margins.d_error += formula_error(now, geometry->deflection, false);
  const auto terms = system_.terms_of(element);
  for (std::size_t i = 0; i < terms.size(); ++i)
    margins.rate_error +=
        std::abs(now.v[terms[i].body]) * formula_error(now, geometry->gradient[i], false);
  if (element >= system_.first_pair()) {
    const double drift = scales_.drift(now, element);
    margins.rate_error += drift;
    margins.d_error += drift * scales_.longest();
  }
  arguments_ = kept;
  return margins;
}

/// Rounding of the force of a spring by that of positions [N, N m].
double Prover::spring_error(const Instant& now, int element) {
  const SpringLaw& law = system_.smooth_law(element);
  return law.stiffness * (margins_of(now, element).d_ulps + kRounding * law.size());
}

namespace {

/// How far a spring is on the other side of the edge of its gap than its contact says [m, rad].
/// Where it is at an edge the contact decides whether damping acts.
double beyond_claim(const SpringLaw& law, Edge contact, double x) {
  if (contact == Edge::None) return std::max(x - law.upper, law.lower - x);
  return contact == Edge::Upper ? law.upper - x : x - law.lower;
}

}  // namespace

void Prover::look_at_smooth(const Instant& now, int element, const Ends& ends) {
  const SpringLaw& law = system_.smooth_law(element);
  const double x = ends.d - law.rest;
  double beyond = x;
  double drag = law.damping * ends.rate;
  if (law.has_gap) {
    beyond = x > law.upper ? x - law.upper : x < law.lower ? x - law.lower : 0.0;
    if (beyond == 0.0) drag = 0.0;
  }
  double expected = law.stiffness * beyond + drag;
  if (law.only_pushes) expected = beyond > 0.0 ? std::max(0.0, expected) : std::min(0.0, expected);
  const bool claims = law.has_gap && now.contact;  // springs only
  const Edge contact = claims ? now.contact[element] : Edge::None;
  const double other_side = claims ? beyond_claim(law, contact, x) : -kInfinity;
  if (other_side < 0.0 &&
      worst_.is_no_news(Proofs::Laws, now.f[element], expected, scales_.f(element)))
    return;
  const Margins margins = margins_of(now, element);
  const double at_edge = margins.d_error + margins.d_ulps + kRounding * law.size();
  // Contact damping begins at once: beside an edge the claim says on which side of it.
  if (other_side >= 0.0 && other_side <= at_edge) {
    drag = contact == Edge::None ? 0.0 : law.damping * ends.rate;
    expected = law.only_pushes && number(contact) * drag < 0.0 ? 0.0 : drag;
  }
  double error = scales_.force_error() + spring_error(now, element);
  if (law.has_gap) {  // stiff springs feel any step's error
    const double near = std::min(std::abs(x - law.upper), std::abs(x - law.lower));
    if (near <= at_edge) error += law.stiffness * near;
  }
  worst_.note(Proofs::Laws, Claim::Force, element, now.time, now.f[element], expected,
              scales_.beside(element), error + law.damping * margins.rate_error);
}

void Prover::look_at_state(const Instant& now, int element, const Ends& ends) {
  const Friction& law = *system_.laws[element].friction;
  const int internal = system_.elements[element].internal;
  const double z = now.z[internal];
  const Margins margins = margins_of(now, element);
  arguments_.clear();
  arguments_.add(ends.rate, margins.rate_error);
  arguments_.add(z, worst_.limit() * std::abs(z));
  claim_force(now, element,
              [&](std::span<const double> x) { return force_of_state(law, x[0], x[1]); });
  if (!now.z_rate) return;
  const auto rate = [&](std::span<const double> x) {
    return rate_of_state(law, x[0], x[1]);
  };
  const double expected = rate(arguments_.value);
  worst_.note(Proofs::Laws, Claim::StateRate, element, now.time, now.z_rate[internal], expected,
              margins.rate_size, error_of(rate, expected));
}

/// Of a state of the model file: its rate is known beside the one that would change it by as much
/// as it is in the time of the run.
void Prover::look_at_slope(const Instant& now, int internal) {
  const DirectFunction& rate = *system_.internals[internal].rate.function;
  read(now, system_.internals[internal].rate, {}, {});
  const double expected = rate(arguments_.value);
  const double found = now.z_rate[internal];
  const double longest = scales_.longest();
  const double whole_run = longest > 0.0 ? scales_.z(internal) / longest : 0.0;
  const double size = std::max(std::abs(expected), whole_run);
  if (worst_.is_no_news(Proofs::Laws, found, expected, size)) return;
  double error = error_of(rate, expected);
  if (std::abs(found - expected) > worst_.limit() * size + error)
    error = error_of(rate, expected, true) + root_error_of_slope(internal, expected);
  worst_.note(Proofs::Laws, Claim::Slope, internal - system_.first_state(), now.time, found,
              expected, size, error);
}

void Prover::look_at_motion(const Instant& now, int body) {
  read(now, system_.body_laws[body].motion, {}, {});
  const double expected = (*system_.body_laws[body].motion.function)(arguments_.value);
  worst_.note(Proofs::Laws, Claim::Motion, body, now.time, now.q[body], expected, scales_.q(body),
              motion_error(now, body, expected));
}

/// What rounding may make of a given position, if it differs from the other one by more than its
/// scale explains.
double Prover::motion_error(const Instant& now, int body, double other) {
  if (std::abs(now.q[body] - other) <= worst_.limit() * scales_.q(body)) return 0.0;
  read(now, system_.body_laws[body].motion, {}, {});
  const DirectFunction& motion = *system_.body_laws[body].motion.function;
  return error_of(motion, motion(arguments_.value));
}

/// What rounding may make of all given positions: springs carry it over to bodies without mass.
double Prover::error_of_motions(const Instant& now) {
  double error = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.body_laws[b].motion) error = std::max(error, motion_error(now, b, HUGE_VAL));
  return error;
}

namespace {

/// Of the force of a link.
double load_of(int side, double force) {
  return side == 0 ? std::abs(force) : std::max(0.0, side * force);
}

}  // namespace

/// What a formula reads.
void Prover::read(const Instant& now, const DirectFormula& formula, const Ends& ends,
                  const Margins& margins) {
  using Kind = LawSymbol::Kind;
  arguments_.clear();
  for (const auto& [kind, b, side] : formula.variables) {
    if (kind == Kind::Time)
      arguments_.add(now.time, scales_.time_error(), 1.0, scales_.time_error());
    else if (kind == Kind::Deflection)
      arguments_.add(ends.d, margins.d_error, ends.rate, margins.d_ulps);
    else if (kind == Kind::Rate)
      arguments_.add(ends.rate, margins.rate_error);
    else if (kind == Kind::Position)
      arguments_.add(now.q[b], scales_.q_error(now, b), now.v[b], kRounding * scales_.q(b));
    else if (kind == Kind::Load)
      arguments_.add(load_of(side, now.f[b]),
                     worst_.limit() * scales_.f(b) + scales_.force_error());
    else if (kind == Kind::State)
      arguments_.add(now.z[b], worst_.limit() * std::abs(now.z[b]));
    else
      arguments_.add(now.v[b], scales_.v_error(now, b), now.a[b], kRounding * scales_.v(b));
  }
}

/// Rounding of the forces of springs and dampers on the bodies, and what series hide, to loose_.
void Prover::find_loose(const Instant& now) {
  loose_.assign(static_cast<std::size_t>(system_.n_bodies()), 0.0);
  for (const Geometry& geometry : system_.arms.geometries()) {
    const auto terms = system_.terms_of(geometry.element);
    const bool smooth = geometry.element < system_.first_pair();
    const double error = smooth ? spring_error(now, geometry.element) : 0.0;
    const double force = std::abs(now.f[geometry.element]);
    for (std::size_t i = 0; i < terms.size(); ++i)
      loose_[terms[i].body] += std::abs(value_of(geometry.gradient[i], positions_of(now))) * error +
                               force * formula_error(now, geometry.gradient[i], true);
  }
  for (int e = 0; e < system_.first_pair(); ++e) {
    const double error = e < system_.n_springs() ? spring_error(now, e) : 0.0;
    const double damping = system_.smooth_law(e).damping;
    // Velocities of massless bodies are solved for.
    const double drag = damping * kRounding * margins_of(now, e).rate_size;
    // What a series hides while a law begins is small beside what else moves the element.
    const int slot = system_.force_slot(e);
    const bool hides = slot >= 0 && system_.controls.hidden_terms[slot] != 0;
    const double hidden = hides ? worst_.limit() * scales_.beside(e) : 0.0;
    for (const Term& term : system_.terms_of(e))
      loose_[term.body] += std::abs(term.coefficient) *
                           (error + hidden + (scales_.mass(term.body) > 0.0 ? 0.0 : drag));
  }
  find_solved_together(now);
  if (!system_.has_massless) return;
  // Pairs that stick pass rounding on from one body without mass to the next.
  double all = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) all += loose_[b];
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_massless(b)) loose_[b] = all;
}

/// Forces of pairs at rest on one group of bodies are solved for together: each is as good as what
/// elimination leaves of all the forces that it was computed from, however small it is itself.
void Prover::find_solved_together(const Instant& now) {
  if (!now.pair) return;  // means over a step, whose residuals have scales of their own
  auto& [apart, groups, is_solved, all] = together_;
  groups = apart;
  std::ranges::fill(is_solved, 0);
  std::ranges::fill(all, 0.0);
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (now.pair[j] != Mode::Stuck) continue;
    int first = -1;
    for (const Term& term : system_.terms_of_pair(j)) {
      if (system_.is_given(term.body)) continue;
      is_solved[term.body] = 1;
      if (first < 0) first = term.body;
      groups.join(term.body, first);
    }
  }
  for (int b = 0; b < system_.n_bodies(); ++b) all[groups.root(b)] += total_[b].size;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (is_solved[b] != 0) loose_[b] += kCancelled * all[groups.root(b)];
}

/// @pre every element has been met
/// @param rounding  (bodies) of the accelerations; may be empty
void Prover::look_at_balance(const Instant& now, std::span<const double> rounding) {
  bool knows_loose = false;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.is_given(b)) continue;
    const double inertia = scales_.mass(b) > 0.0 ? scales_.mass(b) * now.a[b] : 0.0;
    const auto& [sum, size] = total_[b];
    scales_.widen_load(b, size + std::abs(inertia));
    const double load = scales_.load(b);
    if (worst_.is_no_news(Proofs::Balance, inertia, sum, load)) continue;
    const double error = rounding.empty() ? 0.0 : scales_.mass(b) * rounding[b];
    if (!std::exchange(knows_loose, true)) find_loose(now);
    worst_.note(Proofs::Balance, Claim::Balance, b, now.time, inertia, sum, load,
                loose_[b] + error + scales_.force_error());
  }
}

Proofs Prover::proofs() const {
  Proofs proofs;
  for (const auto kind : {Proofs::Laws, Proofs::Balance, Proofs::Coulomb, Proofs::Continuity})
    proofs.of[kind] = worst_.proof(system_, kind);
  return proofs;
}

}  // namespace luztar
