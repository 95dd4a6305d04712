#include "luztar/stepping/forest_step.h"

#include <bit>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr int kLeastPart = 2048;  // nodes that are worth a task
constexpr int kParts = 64;        // of a large forest, for any number of threads

/// Writes a value; true if it is another one.
bool put(double& place, double value) {
  const bool changed = !same_bits(place, value);
  place = value;
  return changed;
}

}  // namespace

ForestStep::ForestStep(StepArrays& arrays)
    : x_(arrays),
      forest_(arrays.forest),
      anchor_(forest_.n_nodes, kLoose),
      waiting_(forest_.n_nodes, 0) {}

void ForestStep::Tally::clear() {
  faults.clear();
  worst = scale = 0.0;
  held_twice = false;
}

// --- up ------------------------------------------------------------------------------------------

/// Impulse of a slot that sticks while both its ends are held.
double ForestStep::idle(int slot, double w0) const {
  return at_corner(slot, w0, x_.line(slot, w0)) + std::clamp(0.0, x_.least(slot), x_.most(slot));
}

void ForestStep::add_tie(int node, int s, Sum& sum) {
  const double w0 = x_.v[node] - x_.ties.v_of(s);
  const double change = x_.ties.change(s);
  if (!is_stuck(s)) {
    const StepArrays::Line line = x_.line(s, w0);
    x_.impulse[s] = line.at_start + x_.dry(s);
    sum.pivot += line.slope;
    sum.load -= x_.impulse[s] - line.slope * change;
  } else if (sum.anchor == kLoose) {
    sum.anchor = s;
    sum.held = change - w0 + x_.law.corner(s);
    sum.held_next = x_.ties.next_of(s) + x_.law.corner(s);
  } else {
    x_.impulse[s] = idle(s, w0);
    sum.load -= x_.impulse[s];
  }
}

void ForestStep::add_child(int node, int c, Sum& sum) {
  const int s = slot_above(c);
  const double w0 = x_.v[c] - x_.v[node];
  const bool loose = anchor_[c] == kLoose;
  if (!is_stuck(s)) {
    const double slope = x_.line(s, w0).slope;
    const double t0 = x_.impulse[s];
    if (loose) {
      const double ratio = slope * x_.inverse[c];
      sum.pivot += ratio * x_.pivot[c];
      sum.load += t0 + ratio * (x_.load[c] - t0);
    } else {
      sum.pivot += slope;
      sum.load += t0 + slope * x_.change[c];
    }
  } else if (loose) {
    sum.pivot += x_.pivot[c];
    sum.load += x_.load[c] + x_.pivot[c] * (w0 - x_.law.corner(s));
  } else if (sum.anchor == kLoose) {
    sum.anchor = kChild - c;
    sum.held = x_.change[c] + w0 - x_.law.corner(s);
    sum.held_next = x_.next[c] - x_.law.corner(s);
  } else {
    x_.impulse[s] = idle(s, w0);
    sum.load += x_.impulse[s];
  }
}

/// True if something that the parent reads has changed.
inline bool ForestStep::write(int node, const Sum& sum) {
  bool changed = anchor_[node] != sum.anchor;
  anchor_[node] = sum.anchor;
  changed |= put(x_.pivot[node], sum.pivot);
  changed |= put(x_.load[node], sum.load);
  if (sum.anchor != kLoose) {
    changed |= put(x_.change[node], sum.held);
    changed |= put(x_.next[node], sum.held_next);
  }
  if (parent(node) < 0) {
    x_.inverse[node] = sum.pivot > 0.0 ? 1.0 / sum.pivot : 0.0;
    return changed;
  }
  const int s = slot_above(node);
  if (is_stuck(s)) return changed;
  const StepArrays::Line line = x_.line(s, x_.v[node] - x_.v[parent(node)]);
  const double total = sum.pivot + line.slope;
  changed |= put(x_.inverse[node], total > 0.0 ? 1.0 / total : 0.0);
  changed |= put(x_.impulse[s], line.at_start + x_.dry(s));
  return changed;
}

/// Eliminates a node, given what its children left. True if something that its parent reads has
/// changed.
bool ForestStep::up(int node) {
  Sum sum{x_.mass[node], x_.h * x_.force[node]};
  for (int s = forest_.first_slot[node], end = ties_end(node); s < end; ++s) add_tie(node, s, sum);
  for (const int child : forest_.children.of(node)) add_child(node, child, sum);
  return write(node, sum);
}

// --- down ----------------------------------------------------------------------------------------

/// Velocity of a node that nothing given holds. True if it is another one.
inline bool ForestStep::move(int node, const View& above) {
  const int p = parent(node);
  double change{};
  double next{};
  if (p >= 0 && is_stuck(above.slot)) {
    change = x_.change[p] - above.w0 + x_.law.corner(above.slot);
    next = x_.next[p] + x_.law.corner(above.slot);
  } else {
    const double load =
        p < 0 ? x_.load[node]
              : x_.load[node] - x_.impulse[above.slot] + above.line.slope * x_.change[p];
    change = load * x_.inverse[node];
    next = x_.v[node] + change;
  }
  const bool changed = put(x_.change[node], change);
  return put(x_.next[node], next) || changed;
}

/// The impulse of what holds a node. True if it is another one.
inline bool ForestStep::hold(int node, double impulse, Tally& tally) {
  tally.note(impulse);
  const int anchor = anchor_[node];
  return anchor >= 0 ? put(x_.impulse[anchor], impulse)
                     : put(x_.impulse[slot_above(kChild - anchor)], -impulse);
}

/// A contact on the wrong side is noted, with the edge that it passes.
inline void ForestStep::judge_contacts(const View& view, Tally& tally) {
  for (StepContact& contact : x_.contacts.of(view.slot)) {
    const double at = x_.reach(contact, view.w0, view.w1);
    const Edge side = contact.side_at(at);
    if (side == contact.side) continue;
    const double beyond = std::abs(contact.beyond(side != Edge::None ? side : contact.side, at));
    const double wrong = contact.impulse_slope(x_.h) * beyond;
    if (wrong > tolerance_)
      tally.faults.push_back({view.slot, &contact, Mode::Stuck, side});
    else
      tally.worst = std::max(tally.worst, wrong);
  }
}

/// A slot that contradicts its mode is noted, with the mode that it asks for.
/// @param total  its impulse
void ForestStep::judge(const View& view, double total, double pivot, bool is_idle, Tally& tally) {
  const int s = view.slot;
  const Mode mode = x_.mode[s];
  const double beyond = view.w1 - x_.law.corner(s);
  Mode better = mode;
  double violation = 0.0;
  tally.note(total);
  if (mode != Mode::Stuck) {
    if (x_.law.has_corner(s)) {
      violation = -number(mode) * beyond * std::max(pivot, view.line.slope);
      better = x_.law.has_dry(s) ? Mode::Stuck : opposite(mode);
    }
  } else if (is_idle) {
    violation = std::abs(beyond) * pivot;
    better = mode_along(beyond);
    if (std::isinf(x_.law.limit(s, better))) {
      // Held twice, and not by the same velocity: of two stops one lets go, but which one?
      tally.held_twice = tally.held_twice || violation > tolerance_;
      tally.worst = std::max(tally.worst, violation);
      violation = 0.0;
    }
  } else {
    const double dry = total - at_corner(s, view.w0, view.line);
    const double over = dry - x_.most(s);
    const double under = x_.least(s) - dry;
    violation = std::max(over, under);
    better = over > under ? Mode::Forward : Mode::Backward;
  }
  if (violation > tolerance_)
    tally.faults.push_back({s, nullptr, better, Edge::None});
  else
    tally.worst = std::max(tally.worst, violation);
  judge_contacts(view, tally);
}

void ForestStep::look_at_ties(int node, Tally& tally) {
  for (int s = forest_.first_slot[node], end = ties_end(node); s < end; ++s) {
    View tie{s, x_.v[node] - x_.ties.v_of(s),
             x_.ties.difference(x_.next[node], x_.ties.next_of(s))};
    tie.line = x_.line(s, tie.w0);
    const double total =
        is_stuck(s) ? x_.impulse[s]
                    : x_.impulse[s] + tie.line.slope * (x_.change[node] - x_.ties.change(s));
    judge(tie, total, x_.pivot[node], is_stuck(s) && anchor_[node] != s, tally);
  }
}

/// Velocity and forces of a node whose parent is solved. True if something that its children read
/// has changed.
bool ForestStep::down(int node, Tally& tally) {
  const int p = parent(node);
  const bool loose = anchor_[node] == kLoose;
  View above{p >= 0 ? slot_above(node) : -1};
  if (p >= 0) {
    above.w0 = x_.v[node] - x_.v[p];
    above.line = x_.line(above.slot, above.w0);
  }
  bool changed = loose && move(node, above);
  const double u = x_.change[node];
  const double rest = x_.load[node] - x_.pivot[node] * u;  // for the parent and what holds the node
  double passed = 0.0;
  if (p >= 0) {
    const int s = above.slot;
    const bool stuck = is_stuck(s);
    if (stuck && loose) changed |= put(x_.impulse[s], rest);
    passed = x_.impulse[s];  // if it sticks and is held: an idle slot, or the parent knew
    if (!stuck) passed += above.line.slope * (u - x_.change[p]);
    above.w1 = x_.ties.difference(x_.next[node], x_.next[p]);
    judge(above, passed, x_.pivot[node], stuck && !loose && anchor_[p] != kChild - node, tally);
  }
  if (!loose) changed |= hold(node, rest - passed, tally);
  look_at_ties(node, tally);
  return changed;
}

// --- sweeps --------------------------------------------------------------------------------------

void ForestStep::correct() {
  for (const Fault& fault : tally_.faults)
    if (fault.contact == nullptr)
      x_.mode[fault.slot] = fault.better;
    else
      fault.contact->side = fault.better_side;
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
    part.tally.clear();
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
  tally_.clear();
  if (executor_ && forest_.n_nodes >= 2 * kLeastPart) return sweep_in_parts();
  for (int i = 0; i < forest_.n_nodes; ++i) up(i);
  for (int i = forest_.n_nodes; i-- > 0;) down(i, tally_);
}

// --- local repair --------------------------------------------------------------------------------

/// Nodes that are to be solved again: on the way up the lowest comes first, else the highest.
void ForestStep::push(int node, bool upwards) {
  if (waiting_[node] != 0) return;
  waiting_[node] = 1;
  heap_.push_back(node);
  if (upwards)
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  else
    std::push_heap(heap_.begin(), heap_.end());
}

int ForestStep::pop(bool upwards) {
  if (upwards)
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
  else
    std::pop_heap(heap_.begin(), heap_.end());
  const int node = heap_.back();
  heap_.pop_back();
  waiting_[node] = 0;
  return node;
}

/// Changes what is wrong and solves again what this touches.
void ForestStep::repair() {
  correct();
  heap_.clear();
  touched_.clear();
  for (const Fault& fault : tally_.faults) {
    push(forest_.below[fault.slot], true);
    // The parent reads the mode of the slot.
    if (forest_.above[fault.slot] >= 0) push(forest_.above[fault.slot], true);
  }
  tally_.faults.clear();
  while (!heap_.empty()) {
    const int node = pop(true);
    touched_.push_back(node);
    if (up(node) && parent(node) >= 0) push(parent(node), true);
  }
  for (const int node : touched_) push(node, false);
  // The parent of the highest may be what holds or is held by it.
  while (!heap_.empty()) {
    const int node = pop(false);
    if (!down(node, tally_)) continue;
    for (const int child : forest_.children.of(node)) push(child, false);
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

}  // namespace luztar
