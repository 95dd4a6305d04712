#include "luztar/simulate/sampler.h"

#include <algorithm>

#include "luztar/series/polynomial.h"

namespace luztar {

Sampler::Sampler(const SystemImpl& system) : system_(system) {
  for (int j = 0; j < system.n_pairs(); ++j)
    if (system.pairs[j].is_dry() && system.pairs[j].normal_slot >= 0) with_normal_.push_back(j);
}

Sampler::Values::Values(const SystemImpl& system) : mode(system.n_elements(), 0) {
  for (auto* list : {&q, &v, &a}) list->assign(system.n_bodies(), 0.0);
  for (auto* list : {&d, &rate, &f, &lower, &upper}) list->assign(system.n_elements(), 0.0);
  internal.assign(system.n_internals(), 0.0);
  for (int j = 0; j < system.n_pairs(); ++j) {
    if (!system.pairs[j].is_dry()) continue;
    lower[system.first_pair() + j] = -system.pairs[j].breakaway[0];
    upper[system.first_pair() + j] = system.pairs[j].breakaway[1];
  }
}

Sample Sampler::sample(double time, const State& state, const Expansion& series, Ledger& ledger,
                       double tau, int slot) {
  if (!values_[slot]) values_[slot].emplace(system_);
  Values& values = *values_[slot];
  // At the anchor itself only the first coefficients count, whatever became of the others.
  const int order = tau == 0.0 ? 0 : series.degree();
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const TwoLanes both = evaluate_two(series.q(b), series.v(b), order, tau);
    values.q[b] = both[0];
    values.v[b] = both[1];
    values.a[b] = evaluate_polynomial(series.a(b), order, tau);
  }
  for (int e = 0; e < system_.n_elements(); ++e) {
    const TwoLanes both = evaluate_two(series.d(e), series.rate(e), order, tau);
    values.d[e] = both[0];
    values.rate[e] = both[1];
    values.f[e] = evaluate_polynomial(series.f(e), order, tau);
  }
  for (int i = 0; i < system_.n_internals(); ++i)
    values.internal[i] = evaluate_polynomial(series.z(i), order, tau);
  for (int s = 0; s < system_.n_springs(); ++s) values.mode[s] = number(state.contact[s]);
  for (int j = 0; j < system_.n_pairs(); ++j)
    values.mode[system_.first_pair() + j] =
        system_.pairs[j].has_edges() ? number(state.side[j]) : number(state.pair[j]);
  for (const int j : with_normal_) {
    const PairLaw& law = system_.pairs[j];
    const double normal =
        std::max(0.0, evaluate_polynomial(series.series().slot(law.normal_slot), order, tau));
    values.lower[system_.first_pair() + j] = -law.breakaway[0] * normal;
    values.upper[system_.first_pair() + j] = law.breakaway[1] * normal;
  }
  ledger.read(state, series, tau, values.energy);
  return {time,     values.q,    values.v,     values.a,     values.d,      values.rate,
          values.f, values.mode, values.lower, values.upper, values.energy, values.internal};
}

MotionPiece Sampler::piece(double begin, double length, const Expansion& series) {
  return {begin,
          length,
          series.degree(),
          {series.q(0), series.v(0), series.a(0), series.d(0), series.rate(0), series.f(0),
           series.z(0), series.stride()}};
}

}  // namespace luztar
