#include "luztar/simulate/steps/stepping_accounts.h"

#include <cmath>

namespace luztar {

double beyond_gap(const SpringLaw& law, double deflection) {
  const double x = deflection - law.rest;
  if (!law.has_gap) return x;
  return x > law.upper ? x - law.upper : x < law.lower ? x - law.lower : 0.0;
}

double fraction_in_contact(const SpringLaw& law, double d0, double d1, double travel) {
  const double x0 = beyond_gap(law, d0);
  const double x1 = beyond_gap(law, d1);
  const bool stays = (x0 > 0.0 && x1 > 0.0) || (x0 < 0.0 && x1 < 0.0);
  return !law.has_gap || stays ? 1.0 : travel == 0.0 ? 0.0 : (x1 - x0) / travel;
}

StepAccounts::StepAccounts(const SystemImpl& system, const StepPlan& plan, const StepForces& forces)
    : system_(system), plan_(plan), forces_(forces) {
  for (auto* list : {&dry_, &dissipated_, &supplied_}) list->assign(system.elements.size(), 0.0);
  motion_work_.assign(system.bodies.size(), 0.0);
  const auto is_given = [&](int body) {
    return body >= 0 && system.is_given(body);
  };
  for (int edge = 0; edge < plan.network.n_edges(); ++edge)
    if (is_given(plan.network.edges[edge].a) || is_given(plan.network.edges[edge].b))
      given_edges_.push_back(edge);
  moved_before_.assign(plan.network.edges.size(), 1);
  velocity_.assign(system.bodies.size(), 0.0);
  std::vector<char> is_touched(system.bodies.size(), 0);
  for (const StepForces::Push& push : forces.outside())
    for (const Term& term : system.terms_of(push.element)) is_touched[term.body] = 1;
  for (int b = 0; b < system.n_bodies(); ++b)
    if (is_touched[b] != 0 || system.is_given(b)) touched_.push_back(b);
}

void StepAccounts::look_at(const NetworkStepper& stepper) {
  for (const int b : touched_) velocity_[b] = stepper.state().v[b];
}

double StepAccounts::spring_energy(int spring, double deflection) const {
  const double x = beyond_gap(system_.springs[spring], deflection);
  return 0.5 * system_.springs[spring].stiffness * x * x;
}

double StepAccounts::mechanical_energy(const StepState& state) const {
  Sum energy;
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) energy.add(0.5 * system_.body_laws[b].mass * state.v[b] * state.v[b]);
  for (int s = 0; s < system_.n_springs(); ++s)
    if (plan_.edge[s] >= 0) energy.add(spring_energy(s, plan_.ratio[s] * state.d[plan_.edge[s]]));
  return energy.total();
}

/// What decides on the part of an edge's dry force that an element takes.
double StepAccounts::weight(int element, bool forward, bool slides) const {
  const int j = element - system_.first_pair();
  if (system_.pairs[j].is_one_way()) return 0.0;  // unless it takes all
  const int own = (plan_.ratio[element] > 0.0) == forward ? 1 : 0;
  return std::abs(plan_.ratio[element]) *
         (slides ? forces_.level(j, own) : forces_.strength(j, own));
}

/// Links take all they can, evenly, and freewheels what would turn them back; frictions share by
/// strength (docs/theory.md, section 2). A stop has its edge without frictions.
void StepAccounts::share_dry(int edge, double force, bool slides) {
  int endless = 0;
  double weights = 0.0;
  const auto is_endless = [&](int e) {
    const PairLaw& law = system_.pairs[e - system_.first_pair()];
    return law.is_one_way() ? plan_.ratio[e] * force < 0.0 : !law.is_dry();
  };
  for (const int e : plan_.elements.of(edge)) {
    if (e < system_.first_pair()) continue;
    endless += is_endless(e) ? 1 : 0;
    if (!is_endless(e)) weights += weight(e, force > 0.0, slides);
  }
  for (const int e : plan_.elements.of(edge)) {
    if (e < system_.first_pair()) continue;
    double part = 0.0;
    if (endless > 0)
      part = is_endless(e) ? 1.0 / endless : 0.0;
    else if (weights > 0.0)
      part = weight(e, force > 0.0, slides) / weights;
    dry_[e] = part * force / plan_.ratio[e];
  }
}

/// Mean force of a spring; records what damps it, and what a gap passed within the step costs.
void StepAccounts::record_spring(int e, double d0, double d1, double rate, double h) {
  const SpringLaw& law = system_.springs[e];
  const double x0 = beyond_gap(law, d0);
  const double x1 = beyond_gap(law, d1);
  const double work = h * 0.5 * law.stiffness * (x0 + x1) * rate;
  const bool same_side = (x0 > 0.0) == (x1 > 0.0) && (x0 < 0.0) == (x1 < 0.0);
  if (law.has_gap && !same_side) numerical_ += work - 0.5 * law.stiffness * (x1 * x1 - x0 * x0);
  dissipated_[e] = h * law.damping * rate * rate * fraction_in_contact(law, d0, d1, h * rate);
  moved_ += std::abs(work) + dissipated_[e];
}

/// Dry and viscous. Where the rate turns round within the step the force of its end may have
/// worked against the law on the way: that is no dissipation.
void StepAccounts::record_friction(int e, double w0, double w1, double h) {
  const PairLaw& law = system_.pairs[e - system_.first_pair()];
  const double damping =
      0.5 * (law.viscous[w0 > 0.0 ? 1 : 0] * w0 + law.viscous[w1 > 0.0 ? 1 : 0] * w1);
  const double work = h * (dry_[e] + damping) * 0.5 * (w0 + w1);
  dissipated_[e] = std::fmax(work, 0.0);
  numerical_ += std::fmin(work, 0.0);
  moved_ += std::abs(work);
}

/// Nothing of the edge works in this step.
void StepAccounts::rest(int edge) {
  if (moved_before_[edge] == 0) return;
  moved_before_[edge] = 0;
  for (const int e : plan_.elements.of(edge)) dissipated_[e] = 0.0;
}

void StepAccounts::work_out_rest(const NetworkStepper& stepper) {
  stepper.share_loads();
  for (int edge = 0; edge < stepper.network().n_edges(); ++edge)
    if ((moved_before_[edge] == 0 || stepper.rate(edge) == 0.0) &&
        plan_.elements.of(edge).back() >= system_.first_pair())
      share_dry(edge, stepper.dry_force(edge), false);
}

void StepAccounts::share(const NetworkStepper& stepper, int edge, double d0, double h) {
  moved_before_[edge] = 1;
  const double d1 = stepper.next_deflection(edge);
  const double w1 = stepper.rate(edge);
  const double mean = stepper.mean_rate(edge);
  if (plan_.elements.of(edge).back() >= system_.first_pair())
    share_dry(edge, stepper.dry_force(edge), stepper.next_mode(edge) != Mode::Stuck);
  for (const int e : plan_.elements.of(edge)) {
    const double ratio = plan_.ratio[e];
    if (e < system_.n_springs()) {
      record_spring(e, ratio * d0, ratio * d1, ratio * mean, h);
    } else if (e < system_.first_pair()) {
      const double w = ratio * mean;
      dissipated_[e] = h * system_.smooth_law(e).damping * w * w;
      moved_ += dissipated_[e];
    } else {
      record_friction(e, ratio * (2.0 * mean - w1), ratio * w1, h);
    }
  }
}

void StepAccounts::outside(const NetworkStepper& stepper, double h) {
  const std::vector<double>& v1 = stepper.next_velocity();
  const auto mean = [&](int body) {
    return 0.5 * (velocity_[body] + v1[body]);
  };
  for (const StepForces::Push& push : forces_.outside()) {
    const int e = push.element;
    const double force = e >= system_.first_force() ? push.mean : -push.mean;
    supplied_[e] = 0.0;
    for (const Term& term : system_.terms_of(e)) {
      const double work = h * term.coefficient * force * mean(term.body);
      supplied_[e] += work;
      if (system_.is_given(term.body)) motion_work_[term.body] -= work;
    }
    moved_ += std::abs(supplied_[e]);
  }
  for (const int edge : given_edges_) {
    const TreePair& pair = stepper.network().edges[edge];
    const double impulse = h * stepper.force(edge);
    if (pair.a >= 0 && system_.is_given(pair.a))
      motion_work_[pair.a] += impulse * pair.coefficient_a * mean(pair.a);
    if (pair.b >= 0 && system_.is_given(pair.b))
      motion_work_[pair.b] += impulse * pair.coefficient_b * mean(pair.b);
  }
}

void StepAccounts::work_out(const NetworkStepper& stepper, double h) {
  numerical_ = moved_ = 0.0;
  turned_ = false;
  for (const int b : touched_) motion_work_[b] = 0.0;
  const StepNetwork& net = stepper.network();
  const StepState* start = net.contacts.empty() ? nullptr : &stepper.state();
  for (int edge = 0; edge < net.n_edges(); ++edge) {
    const double mean = stepper.mean_rate(edge);
    const double end = stepper.rate(edge);
    if (mean == 0.0 && end == 0.0) {
      rest(edge);
      continue;
    }
    const double begin = 2.0 * mean - end;
    if ((begin > 0.0) != (end > 0.0) || (begin < 0.0) != (end < 0.0))
      turned_ = turned_ || plan_.elements.of(edge).back() >= system_.first_pair();
    // With a gap the very bits of the step before say on which side it began.
    const double d0 = start != nullptr ? start->d[edge] : stepper.next_deflection(edge) - h * mean;
    share(stepper, edge, d0, h);
  }
  outside(stepper, h);
}

void StepAccounts::record(const NetworkStepper& stepper, State& state) {
  const auto bodies = motion_work_.size();
  for (const int b : touched_) {
    if (motion_work_[b] != 0.0) state.supplied[b].add(motion_work_[b]);
    velocity_[b] = stepper.next_velocity()[b];
  }
  for (const StepForces::Push& push : forces_.outside())
    if (const auto e = static_cast<std::size_t>(push.element); supplied_[e] != 0.0)
      state.supplied[bodies + e].add(supplied_[e]);
  for (std::size_t e = 0; e < dissipated_.size(); ++e)
    if (dissipated_[e] != 0.0) state.dissipated[e].add(dissipated_[e]);
  state.stepping.numerical.add(numerical_);
  state.moved.add(moved_);
}

void StepAccounts::read(const State& state, const NetworkStepper& stepper, double s,
                        EnergyLedger& ledger) const {
  const auto bodies = static_cast<std::size_t>(system_.n_bodies());
  const auto elements = static_cast<std::size_t>(system_.n_elements());
  ledger.kinetic.resize(bodies);
  ledger.motion_work.resize(bodies);
  for (auto* list : {&ledger.stored, &ledger.dissipated, &ledger.supplied}) list->resize(elements);
  const auto between = [s](double one, double other) {
    return s == 0.0 ? one : one + s * (other - one);
  };
  Sum balance;
  balance.add(-state.initial_energy);
  balance.add(-state.changes.total());
  for (std::size_t b = 0; b < bodies; ++b) {
    const int body = static_cast<int>(b);
    const double mass = system_.is_free(body) ? system_.body_laws[body].mass : 0.0;
    const double v0 = stepper.state().v[b];
    const double v1 = stepper.next_velocity()[b];
    ledger.kinetic[b] = mass == 0.0 ? 0.0 : between(0.5 * mass * v0 * v0, 0.5 * mass * v1 * v1);
    ledger.motion_work[b] = state.supplied[b].total() + s * motion_work_[b];
    balance.add(ledger.kinetic[b]);
    balance.add(-ledger.motion_work[b]);
  }
  for (std::size_t e = 0; e < elements; ++e) {
    const int index = static_cast<int>(e);
    const int edge = plan_.edge[e];
    ledger.stored[e] = 0.0;
    if (index < system_.n_springs() && edge >= 0)
      ledger.stored[e] =
          between(spring_energy(index, plan_.ratio[e] * stepper.state().d[edge]),
                  spring_energy(index, plan_.ratio[e] * stepper.next_deflection(edge)));
    ledger.dissipated[e] = state.dissipated[e].total() + s * dissipated_[e];
    ledger.supplied[e] = state.supplied[bodies + e].total() + s * supplied_[e];
    balance.add(ledger.stored[e]);
    balance.add(ledger.dissipated[e]);
    balance.add(-ledger.supplied[e]);
  }
  ledger.numerical = state.stepping.numerical.total() + s * numerical_;
  balance.add(ledger.numerical);
  ledger.initial = state.initial_energy;
  ledger.changes = state.changes.total();
  ledger.moved = state.moved.total() + s * moved_;
  ledger.residual = balance.total();
}

}  // namespace luztar
