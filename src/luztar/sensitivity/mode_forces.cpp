// Forces of elements by their laws, in given modes.
#include "luztar/sensitivity/mode_motion.h"

namespace luztar {

template <typename N>
N ModeMotion<N>::spring_force(int e, int k) const {
  const SpringLaw& law = system_.smooth_law(e);
  if (law.force_slot >= 0) return slot(law.force_slot)[k];
  const auto& numbers = numbers_.smooth[static_cast<std::size_t>(e)];
  if (e >= system_.n_springs()) return numbers.damping * rate(e)[k];
  if (law.has_gap && state_.contact[e] == Edge::None) return 0.0;
  N compression = d(e)[k];
  if (k == 0) {
    compression -= numbers.rest;
    if (law.has_gap)
      compression -= state_.contact[e] == Edge::Upper ? numbers.upper : numbers.lower;
  }
  return numbers.stiffness * compression + numbers.damping * rate(e)[k];
}

template <typename N>
N ModeMotion<N>::limit(int pair, int side, int k) const {
  const N& level = numbers_.pairs[static_cast<std::size_t>(pair)].breakaway[side];
  return system_.pairs[pair].limit(
      level, [this](int at) { return slot(at); }, k);
}

template <typename N>
typename ModeMotion<N>::Slope ModeMotion<N>::limit_slope(int pair, int side, double tau) const {
  std::vector<N> row;
  for (int k = 0; k <= order_; ++k) row.push_back(limit(pair, side, k));
  return slope_at(row.data(), tau);
}

/// What a sliding pair carries beside its viscous part.
template <typename N>
N ModeMotion<N>::level(int pair, int k) const {
  const PairLaw& law = system_.pairs[pair];
  const int side = side_of(state_.pair[pair]);
  if (law.level_slot[side] >= 0) return slot(law.level_slot[side])[k];
  return k == 0 ? numbers_.pairs[static_cast<std::size_t>(pair)].kinetic[side] : N(0.0);
}

template <typename N>
N ModeMotion<N>::element_force(int e, int k) const {
  if (e < system_.first_pair()) return spring_force(e, k);
  if (e >= system_.first_force()) return slot(system_.force_slots[e - system_.first_force()])[k];
  const int j = e - system_.first_pair();
  if (const Mode mode = state_.pair[j]; mode != Mode::Stuck) {
    if (system_.pairs[j].has_edges()) return 0.0;
    const N& viscous = numbers_.pairs[static_cast<std::size_t>(j)].viscous[side_of(mode)];
    return viscous * rate(e)[k] + number(mode) * level(j, k);
  }
  if (state_.kept_limit[j] == Bound::Free || state_.kept_limit[j] == Bound::Both ||
      system_.pairs[j].has_edges())
    return 0.0;
  return state_.kept_limit[j] == Bound::Upper ? limit(j, 1, k) : -limit(j, 0, k);
}

template Dual<2> ModeMotion<Dual<2>>::level(int, int) const;
template Dual<2> ModeMotion<Dual<2>>::limit(int, int, int) const;
template ModeMotion<Dual<2>>::Slope ModeMotion<Dual<2>>::limit_slope(int, int, double) const;
template Dual<2> ModeMotion<Dual<2>>::element_force(int, int) const;
template Dual<8> ModeMotion<Dual<8>>::level(int, int) const;
template Dual<8> ModeMotion<Dual<8>>::limit(int, int, int) const;
template ModeMotion<Dual<8>>::Slope ModeMotion<Dual<8>>::limit_slope(int, int, double) const;
template Dual<8> ModeMotion<Dual<8>>::element_force(int, int) const;

}  // namespace luztar
