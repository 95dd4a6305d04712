#include "luztar/stepping/exact_modes.h"

#include <algorithm>

namespace luztar {
namespace {

constexpr int kSteps = 100;    // of the proximal Newton method; a few are usual
constexpr int kHalvings = 40;  // of its line search

}  // namespace

void ExactModes::build() {
  const int n = forest_.n_nodes;
  const int m = n_slots();
  node_of_.resize(m);
  above_.assign(m, -1);
  tie_body_.assign(m, -1);
  std::vector<TreePair> pairs(m);
  int bodies = n;
  for (int i = 0; i < n; ++i) {
    const int begin = forest_.is_plain_chain ? i : forest_.first_slot[i];
    const int end = forest_.is_plain_chain ? i + 1 : forest_.first_slot[i + 1];
    const int parent = forest_.is_plain_chain ? (i + 1 < n ? i + 1 : -1) : forest_.parent[i];
    for (int s = begin; s < end; ++s) {
      node_of_[s] = i;
      if (parent >= 0 && s == end - 1) {
        above_[s] = parent;
        pairs[s] = {i, parent, 1.0, -1.0};
      } else {
        // A tie gets a given body of its own, because corners lie anywhere.
        tie_body_[s] = bodies++;
        pairs[s] = {i, tie_body_[s], 1.0, -1.0};
      }
    }
  }
  std::vector<char> given(bodies, 0);
  std::fill(given.begin() + n, given.end(), 1);
  solver_ = std::make_unique<TreeSolver>(bodies, given, pairs);
  problem_.mass.assign(bodies, 1.0);
  problem_.force.assign(bodies, 0.0);
  problem_.given.assign(bodies, 0.0);
  problem_.lower.resize(m);
  problem_.upper.resize(m);
  problem_.viscous.resize(m);
  shift_.assign(n, 0.0);
}

double ExactModes::rate(int slot, const std::vector<double>& next) const {
  const double other = above_[slot] >= 0       ? next[above_[slot]]
                       : x_.other_next.empty() ? 0.0
                                               : x_.other_next[slot];
  return next[node_of_[slot]] - other;
}

/// The problem in velocities at the end of the step, less shift_.
void ExactModes::fill() {
  const int n = forest_.n_nodes;
  for (int i = n; i-- > 0;) {
    const int last = forest_.is_plain_chain ? i : forest_.first_slot[i + 1] - 1;
    const bool rooted = last < 0 || last >= n_slots() || node_of_[last] != i || above_[last] < 0;
    shift_[i] = rooted ? 0.0 : shift_[above_[last]] + x_.corner(last);
    problem_.mass[i] = x_.mass[i];
    problem_.force[i] = x_.mass[i] * (x_.v[i] - shift_[i]) + x_.h * x_.force[i];
  }
  for (int s = 0; s < n_slots(); ++s) {
    const int i = node_of_[s];
    const double other_v = above_[s] >= 0       ? x_.v[above_[s]]
                           : x_.other_v.empty() ? 0.0
                                                : x_.other_v[s];
    const double w0 = x_.v[i] - other_v;
    const std::int8_t mode = x_.mode[s];
    for (const int side : {0, 1}) {
      x_.mode[s] = static_cast<std::int8_t>(2 * side - 1);
      const StepArrays::Line line = x_.line(s, w0);
      const double smooth = line.at_start + line.slope * (x_.corner(s) - w0);
      (side == 0 ? problem_.lower[s] : problem_.upper[s]) = smooth + x_.dry(s);
      problem_.viscous[s][static_cast<std::size_t>(side)] = line.slope;
    }
    x_.mode[s] = mode;
    if (tie_body_[s] >= 0)
      problem_.given[tie_body_[s]] =
          (x_.other_next.empty() ? 0.0 : x_.other_next[s]) + x_.corner(s) - shift_[i];
  }
}

bool ExactModes::minimize(std::vector<double>& next) {
  fill();
  solution_.bound.clear();
  solver_->solve(problem_, solution_);
  next.resize(forest_.n_nodes);
  for (int i = 0; i < forest_.n_nodes; ++i) next[i] = solution_.x[i] + shift_[i];
  return solution_.status == SolveStatus::Solved;
}

/// What the step minimizes, as a function of the velocities at its end.
double ExactModes::energy(const std::vector<double>& next) const {
  double sum = 0.0;
  for (int i = 0; i < forest_.n_nodes; ++i) {
    const double change = next[i] - x_.v[i];
    sum += 0.5 * x_.mass[i] * change * change - x_.h * x_.force[i] * next[i];
  }
  for (int s = 0; s < n_slots(); ++s) {
    const double w1 = rate(s, next);
    const double start = above_[s] >= 0       ? x_.v[above_[s]]
                         : x_.other_v.empty() ? 0.0
                                              : x_.other_v[s];
    const double w0 = x_.v[node_of_[s]] - start;
    const double beyond = w1 - x_.corner(s);
    const double limit = beyond > 0.0 ? x_.upper[s] : x_.lower_limit(s);
    if (beyond != 0.0 && !std::isinf(limit)) sum += x_.h * limit * beyond;
    const double c0 = x_.damping(s, w0);
    const double c1 = x_.damping(s, w1);
    const double k = x_.stiffness[s];
    const double mean = x_.d[s] + 0.25 * x_.h * (2.0 * w0 + 0.5 * w1);
    const double preload = x_.preload.empty() ? 0.0 : x_.preload[s];
    sum += x_.h * w1 * (0.5 * (c0 * w0 + 0.5 * c1 * w1) + k * (mean - 0.25 * x_.h * w0) + preload);
    if (x_.contact_of.empty()) continue;
    for (int i = x_.contact_of[s]; i < x_.contact_of[s + 1]; ++i) {
      const StepArrays::Contact& contact = x_.contacts[i];
      const double at = x_.d[s] + 0.5 * x_.h * (w0 + w1) - contact.rest;
      const double pressed = std::max({0.0, at - contact.upper, contact.lower - at});
      // Its derivative by w1 is the impulse.
      sum += (0.5 * contact.stiffness + contact.damping / x_.h) * pressed * pressed +
             0.5 * x_.h * (contact.stiffness * contact.start) * w1 -
             contact.damping * contact.start * w1;
    }
  }
  return sum;
}

/// True if a side has changed.
bool ExactModes::choose_sides(const std::vector<double>& next) {
  bool changed = false;
  for (StepArrays::Contact& contact : x_.contacts) {
    const int s = contact.slot;
    if (s >= n_slots()) continue;
    const double start = above_[s] >= 0       ? x_.v[above_[s]]
                         : x_.other_v.empty() ? 0.0
                                              : x_.other_v[s];
    const double w0 = x_.v[node_of_[s]] - start;
    const double at = x_.d[s] + 0.5 * x_.h * (w0 + rate(s, next)) - contact.rest;
    const std::int8_t side = at > contact.upper ? 1 : at < contact.lower ? -1 : 0;
    changed = changed || side != contact.side;
    contact.side = side;
  }
  return changed;
}

bool ExactModes::find() {
  if (!solver_) build();
  std::vector<double>& here = here_;
  bool possible = minimize(here);
  if (!x_.contacts.empty()) {
    std::vector<double>& there = there_;
    std::vector<double>& between = between_;
    between.resize(here.size());
    double lowest = energy(here);
    for (int step = 0; step < kSteps && choose_sides(here); ++step) {
      possible = minimize(there) && possible;
      double part = 1.0;
      bool lower = false;
      for (int k = 0; k < kHalvings && !lower; ++k, part *= 0.5) {
        for (std::size_t i = 0; i < here.size(); ++i)
          between[i] = here[i] + part * (there[i] - here[i]);
        const double value = energy(between);
        lower = value < lowest;
        if (lower) lowest = value;
      }
      if (!lower) break;
      here.swap(between);
    }
    choose_sides(here);
    possible = minimize(there) && possible;
  }
  for (int s = 0; s < n_slots(); ++s) {
    const Bound bound = solution_.bound[s];
    // Limits that are equal leave the sign of w, or nothing at all.
    if (bound == Bound::Free || x_.has_corner(s)) x_.mode[s] = static_cast<std::int8_t>(bound);
    if (x_.mode[s] == 0 && !(x_.upper[s] > x_.lower_limit(s))) x_.mode[s] = 1;
  }
  return possible;
}

}  // namespace luztar
