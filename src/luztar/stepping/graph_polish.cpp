#include "luztar/stepping/graph_polish.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr int kRefinements = 6;

}  // namespace

GraphPolish::GraphPolish(GraphSlots& slots, UpdatedFactor& factor)
    : graph_(slots), x_(slots.x), forest_(x_.forest), factor_(factor), clusters_(slots) {
  for (auto* list : {&offset_, &speed_, &rest_, &sum_, &correction_})
    list->assign(slots.n_nodes(), 0.0);
}

void GraphPolish::spread_offsets() {
  for (const int i : clusters_.order()) {
    const GraphClusters::Node& node = clusters_.node(i);
    const double own = node.via >= 0 ? graph_.distance_to_corner(node.via) : 0.0;
    offset_[i] = node.parent < 0 ? own : clusters_.further(i, own, offset_[node.parent]);
  }
}

void GraphPolish::guess_speeds(const std::vector<double>& u) {
  const std::vector<double>& gain = clusters_.gain();
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (const int i : clusters_.order())
    sum_[clusters_.node(i).root] += graph_.weight[i] * gain[i] * (u[i] - offset_[i]);
  for (const int i : clusters_.order()) {
    const GraphClusters::Node& node = clusters_.node(i);
    if (node.via >= 0 || node.parent >= 0) continue;
    speed_[i] = sum_[i] / node.inertia;
    if (node.kind != Kind::Locked) continue;
    const int s = node.lock;
    speed_[i] = (graph_.distance_to_corner(s) - x_.difference(s, offset_)) / x_.difference(s, gain);
  }
}

/// Node by node from the roots, so that equal velocities have equal bits.
void GraphPolish::spread_speeds() {
  for (const int i : clusters_.order()) {
    const GraphClusters::Node& node = clusters_.node(i);
    const int s = node.via;
    const int p = node.parent;
    if (p < 0) {
      x_.change[i] = s >= 0 ? offset_[i] : speed_[i];
      x_.next[i] = s >= 0 ? x_.ties.next_of(s) + x_.law.corner(s) : x_.v[i] + x_.change[i];
      if (node.kind == Kind::Locked && x_.law.target.empty()) {
        x_.next[i] = 0.0;
        x_.change[i] = -x_.v[i];
      }
      continue;
    }
    x_.change[i] = clusters_.further(i, graph_.distance_to_corner(s), x_.change[p]);
    x_.next[i] = clusters_.further(i, x_.law.corner(s), x_.next[p]);
  }
}

/// Impulses left over on each node without the trees, and for each cluster that is free to move;
/// the largest of these.
double GraphPolish::balance() {
  for (int i = 0; i < graph_.n_nodes(); ++i)
    rest_[i] = x_.h * x_.force[i] - x_.mass[i] * x_.change[i];
  for (int s = 0; s < graph_.n_slots(); ++s) {
    const bool clamped = graph_.is_clamped(s);
    if (!clamped && !clusters_.is_chord(s)) continue;
    const double w1 = clamped ? graph_.rate_at(s, x_.change) : x_.law.corner(s);
    const double dry = clamped ? graph_.limit(s) : graph_[s].multiplier;
    graph_[s].force = graph_.smooth_at(s, w1) + dry;
    graph_.note(graph_[s].force);
    graph_.push(s, graph_[s].force, rest_);
  }
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (const int i : clusters_.order())
    sum_[clusters_.node(i).root] += clusters_.gain()[i] * rest_[i];
  double worst = 0.0;
  for (const int i : clusters_.order())
    if (clusters_.is_root(i) && clusters_.node(i).kind == Kind::Loose)
      worst = std::max(worst, std::abs(sum_[i]));
  return worst;
}

/// One refinement: the factor knows the clusters as nearly rigid.
void GraphPolish::correct_speeds() {
  const std::vector<double>& gain = clusters_.gain();
  for (int i = 0; i < graph_.n_nodes(); ++i) {
    const int at = clusters_.node(i).root;
    const GraphClusters::Node& root = clusters_.node(at);
    correction_[i] =
        root.kind == Kind::Loose ? graph_.weight[i] * gain[i] * sum_[at] / root.inertia : 0.0;
  }
  factor_.solve(correction_);
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (const int i : clusters_.order())
    sum_[clusters_.node(i).root] += graph_.weight[i] * gain[i] * correction_[i];
  for (const int i : clusters_.order())
    if (clusters_.is_root(i) && clusters_.node(i).kind == Kind::Loose)
      speed_[i] += sum_[i] / clusters_.node(i).inertia;
}

/// Forces of the trees, from the leaves.
void GraphPolish::hang_forces() {
  const std::vector<int>& order = clusters_.order();
  for (const int i : order) {
    const GraphClusters::Node& node = clusters_.node(i);
    if (!clusters_.is_root(i) || node.kind != Kind::Locked) continue;
    const double more = sum_[i] / x_.difference(node.lock, clusters_.gain());
    graph_[node.lock].force += more;
    graph_.push(node.lock, more, rest_);
  }
  for (std::size_t k = order.size(); k-- > 0;) {
    const int i = order[k];
    const int s = clusters_.node(i).via;
    if (s < 0) continue;
    graph_[s].force = forest_.below[s] == i ? rest_[i] : -rest_[i] / forest_.ratio[s];
    graph_.note(graph_[s].force);
    graph_.push(s, graph_[s].force, rest_);
    rest_[i] = 0.0;
  }
}

bool GraphPolish::is_rigid(int s) const {
  if (!graph_.is_clamped(s)) return true;
  if (!x_.law.has_dry(s)) return false;
  const int below = forest_.below[s];
  const int above = forest_.above[s];
  const bool together = above >= 0 && clusters_.node(below).root == clusters_.node(above).root;
  const bool held = clusters_.is_held(below) && (above < 0 || clusters_.is_held(above));
  if (!together && !held) return false;
  const double corner = x_.law.corner(s);
  const double size =
      std::abs(x_.next[below]) + (above >= 0 ? std::abs(forest_.ratio[s] * x_.next[above]) : 0.0);
  return is_negligible(x_.moving_rate(s) - corner, size + std::abs(corner), kNoise);
}

/// By how much the force of a rigid slot lies beyond its limits.
double GraphPolish::beyond_limits(int s) const {
  const double dry = graph_[s].force - graph_[s].smooth.at_start -
                     graph_[s].smooth.slope * (x_.law.corner(s) - x_.rate[s]);
  return std::max(dry - x_.most(s), x_.least(s) - dry);
}

/// The rate that a rigid slot that closes a cycle should not have, as an impulse.
double GraphPolish::chord_error(int s, double w1) const {
  const double corner = x_.law.corner(s);
  const double own = std::abs(x_.next[forest_.below[s]]);
  const double wrong = std::abs(w1 - corner);
  const double size = std::abs(w1 - x_.next[forest_.below[s]]) + std::abs(corner);
  return wrong > kNoise * (size + own) ? wrong * graph_[s].rho : 0.0;
}

/// The law that a rate of the wrong sign breaks, as an impulse.
double GraphPolish::wrong_direction(int s, double w1) const {
  const double limit = graph_.limit(s);
  const double pushed = limit + graph_[s].rho / kGraphRho * (w1 - x_.law.corner(s));
  return std::abs(limit - std::clamp(pushed, x_.least(s), x_.most(s)));
}

/// What the smooth law lacks if its piece is not the one at w1.
double GraphPolish::wrong_piece(int s, double w1) const {
  double worst = 0.0;
  const double beyond = w1 - x_.law.corner(s);
  if (!x_.law.viscous_backward.empty() && beyond * number(x_.mode[s]) < 0.0)
    worst =
        0.5 * x_.h * std::abs(x_.law.viscous[s] - x_.law.viscous_backward[s]) * std::abs(beyond);
  for (const StepContact& contact : x_.contacts.of(s)) {
    const double at = x_.reach(contact, x_.rate[s], w1);
    const double expected = contact.beyond(contact.side, at);
    worst = std::max(worst, contact.impulse_slope(x_.h) * std::abs(expected - contact.beyond(at)));
  }
  return worst;
}

/// What is not lawful, as impulses.
StepOutcome GraphPolish::judge() const {
  double worst = 0.0;
  for (const double rest : rest_) worst = std::max(worst, std::abs(rest));
  for (int s = 0; s < graph_.n_slots(); ++s) {
    const double w1 = x_.moving_rate(s);
    const bool clamped = graph_.is_clamped(s);
    if (!clamped) {
      worst = std::max(worst, beyond_limits(s));
      if (clusters_.is_chord(s)) worst = std::max(worst, chord_error(s, w1));
    } else if (x_.law.has_dry(s) && !is_rigid(s)) {
      worst = std::max(worst, wrong_direction(s, w1));
    }
    if (graph_[s].is_special)
      worst = std::max(worst, wrong_piece(s, clamped ? w1 : x_.law.corner(s)));
  }
  return {worst, graph_.scale, 0, worst <= (4.0 * kRounding) * graph_.scale};
}

StepOutcome GraphPolish::solve(const std::vector<double>& u) {
  clusters_.find();
  spread_offsets();
  guess_speeds(u);
  spread_speeds();
  double worst = balance();
  for (int round = 0; round < kRefinements && worst > 0x1p-51 * graph_.scale; ++round) {
    correct_speeds();
    spread_speeds();
    const double before = worst;
    worst = balance();
    if (worst > 0.25 * before) break;
  }
  hang_forces();
  return judge();
}

void GraphPolish::write() {
  for (int s = 0; s < graph_.n_slots(); ++s) {
    GraphSlot& slot = graph_[s];
    const bool clamped = graph_.is_clamped(s);
    const double at_corner = graph_.smooth_at(s, x_.law.corner(s));
    if (!clamped) slot.multiplier = slot.force - at_corner;
    if (is_rigid(s)) {
      x_.mode[s] = Mode::Stuck;
      x_.impulse[s] = clamped ? at_corner + graph_.limit(s) : slot.force;
    } else {
      if (x_.law.has_dry(s) || !slot.is_special) x_.mode[s] = mode_of(slot.set);
      x_.impulse[s] = slot.smooth.at_start + graph_.limit(s);
    }
    slot.mode = x_.mode[s];
  }
}

}  // namespace luztar
