// An integrator of its own for models of ModelExchange: Dormand and Prince's pair of orders 5 and 4
// (J. Comput. Appl. Math. 6, 1980), indicators by bisection.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/exchange/model_exchange.h"

namespace luztar::testing {

class Integrator {
 public:
  /// @param longest  step [s]
  Integrator(ModelExchange& model, double tolerance, double longest)
      : model_(model), tolerance_(tolerance), longest_(longest), x_(model.state_list().size()) {
    update();
    scale_.assign(x_.size(), 1e-9);
  }

  double time() const { return time_; }
  /// All that have happened.
  const std::vector<Event>& events() const { return events_; }
  bool ended() const { return ended_; }
  int updates() const { return updates_; }

  void go_to(double end) {
    while (time_ < end && !ended_) step(std::min(end, model_.next_time_event()));
  }
  /// At the present time. Inputs may be set before.
  void event() {
    model_.enter_event();
    update();
  }
  void update() {
    ModelExchange::Update made;
    int rounds = 0;
    do {
      made = model_.update();
      ended_ = made.ended;
      REQUIRE(++rounds < 100);
    } while (made.again && !ended_);
    events_.insert(events_.end(), model_.events().begin(), model_.events().end());
    model_.states(x_);
    time_ = model_.time();
    first_ = true;
    ++updates_;
    const std::vector<double> z = indicators(time_, x_);
    CHECK(std::ranges::all_of(z, [](double value) { return value > 0.0; }));
  }

 private:
  using List = std::vector<double>;

  List slope(double t, const List& x) {
    model_.set_time(t);
    model_.set_states(x);
    List slope(x.size());
    REQUIRE(model_.derivatives(slope));
    return slope;
  }
  List indicators(double t, const List& x) {
    model_.set_time(t);
    model_.set_states(x);
    List z(model_.n_indicators());
    model_.indicators(z);
    return z;
  }

  List stage(const List& x, double h, const std::array<double, 6>& weights,
             const std::vector<List>& slopes) const {
    List y = x;
    for (std::size_t s = 0; s < slopes.size(); ++s)
      for (std::size_t i = 0; i < y.size(); ++i) y[i] += h * weights[s] * slopes[s][i];
    return y;
  }

  /// @return the state behind a step; `error_` is that of the step over what is allowed
  List advance(double h) {
    constexpr std::array<double, 7> kNodes{0, 0.2, 0.3, 0.8, 8.0 / 9, 1, 1};
    constexpr std::array<std::array<double, 6>, 7> kWeights{
        {{},
         {1.0 / 5},
         {3.0 / 40, 9.0 / 40},
         {44.0 / 45, -56.0 / 15, 32.0 / 9},
         {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
         {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
         {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}}};
    constexpr std::array<double, 7> kErrors{
        71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
    std::vector<List> slopes;
    List y = x_;
    for (std::size_t s = 0; s < kNodes.size(); ++s) {
      y = stage(x_, h, kWeights[s], slopes);
      slopes.push_back(slope(time_ + kNodes[s] * h, y));
    }
    error_ = 0.0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      double error = 0.0;
      for (std::size_t s = 0; s < slopes.size(); ++s) error += h * kErrors[s] * slopes[s][i];
      scale_[i] = std::max({scale_[i], std::abs(x_[i]), std::abs(y[i])});
      error_ = std::max(error_, std::abs(error) / (tolerance_ * scale_[i]));
    }
    return y;
  }

  bool passes(double t, const List& y, const List& before) {
    const List z = indicators(t, y);
    for (std::size_t i = 0; i < z.size(); ++i)
      if (before[i] > 0.0 && !(z[i] > 0.0)) return true;
    return false;
  }

  void step(double stop) {
    if (std::exchange(first_, false)) step_ = std::min(step_, 1e-2 * longest_);
    const List before = indicators(time_, x_);
    double h = std::min({step_, longest_, stop - time_});
    List y = advance(h);
    while (error_ > 1.0 && h > 1e-13) {
      h *= std::max(0.2, 0.9 * std::pow(error_, -0.2));
      y = advance(h);
    }
    step_ = h * std::min(4.0, 0.9 * std::pow(std::max(error_, 1e-9), -0.2));
    double reached = time_ + h >= stop ? stop : time_ + h;
    const bool crossed = passes(reached, y, before);
    if (crossed) {
      double low = 0.0, high = h;
      for (int n = 0; n < 50 && high - low > 1e-13 * std::max(1.0, time_); ++n) {
        const double middle = 0.5 * (low + high);
        const List there = advance(middle);
        if (passes(time_ + middle, there, before)) {
          high = middle;
          y = there;
        } else {
          low = middle;
        }
      }
      if (high < h) reached = time_ + high;
    }
    time_ = reached;
    x_ = y;
    model_.set_time(time_);
    model_.set_states(x_);
    if (model_.completed_step() || crossed || time_ >= model_.next_time_event()) event();
  }

  ModelExchange& model_;
  double tolerance_, longest_;
  double time_{}, step_{1e-3}, error_{};
  List x_, scale_;
  std::vector<Event> events_;
  bool ended_{}, first_{};
  int updates_{};
};

}  // namespace luztar::testing
