#include "luztar/dynamics/instant/held_bodies.h"

#include <algorithm>

namespace luztar {

HeldBodies::HeldBodies(const SystemImpl& system) : system_(system) {
  const auto n = static_cast<std::size_t>(system.n_bodies());
  for (int b = 0; b < system.n_bodies(); ++b) {
    up_.push_back({b, 1.0});
    inverse_mass_.push_back(system.inverse_mass(b));
  }
  is_fixed_.assign(n, 0);
  is_given_.assign(n, 0);
  mass_.assign(n, 0.0);
  force_.assign(n, 0.0);
}

void HeldBodies::release() {
  for (const int b : joined_) {
    up_[b] = {b, 1.0};
    is_fixed_[b] = is_given_[b] = 0;
    mass_[b] = force_[b] = 0.0;
    inverse_mass_[b] = system_.inverse_mass(b);
  }
  joined_.clear();
}

HeldBodies::Place HeldBodies::find(int body) {
  double ratio = 1.0;
  while (up_[body].root != body) {
    Place& place = up_[body];
    const Place above = up_[place.root];
    if (above.root != place.root) place = {above.root, place.ratio * above.ratio};
    ratio *= place.ratio;
    body = place.root;
  }
  return {body, ratio};
}

void HeldBodies::tie(const MotionSeries& series, int pair) {
  const auto terms = series.terms_of_pair(pair);
  if (terms.size() > 2) return;
  const Term *one = nullptr, *other = nullptr;
  bool given = false;
  for (const Term& term : terms) {
    if (!system_.is_free(term.body) || term.coefficient == 0.0)
      given = given || system_.motion_slot(term.body) >= 0;
    else
      (one == nullptr ? one : other) = &term;
  }
  if (one == nullptr) return;
  joined_.push_back(one->body);
  const Place first = find(one->body);
  if (other == nullptr) {
    (given ? is_given_ : is_fixed_)[first.root] = 1;
    return;
  }
  joined_.push_back(other->body);
  const Place second = find(other->body);
  if (first.root == second.root) return;
  // c1 r1 x + c2 r2 y = 0
  up_[second.root] = {first.root,
                      -one->coefficient * first.ratio / (other->coefficient * second.ratio)};
  if (is_fixed_[second.root] != 0) is_fixed_[first.root] = 1;
  if (is_given_[second.root] != 0) is_given_[first.root] = 1;
}

void HeldBodies::join(const std::vector<int>& pairs, MotionSeries& series, int k) {
  for (const int j : pairs) tie(series, j);
  std::sort(joined_.begin(), joined_.end());
  joined_.erase(std::unique(joined_.begin(), joined_.end()), joined_.end());
  for (const int b : joined_) {
    const auto [root, ratio] = find(b);
    mass_[root] += ratio * ratio / system_.inverse_mass(b);
    force_[root] += ratio * series.body_force(b)[k];
  }
  for (const int b : joined_) {
    const auto [root, ratio] = find(b);
    if (is_given_[root] != 0 && is_fixed_[root] == 0) continue;
    const bool fixed = is_fixed_[root] != 0;
    inverse_mass_[b] = fixed ? 0.0 : ratio * ratio / mass_[root];
    series.set_acceleration(b, k, fixed ? 0.0 : ratio * (force_[root] / mass_[root]));
  }
}

double HeldBodies::mobility(const MotionSeries& series, int pair) const {
  double own = 0.0, held = 0.0;
  bool given = false;
  for (const Term& term : series.terms_of_pair(pair)) {
    own += term.coefficient * term.coefficient * system_.inverse_mass(term.body);
    held += term.coefficient * term.coefficient * inverse_mass_[term.body];
    given = given || system_.motion_slot(term.body) >= 0;
  }
  return given ? own : held;
}

}  // namespace luztar
