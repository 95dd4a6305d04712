#include "luztar/sensitivity/mode_motion.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {

template <typename N>
ModeMotion<N>::ModeMotion(const Numbers<N>& numbers, int order)
    : numbers_(numbers),
      system_(numbers.system),
      stride_(static_cast<std::size_t>(order) + 3),
      order_(order),
      branch_(numbers.varied.fixed),
      program_(system_.program, order + 2),
      holding_(numbers) {
  for (const auto& [slot, number] : numbers.varied.parameters)
    program_.slot(slot)[0] = numbers.of(number);
  const std::size_t bodies = stride_ * static_cast<std::size_t>(system_.n_bodies());
  const std::size_t elements = stride_ * static_cast<std::size_t>(system_.n_elements());
  for (auto* list : {&rows_.q, &rows_.v, &rows_.a, &rows_.body_force}) list->assign(bodies, N(0.0));
  for (auto* list : {&rows_.d, &rows_.rate, &rows_.f}) list->assign(elements, N(0.0));
  settled_.largest.resize(static_cast<std::size_t>(system_.first_state()));
  rows_.z.assign(stride_ * static_cast<std::size_t>(system_.n_internals()), N(0.0));
  for (int j = 0; j < system_.n_pairs(); ++j) {
    const auto terms = system_.terms_of_pair(j);
    const N* arms = numbers.arms_of(system_.first_pair() + j);
    arms_.emplace_back(arms, arms + terms.size());
  }
}

template <typename N>
void ModeMotion<N>::set(const State& state) {
  state_ = state;
  for (std::size_t i = 0; i < branch_.size(); ++i)
    if (const int plain = numbers_.varied.switches[i]; plain >= 0) branch_[i] = state.branch[plain];
}

template <typename N>
void ModeMotion<N>::start() {
  settled_.start.clear();
  for (int i = 0; i < system_.first_state(); ++i) {
    settled_.start.push_back(z(i)[0]);
    auto& largest = settled_.largest[static_cast<std::size_t>(i)].slope;
    for (std::size_t j = 0; j < largest.size(); ++j)
      largest[j] = std::max(largest[j], std::abs(z(i)[0].slope[j]));
  }
  order_ = std::max(order_, 1);
  program_.use_order(static_cast<int>(stride_) - 1);
  for (const Sampling::Output& output : system_.sampling.outputs)
    program_.slot(output.slot)[0] = z(output.internal)[0];
  program_.expand_time(system_.program, state_.anchor.value, branch_.data(), state_.anchor.rest);
  const int last = static_cast<int>(stride_) - 3;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const int slot = system_.motion_slot(b);
    if (slot < 0) {
      if (system_.is_given(b)) {
        q(b)[1] = v(b)[0];
        for (int k = 1; k <= last + 1; ++k) v(b)[k] = a(b)[k - 1] = 0.0;
        for (int k = 2; k <= last + 1; ++k) q(b)[k] = 0.0;
      }
      continue;
    }
    const N* c = program_.slot(slot);
    for (int k = 0; k <= last; ++k) {
      q(b)[k] = c[k];
      v(b)[k] = (k + 1.0) * c[k + 1];
      a(b)[k] = (k + 1.0) * ((k + 2.0) * c[k + 2]);
    }
  }
  expand_order(0);
}

template <typename N>
void ModeMotion<N>::settle(const std::vector<char>& settled) {
  settled_.is = settled;
  settled_.rate.assign(rows_.z.size(), N(0.0));
}

template <typename N>
void ModeMotion<N>::expand(int order) {
  constexpr int kRounds = 12;
  expand_once(order);
  double before = kInfinity;
  for (int round = 0; round < kRounds; ++round) {
    const double change = improve_settled(order);
    if (change == 0.0) break;
    if (round > 1 && !(change < before)) {
      if (!(change < kSolved)) leave_settled(order);
      break;  // else what is left is rounding
    }
    before = change;
    expand_order(0);
    expand_once(order);
  }
  if (!starts_settled()) leave_settled(order);
}

/// A state may have settled before its derivatives have: at the start of a run that goes on.
template <typename N>
bool ModeMotion<N>::starts_settled() {
  bool settled = true;
  for (std::size_t i = 0; i < settled_.is.size(); ++i) {
    if (settled_.is[i] == 0) continue;
    const N& there = z(static_cast<int>(i))[0];
    for (int j = 0; j < N::kWidth; ++j) {
      const double here = settled_.start[i].slope[j];
      const double largest = std::max(settled_.largest[i].slope[j], std::abs(there.slope[j]));
      settled = settled && is_negligible(here - there.slope[j], largest, kSolved);
    }
  }
  return settled;
}

/// Rates of what has settled from the round before. @return how far they have changed, relative
template <typename N>
double ModeMotion<N>::improve_settled(int order) {
  double change = 0.0;
  const auto look = [&change](double next, double old) {
    if (next != old)
      change = std::max(change, std::abs(next - old) / (std::abs(next) + std::abs(old)));
  };
  for (std::size_t i = 0; i < settled_.is.size(); ++i) {
    if (settled_.is[i] == 0) continue;
    const N* here = z(static_cast<int>(i));
    N* old = &settled_.rate[row(static_cast<int>(i))];
    look(here[1].value, old[0].value);
    for (int j = 0; j < N::kWidth; ++j) look(here[1].slope[j], old[0].slope[j]);
    for (int k = 0; k <= order; ++k) old[k] = k < order ? (k + 1.0) * here[k + 1] : N(0.0);
  }
  return change;
}

/// The rounds lead away, since something else is as fast: states go on from where they are.
template <typename N>
void ModeMotion<N>::leave_settled(int order) {
  for (std::size_t i = 0; i < settled_.is.size(); ++i)
    if (settled_.is[i] != 0) z(static_cast<int>(i))[0] = settled_.start[i];
  settled_.is.clear();
  expand_order(0);
  expand_once(order);
}

template <typename N>
void ModeMotion<N>::expand_once(int order) {
  order_ = order;
  for (int k = 1; k <= order; ++k) expand_order(k);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (!system_.is_massless(b)) continue;
    for (int k = 0; k < order; ++k) a(b)[k] = (k + 1.0) * v(b)[k + 1];
    a(b)[order] = 0.0;
  }
}

template <typename N>
void ModeMotion<N>::stretch(int k) {
  for (int e = 0; e < system_.n_elements(); ++e) {
    const auto terms = system_.terms_of(e);
    const N* arm = numbers_.arms_of(e);
    N speed = 0.0;
    for (std::size_t i = 0; i < terms.size(); ++i) speed += arm[i] * v(terms[i].body)[k];
    rate(e)[k] = speed;
    if (k > 0) {
      d(e)[k] = rate(e)[k - 1] * (1.0 / k);
      continue;
    }
    N deflection = 0.0;
    for (std::size_t i = 0; i < terms.size(); ++i) deflection += arm[i] * q(terms[i].body)[0];
    d(e)[0] = deflection;
  }
}

/// @param still  with velocities of 0
template <typename N>
void ModeMotion<N>::feed_coordinates(int k, bool still) {
  for (const ProgramInput& input : system_.inputs) {
    if (input.kind == ProgramInput::Kind::Position)
      program_.slot(input.slot)[k] = q(input.index)[k];
    else if (input.kind == ProgramInput::Kind::Velocity)
      program_.slot(input.slot)[k] = still ? N(0.0) : v(input.index)[k];
  }
  program_.expand_state(system_.program, k, branch_.data());
}

template <typename N>
void ModeMotion<N>::feed(int k) {
  using Kind = ProgramInput::Kind;
  if (!system_.arms.geometries().empty()) {
    feed_coordinates(k, false);
    bend(k);
  }
  for (const ProgramInput& input : system_.inputs) {
    N& slot = program_.slot(input.slot)[k];
    switch (input.kind) {
      case Kind::Position:
        slot = q(input.index)[k];
        break;
      case Kind::Velocity:
        slot = v(input.index)[k];
        break;
      case Kind::Deflection:
        slot = d(input.index)[k];
        break;
      case Kind::Rate:
        slot = rate(input.index)[k];
        break;
      case Kind::Speed: {
        const Mode mode = state_.pair[input.index];
        const bool counts = mode != Mode::Stuck && (input.side == 0 || input.side == number(mode));
        slot = counts ? number(mode) * rate(system_.first_pair() + input.index)[k] : N(0.0);
        break;
      }
      case Kind::Internal:
        slot = !settled_.is.empty() && settled_.is[input.index] != 0 ? N(0.0) : z(input.index)[k];
        break;
      case Kind::InternalRate:
        slot = settled_.is.empty() ? N(0.0) : settled_.rate[row(input.index) + k];
        break;
      case Kind::Load:
        slot = 0.0;  // hold() knows it
        break;
    }
  }
  program_.expand_state(system_.program, k, branch_.data());
  if (!settled_.is.empty()) {
    for (const ProgramInput& input : system_.inputs)
      if (input.kind == Kind::Internal && settled_.is[input.index] != 0)
        program_.slot(input.slot)[k] = z(input.index)[k] =
            program_.slot(system_.internals[input.index].settled_slot)[k];
    program_.expand_state(system_.program, k, branch_.data());
  }
  for (int i = 0; i < system_.n_internals(); ++i)
    if (settled_.is.empty() || settled_.is[i] == 0)
      z(i)[k + 1] = program_.slot(system_.internals[i].rate_slot)[k] * (1.0 / (k + 1));
}

/// Deflections that are expressions, and their rates.
template <typename N>
void ModeMotion<N>::bend(int k) {
  for (const Geometry& geometry : system_.arms.geometries()) {
    d(geometry.element)[k] = program_.slot(geometry.deflection_slot)[k];
    rate(geometry.element)[k] = program_.slot(geometry.rate_slot)[k];
  }
}

template <typename N>
void ModeMotion<N>::add_forces(int k) {
  stretch(k);
  feed(k);
  bend(k);
  for (int b = 0; b < system_.n_bodies(); ++b) rows_.body_force[row(b) + k] = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e) {
    N force = f(e)[k] = element_force(e, k);
    if (e < system_.first_force()) force = -force;
    const auto terms = system_.terms_of(e);
    if (system_.geometry_of(e) != nullptr) continue;
    const N* arm = numbers_.arms_of(e);
    for (std::size_t i = 0; i < terms.size(); ++i)
      rows_.body_force[row(terms[i].body) + k] += arm[i] * force;
  }
  push_along_gradients(k);
}

template <typename N>
void ModeMotion<N>::push_along_gradients(int k) {
  for (const Geometry& geometry : system_.arms.geometries()) {
    const N* force = f(geometry.element);
    const auto terms = system_.terms_of(geometry.element);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const N* slope = slot(geometry.gradient_slots[i]);
      N sum = 0.0;
      for (int j = 0; j <= k; ++j) sum += slope[j] * force[k - j];
      rows_.body_force[row(terms[i].body) + k] -= sum;
    }
  }
}

template <typename N>
void ModeMotion<N>::find_arms() {
  for (const Geometry& geometry : system_.arms.geometries()) {
    const int j = geometry.element - system_.first_pair();
    if (j < 0 || j >= system_.n_pairs()) continue;
    for (std::size_t i = 0; i < geometry.gradient_slots.size(); ++i)
      arms_[static_cast<std::size_t>(j)][i] = slot(geometry.gradient_slots[i])[0];
  }
}

/// Of frictions at a limit which grows with the force of a link.
template <typename N>
std::vector<typename Holding<N>::LoadFactor> ModeMotion<N>::find_load_factors() {
  std::vector<typename Holding<N>::LoadFactor> load_factors;
  for (const NormalLoad& load : system_.arms.normal_loads()) {
    const int j = load.pair;
    const Mode mode = state_.pair[j];
    const int sign = mode != Mode::Stuck                   ? number(mode)
                     : state_.kept_limit[j] == Bound::Both ? 0
                                                           : number(state_.kept_limit[j]);
    if (sign == 0 || !load.acts(state_.side[load.by])) continue;
    const auto size = [&](double force) {
      program_.slot(load.slot)[0] = force;
      program_.expand_state(system_.program, 0, branch_.data());
      return mode != Mode::Stuck ? level(j, 0) : limit(j, sign > 0 ? 1 : 0, 0);
    };
    const N loaded = size(1.0);
    const N factor = loaded - size(0.0);
    load_factors.push_back({j, load.by, (sign * number(state_.side[load.by])) * factor});
  }
  return load_factors;
}

/// Accelerations and forces of pairs at rest, of order k.
template <typename N>
void ModeMotion<N>::hold(int k) {
  const auto bodies = static_cast<std::size_t>(system_.n_bodies());
  force_.resize(bodies);
  acceleration_.resize(bodies);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    force_[b] = rows_.body_force[row(b) + k];
    acceleration_[b] = system_.is_given(b) ? a(b)[k] : N(0.0);
  }
  drive_.assign(holding_.pairs().size(), N(0.0));
  if (system_.has_bent_pairs()) {  // what arms that turn ask for
    for (int b = 0; b < system_.n_bodies(); ++b)
      if (!system_.is_given(b)) {
        q(b)[k + 1] = v(b)[k] * (1.0 / (k + 1));
        v(b)[k + 1] = 0.0;
      }
    std::vector<N> given(bodies);
    for (int b = 0; b < system_.n_bodies(); ++b)
      if (system_.is_given(b)) given[b] = std::exchange(v(b)[k + 1], N(0.0));
    feed_coordinates(k + 1, false);
    for (std::size_t i = 0; i < drive_.size(); ++i)
      if (const Geometry* geometry =
              system_.geometry_of(system_.first_pair() + holding_.pairs()[i]))
        drive_[i] = -((k + 1.0) * slot(geometry->rate_slot)[k + 1]);
    for (int b = 0; b < system_.n_bodies(); ++b)
      if (system_.is_given(b)) v(b)[k + 1] = given[b];
  }
  holding_.solve(force_, drive_, acceleration_, pair_force_);
  for (std::size_t i = 0; i < pair_force_.size(); ++i)
    f(system_.first_pair() + holding_.pairs()[i])[k] = pair_force_[i];
  for (int b = 0; b < system_.n_bodies(); ++b) {
    rows_.body_force[row(b) + k] = force_[b];
    if (system_.is_free(b)) {
      a(b)[k] = acceleration_[b];
      v(b)[k + 1] = a(b)[k] * (1.0 / (k + 1));
    }
    if (!system_.is_given(b)) q(b)[k + 1] = v(b)[k] * (1.0 / (k + 1));
  }
  if (system_.arms.normal_loads().empty()) return;
  for (const auto& load : load_factors_)
    f(system_.first_pair() + load.pair)[k] += load.factor * f(system_.first_pair() + load.by)[k];
  for (const NormalLoad& load : system_.arms.normal_loads())
    program_.slot(load.slot)[k] =
        load.acts(state_.side[load.by])
            ? number(state_.side[load.by]) * f(system_.first_pair() + load.by)[k]
            : N(0.0);
  program_.expand_state(system_.program, k, branch_.data());
}

template <typename N>
void ModeMotion<N>::expand_order(int k) {
  if (k == 0) {
    add_forces(0);
    find_arms();
    load_factors_.clear();
    if (!system_.arms.normal_loads().empty()) load_factors_ = find_load_factors();
    holding_.build(state_, arms_, load_factors_);
    if (system_.has_massless) massless_.prepare(numbers_, state_, holding_);
  }
  if (system_.has_massless)
    balance(k);
  else
    add_forces(k);
  hold(k);
}

// Member by member: others are in mode_forces.cpp and massless_motion.cpp.
template ModeMotion<Dual<2>>::ModeMotion(const Numbers<Dual<2>>&, int);
template void ModeMotion<Dual<2>>::set(const State&);
template void ModeMotion<Dual<2>>::settle(const std::vector<char>&);
template void ModeMotion<Dual<2>>::start();
template void ModeMotion<Dual<2>>::expand(int);
template void ModeMotion<Dual<2>>::add_forces(int);
template ModeMotion<Dual<8>>::ModeMotion(const Numbers<Dual<8>>&, int);
template void ModeMotion<Dual<8>>::set(const State&);
template void ModeMotion<Dual<8>>::settle(const std::vector<char>&);
template void ModeMotion<Dual<8>>::start();
template void ModeMotion<Dual<8>>::expand(int);
template void ModeMotion<Dual<8>>::add_forces(int);

}  // namespace luztar
