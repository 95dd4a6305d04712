#include "luztar/dynamics/series/motion_series.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {

MotionSeries::MotionSeries(const SystemImpl& system, int order)
    : system_(system), order_(order), stride_(static_cast<std::size_t>(order) + 2) {
  const std::size_t bodies = stride_ * static_cast<std::size_t>(system.n_bodies());
  const std::size_t elements = stride_ * static_cast<std::size_t>(system.n_elements());
  for (auto* array : {&q_, &v_, &a_, &body_force_}) array->assign(bodies, 0.0);
  for (auto* array : {&d_, &rate_, &f_}) array->assign(elements, 0.0);
  given_.assign(system.n_bodies(), 0.0);
  inverse_.assign(stride_, 0.0);
  for (int k = 1; k <= order_ + 1; ++k) inverse_[k] = 1.0 / k;
  if (!system.arms.geometries().empty()) bent_arms_ = system.arms.all();
}

/// Beside pairs along expressions, what rounding leaves of a rate is 0: bodies that they hold
/// together keep a rate of 0, with a sign that laws could read otherwise.
double MotionSeries::rate_of_bodies(int element, int k) const {
  double rate = 0.0;
  for (const Term& term : system_.terms_of(element)) rate += term.coefficient * v(term.body)[k];
  if (!rest_.empty())
    for (const Term& term : system_.terms_of(element))
      rate += term.coefficient * rest_[row(term.body) + k];
  if (!system_.has_bent_pairs()) return rate;
  double size = 0.0;
  for (const Term& term : system_.terms_of(element))
    size += std::abs(term.coefficient * v(term.body)[k]);
  return is_negligible(rate, size, kRounding) ? 0.0 : rate;
}

void MotionSeries::stretch(const State& state, int k, bool hold) {
  for (int e = 0; e < system_.n_elements(); ++e) {
    const std::size_t at = row(e);
    if (hold && state.is_held[e] != 0) {
      d_[at + k] = k == 0 ? state.held[e] : 0.0;
      rate_[at + k] = 0.0;
      continue;
    }
    rate_[at + k] = rate_of_bodies(e, k);
    if (k > 0) {
      d_[at + k] = rate_[at + k - 1] * inverse(k);
      continue;
    }
    double deflection = 0.0;
    for (const Term& term : system_.terms_of(e)) deflection += term.coefficient * q(term.body)[0];
    d_[at] = state.is_held[e] != 0 ? state.held[e] : deflection;
  }
}

void MotionSeries::add_pair_force(int pair, int k, double force) {
  const int e = system_.first_pair() + pair;
  f(e)[k] += force;
  for (const Term& term : terms(e)) body_force(term.body)[k] -= term.coefficient * force;
}

void MotionSeries::clear_jump() {
  for (int b = 0; b < system_.n_bodies(); ++b) body_force(b)[0] = a(b)[0] = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e) f(e)[0] = 0.0;
}

void MotionSeries::advance(int k) {
  if (k > order_) return;
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.motion_slot(b) >= 0) continue;
    q(b)[k + 1] = v(b)[k] * inverse(k + 1);
    if (!system_.is_massless(b)) v(b)[k + 1] = a(b)[k] * inverse(k + 1);
  }
}

void MotionSeries::accelerate_free(int k) {
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.motion_slot(b) < 0)  // given: whatever the force, which may overflow
      a(b)[k] = system_.is_given(b) ? 0.0 : system_.inverse_mass(b) * body_force(b)[k];
  advance(k);
}

void MotionSeries::accelerate(const Structure& structure, int k) {
  // The part of each dependent body's acceleration that is given.
  for (const auto& dependent : structure.dependents) {
    double given = 0.0;
    for (const Term& term : structure.terms_of(dependent))
      if (!system_.is_free(term.body)) given += term.coefficient * a(term.body)[k];
    const bool inertia = dependent.mixed && system_.is_free(dependent.body);
    given_[dependent.body] = inertia ? given / system_.inverse_mass(dependent.body) : 0.0;
    a(dependent.body)[k] = given;
  }
  for (const auto& coordinate : structure.coordinates) {
    if (structure.members_of(coordinate).size() == 1 && structure.diagonal) {
      const std::size_t at = row(coordinate.body) + k;  // alone: its own force and mass
      a_[at] = coordinate.inverse_mass * body_force_[at];
      continue;
    }
    double force = 0.0;
    for (const Term& member : structure.members_of(coordinate))
      force += member.coefficient * (body_force(member.body)[k] - given_[member.body]);
    a(coordinate.body)[k] = structure.diagonal ? coordinate.inverse_mass * force : force;
  }
  if (!structure.diagonal) {
    const int n = static_cast<int>(structure.coordinates.size());
    for (int i = 0; i < n; ++i) given_[i] = a(structure.coordinates[i].body)[k];
    for (int i = 0; i < n; ++i) {
      double sum = 0.0;
      for (int j = 0; j < n; ++j) sum += structure.inverse_mass_matrix(j, i) * given_[j];
      a(structure.coordinates[i].body)[k] = sum;
    }
    std::fill(given_.begin(), given_.end(), 0.0);
  }
  if (k == 0 && !unseen_motion_.empty())
    for (const auto& coordinate : structure.coordinates)
      a(coordinate.body)[0] += unseen_motion_[coordinate.body];
  for (const auto& dependent : structure.dependents) {
    given_[dependent.body] = 0.0;
    double sum = a(dependent.body)[k];
    for (const Term& term : structure.terms_of(dependent))
      if (system_.is_free(term.body)) sum += term.coefficient * a(term.body)[k];
    a(dependent.body)[k] = sum;
  }
  advance(k);
  if (k <= order_) follow(structure, k + 1);
}

/// Bodies stuck to another take its coefficients themselves: their velocities agree bit for bit.
void MotionSeries::follow(const Structure& structure, int k) {
  for (const auto& dependent : structure.dependents) {
    double position = 0.0;
    double velocity = 0.0;
    for (const Term& term : structure.terms_of(dependent)) {
      position += term.coefficient * q(term.body)[k];
      velocity += term.coefficient * v(term.body)[k];
    }
    if (k > 0) q(dependent.body)[k] = position;  // what sticks keeps its distance
    v(dependent.body)[k] = velocity;
    if (rest_.empty()) continue;
    double& rest = rest_[row(dependent.body) + k] = 0.0;
    for (const Term& term : structure.terms_of(dependent))
      rest += term.coefficient * rest_[row(term.body) + k];
  }
}

void MotionSeries::see(const Unseen& unseen) {
  unseen_motion_ = unseen.motion;
  if (!unseen.velocity.empty()) begin_rests();
  for (std::size_t b = 0; b < unseen.velocity.size(); ++b)
    rest_[row(static_cast<int>(b))] = unseen.velocity[b];
}

std::vector<double>& MotionSeries::begin_rests() {
  rest_.assign(v_.size(), 0.0);
  return rest_;
}

void MotionSeries::tie_velocities(const Structure& structure, State& state) {
  for (const auto& dependent : structure.dependents) {
    double velocity = 0.0;
    for (const Term& term : structure.terms_of(dependent))
      velocity += term.coefficient * v(term.body)[0];
    v(dependent.body)[0] = velocity;
    state.velocity[dependent.body] = velocity;
  }
}

double MotionSeries::load(int body, int k) const {
  const double inertia = system_.is_massless(body) ? 0.0 : a(body)[k] / system_.inverse_mass(body);
  return body_force(body)[k] - inertia;
}

void MotionSeries::loads(const std::vector<int>& bodies, int k, std::vector<double>& load) const {
  load.clear();
  for (const int b : bodies) load.push_back(this->load(b, k));
}

void MotionSeries::add_row(int body, double factor, const double* force) {
  double* sum = body_force(body);
  for (int k = 1; k <= order_; ++k) sum[k] += factor * force[k];
}

double MotionSeries::size_of_forces(int body, int k) const {
  double size = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e)
    for (const Term& term : terms(e))
      if (term.body == body) size += std::abs(term.coefficient * f(e)[k]);
  return size;
}

double MotionSeries::force_scale(int k) const {
  double scale = 0.0;
  for (int e = 0; e < system_.n_elements(); ++e)
    for (const Term& term : terms(e)) scale = std::max(scale, std::abs(term.coefficient * f(e)[k]));
  for (int b = 0; b < system_.n_bodies(); ++b)
    if (system_.is_free(b)) {
      scale = std::max(scale, std::abs(body_force(b)[k]));
      scale = std::max(scale, std::abs(a(b)[k]) / system_.inverse_mass(b));
    }
  return scale;
}

void MotionSeries::add_holding_forces(const Structure& structure, int k) {
  for (const auto& stuck : structure.stuck_forces) {
    double force = 0.0;
    for (const Term& term : structure.terms_of(stuck))
      force += term.coefficient * load(term.body, k);
    f(system_.first_pair() + stuck.pair)[k] = force;
  }
  for (const auto& stuck : structure.stuck_forces) {
    const int e = system_.first_pair() + stuck.pair;
    for (const Term& term : system_.terms_of(e))
      body_force(term.body)[k] -= term.coefficient * f(e)[k];
  }
  for (const auto& tree : structure.tree_forces) {
    f(system_.first_pair() + tree.pair)[k] = 0.0;
    add_pair_force(tree.pair, k, tree.coefficient * load(tree.body, k));
  }
}

/// Of all orders but 0: mass times acceleration, not divided by 1/mass at each.
void MotionSeries::add_load_row(int body, double factor, double* force) const {
  const double* sum = body_force(body);
  const double* acceleration = a(body);
  const double mass = 1.0 / system_.inverse_mass(body);
  for (int k = 1; k <= order_; ++k) force[k] += factor * (sum[k] - mass * acceleration[k]);
}

void MotionSeries::add_holding_rows(const Structure& structure) {
  const auto push = [this](int pair) {
    const int e = system_.first_pair() + pair;
    for (const Term& term : system_.terms_of(e)) add_row(term.body, -term.coefficient, f(e));
  };
  for (const auto& stuck : structure.stuck_forces)
    for (const Term& term : structure.terms_of(stuck))
      add_load_row(term.body, term.coefficient, f(system_.first_pair() + stuck.pair));
  for (const auto& stuck : structure.stuck_forces) push(stuck.pair);
  for (const auto& tree : structure.tree_forces) {
    add_load_row(tree.body, tree.coefficient, f(system_.first_pair() + tree.pair));
    push(tree.pair);
  }
}

void MotionSeries::follow_rows(const Structure& structure) {
  for (const auto& dependent : structure.dependents)
    for (auto* array : {&q_, &v_, &a_}) {
      double* to = &(*array)[row(dependent.body)];
      std::fill_n(to + 1, order_, 0.0);
      for (const Term& term : structure.terms_of(dependent)) {
        const double* from = &(*array)[row(term.body)];
        for (int k = 1; k <= order_; ++k) to[k] += term.coefficient * from[k];
      }
    }
}

}  // namespace luztar
