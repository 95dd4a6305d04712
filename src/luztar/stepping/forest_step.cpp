#include "luztar/stepping/forest_step.h"

#include <algorithm>
#include <bit>

namespace luztar {
namespace {

constexpr double kRounding = 0x1p-46;  // of impulses, relative to the largest: a mode is right
constexpr int kLeastPart = 2048;       // nodes that are worth a task
constexpr int kParts = 64;             // of a large forest, for any number of threads

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// Writes a value; true if it is another one.
bool put(double& place, double value) {
  const bool changed = !same_bits(place, value);
  place = value;
  return changed;
}

}  // namespace

ForestStep::ForestStep(const Forest& forest, StepArrays& arrays) : forest_(forest), x_(arrays) {
  anchor_.assign(forest.n_nodes, kLoose);
  x_.impulse.assign(x_.upper.size(), 0.0);
  waiting_.assign(forest.n_nodes, 0);
  node_of_.resize(forest.n_slots);
  for (int i = 0; i < forest.n_nodes; ++i)
    for (int s = forest.first_slot[i]; s < forest.first_slot[i + 1]; ++s) node_of_[s] = i;
}

double ForestStep::idle(int slot) const {
  return std::clamp(0.0, x_.h * x_.lower_limit(slot), x_.h * x_.upper[slot]);
}

/// Eliminates a node, given what its children left. True if something that its parent reads has
/// changed.
bool ForestStep::up(int node) {
  double pivot = x_.mass[node];
  double load = x_.h * x_.force[node];
  int anchor = kLoose;
  double held = 0.0;
  double held_next = 0.0;
  bool changed = false;
  for (int s = forest_.first_slot[node], end = ties_end(node); s < end; ++s) {
    const double w0 = x_.v[node] - other_v(s);
    const double change = other_next(s) - other_v(s);
    const StepArrays::Line line = x_.line(s, w0);
    if (x_.mode[s] != 0) {
      x_.impulse[s] = line.at_start + x_.dry(s);
      pivot += line.slope;
      load -= x_.impulse[s] - line.slope * change;
    } else if (anchor == kLoose) {
      anchor = s;
      held = change - w0 + x_.corner(s);
      held_next = other_next(s) + x_.corner(s);
    } else {
      x_.impulse[s] = at_corner(s, w0, line) + idle(s);
      load -= x_.impulse[s];
    }
  }
  for (int k = forest_.first_child[node]; k < forest_.first_child[node + 1]; ++k) {
    const int c = forest_.child[k];
    const int s = slot_above(c);
    const double w0 = x_.v[c] - x_.v[node];
    const bool loose = anchor_[c] == kLoose;
    if (x_.mode[s] != 0) {
      const double slope = x_.line(s, w0).slope;
      const double t0 = x_.impulse[s];
      if (loose) {
        const double ratio = slope * x_.inverse[c];
        pivot += ratio * x_.pivot[c];
        load += t0 + ratio * (x_.load[c] - t0);
      } else {
        pivot += slope;
        load += t0 + slope * x_.change[c];
      }
    } else if (loose) {
      pivot += x_.pivot[c];
      load += x_.load[c] + x_.pivot[c] * (w0 - x_.corner(s));
    } else if (anchor == kLoose) {
      anchor = kChild - c;
      held = x_.change[c] + w0 - x_.corner(s);
      held_next = x_.next[c] - x_.corner(s);
    } else {
      x_.impulse[s] = at_corner(s, w0, x_.line(s, w0)) + idle(s);
      load += x_.impulse[s];
    }
  }
  changed |= anchor_[node] != anchor;
  anchor_[node] = anchor;
  changed |= put(x_.pivot[node], pivot);
  changed |= put(x_.load[node], load);
  if (anchor != kLoose) {
    changed |= put(x_.change[node], held);
    changed |= put(x_.next[node], held_next);
  }
  if (parent(node) < 0) {
    x_.inverse[node] = pivot > 0.0 ? 1.0 / pivot : 0.0;
    return changed;
  }
  const int s = slot_above(node);
  if (x_.mode[s] == 0) return changed;
  const StepArrays::Line line = x_.line(s, x_.v[node] - x_.v[parent(node)]);
  const double total = pivot + line.slope;
  changed |= put(x_.inverse[node], total > 0.0 ? 1.0 / total : 0.0);
  changed |= put(x_.impulse[s], line.at_start + x_.dry(s));
  return changed;
}

/// Velocity and forces of a node whose parent is solved. True if something that its children read
/// has changed.
bool ForestStep::down(int node, Tally& tally) {
  const int p = parent(node);
  const int above = p >= 0 ? slot_above(node) : -1;
  const bool loose = anchor_[node] == kLoose;
  const bool stuck = p >= 0 && x_.mode[above] == 0;
  const double w0 = p >= 0 ? x_.v[node] - x_.v[p] : 0.0;
  const StepArrays::Line line = p >= 0 ? x_.line(above, w0) : StepArrays::Line{};
  bool changed = false;
  if (loose) {
    double change{};
    double next{};
    if (p < 0) {
      change = x_.load[node] * x_.inverse[node];
    } else if (stuck) {
      change = x_.change[p] - w0 + x_.corner(above);
      next = x_.next[p] + x_.corner(above);
    } else {
      change = (x_.load[node] - x_.impulse[above] + line.slope * x_.change[p]) * x_.inverse[node];
    }
    if (!stuck) next = x_.v[node] + change;
    changed |= put(x_.change[node], change);
    changed |= put(x_.next[node], next);
  }
  const double u = x_.change[node];
  const double rest = x_.load[node] - x_.pivot[node] * u;  // for the parent and what holds the node
  double passed = 0.0;
  if (p >= 0) {
    if (!stuck) {
      passed = x_.impulse[above] + line.slope * (u - x_.change[p]);
    } else {
      if (loose) changed |= put(x_.impulse[above], rest);
      passed = x_.impulse[above];  // else an idle slot, or the parent knew
    }
    const bool is_idle = stuck && !loose && anchor_[p] != kChild - node;
    const double w1 = x_.difference(x_.next[node], x_.next[p]);
    judge(above, w0, w1, passed - at_corner(above, w0, line), x_.pivot[node], is_idle, line, tally);
    tally.scale = std::max(tally.scale, std::abs(passed));
  }
  if (!loose) {
    const double anchored = rest - passed;
    if (anchor_[node] >= 0)
      changed |= put(x_.impulse[anchor_[node]], anchored);
    else
      changed |= put(x_.impulse[slot_above(kChild - anchor_[node])], -anchored);
    tally.scale = std::max(tally.scale, std::abs(anchored));
  }
  for (int s = forest_.first_slot[node], end = ties_end(node); s < end; ++s) {
    const double start = x_.v[node] - other_v(s);
    const double w1 = x_.difference(x_.next[node], other_next(s));
    const StepArrays::Line tie = x_.line(s, start);
    const double total = x_.mode[s] == 0
                             ? x_.impulse[s]
                             : x_.impulse[s] + tie.slope * (u - (other_next(s) - other_v(s)));
    judge(s, start, w1, total - at_corner(s, start, tie), x_.pivot[node],
          x_.mode[s] == 0 && anchor_[node] != s, tie, tally);
    tally.scale = std::max(tally.scale, std::abs(total));
  }
  return changed;
}

/// A slot that contradicts its mode is noted, with the mode that it asks for.
/// @param dry  impulse beyond the smooth one at the corner, for slots that stick
void ForestStep::judge(int slot, double w0, double w1, double dry, double pivot, bool is_idle,
                       const StepArrays::Line& line, Tally& tally) const {
  const int mode = x_.mode[slot];
  int better = mode;
  double violation = 0.0;
  if (mode != 0) {
    if (x_.has_corner(slot)) {
      violation = -mode * (w1 - x_.corner(slot)) * std::max(pivot, line.slope);
      const bool steps = x_.upper[slot] > x_.lower_limit(slot);
      better = steps ? 0 : -mode;
    }
  } else if (is_idle) {
    const double w = w1 - x_.corner(slot);
    violation = std::abs(w) * pivot;
    better = w > 0.0 ? 1 : -1;
    if (std::isinf(better > 0 ? x_.upper[slot] : x_.lower_limit(slot))) {
      // Held twice, and not by the same velocity: of two stops one lets go, but which one?
      tally.held_twice = tally.held_twice || violation > tolerance_;
      tally.worst = std::max(tally.worst, violation);
      violation = 0.0;
    }
  } else {
    const double over = dry - x_.h * x_.upper[slot];
    const double under = x_.h * x_.lower_limit(slot) - dry;
    violation = std::max(over, under);
    better = over > under ? 1 : -1;
  }
  if (violation > tolerance_)
    tally.faults.push_back({slot, -1, static_cast<std::int8_t>(better)});
  else
    tally.worst = std::max(tally.worst, violation);
  if (x_.contact_of.empty()) return;
  for (int i = x_.contact_of[slot]; i < x_.contact_of[slot + 1]; ++i) {
    const StepArrays::Contact& contact = x_.contacts[i];
    const double at = x_.d[slot] + 0.5 * x_.h * (w0 + w1) - contact.rest;
    const int side = at > contact.upper ? 1 : at < contact.lower ? -1 : 0;
    if (side == contact.side) continue;
    const double beyond = side > 0           ? at - contact.upper
                          : side < 0         ? contact.lower - at
                          : contact.side > 0 ? contact.upper - at
                                             : at - contact.lower;
    const double wrong = contact.impulse_slope(x_.h) * beyond;
    if (wrong > tolerance_)
      tally.faults.push_back({slot, i, static_cast<std::int8_t>(side)});
    else
      tally.worst = std::max(tally.worst, wrong);
  }
}

void ForestStep::correct() {
  for (const Fault& fault : tally_.faults) {
    if (fault.contact < 0)
      x_.mode[fault.slot] = fault.better;
    else
      x_.contacts[fault.contact].side = fault.better;
  }
}

/// Parts of some thousand nodes each: whole subtrees, small neighbours together. What lies above
/// them is the top.
void ForestStep::divide() {
  const int n = forest_.n_nodes;
  const int most = std::max(kLeastPart, n / kParts);
  std::vector<int> size(n, 1);
  for (int i = 0; i < n; ++i)
    if (parent(i) >= 0) size[parent(i)] += size[i];
  for (int i = 0; i < n; ++i) {
    if (size[i] > most) {
      top_.push_back(i);
      continue;
    }
    if (parent(i) >= 0 && size[parent(i)] <= most) continue;  // lies in a larger one
    const int first = i - size[i] + 1;
    const bool joins =
        !parts_.empty() && parts_.back().end == first && i + 1 - parts_.back().first <= most;
    if (joins)
      parts_.back().end = i + 1;
    else
      parts_.push_back({first, i + 1});
  }
}

void ForestStep::sweep_in_parts() {
  if (parts_.empty()) divide();
  const int parts = static_cast<int>(parts_.size());
  executor_(parts, [this](int k) {
    for (int i = parts_[k].first; i < parts_[k].end; ++i) up(i);
  });
  for (const int i : top_) up(i);
  for (std::size_t i = top_.size(); i-- > 0;) down(top_[i], tally_);
  executor_(parts, [this](int k) {
    Part& part = parts_[k];
    part.tally.faults.clear();
    part.tally.worst = part.tally.scale = 0.0;
    part.tally.held_twice = false;
    for (int i = part.end; i-- > part.first;) down(i, part.tally);
  });
  for (const Part& part : parts_) {
    tally_.faults.insert(tally_.faults.end(), part.tally.faults.begin(), part.tally.faults.end());
    tally_.worst = std::max(tally_.worst, part.tally.worst);
    tally_.held_twice = tally_.held_twice || part.tally.held_twice;
    tally_.scale = std::max(tally_.scale, part.tally.scale);
  }
}

/// Solves in the modes as they are; notes what is wrong with them.
void ForestStep::sweep() {
  tolerance_ = kRounding * tally_.scale;
  tally_.scale = tally_.worst = 0.0;
  tally_.held_twice = false;
  tally_.faults.clear();
  if (executor_ && forest_.n_nodes >= 2 * kLeastPart) return sweep_in_parts();
  for (int i = 0; i < forest_.n_nodes; ++i) up(i);
  for (int i = forest_.n_nodes; i-- > 0;) down(i, tally_);
}

void ForestStep::push(std::vector<int>& heap, std::vector<char>& waiting, int node, bool upwards) {
  if (waiting[node] != 0) return;
  waiting[node] = 1;
  heap.push_back(node);
  if (upwards)
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  else
    std::push_heap(heap.begin(), heap.end());
}

int ForestStep::pop(std::vector<int>& heap, std::vector<char>& waiting, bool upwards) {
  if (upwards)
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
  else
    std::pop_heap(heap.begin(), heap.end());
  const int node = heap.back();
  heap.pop_back();
  waiting[node] = 0;
  return node;
}

/// Changes what is wrong and solves again what this touches.
void ForestStep::repair() {
  correct();
  heap_.clear();
  touched_.clear();
  for (const Fault& fault : tally_.faults) {
    const int node = node_of_[fault.slot];
    push(heap_, waiting_, node, true);
    // The parent reads the mode of the slot.
    if (parent(node) >= 0 && fault.slot == slot_above(node))
      push(heap_, waiting_, parent(node), true);
  }
  tally_.faults.clear();
  while (!heap_.empty()) {
    const int node = pop(heap_, waiting_, true);
    touched_.push_back(node);
    if (up(node) && parent(node) >= 0) push(heap_, waiting_, parent(node), true);
  }
  for (const int node : touched_) push(heap_, waiting_, node, false);
  // The parent of the highest may be what holds or is held by it.
  while (!heap_.empty()) {
    const int node = pop(heap_, waiting_, false);
    if (!down(node, tally_)) continue;
    for (int k = forest_.first_child[node]; k < forest_.first_child[node + 1]; ++k)
      push(heap_, waiting_, forest_.child[k], false);
  }
}

StepOutcome ForestStep::solve(int rounds) {
  sweep();
  int passes = 1;
  for (; passes <= rounds && !tally_.faults.empty(); ++passes) {
    if (tally_.faults.size() <= static_cast<std::size_t>(forest_.n_slots) / 16) {
      tolerance_ = kRounding * tally_.scale;
      repair();
    } else {
      correct();
      sweep();
    }
  }
  return {tally_.worst, tally_.scale, passes, tally_.faults.empty() && !tally_.held_twice};
}

double ForestStep::impulse(int slot) const {
  if (x_.mode[slot] == 0) return x_.impulse[slot];
  const int node = node_of_[slot];
  const bool above = parent(node) >= 0 && slot == slot_above(node);
  const double w0 = x_.v[node] - (above ? x_.v[parent(node)] : other_v(slot));
  const double change = above ? x_.change[parent(node)] : other_next(slot) - other_v(slot);
  return x_.impulse[slot] + x_.line(slot, w0).slope * (x_.change[node] - change);
}

double ForestStep::rate(int slot) const {
  const int node = node_of_[slot];
  const bool above = parent(node) >= 0 && slot == slot_above(node);
  return x_.next[node] - (above ? x_.next[parent(node)] : other_next(slot));
}

std::size_t ForestStep::bytes() const {
  return sizeof(int) * (anchor_.size() + node_of_.size()) + waiting_.size();
}

}  // namespace luztar
