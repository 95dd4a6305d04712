// The exact end of a step of a graph: what sticks moves as one.
#include <algorithm>
#include <cmath>

#include "luztar/stepping/graph_step.h"

namespace luztar {
namespace {

constexpr double kRounding = 0x1p-44;  // of impulses, relative to the largest: a mode is right
constexpr double kEqual = 1e-12;       // of velocities through the ratios of a cycle
constexpr double kNear = 1e-6;         // of the largest impulse: a force is near its limit
constexpr int kRefinements = 6;

}  // namespace

void GraphStep::visit(int node, int slot, int parent) {
  order_.push_back(node);
  via_[node] = slot;
  parent_[node] = parent;
  root_[node] = parent >= 0 ? root_[parent] : node;
  if (parent < 0) {
    gain_[node] = slot >= 0 ? 0.0 : 1.0;
    kind_[node] = slot >= 0 ? Kind::Tied : Kind::Loose;
    lock_[node] = -1;
    return;
  }
  const double ratio = forest_.ratio[slot];
  gain_[node] = forest_.below[slot] == node ? ratio * gain_[parent] : gain_[parent] / ratio;
}

/// Which slots a tree may use. Forces of a tree take what the multipliers leave over, so slots near
/// a limit come last.
void GraphStep::rank_slots() {
  const double near = kNear * scale_;
  for (int s = 0; s < forest_.n_slots; ++s) {
    const double slack =
        std::min(x_.h * x_.upper[s] - multiplier_[s], multiplier_[s] - x_.h * x_.lower_limit(s));
    const Rank rank = set_[s] != 0 ? Rank::Clamped : slack > near ? Rank::Wide : Rank::Narrow;
    clusters_known_ = clusters_known_ && rank == rank_[s];
    rank_[s] = rank;
  }
}

/// Breadth first from those in order_ that are not walked from yet; narrow slots wait.
void GraphStep::walk(std::size_t from) {
  for (; from < order_.size(); ++from) {
    const int node = order_[from];
    for (int k = first_[node]; k < first_[node + 1]; ++k) {
      const int s = list_[k];
      if (rank_[s] == Rank::Clamped || forest_.above[s] < 0) continue;
      const int other = forest_.below[s] == node ? forest_.above[s] : forest_.below[s];
      if (root_[other] >= 0) continue;
      if (rank_[s] == Rank::Wide)
        visit(other, s, node);
      else
        waiting_.push_back(s);
    }
  }
}

void GraphStep::walk_all(std::size_t from) {
  walk(from);
  for (std::size_t next = 0; next < waiting_.size(); ++next) {
    const int s = waiting_[next];
    const int below = forest_.below[s];
    const int above = forest_.above[s];
    const bool reached = root_[below] >= 0;
    if (above >= 0 && reached && root_[above] >= 0) continue;
    if (above < 0 && reached) continue;
    const std::size_t here = order_.size();
    if (above < 0)
      visit(below, s, -1);
    else
      visit(reached ? above : below, s, reached ? below : above);
    walk(here);
  }
  waiting_.clear();
}

/// Spanning trees of what is connected by slots that are not clamped; those that something given
/// holds hang on it.
void GraphStep::find_clusters() {
  rank_slots();
  if (clusters_known_) return;
  clusters_known_ = true;
  order_.clear();
  waiting_.clear();
  std::fill(root_.begin(), root_.end(), -1);
  for (int s = 0; s < forest_.n_slots; ++s) {
    if (forest_.above[s] >= 0) continue;
    if (rank_[s] == Rank::Wide && root_[forest_.below[s]] < 0) visit(forest_.below[s], s, -1);
    if (rank_[s] == Rank::Narrow) waiting_.push_back(s);
  }
  walk_all(0);
  for (int i = 0; i < forest_.n_nodes; ++i) {
    if (root_[i] >= 0) continue;
    const std::size_t from = order_.size();
    visit(i, -1, -1);
    walk_all(from);
  }
  find_locks();
  std::fill(inertia_.begin(), inertia_.end(), 0.0);
  for (const int i : order_) inertia_[root_[i]] += weight_[i] * gain_[i] * gain_[i];
}

/// A cycle whose ratios contradict each other leaves its cluster one velocity.
void GraphStep::find_locks() {
  for (int s = 0; s < forest_.n_slots; ++s) {
    if (set_[s] != 0 || forest_.above[s] < 0 || !is_chord(s)) continue;
    const int root = root_[forest_.below[s]];
    if (kind_[root] != Kind::Loose) continue;
    const double one = gain_[forest_.below[s]];
    const double two = forest_.ratio[s] * gain_[forest_.above[s]];
    if (std::abs(one - two) <= kEqual * (std::abs(one) + std::abs(two))) continue;
    kind_[root] = Kind::Locked;
    lock_[root] = s;
  }
}

void GraphStep::spread_offsets() {
  for (const int i : order_) {
    const int s = via_[i];
    if (s < 0) {
      offset_[i] = 0.0;
      continue;
    }
    const double own = x_.corner(s) - start_[s];
    const double ratio = forest_.ratio[s];
    if (parent_[i] < 0)
      offset_[i] = own;
    else if (forest_.below[s] == i)
      offset_[i] = own + ratio * offset_[parent_[i]];
    else
      offset_[i] = (offset_[parent_[i]] - own) / ratio;
  }
}

void GraphStep::guess_speeds() {
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (const int i : order_) sum_[root_[i]] += weight_[i] * gain_[i] * (u_[i] - offset_[i]);
  for (const int i : order_) {
    if (via_[i] >= 0 || parent_[i] >= 0) continue;
    speed_[i] = sum_[i] / inertia_[i];
    if (kind_[i] != Kind::Locked) continue;
    const int s = lock_[i];
    speed_[i] = (x_.corner(s) - start_[s] - difference(s, offset_)) / difference(s, gain_);
  }
}

/// Node by node from the roots, so that equal velocities have equal bits.
void GraphStep::spread_speeds() {
  for (const int i : order_) {
    const int s = via_[i];
    const int p = parent_[i];
    if (p < 0) {
      const double other = s >= 0 && !x_.other_next.empty() ? x_.other_next[s] : 0.0;
      x_.change[i] = s >= 0 ? offset_[i] : speed_[i];
      x_.next[i] = s >= 0 ? other + x_.corner(s) : x_.v[i] + x_.change[i];
      if (kind_[i] == Kind::Locked && x_.target.empty()) {
        x_.next[i] = 0.0;
        x_.change[i] = -x_.v[i];
      }
      continue;
    }
    const double own = x_.corner(s) - start_[s];
    const double ratio = forest_.ratio[s];
    if (forest_.below[s] == i) {
      x_.change[i] = own + ratio * x_.change[p];
      x_.next[i] = x_.corner(s) + ratio * x_.next[p];
    } else {
      x_.change[i] = (x_.change[p] - own) / ratio;
      x_.next[i] = (x_.next[p] - x_.corner(s)) / ratio;
    }
  }
}

/// Impulses left over on each node without the trees, and for each cluster that is free to move;
/// the largest of these.
double GraphStep::balance() {
  for (int i = 0; i < forest_.n_nodes; ++i)
    rest_[i] = x_.h * x_.force[i] - x_.mass[i] * x_.change[i];
  for (int s = 0; s < forest_.n_slots; ++s) {
    if (set_[s] == 0 && !is_chord(s)) continue;
    double w1 = x_.corner(s);
    double dry = multiplier_[s];
    if (set_[s] != 0) {
      w1 = start_[s] + difference(s, x_.change);
      dry = limit(s);
    }
    force_[s] = at_start_[s] + slope_[s] * (w1 - x_.rate[s]) + dry;
    scale_ = std::max(scale_, std::abs(force_[s]));
    push(s, force_[s], rest_);
  }
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (const int i : order_) sum_[root_[i]] += gain_[i] * rest_[i];
  double worst = 0.0;
  for (const int i : order_)
    if (root_[i] == i && kind_[i] == Kind::Loose) worst = std::max(worst, std::abs(sum_[i]));
  return worst;
}

/// One refinement: the factor knows the clusters as nearly rigid.
void GraphStep::correct_speeds() {
  for (int i = 0; i < forest_.n_nodes; ++i) {
    const int root = root_[i];
    direction_[i] =
        kind_[root] == Kind::Loose ? weight_[i] * gain_[i] * sum_[root] / inertia_[root] : 0.0;
  }
  factor_.solve(direction_);
  ++passes_;
  std::fill(sum_.begin(), sum_.end(), 0.0);
  for (const int i : order_) sum_[root_[i]] += weight_[i] * gain_[i] * direction_[i];
  for (const int i : order_)
    if (root_[i] == i && kind_[i] == Kind::Loose) speed_[i] += sum_[i] / inertia_[i];
}

/// Forces of the trees, from the leaves.
void GraphStep::hang_forces() {
  for (const int i : order_) {
    if (root_[i] != i || kind_[i] != Kind::Locked) continue;
    const int s = lock_[i];
    const double more = sum_[i] / difference(s, gain_);
    force_[s] += more;
    push(s, more, rest_);
  }
  for (std::size_t k = order_.size(); k-- > 0;) {
    const int i = order_[k];
    const int s = via_[i];
    if (s < 0) continue;
    force_[s] = forest_.below[s] == i ? rest_[i] : -rest_[i] / forest_.ratio[s];
    scale_ = std::max(scale_, std::abs(force_[s]));
    push(s, force_[s], rest_);
    rest_[i] = 0.0;
  }
}

bool GraphStep::is_rigid(int s) const {
  if (set_[s] == 0) return true;
  if (!has_dry(s)) return false;
  const int below = forest_.below[s];
  const int above = forest_.above[s];
  if (!(above >= 0 && root_[below] == root_[above]) &&
      !(is_held(below) && (above < 0 || is_held(above))))
    return false;
  const double size =
      std::abs(x_.next[below]) + (above >= 0 ? std::abs(forest_.ratio[s] * x_.next[above]) : 0.0);
  return std::abs(moving_rate(s) - x_.corner(s)) <= kEqual * (size + std::abs(x_.corner(s)));
}

/// What is not lawful, as impulses.
void GraphStep::judge(StepOutcome& outcome) {
  double worst = 0.0;
  for (int i = 0; i < forest_.n_nodes; ++i) worst = std::max(worst, std::abs(rest_[i]));
  for (int s = 0; s < forest_.n_slots; ++s) {
    const double w1 = moving_rate(s);
    if (set_[s] == 0) {
      const double dry = force_[s] - at_start_[s] - slope_[s] * (x_.corner(s) - x_.rate[s]);
      worst = std::max({worst, dry - x_.h * x_.upper[s], x_.h * x_.lower_limit(s) - dry});
      if (is_chord(s)) {
        const double wrong = std::abs(w1 - x_.corner(s));
        const double size = std::abs(w1 - x_.next[forest_.below[s]]) + std::abs(x_.corner(s));
        if (wrong > kEqual * (size + std::abs(x_.next[forest_.below[s]])))
          worst = std::max(worst, wrong * rho_[s]);
      }
    } else if (has_dry(s) && !is_rigid(s)) {
      // As an impulse: the law that a rate of the wrong sign breaks.
      const double pushed = limit(s) + rho_[s] / kRho * (w1 - x_.corner(s));
      const double lawful = std::clamp(pushed, x_.h * x_.lower_limit(s), x_.h * x_.upper[s]);
      worst = std::max(worst, std::abs(limit(s) - lawful));
    }
    if (special_[s] != 0) judge_smooth(s, set_[s] == 0 ? x_.corner(s) : w1, worst);
  }
  outcome.violation = worst;
  outcome.scale = scale_;
  outcome.settled = worst <= kRounding * scale_;
}

/// The piece of the smooth law is the one at w1.
void GraphStep::judge_smooth(int s, double w1, double& worst) const {
  const double beyond = w1 - x_.corner(s);
  if (!x_.viscous_backward.empty() && beyond * x_.mode[s] < 0.0)
    worst = std::max(
        worst, 0.5 * x_.h * std::abs(x_.viscous[s] - x_.viscous_backward[s]) * std::abs(beyond));
  if (x_.contact_of.empty()) return;
  for (int i = x_.contact_of[s]; i < x_.contact_of[s + 1]; ++i) {
    const StepArrays::Contact& contact = x_.contacts[i];
    const double at = x_.d[s] + 0.5 * x_.h * (x_.rate[s] + w1) - contact.rest;
    const int side = at > contact.upper ? 1 : at < contact.lower ? -1 : 0;
    const double told = contact.side > 0   ? at - contact.upper
                        : contact.side < 0 ? at - contact.lower
                                           : 0.0;
    const double true_one = side > 0 ? at - contact.upper : side < 0 ? at - contact.lower : 0.0;
    worst = std::max(worst, contact.impulse_slope(x_.h) * std::abs(told - true_one));
  }
}

bool GraphStep::polish(StepOutcome& outcome) {
  find_clusters();
  spread_offsets();
  guess_speeds();
  spread_speeds();
  double worst = balance();
  for (int round = 0; round < kRefinements && worst > 0x1p-51 * scale_; ++round) {
    correct_speeds();
    spread_speeds();
    const double before = worst;
    worst = balance();
    if (worst > 0.25 * before) break;
  }
  hang_forces();
  judge(outcome);
  return outcome.settled;
}

void GraphStep::write_modes() {
  for (int s = 0; s < forest_.n_slots; ++s) {
    const double at_corner = at_start_[s] + slope_[s] * (x_.corner(s) - x_.rate[s]);
    if (set_[s] == 0) multiplier_[s] = force_[s] - at_corner;
    if (is_rigid(s)) {
      x_.mode[s] = 0;
      x_.impulse[s] = set_[s] == 0 ? force_[s] : at_corner + limit(s);
    } else {
      if (has_dry(s) || special_[s] == 0) x_.mode[s] = set_[s];
      x_.impulse[s] = at_start_[s] + limit(s);
    }
    mode_[s] = x_.mode[s];
  }
}

}  // namespace luztar
