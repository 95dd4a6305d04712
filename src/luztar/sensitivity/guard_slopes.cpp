#include "luztar/sensitivity/guard_slopes.h"

#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/instant/contacts.h"
#include "luztar/dynamics/system/pair_edges.h"

namespace luztar {

template <typename N>
GuardSlopes<N>::GuardSlopes(const ModeMotion<N>& motion)
    : motion_(motion), numbers_(motion.numbers()), system_(numbers_.system) {
  const std::vector<int>& switches = numbers_.varied.switches;
  for (std::size_t i = 0; i < switches.size(); ++i)
    if (switches[i] >= 0) own_.push_back(static_cast<int>(i));
}

template <typename N>
std::optional<typename GuardSlopes<N>::Slope> GuardSlopes<N>::contact_guard(
    const GuardOwner& owner) const {
  const SpringLaw& law = system_.smooth_law(owner.index);
  const auto& numbers = numbers_.smooth[static_cast<std::size_t>(owner.index)];
  const State& state = motion_.state();
  const bool touches = state.contact[owner.index] != Edge::None;
  Slope d = along(motion_.d(owner.index));
  const Edge edge = beyond(state, owner.index);
  if (law.only_pushes && edge != Edge::None && owner.side == 0) {
    const Slope rate = along(motion_.rate(owner.index));
    const N place = numbers.rest + (edge == Edge::Upper ? numbers.upper : numbers.lower);
    return Slope{numbers.stiffness * (d.value - place) + numbers.damping * rate.value,
                 numbers.stiffness.value * d.rate + numbers.damping.value * rate.rate};
  }
  const bool upper = edge == Edge::Upper || (edge == Edge::None && !touches && owner.side == 0);
  d.value -= numbers.rest + (upper ? numbers.upper : numbers.lower);
  return d;
}

template <typename N>
std::optional<typename GuardSlopes<N>::Slope> GuardSlopes<N>::pair_guard(
    const GuardOwner& owner) const {
  const int j = owner.index, e = system_.first_pair() + j;
  const PairLaw& law = system_.pairs[j];
  const State& state = motion_.state();
  const auto& numbers = numbers_.pairs[static_cast<std::size_t>(j)];
  const bool stuck = state.pair[j] == Mode::Stuck;
  if (law.is_rigid()) return along(motion_.f(e));
  if (stuck && state.kept_limit[j] != Bound::Free) return std::nullopt;
  if (law.has_edges()) {
    if (stuck) return along(motion_.f(e));
    Slope d = along(motion_.d(e));
    const bool upper = owner.side == 0;
    if (law.pitch > 0.0)
      d.value -= static_cast<double>(state.edges.tooth[j] + (upper ? 1 : 0)) * numbers.pitch;
    else
      d.value -= upper ? numbers.upper : numbers.lower;
    return d;
  }
  if (!stuck) return along(motion_.rate(e));
  const int side = 1 - owner.side;
  const double sign = owner.side == 0 ? 1.0 : -1.0;
  Slope force = along(motion_.f(e));
  if (law.is_one_way()) return force;
  const Slope level = motion_.limit_slope(j, side, tau_);
  force.value -= sign * level.value;
  force.rate -= sign * level.rate;
  return force;
}

template <typename N>
std::optional<typename GuardSlopes<N>::Slope> GuardSlopes<N>::switch_guard(
    const GuardOwner& owner) const {
  if (owner.index < system_.sampling.n_clocks) return Slope{N(0.0), 1.0};
  const int own = own_[static_cast<std::size_t>(owner.index)];
  SwitchGuard guards[2];
  const Switch& sw = system_.program.switches()[own];
  const int count = guards_of(system_.program, sw, motion_.branch()[own], guards);
  if (owner.side >= count) return std::nullopt;
  Slope slope = along(motion_.slot(guards[owner.side].slot));
  slope.value = guards[owner.side].sign * slope.value + guards[owner.side].offset;
  slope.rate *= guards[owner.side].sign;
  return slope;
}

template <typename N>
std::optional<typename GuardSlopes<N>::Slope> GuardSlopes<N>::at(int guard, double tau) {
  tau_ = tau;
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind == GuardOwner::Kind::Switch) return switch_guard(owner);
  return owner.kind == GuardOwner::Kind::Pair ? pair_guard(owner) : contact_guard(owner);
}

template <typename N>
void GuardSlopes<N>::remember_edges(double distance) {
  near_edge_.assign(static_cast<std::size_t>(system_.n_pairs()), 0);
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (!system_.pairs[j].has_edges()) continue;
    bool is_near = motion_.state().pair[j] == Mode::Stuck;
    for (const int guard : guards_of_pair(system_, j))
      if (const auto slope = at(guard, 0.0))
        is_near = is_near || is_negligible(value_of(slope->value), distance, kHalfDigits);
    near_edge_[j] = is_near ? 1 : 0;
  }
}

template <typename N>
std::vector<int> GuardSlopes<N>::just_reached(double distance, double speed, bool starts) {
  std::vector<int> reached;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const PairLaw& law = system_.pairs[j];
    const bool stuck = motion_.state().pair[j] == Mode::Stuck;
    if (law.is_rigid() || law.is_one_way() || (stuck && law.has_edges())) continue;
    const bool slides = !stuck && !law.has_edges();
    if (slides ? !starts : law.has_edges() && (starts || near_edge_[j] != 0)) continue;
    const double force = std::abs(value_of(motion_.f(system_.first_pair() + j)[0]));
    const double size = stuck ? force : slides ? speed : distance;
    const double rate_size = stuck ? force : speed;
    for (const int guard : guards_of_pair(system_, j)) {
      const auto slope = at(guard, 0.0);
      if (slope && is_negligible(value_of(slope->value), size, kNoise) &&
          (slides || (size > 0.0 && is_negligible(slope->rate, rate_size, kNoise))) &&
          largest_slope(slope->value) > 0.0)
        reached.push_back(guard);
      if (slides) break;  // both are the same
    }
  }
  return reached;
}

template <typename N>
std::vector<int> GuardSlopes<N>::loose_contacts() const {
  std::vector<int> loose;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const Edge side = motion_.state().side[j];
    if (!system_.pairs[j].has_edges() || system_.pairs[j].is_rigid() || side == Edge::None)
      continue;
    const int e = system_.first_pair() + j;
    const auto& numbers = numbers_.pairs[static_cast<std::size_t>(j)];
    const N gap = motion_.d(e)[0] - (side == Edge::Upper ? numbers.upper : numbers.lower);
    const bool carries_force = value_of(motion_.f(e)[0]) != 0.0;
    if (largest_slope(gap) > 0.0 || (!carries_force && largest_slope(motion_.rate(e)[0]) > 0.0))
      loose.push_back(guards_of_pair(system_, j).front());
  }
  return loose;
}

template <typename N>
std::string GuardSlopes<N>::name_of(int guard) const {
  const GuardOwner owner = guard_owner(system_, guard);
  if (owner.kind != GuardOwner::Kind::Switch) {
    const bool is_pair = owner.kind == GuardOwner::Kind::Pair;
    return system_.elements[(is_pair ? system_.first_pair() : 0) + owner.index].name;
  }
  const int name = system_.program.switches()[own_[owner.index]].owner;
  return name < 0 ? "an input" : system_.event_names[name];
}

template class GuardSlopes<Dual<2>>;
template class GuardSlopes<Dual<8>>;

}  // namespace luztar
