#include "luztar/simulate/ledger.h"

#include <algorithm>
#include <cmath>

#include "luztar/series/polynomial.h"

namespace luztar {

Ledger::Ledger(const SystemImpl& system, int order) : system_(system), order_(order) {
  const Work empty{std::vector<double>(static_cast<std::size_t>(2 * order) + 2), -1};
  supplied_.assign(system.n_bodies() + system.n_elements(), empty);
  dissipated_.assign(system.n_elements(), empty);
}

/// Springs with damping at work, dampers, sliding friction.
bool Ledger::damps(const State& state, int e) const {
  if (e >= system_.first_force()) return false;
  if (e >= system_.first_damper()) return true;
  const SpringLaw& law = system_.springs[e];
  return law.damping != 0.0 && (!law.has_gap || state.contact[e] != 0);
}

/// Forces, and springs with a law of their own, whose energy has no name.
bool Ledger::supplies(int e) const {
  return e >= system_.first_force() ||
         (e < system_.first_damper() && system_.springs[e].force_slot >= 0);
}

/// integral = factor * integral of x y, the whole product: its frequencies are twice those of the
/// motion, so the series may not be cut where the motion's is.
void Ledger::product(const double* x, const double* y, double factor, Work& work) {
  int x_degree = order_;
  int y_degree = order_;
  while (x_degree >= 0 && x[x_degree] == 0.0) --x_degree;
  while (y_degree >= 0 && y[y_degree] == 0.0) --y_degree;
  work.degree = x_degree < 0 || y_degree < 0 ? -1 : x_degree + y_degree + 1;
  if (work.degree < 0) return;
  double* c = work.integral.data();
  std::fill(c, c + work.degree + 1, 0.0);
  for (int i = 0; i <= x_degree; ++i) {
    const double xi = factor * x[i];
    for (int j = 0; j <= y_degree; ++j) c[i + j + 1] += xi * y[j];
  }
  for (int k = 1; k <= work.degree; ++k) c[k] /= k;
}

void Ledger::integrate(const State& state, const Expansion& series) {
  ready_ = true;
  for (int b = 0; b < system_.n_bodies(); ++b)
    // The motion is given: something outside balances what the elements do to the body.
    if (!system_.is_free(b)) product(series.v(b), series.body_force(b), -1.0, supplied_[b]);
  for (int e = 0; e < system_.n_elements(); ++e) {
    Work& supplied = supplied_[system_.n_bodies() + e];
    Work& dissipated = dissipated_[e];
    supplied.degree = dissipated.degree = -1;
    if (state.is_held[e] != 0) continue;
    if (supplies(e))
      product(series.f(e), series.rate(e), e >= system_.first_force() ? 1.0 : -1.0, supplied);
    if (!damps(state, e)) continue;
    const bool spring = e < system_.first_damper();
    product(spring ? series.rate(e) : series.f(e), series.rate(e),
            spring ? system_.springs[e].damping : 1.0, dissipated);
  }
}

double Ledger::Work::until(double tau) const {
  return degree < 0 ? 0.0 : evaluate_polynomial(integral.data(), degree, tau);
}

double Ledger::spring_energy(const State& state, const Expansion& series, int s, double tau) const {
  const SpringLaw& law = system_.springs[s];
  if (law.force_slot >= 0 || (law.has_gap && state.contact[s] == 0)) return 0.0;
  double compression = evaluate_polynomial(series.d(s), order_, tau) - law.rest;
  if (law.has_gap) compression -= state.contact[s] > 0 ? law.upper : law.lower;
  return 0.5 * law.stiffness * compression * compression;
}

double Ledger::mechanical_energy(const State& state, const Expansion& series, double tau) const {
  Sum energy;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (!system_.is_free(b)) continue;
    const double v = evaluate_polynomial(series.v(b), order_, tau);
    energy.add(0.5 * v * v / system_.inverse_mass[b]);
  }
  for (int s = 0; s < system_.n_springs(); ++s) energy.add(spring_energy(state, series, s, tau));
  return energy.total();
}

void Ledger::commit(State& state, const Expansion& series, double tau) {
  if (!ready_) integrate(state, series);
  double moved = 0.0;
  for (std::size_t i = 0; i < state.supplied.size(); ++i) {
    if (supplied_[i].degree < 0) continue;
    const double work = supplied_[i].until(tau);
    state.supplied[i].add(work);
    moved += std::abs(work);
  }
  for (int e = 0; e < system_.n_elements(); ++e) {
    if (dissipated_[e].degree < 0) continue;
    const double work = dissipated_[e].until(tau);
    state.dissipated[e].add(work);
    moved += std::abs(work);
  }
  moved += std::abs(mechanical_energy(state, series, tau) - mechanical_energy(state, series, 0.0));
  state.moved.add(moved);
}

void Ledger::read(const State& state, const Expansion& series, double tau, EnergyLedger& ledger) {
  if (!ready_) integrate(state, series);
  const int bodies = system_.n_bodies();
  const int elements = system_.n_elements();
  ledger.kinetic.assign(bodies, 0.0);
  ledger.motion_work.assign(bodies, 0.0);
  for (auto* list : {&ledger.stored, &ledger.dissipated, &ledger.supplied})
    list->assign(elements, 0.0);
  Sum balance;
  balance.add(-state.initial_energy);
  for (int b = 0; b < bodies; ++b) {
    const double v = evaluate_polynomial(series.v(b), order_, tau);
    if (system_.is_free(b)) ledger.kinetic[b] = 0.5 * v * v / system_.inverse_mass[b];
    ledger.motion_work[b] = state.supplied[b].total() + supplied_[b].until(tau);
    balance.add(ledger.kinetic[b]);
    balance.add(-ledger.motion_work[b]);
  }
  for (int e = 0; e < elements; ++e) {
    if (e < system_.n_springs()) ledger.stored[e] = spring_energy(state, series, e, tau);
    ledger.dissipated[e] = state.dissipated[e].total() + dissipated_[e].until(tau);
    ledger.supplied[e] = state.supplied[bodies + e].total() + supplied_[bodies + e].until(tau);
    balance.add(ledger.stored[e]);
    balance.add(ledger.dissipated[e]);
    balance.add(-ledger.supplied[e]);
  }
  ledger.initial = state.initial_energy;
  ledger.moved = state.moved.total();
  ledger.residual = balance.total();
}

}  // namespace luztar
