#include "luztar/simulate/island_samples.h"

namespace luztar {

IslandSamples::IslandSamples(const SystemImpl& system) : system_(system) {
  const auto bodies = static_cast<std::size_t>(system.n_bodies());
  const auto elements = static_cast<std::size_t>(system.n_elements());
  for (Values& values : values_) {
    for (auto* list : {&values.q, &values.v, &values.a}) list->assign(bodies, 0.0);
    for (auto* list : {&values.d, &values.rate, &values.f, &values.lower, &values.upper})
      list->assign(elements, 0.0);
    values.mode.assign(elements, 0);
    values.energy.kinetic.assign(bodies, 0.0);
    values.energy.stored.assign(elements, 0.0);
  }
}

void IslandSamples::begin(int slot, const State& whole) {
  EnergyLedger& energy = values_[slot].energy;
  const auto bodies = static_cast<std::size_t>(system_.n_bodies());
  energy.motion_work.clear();
  energy.supplied.clear();
  energy.dissipated.clear();
  for (std::size_t i = 0; i < whole.supplied.size(); ++i)
    (i < bodies ? energy.motion_work : energy.supplied).push_back(whole.supplied[i].total());
  for (const Sum& account : whole.dissipated) energy.dissipated.push_back(account.total());
  energy.moved = whole.moved.total();
}

void IslandSamples::add(int slot, const SystemPart& part, const Sample& s) {
  Values& to = values_[slot];
  for (std::size_t i = 0; i < part.bodies.size(); ++i) {
    const int b = part.bodies[i];
    to.energy.motion_work[b] += s.energy.motion_work[i];
    if (part.is_own[i] == 0 && system_.is_free(b)) continue;  // a wall
    to.q[b] = s.q[i];
    to.v[b] = s.v[i];
    to.a[b] = s.a[i];
    to.energy.kinetic[b] = s.energy.kinetic[i];
  }
  for (std::size_t i = 0; i < part.elements.size(); ++i) {
    const int e = part.elements[i];
    to.d[e] = s.d[i];
    to.rate[e] = s.rate[i];
    to.f[e] = s.f[i];
    to.mode[e] = s.mode[i];
    to.lower[e] = s.lower[i];
    to.upper[e] = s.upper[i];
    to.energy.stored[e] = s.energy.stored[i];
    to.energy.dissipated[e] += s.energy.dissipated[i];
    to.energy.supplied[e] += s.energy.supplied[i];
  }
  to.energy.moved += s.energy.moved;
}

Sample IslandSamples::end(int slot, double time, const State& whole) {
  Values& of = values_[slot];
  EnergyLedger& energy = of.energy;
  Sum balance;
  balance.add(-whole.initial_energy);
  balance.add(-whole.changes.total());
  balance.add(whole.stepping.numerical.total());
  for (const auto* list : {&energy.kinetic, &energy.stored, &energy.dissipated})
    for (const double joules : *list) balance.add(joules);
  for (const auto* list : {&energy.motion_work, &energy.supplied})
    for (const double joules : *list) balance.add(-joules);
  energy.initial = whole.initial_energy;
  energy.changes = whole.changes.total();
  energy.numerical = whole.stepping.numerical.total();
  energy.residual = balance.total();
  return {time, of.q, of.v, of.a, of.d, of.rate, of.f, of.mode, of.lower, of.upper, energy, {}};
}

}  // namespace luztar
