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
  tie_body_.assign(m, -1);
  std::vector<TreePair> pairs(m);
  int bodies = n;
  for (int s = 0; s < m; ++s) {
    // A tie gets a given body of its own, because corners lie anywhere.
    const int above = forest_.node_above(s);
    if (above < 0) tie_body_[s] = bodies++;
    pairs[s] = {forest_.node_below(s), above < 0 ? tie_body_[s] : above, 1.0, -1.0};
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

double ExactModes::start_rate(int s) const {
  const int above = forest_.node_above(s);
  return x_.v[forest_.node_below(s)] - (above >= 0 ? x_.v[above] : x_.ties.v_of(s));
}

double ExactModes::end_rate(int s, const std::vector<double>& next) const {
  const int above = forest_.node_above(s);
  return next[forest_.node_below(s)] - (above >= 0 ? next[above] : x_.ties.next_of(s));
}

/// The problem in velocities at the end of the step, less shift_.
void ExactModes::fill() {
  for (int s = n_slots(); s-- > 0;)
    if (const int above = forest_.node_above(s); above >= 0)
      shift_[forest_.node_below(s)] = shift_[above] + x_.law.corner(s);
  for (int i = 0; i < forest_.n_nodes; ++i) {
    problem_.mass[i] = x_.mass[i];
    problem_.force[i] = x_.mass[i] * (x_.v[i] - shift_[i]) + x_.h * x_.force[i];
  }
  for (int s = 0; s < n_slots(); ++s) {
    const double w0 = start_rate(s);
    const double corner = x_.law.corner(s);
    const Mode mode = x_.mode[s];
    for (const Mode side : {Mode::Backward, Mode::Forward}) {
      x_.mode[s] = side;
      const StepArrays::Line line = x_.line(s, w0);
      (side == Mode::Backward ? problem_.lower[s] : problem_.upper[s]) =
          line.at(corner - w0) + x_.dry(s);
      problem_.viscous[s][side_of(side)] = line.slope;
    }
    x_.mode[s] = mode;
    if (tie_body_[s] >= 0)
      problem_.given[tie_body_[s]] = x_.ties.next_of(s) + corner - shift_[forest_.node_below(s)];
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

double ExactModes::dry_energy(int s, double w1) const {
  const double beyond = w1 - x_.law.corner(s);
  const double limit = x_.law.limit(s, beyond > 0.0 ? Mode::Forward : Mode::Backward);
  return beyond != 0.0 && !std::isinf(limit) ? x_.h * limit * beyond : 0.0;
}

double ExactModes::smooth_energy(int s, double w0, double w1) const {
  const double c0 = x_.law.damping(s, w0);
  const double c1 = x_.law.damping(s, w1);
  const double k = x_.law.stiffness[s];
  const double mean = x_.d[s] + 0.25 * x_.h * (2.0 * w0 + 0.5 * w1);
  const double preload = x_.law.preload.empty() ? 0.0 : x_.law.preload[s];
  return x_.h * w1 * (0.5 * (c0 * w0 + 0.5 * c1 * w1) + k * (mean - 0.25 * x_.h * w0) + preload);
}

/// What the step minimizes, as a function of the velocities at its end.
double ExactModes::energy(const std::vector<double>& next) const {
  double sum = 0.0;
  for (int i = 0; i < forest_.n_nodes; ++i) {
    const double change = next[i] - x_.v[i];
    sum += 0.5 * x_.mass[i] * change * change - x_.h * x_.force[i] * next[i];
  }
  for (int s = 0; s < n_slots(); ++s) {
    const double w0 = start_rate(s);
    const double w1 = end_rate(s, next);
    sum += dry_energy(s, w1);
    sum += smooth_energy(s, w0, w1);
    for (const StepContact& contact : x_.contacts.of(s)) {
      const double at = x_.reach(contact, w0, w1);
      const double compression = std::max({0.0, at - contact.upper, contact.lower - at});
      // Its derivative by w1 is the impulse.
      sum += (0.5 * contact.stiffness + contact.damping / x_.h) * compression * compression +
             0.5 * x_.h * (contact.stiffness * contact.start) * w1 -
             contact.damping * contact.start * w1;
    }
  }
  return sum;
}

/// True if a side has changed.
bool ExactModes::choose_sides(const std::vector<double>& next) {
  bool changed = false;
  for (StepContact& contact : x_.contacts.all()) {
    const int s = contact.slot;
    if (forest_.is_outside(s)) continue;
    const Edge side = contact.side_at(x_.reach(contact, start_rate(s), end_rate(s, next)));
    changed = changed || side != contact.side;
    contact.side = side;
  }
  return changed;
}

/// From here_ down the true energy, which springs with gaps bend, to its minimum.
/// @return false: a quadratic model has no solution
bool ExactModes::descend() {
  bool possible = true;
  between_.resize(here_.size());
  double lowest = energy(here_);
  for (int step = 0; step < kSteps && choose_sides(here_); ++step) {
    possible = minimize(there_) && possible;
    double part = 1.0;
    bool lower = false;
    for (int k = 0; k < kHalvings && !lower; ++k, part *= 0.5) {
      for (std::size_t i = 0; i < here_.size(); ++i)
        between_[i] = here_[i] + part * (there_[i] - here_[i]);
      const double value = energy(between_);
      lower = value < lowest;
      if (lower) lowest = value;
    }
    if (!lower) break;
    here_.swap(between_);
  }
  choose_sides(here_);
  return minimize(there_) && possible;
}

bool ExactModes::find() {
  if (!solver_) build();
  bool possible = minimize(here_);
  if (!x_.contacts.empty()) possible = descend() && possible;
  for (int s = 0; s < n_slots(); ++s) {
    const Bound bound = solution_.bound[s];
    // Limits that are equal leave the sign of w, or nothing at all.
    if (bound == Bound::Free || x_.law.has_corner(s)) x_.mode[s] = mode_of(bound);
    if (x_.mode[s] == Mode::Stuck && !x_.law.has_dry(s)) x_.mode[s] = Mode::Forward;
  }
  return possible;
}

}  // namespace luztar
