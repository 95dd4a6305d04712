// Links whose arms jump: gears that shift.
#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/dynamics/impacts/impacts.h"

namespace luztar {

void Impacts::find_shifting() {
  for (const Geometry& geometry : system_.arms.geometries()) {
    const int j = geometry.element - system_.first_pair();
    if (geometry.shift < 0 || j < 0 || j >= system_.n_pairs() || !system_.pairs[j].is_rigid())
      continue;
    shifting_.emplace_back().pair = j;
    drags_ = true;
  }
}

/// The rates that the new arms of links give velocities from before the instant; they are lost.
/// @return false: there are none
bool Impacts::drag_along_shifts(const State& state, const Expansion& series) {
  bool any = false;
  for (Striker& own : shifting_) {
    double rate = 0.0;
    for (const Term& term : series.terms_of_pair(own.pair))
      rate += term.coefficient * state.velocity[term.body];
    if (std::abs(rate) <= noise(series, own.pair)) rate = 0.0;
    own.found.before = rate;
    jump_->set_curvature(own.pair, rate);
    any = any || rate != 0.0;
  }
  return any;
}

void Impacts::take_impulses_of_shifts() {
  double largest = 0.0;
  for (int b = 0; b < system_.n_bodies(); ++b)
    largest = std::max(largest, std::abs(jump_->body_force(b)[0]));
  for (Striker& own : shifting_) {
    const double impulse = jump_->f(system_.first_pair() + own.pair)[0];
    jump_->set_curvature(own.pair, 0.0);
    const bool passes = !is_negligible(impulse, largest, kRounding);
    if (impulse == 0.0 || (own.found.before == 0.0 && !passes)) continue;
    happened_ = own.found.hit = true;
    own.found.impulse += impulse;
    own.found.loss += 0.5 * impulse * own.found.before;
    transfers_ += std::abs(0.5 * impulse * own.found.before);
  }
}

}  // namespace luztar
