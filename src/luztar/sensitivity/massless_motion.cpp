// Orders of a motion with massless bodies: at each their balance comes first.
#include "luztar/sensitivity/mode_motion.h"

namespace luztar {

template <typename N>
void ModeMotion<N>::follow_massless(int k) {
  holding_.follow([this, k](int b) -> N& { return v(b)[k]; });
}

/// The rate of the force along a direction that nothing damps, without what the massless bodies
/// move.
template <typename N>
N ModeMotion<N>::static_drive(int direction, int k) const {
  N sum = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e) {
    N push = 0.0;
    if (const int law = system_.force_slot(e); law >= 0) {
      push = (e < system_.first_force() ? -1.0 : 1.0) * (k + 1.0) * slot(law)[k + 1];
    } else if (e >= system_.first_pair()) {
      const int j = e - system_.first_pair();
      if (state_.pair[j] != Mode::Stuck && !system_.pairs[j].has_edges())
        push = (-number(state_.pair[j]) * (k + 1.0)) * level(j, k + 1);
    } else {
      push = -(MasslessOrders<N>::stiffness(numbers_, state_, e) * rate(e)[k]);
    }
    sum += massless_.along(direction, massless_.rates(e)) * push;
  }
  return sum;
}

/// What laws read of bodies with mass, one order ahead.
template <typename N>
void ModeMotion<N>::look_ahead(int k) {
  hold(k);
  feed_coordinates(k + 1, false);
}

template <typename N>
void ModeMotion<N>::balance(int k) {
  const std::vector<int>& massless_bodies = holding_.massless_bodies();
  for (const int s : massless_bodies) v(s)[k] = 0.0;
  follow_massless(k);
  add_forces(k);
  if (massless_bodies.empty()) return;
  std::vector<N> w(massless_bodies.size());
  const std::vector<N> on = massless_forces(k);
  const int damped = massless_.n_damped();
  for (int i = 0; i < damped; ++i) w[i] = massless_.along(i, on);
  if (massless_.n_static() > 0 && !system_.inputs.empty()) look_ahead(k);
  for (int i = 0; i < massless_.n_static(); ++i) w[damped + i] = static_drive(damped + i, k);
  massless_.solve(w);
  for (std::size_t s = 0; s < massless_bodies.size(); ++s) v(massless_bodies[s])[k] = w[s];
  follow_massless(k);
  add_forces(k);
}

template <typename N>
std::vector<N> ModeMotion<N>::massless_forces(int k) const {
  std::vector<N> on;
  for (const int massless : holding_.massless_bodies())
    on.push_back(
        holding_.massless_force(massless, [&](int b) { return rows_.body_force[row(b) + k]; }));
  return on;
}

template <typename N>
void ModeMotion<N>::rest_massless() {
  if (!system_.has_massless) return;
  start();
  if (massless_.n_static() == 0) return;
  const std::vector<int>& massless_bodies = holding_.massless_bodies();
  const std::vector<N> on = massless_forces(0);
  std::vector<N> move(massless_bodies.size(), N(0.0));
  for (int i = massless_.n_damped(); i < static_cast<int>(move.size()); ++i)
    move[i] = massless_.along(i, on);
  massless_.solve(move);
  for (std::size_t s = 0; s < massless_bodies.size(); ++s)
    for (int b = 0; b < system_.n_bodies(); ++b) {
      if (!system_.is_massless(b)) continue;
      N moved = holding_.response(b, massless_bodies[s]) * move[s];
      moved.value = 0.0;
      q(b)[0] += moved;
    }
}

template void ModeMotion<Dual<2>>::balance(int);
template void ModeMotion<Dual<8>>::balance(int);
template void ModeMotion<Dual<2>>::rest_massless();
template void ModeMotion<Dual<8>>::rest_massless();

}  // namespace luztar
