#include "luztar/simulate/approaches.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "luztar/core/mode.h"
#include "luztar/core/nearness.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/series/polynomial.h"

namespace luztar {
namespace {

/// A speed and its derivatives by time.
struct Fall {
  double speed, slope, curvature;

  /// Whether it falls and its parabola has no zero.
  bool has_no_end() const {
    return speed > 0.0 && slope < 0.0 && 2.0 * speed * curvature > slope * slope;
  }
  double distance() const { return speed * speed / -slope; }
};

Fall fall_at(const double* c, int degree, double tau) {
  Fall fall{};
  for (int k = degree; k >= 0; --k) {
    fall.curvature = fall.curvature * tau + 2.0 * fall.slope;
    fall.slope = fall.slope * tau + fall.speed;
    fall.speed = fall.speed * tau + c[k];
  }
  return fall;
}

/// The speed less its zero by the rule: u + part S u'/u, with the series of each.
std::array<double, kMaxDegree + 1> above_rest(const double* u, int degree, double slip) {
  std::array<double, kMaxDegree + 1> above{}, fall{}, distance{};
  distance[0] = slip;
  for (int k = 0; k < degree; ++k) {
    distance[k + 1] = u[k] / (k + 1);
    double sum = (k + 1) * u[k + 1];
    for (int j = 1; j <= k; ++j) sum -= u[j] * fall[k - j];
    fall[k] = sum / u[0];  // of u'/u
    double product = 0.0;
    for (int j = 0; j <= k; ++j) product += distance[j] * fall[k - j];
    above[k] = u[k] + kUlp * product;
  }
  return above;
}

/// Distance that a rate covers in a time.
double distance_of(const double* rate, int degree, double tau) {
  double distance = 0.0;
  for (int k = degree; k >= 0; --k) distance = (distance + rate[k] / (k + 1)) * tau;
  return distance;
}

/// What the end of a row says it may be wrong by at tau, beside rounding.
double error_of(const double* c, int degree, double tau) {
  constexpr int kTail = 4;
  double size = 0.0, tail = 0.0, power = 1.0;
  for (int k = 0; k <= degree; ++k, power *= tau) {
    size += std::abs(c[k]) * power;
    if (k > degree - kTail) tail += std::abs(c[k]) * power;
  }
  return tail + kUlp * size;
}

}  // namespace

bool Approaches::slides(const State& state, int pair) const {
  return system_.pairs[pair].is_dry() && !system_.touches_massless(pair) &&
         state.pair[pair] != Mode::Stuck;
}

void Approaches::look(const State& state, const Expansion& series) {
  const double quarter = std::sqrt(std::sqrt(kUlp));  // of the digits
  near_.clear();
  step_ = kInfinity;
  for (int j = 0; j < system_.n_pairs(); ++j) {
    if (!slides(state, j) || state.edges.slip[j] == 0.0) continue;
    if (has_no_strength(system_, series, j)) continue;  // nothing holds it at rest
    const double* rate = series.rate(system_.first_pair() + j);
    const double sign = number(state.pair[j]);
    const Fall fall{sign * rate[0], sign * rate[1], sign * 2.0 * rate[2]};
    if (!fall.has_no_end() || !(fall.distance() < quarter * state.edges.slip[j])) continue;
    near_.push_back(j);
    step_ = std::min(step_, fall.speed / -fall.slope);
  }
}

double Approaches::rests_at(const State& state, const Expansion& series, int pair,
                            double limit) const {
  if (std::ranges::find(near_, pair) == near_.end()) return kNoRoot;
  const int degree = series.degree();
  std::array<double, kMaxDegree + 1> speed{};
  const double* rate = series.rate(system_.first_pair() + pair);
  for (int k = 0; k <= degree; ++k) speed[k] = number(state.pair[pair]) * rate[k];
  const auto above = above_rest(speed.data(), degree, state.edges.slip[pair]);
  const double tau = above[0] > 0.0 ? first_descent(above.data(), degree - 1, limit) : 0.0;
  return tau <= limit && fall_at(speed.data(), degree, tau).has_no_end() ? tau : kNoRoot;
}

void Approaches::lead_on(const Expansion& series, double tau, std::vector<double>& velocity,
                         State& state) {
  const int degree = series.degree();
  for (int j = 0; j < system_.n_pairs(); ++j)
    if (slides(state, j))
      state.edges.slip[j] +=
          std::abs(distance_of(series.rate(system_.first_pair() + j), degree, tau));
  predicted_.clear();
  kept_.predicted.clear();
  kept_.velocity.clear();
  if (near_.empty()) {
    state.ahead.unseen.velocity.clear();
    state.ahead.unseen.motion.clear();
    return;
  }
  const Unseen before = std::exchange(state.ahead.unseen, {});
  predicted_.resize(velocity.size());
  std::vector<double>& rests = state.ahead.unseen.velocity;
  rests.assign(velocity.size(), 0.0);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.is_given(b) || system_.is_massless(b)) continue;
    const double* v = series.v(b);
    const double* a = series.a(b);
    predicted_[b] = {evaluate_polynomial(a, degree, tau), error_of(a, degree, tau)};
    double change = 0.0;
    for (int k = degree; k >= 1; --k) change = (change + v[k]) * tau;
    const Time sum = two_sum(v[0], change + (before.velocity.empty() ? 0.0 : before.velocity[b]));
    velocity[b] = sum.value;
    rests[b] = sum.rest;
  }
}

/// Where forces and series differ by more than the series errs by, it is rounding of the sums.
bool Approaches::find_unseen(State& state, const Expansion& series) {
  if (predicted_.empty()) return false;
  std::vector<double>& unseen = state.ahead.unseen.motion;
  unseen.assign(predicted_.size(), 0.0);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.is_given(b) || system_.is_massless(b)) continue;
    const double more = predicted_[b].value - series.a(b)[0];
    if (std::abs(more) > predicted_[b].error) unseen[b] = more;
  }
  predicted_.clear();
  return true;
}

void Approaches::interrupt(State& state) {
  if (predicted_.empty() && state.ahead.unseen.motion.empty()) return;
  kept_ = {std::move(predicted_), std::move(state.ahead.unseen.velocity)};
  predicted_.clear();
  state.ahead.unseen = {};
}

bool Approaches::resume(State& state, const Expansion& series) {
  if (kept_.predicted.empty()) return false;
  predicted_ = std::exchange(kept_.predicted, {});
  for (int b = 0; b < system_.n_bodies(); ++b) {
    if (system_.is_given(b) || system_.is_massless(b)) continue;
    const double most = kRounding * series.size_of_forces(b, 0) * system_.inverse_mass(b);
    if (std::abs(predicted_[b].value - series.a(b)[0]) > most) predicted_[b].error = kInfinity;
  }
  state.ahead.unseen.velocity = std::move(kept_.velocity);
  return true;
}

void Approaches::count_anew(const std::vector<Mode>& before, State& state) {
  for (std::size_t j = 0; j < state.pair.size(); ++j)
    if (state.pair[j] != before[j] || state.pair[j] == Mode::Stuck) state.edges.slip[j] = 0.0;
}

bool Approaches::has_arrived(int pair) const {
  return std::ranges::find(arrived_, pair) != arrived_.end();
}

}  // namespace luztar
