#include "luztar/stepping/chain_step.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
/// Eliminates node i; what it passes on to the next node.
ChainStep::Passed ChainStep::up(int i, Passed below) {
  const double w0 = start_rate(i);
  const double pivot = x_.mass[i] + below.pivot;
  const double load = x_.h * x_.force[i] + below.load;
  x_.pivot[i] = pivot;
  x_.load[i] = load;
  if (x_.mode[i] == Mode::Stuck) return {pivot, load + pivot * w0};
  const StepArrays::Line line = x_.line(i, w0);
  const double t0 = line.at_start + x_.dry(i);
  const double inverse = 1.0 / (pivot + line.slope);
  const double ratio = line.slope * inverse;
  x_.load[i] = load - t0;
  x_.inverse[i] = inverse;
  return {ratio * pivot, t0 + ratio * (load - t0)};
}

/// Eliminates all nodes.
template <bool PivotsKnown>
void ChainStep::sweep_up() {
  const int n = this->n();
  const double h = x_.h;
  const double half = 0.5 * h;
  const double quarter = 0.25 * h;
  const double* const v = x_.v.data();
  const double* const stiffness = x_.law.stiffness.data();
  const double* const viscous = x_.law.viscous.data();
  const double* const limit = x_.law.upper.data();
  const double* const d = x_.d.data();
  const double* const mass = x_.mass.data();
  const double* const force = x_.force;
  const Mode* const mode = x_.mode.data();
  double* const pivots = x_.pivot.data();
  double* const loads = x_.load.data();
  double* const inverses = x_.inverse.data();
  Passed below{};
  double speed = v[0];
  for (int i = 0; i < n; ++i) {
    const double above = i + 1 < n ? v[i + 1] : 0.0;
    const double w0 = speed - above;
    speed = above;
    double pivot{};
    if constexpr (PivotsKnown) {
      pivot = pivots[i];
    } else {
      pivot = mass[i] + below.pivot;
      pivots[i] = pivot;
    }
    const double load = h * force[i] + below.load;
    if (mode[i] == Mode::Stuck) {
      loads[i] = load;
      below = {pivot, load + pivot * w0};
      continue;
    }
    const double c = viscous[i];
    const double k = stiffness[i];
    const double slope = h * (0.5 * c + quarter * k);
    const double at_start = h * (c * w0 + k * (d[i] + half * w0));
    const double t0 = at_start + h * (number(mode[i]) * limit[i]);  // no branch on the sign
    loads[i] = load - t0;
    double inverse{};
    if constexpr (PivotsKnown) {
      inverse = inverses[i];
    } else {
      inverse = 1.0 / (pivot + slope);
      inverses[i] = inverse;
    }
    const double ratio = slope * inverse;
    below = {ratio * pivot, t0 + ratio * (load - t0)};
  }
}

/// A slot that contradicts its mode is noted, with the mode that it asks for.
void ChainStep::judge(int i, double w1, double dry) {
  const double limit = x_.most(i);
  const Mode mode = x_.mode[i];
  if (mode != Mode::Stuck && limit == 0.0) return;
  const double violation =
      mode != Mode::Stuck ? -number(mode) * w1 * x_.pivot[i] : std::abs(dry) - limit;
  if (violation > tolerance_)
    wrong_.push_back({i, mode != Mode::Stuck ? Mode::Stuck : mode_along(dry)});
  else if (violation > 0.0)
    worst_ = std::max(worst_, violation);
}

void ChainStep::correct() {
  for (const Fault& fault : wrong_) x_.mode[fault.slot] = fault.better;
}

/// True if something that the node below reads has changed.
bool ChainStep::down(int i) {
  const double change_above = at_above(x_.change, i);
  const double next_above = at_above(x_.next, i);
  const double w0 = start_rate(i);
  const StepArrays::Line line = x_.line(i, w0);
  double change{};
  double next{};
  if (x_.mode[i] == Mode::Stuck) {
    change = change_above - w0;
    next = next_above;
    const double impulse = x_.load[i] - x_.pivot[i] * change;
    judge(i, 0.0, impulse - (line.at_start - line.slope * w0));
  } else {
    change = (x_.load[i] + line.slope * change_above) * x_.inverse[i];
    next = x_.v[i] + change;
    judge(i, next - next_above, 0.0);
  }
  const bool changed = !same_bits(change, x_.change[i]) || !same_bits(next, x_.next[i]);
  x_.change[i] = change;
  x_.next[i] = next;
  return changed;
}

/// Velocities and forces of all nodes.
void ChainStep::sweep_down() {
  const double h = x_.h;
  const double half = 0.5 * h;
  const double quarter = 0.25 * h;
  const double* const v = x_.v.data();
  const double* const stiffness = x_.law.stiffness.data();
  const double* const viscous = x_.law.viscous.data();
  const double* const limit = x_.law.upper.data();
  const double* const d = x_.d.data();
  const Mode* const mode = x_.mode.data();
  const double* const pivots = x_.pivot.data();
  const double* const loads = x_.load.data();
  const double* const inverses = x_.inverse.data();
  double* const changes = x_.change.data();
  double* const nexts = x_.next.data();
  double change_above = 0.0;
  double next_above = 0.0;
  double speed_above = 0.0;
  double scale = 0.0;
  for (int i = n() - 1; i >= 0; --i) {
    const double speed = v[i];
    const double w0 = speed - speed_above;
    speed_above = speed;
    const double c = viscous[i];
    const double k = stiffness[i];
    const double slope = h * (0.5 * c + quarter * k);
    if (mode[i] == Mode::Stuck) {
      const double at_start = h * (c * w0 + k * (d[i] + half * w0));
      change_above = change_above - w0;
      const double impulse = loads[i] - pivots[i] * change_above;
      scale = std::max(scale, std::abs(impulse));
      const double dry = impulse - (at_start - slope * w0);
      if (std::abs(dry) > h * limit[i]) judge(i, 0.0, dry);
    } else {
      change_above = (loads[i] + slope * change_above) * inverses[i];
      scale = std::max(scale, std::abs(loads[i]));
      const double next = speed + change_above;
      const double w1 = next - next_above;
      next_above = next;
      if (number(mode[i]) * w1 < 0.0) judge(i, w1, 0.0);
    }
    changes[i] = change_above;
    nexts[i] = next_above;
  }
  scale_ = scale;
}

void ChainStep::sweep() {
  tolerance_ = kForceRounding * scale_;
  worst_ = 0.0;
  if (pivots_known_)
    sweep_up<true>();
  else
    sweep_up<false>();
  pivots_known_ = true;
  sweep_down();
}

void ChainStep::move() {
  const double half = 0.5 * x_.h;
  const int n = this->n();
  double speed = x_.v[0];
  for (int i = 0; i < n; ++i) {
    const double above = i + 1 < n ? x_.v[i + 1] : 0.0;
    const double next_above = i + 1 < n ? x_.next[i + 1] : 0.0;
    const double next = x_.next[i];
    x_.d[i] += half * ((speed - above) + (next - next_above));
    x_.q[i] += half * (speed + next);
    x_.v[i] = next;
    speed = above;
  }
}

// --- local repair --------------------------------------------------------------------------------

/// What node i passes on, from what up() left.
ChainStep::Passed ChainStep::passed_by(int i) const {
  const double w0 = start_rate(i);
  if (x_.mode[i] == Mode::Stuck) return {x_.pivot[i], x_.load[i] + x_.pivot[i] * w0};
  const StepArrays::Line line = x_.line(i, w0);
  const double ratio = line.slope * x_.inverse[i];
  return {ratio * x_.pivot[i], line.at_start + x_.dry(i) + ratio * x_.load[i]};
}

double ChainStep::impulse(int i) const {
  if (x_.mode[i] == Mode::Stuck) return x_.load[i] - x_.pivot[i] * x_.change[i];
  const double w0 = start_rate(i);
  const StepArrays::Line line = x_.line(i, w0);
  return line.at_start + x_.dry(i) + line.slope * (x_.change[i] - at_above(x_.change, i));
}

/// Changes the modes of all wrong slots and eliminates again, as far up as this is felt.
void ChainStep::repair_up() {
  segments_.clear();
  correct();
  for (std::size_t k = wrong_.size(); k > 0;) {  // ascending
    int i = wrong_[k - 1].slot;
    const int first = i;
    Passed below = i > 0 ? passed_by(i - 1) : Passed{};
    bool same = false;
    while (i < n() && !same) {
      const bool is_wrong = k > 0 && wrong_[k - 1].slot == i;
      const Passed before = is_wrong ? Passed{} : passed_by(i);
      below = up(i, below);
      if (is_wrong)
        --k;
      else
        same = same_bits(below.pivot, before.pivot) && same_bits(below.load, before.load);
      ++i;
    }
    segments_.push_back({first, i - 1});
  }
  wrong_.clear();
}

/// Solves again from the top of each segment down to where nothing changes.
void ChainStep::repair_down() {
  int i = n() - 1;
  for (std::size_t s = segments_.size(); s-- > 0;) {
    i = std::min(i, segments_[s].last);
    bool changed = true;
    while (i >= 0 && (changed || i >= segments_[s].first)) changed = down(i--);
  }
}

StepOutcome ChainStep::solve(int rounds) {
  wrong_.clear();
  StepOutcome outcome;
  sweep();
  outcome.passes = 1;
  for (; outcome.passes <= rounds && !wrong_.empty(); ++outcome.passes) {
    if (wrong_.size() <= x_.v.size() / 16) {
      tolerance_ = kForceRounding * scale_;
      repair_up();
      repair_down();
      continue;
    }
    correct();
    wrong_.clear();
    pivots_known_ = false;
    sweep();
  }
  outcome.settled = wrong_.empty();
  outcome.violation = worst_;
  outcome.scale = scale_;
  return outcome;
}

}  // namespace luztar
