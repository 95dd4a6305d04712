#include "luztar/stepping/chain_step.h"

#include <limits>

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

/// Eliminates nodes [first, end); what they pass on.
template <bool PivotsAreValid>
ChainStep::Passed ChainStep::sweep_up(int first, int end, Passed below) {
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
  double speed = v[first];
  for (int i = first; i < end; ++i) {
    const double above = i + 1 < n ? v[i + 1] : 0.0;
    const double w0 = speed - above;
    speed = above;
    double pivot{};
    if constexpr (PivotsAreValid) {
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
    if constexpr (PivotsAreValid) {
      inverse = inverses[i];
    } else {
      inverse = 1.0 / (pivot + slope);
      inverses[i] = inverse;
    }
    const double ratio = slope * inverse;
    below = {ratio * pivot, t0 + ratio * (load - t0)};
  }
  return below;
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

/// Velocities and forces of nodes [first, last], given those above.
void ChainStep::sweep_down(int first, int last) {
  const int n = this->n();
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
  double change_above = last + 1 < n ? changes[last + 1] : 0.0;
  double next_above = last + 1 < n ? nexts[last + 1] : 0.0;
  double speed_above = last + 1 < n ? v[last + 1] : 0.0;
  double scale = scale_;
  for (int i = last; i >= first; --i) {
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
  tolerance_ = kRounding * scale_;
  scale_ = worst_ = 0.0;
  Passed below{};
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b) {
    blocks_[b].below = below;
    below = blocks_[b].rests    ? out_of(blocks_[b])
            : pivots_are_valid_ ? sweep_up<true>(first_of(b), end_of(b), below)
                                : sweep_up<false>(first_of(b), end_of(b), below);
  }
  pivots_are_valid_ = true;
  for (int b = static_cast<int>(blocks_.size()); b-- > 0;) {
    if (blocks_[b].rests) {
      scale_ = std::max(scale_, std::abs(blocks_[b].below.load));
      if (holds(b)) continue;
      wake(b);
    }
    sweep_down(first_of(b), end_of(b) - 1);
  }
}

// --- blocks at rest ------------------------------------------------------------------------------

ChainStep::ChainStep(StepArrays& arrays) : x_(arrays) {
  blocks_.resize((x_.v.size() + kBlock - 1) / kBlock);
}

void ChainStep::forget() {
  pivots_are_valid_ = false;
  for (Block& block : blocks_) block.rests = false;
}

void ChainStep::begin(std::span<const int> varying, bool steady) {
  for (const int i : varying_) blocks_[i / kBlock].varies = false;
  varying_.assign(varying.begin(), varying.end());
  for (const int i : varying_) {
    Block& block = blocks_[i / kBlock];
    block.varies = true;
    if (block.rests) wake(i / kBlock);
  }
  steady_ = steady;
  if (steady) return;
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b)
    if (blocks_[b].rests) wake(b);
}

bool ChainStep::could_rest(int b) const {
  if (blocks_[b].varies) return false;
  const int first = first_of(b);
  const int end = end_of(b);
  for (int i = first; i < end; ++i)
    if (x_.mode[i] != Mode::Stuck || x_.v[i] != 0.0) return false;
  return end == n() || x_.v[end] == 0.0;
}

/// Which impulses from below its slots can hold.
void ChainStep::lay_to_rest(int b) {
  Block& block = blocks_[b];
  block.low = -std::numeric_limits<double>::infinity();
  block.high = -block.low;
  block.mass = block.push = 0.0;
  for (int i = first_of(b); i < end_of(b); ++i) {
    block.mass += x_.mass[i];
    block.push += x_.h * x_.force[i];
    const double limit = x_.h * x_.law.upper[i];
    const double smooth = x_.h * (x_.law.stiffness[i] * x_.d[i]);
    block.low = std::max(block.low, smooth - limit - block.push);
    block.high = std::min(block.high, smooth + limit - block.push);
    x_.change[i] = x_.next[i] = 0.0;
  }
  block.rests = true;
}

/// The nodes of the block take part again; their loads and pivots are made good.
void ChainStep::wake(int b) {
  blocks_[b].rests = false;
  sweep_up<false>(first_of(b), end_of(b), blocks_[b].below);
}

void ChainStep::fill() {
  if (filled_) return;
  filled_ = true;
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b) {
    if (!blocks_[b].rests) continue;
    sweep_up<false>(first_of(b), end_of(b), blocks_[b].below);
  }
}

void ChainStep::move() {
  const double half = 0.5 * x_.h;
  const int n = this->n();
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b) {
    if (blocks_[b].rests) continue;
    const int end = end_of(b);
    double speed = x_.v[first_of(b)];
    for (int i = first_of(b); i < end; ++i) {
      const double above = i + 1 < n ? x_.v[i + 1] : 0.0;
      const double next_above = i + 1 < n ? x_.next[i + 1] : 0.0;
      const double next = x_.next[i];
      x_.d[i] += half * ((speed - above) + (next - next_above));
      x_.q[i] += half * (speed + next);
      x_.v[i] = next;
      speed = above;
    }
  }
}

void ChainStep::settle() {
  if (!steady_) return;
  for (int b = 0; b < static_cast<int>(blocks_.size()); ++b)
    if (!blocks_[b].rests && could_rest(b)) lay_to_rest(b);
}

// --- local repair --------------------------------------------------------------------------------

/// What node i passes on, from what up() left.
ChainStep::Passed ChainStep::passed_by(int i) const {
  if (blocks_[i / kBlock].rests) return out_of(blocks_[i / kBlock]);  // i is its last node
  const double w0 = start_rate(i);
  if (x_.mode[i] == Mode::Stuck) return {x_.pivot[i], x_.load[i] + x_.pivot[i] * w0};
  const StepArrays::Line line = x_.line(i, w0);
  const double ratio = line.slope * x_.inverse[i];
  return {ratio * x_.pivot[i], line.at_start + x_.dry(i) + ratio * x_.load[i]};
}

double ChainStep::impulse(int i) {
  fill();
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
      Block& block = blocks_[i / kBlock];
      if (block.rests) {
        const Passed before = out_of(block);
        block.below = below;
        below = out_of(block);
        same = same_bits(below.pivot, before.pivot) && same_bits(below.load, before.load);
        i = end_of(i / kBlock);
        continue;
      }
      if (i % kBlock == 0) block.below = below;
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
    int must = segments_[s].first;
    bool changed = true;
    while (i >= 0 && (changed || i >= must)) {
      const int b = i / kBlock;
      if (blocks_[b].rests) {
        if (holds(b)) {
          i = first_of(b) - 1;
          changed = false;
          continue;
        }
        wake(b);
        must = std::min(must, first_of(b));
      }
      changed = down(i--);
    }
  }
}

StepOutcome ChainStep::solve(int rounds) {
  wrong_.clear();
  filled_ = false;
  StepOutcome outcome;
  sweep();
  outcome.passes = 1;
  for (; outcome.passes <= rounds && !wrong_.empty(); ++outcome.passes) {
    if (wrong_.size() <= x_.v.size() / 16) {
      tolerance_ = kRounding * scale_;
      repair_up();
      repair_down();
      continue;
    }
    correct();
    wrong_.clear();
    pivots_are_valid_ = false;
    sweep();
  }
  outcome.settled = wrong_.empty();
  outcome.violation = worst_;
  outcome.scale = scale_;
  return outcome;
}

}  // namespace luztar
