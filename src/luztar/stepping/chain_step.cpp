#include "luztar/stepping/chain_step.h"

#include <algorithm>
#include <bit>

namespace luztar {
namespace {

constexpr double kRounding = 0x1p-46;  // of impulses, relative to the largest: a mode is right

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

/// Eliminates node i; what it passes on to the next node.
ChainStep::Passed ChainStep::up(int i, Passed below) {
  const bool last = i + 1 == static_cast<int>(x_.v.size());
  const double w0 = last ? x_.v[i] : x_.v[i] - x_.v[i + 1];
  const double pivot = x_.mass[i] + below.pivot;
  const double load = x_.h * x_.force[i] + below.load;
  x_.pivot[i] = pivot;
  x_.load[i] = load;
  if (x_.mode[i] == 0) return {pivot, load + pivot * w0};
  const StepArrays::Line line = x_.line(i, w0);
  const double t0 = line.at_start + x_.dry(i);
  const double inverse = 1.0 / (pivot + line.slope);
  const double ratio = line.slope * inverse;
  x_.impulse[i] = t0;
  x_.inverse[i] = inverse;
  return {ratio * pivot, t0 + ratio * (load - t0)};
}

template <bool PivotsKnown>
void ChainStep::sweep_up() {
  const int n = static_cast<int>(x_.v.size());
  const double h = x_.h;
  const double half = 0.5 * h;
  const double quarter = 0.25 * h;
  const double* const v = x_.v.data();
  const double* const stiffness = x_.stiffness.data();
  const double* const viscous = x_.viscous.data();
  const double* const limit = x_.upper.data();
  const double* const d = x_.d.data();
  const double* const mass = x_.mass.data();
  const double* const force = x_.force;
  const std::int8_t* const mode = x_.mode.data();
  double* const pivots = x_.pivot.data();
  double* const loads = x_.load.data();
  double* const inverses = x_.inverse.data();
  double* const impulse = x_.impulse.data();
  double pivot_below = 0.0;
  double load_below = 0.0;
  double speed = v[0];
  for (int i = 0; i < n; ++i) {
    const double above = i + 1 < n ? v[i + 1] : 0.0;
    const double w0 = speed - above;
    speed = above;
    double pivot{};
    if constexpr (PivotsKnown) {
      pivot = pivots[i];
    } else {
      pivot = mass[i] + pivot_below;
      pivots[i] = pivot;
    }
    const double load = h * force[i] + load_below;
    loads[i] = load;
    if (mode[i] == 0) {
      pivot_below = pivot;
      load_below = load + pivot * w0;
      continue;
    }
    const double c = viscous[i];
    const double k = stiffness[i];
    const double slope = h * (0.5 * c + quarter * k);
    const double at_start = h * (c * w0 + k * (d[i] + half * w0));
    const double t0 = at_start + h * (mode[i] > 0 ? limit[i] : -limit[i]);
    impulse[i] = t0;
    double inverse{};
    if constexpr (PivotsKnown) {
      inverse = inverses[i];
    } else {
      inverse = 1.0 / (pivot + slope);
      inverses[i] = inverse;
    }
    const double ratio = slope * inverse;
    pivot_below = ratio * pivot;
    load_below = t0 + ratio * (load - t0);
  }
}

/// A slot that contradicts its mode is noted, with the mode that it asks for.
void ChainStep::judge(int i, double w1, double dry) {
  const double limit = x_.h * x_.upper[i];
  const int mode = x_.mode[i];
  int better = mode;
  double violation = 0.0;
  if (mode != 0) {
    if (limit == 0.0) return;
    violation = -mode * w1 * x_.pivot[i];
    better = 0;
  } else {
    violation = std::abs(dry) - limit;
    better = dry > 0.0 ? 1 : -1;
  }
  if (!(violation > 0.0)) return;
  if (violation <= tolerance_) {
    worst_ = std::max(worst_, violation);
    return;
  }
  wrong_.push_back(i);
  better_.push_back(static_cast<std::int8_t>(better));
}

/// True if something that the node below reads has changed.
bool ChainStep::down(int i) {
  const bool last = i + 1 == static_cast<int>(x_.v.size());
  const double above = last ? 0.0 : x_.change[i + 1];
  const double next_above = last ? 0.0 : x_.next[i + 1];
  const double w0 = last ? x_.v[i] : x_.v[i] - x_.v[i + 1];
  const StepArrays::Line line = x_.line(i, w0);
  double change{};
  double next{};
  if (x_.mode[i] == 0) {
    change = above - w0;
    next = next_above;
    const double impulse = x_.load[i] - x_.pivot[i] * change;
    x_.impulse[i] = impulse;
    judge(i, 0.0, impulse - (line.at_start - line.slope * w0));
  } else {
    change = (x_.load[i] - x_.impulse[i] + line.slope * above) * x_.inverse[i];
    next = x_.v[i] + change;
    judge(i, next - next_above, 0.0);
  }
  const bool changed = !same_bits(change, x_.change[i]) || !same_bits(next, x_.next[i]);
  x_.change[i] = change;
  x_.next[i] = next;
  return changed;
}

void ChainStep::sweep_down(int last) {
  const double h = x_.h;
  const double half = 0.5 * h;
  const double quarter = 0.25 * h;
  const int n = static_cast<int>(x_.v.size());
  const double* const v = x_.v.data();
  const double* const stiffness = x_.stiffness.data();
  const double* const viscous = x_.viscous.data();
  const double* const limit = x_.upper.data();
  const double* const d = x_.d.data();
  const std::int8_t* const mode = x_.mode.data();
  const double* const pivots = x_.pivot.data();
  const double* const loads = x_.load.data();
  const double* const inverses = x_.inverse.data();
  double* const impulses = x_.impulse.data();
  double* const changes = x_.change.data();
  double* const nexts = x_.next.data();
  double change_above = last + 1 < n ? changes[last + 1] : 0.0;
  double next_above = last + 1 < n ? nexts[last + 1] : 0.0;
  double speed_above = last + 1 < n ? v[last + 1] : 0.0;
  double scale = 0.0;
  for (int i = last; i >= 0; --i) {
    const double speed = v[i];
    const double w0 = speed - speed_above;
    speed_above = speed;
    const double c = viscous[i];
    const double k = stiffness[i];
    const double slope = h * (0.5 * c + quarter * k);
    if (mode[i] == 0) {
      const double at_start = h * (c * w0 + k * (d[i] + half * w0));
      change_above = change_above - w0;
      const double impulse = loads[i] - pivots[i] * change_above;
      impulses[i] = impulse;
      scale = std::max(scale, std::abs(impulse));
      const double dry = impulse - (at_start - slope * w0);
      if (std::abs(dry) > h * limit[i]) judge(i, 0.0, dry);
    } else {
      change_above = (loads[i] - impulses[i] + slope * change_above) * inverses[i];
      scale = std::max(scale, std::abs(impulses[i]));
      const double next = speed + change_above;
      const double w1 = next - next_above;
      next_above = next;
      if (mode[i] > 0 ? w1 < 0.0 : w1 > 0.0) judge(i, w1, 0.0);
    }
    changes[i] = change_above;
    nexts[i] = next_above;
  }
  scale_ = scale;
}

/// What node i passes on, from what up() left.
ChainStep::Passed ChainStep::passed_by(int i) const {
  const bool last = i + 1 == static_cast<int>(x_.v.size());
  const double w0 = last ? x_.v[i] : x_.v[i] - x_.v[i + 1];
  if (x_.mode[i] == 0) return {x_.pivot[i], x_.load[i] + x_.pivot[i] * w0};
  const double ratio = x_.line(i, w0).slope * x_.inverse[i];
  return {ratio * x_.pivot[i], x_.impulse[i] + ratio * (x_.load[i] - x_.impulse[i])};
}

/// Changes the modes of all wrong slots and solves again what this touches.
void ChainStep::repair() {
  const int n = static_cast<int>(x_.v.size());
  segments_.clear();
  for (std::size_t k = 0; k < wrong_.size(); ++k) x_.mode[wrong_[k]] = better_[k];
  for (std::size_t k = wrong_.size(); k > 0;) {  // ascending
    int i = wrong_[k - 1];
    const int first = i;
    Passed below = i > 0 ? passed_by(i - 1) : Passed{};
    for (; i < n; ++i) {
      const bool is_wrong = k > 0 && wrong_[k - 1] == i;
      const Passed before = is_wrong ? Passed{} : passed_by(i);
      below = up(i, below);
      if (is_wrong)
        --k;
      else if (same_bits(below.pivot, before.pivot) && same_bits(below.load, before.load))
        break;
    }
    segments_.push_back({first, std::min(i, n - 1)});
  }
  wrong_.clear();
  better_.clear();
  int i = n - 1;
  for (std::size_t s = segments_.size(); s-- > 0;) {
    i = std::min(i, segments_[s].last);
    while (i >= segments_[s].first) down(i--);
    // Below the segment only as far as something changes.
    while (i >= 0 && down(i)) --i;
    --i;
  }
}

StepOutcome ChainStep::solve(int rounds) {
  const int n = static_cast<int>(x_.v.size());
  wrong_.clear();
  better_.clear();
  worst_ = 0.0;
  const auto sweep = [&] {
    tolerance_ = kRounding * scale_;
    if (pivots_known_)
      sweep_up<true>();
    else
      sweep_up<false>();
    pivots_known_ = true;
    sweep_down(n - 1);
  };
  StepOutcome outcome;
  sweep();
  outcome.passes = 1;
  for (; outcome.passes <= rounds && !wrong_.empty(); ++outcome.passes) {
    if (wrong_.size() <= static_cast<std::size_t>(n) / 16) {
      repair();
      continue;
    }
    for (std::size_t k = 0; k < wrong_.size(); ++k) x_.mode[wrong_[k]] = better_[k];
    wrong_.clear();
    better_.clear();
    pivots_known_ = false;
    sweep();
  }
  outcome.settled = wrong_.empty();
  outcome.violation = worst_;
  outcome.scale = scale_;
  return outcome;
}

}  // namespace luztar
