#include "luztar/stepping/load_shares.h"

#include <algorithm>
#include <cmath>

namespace luztar {
namespace {

constexpr double kRigid = 1e8;       // weight of what has no limit, in largest weights of what has
constexpr double kSoft = 1e-9;       // of its weight: what a clamped slot adds to the matrix
constexpr double kEqual = 1e-12;     // of velocities through the ratios of a cycle
constexpr double kFlat = 0x1p-48;    // of the largest load: balanced
constexpr double kBalanced = 1e-12;  // the same, what is good enough
constexpr int kNewton = 60;          // steps; three are usual
constexpr int kCuts = 40;            // of a line search

}  // namespace

LoadShares::LoadShares(int nodes, std::vector<SparseFactor::Link> links, std::vector<double> scale)
    : links_(std::move(links)), scale_(std::move(scale)) {
  const auto n = static_cast<std::size_t>(nodes);
  first_.assign(n + 1, 0);
  for (const SparseFactor::Link& link : links_) {
    ++first_[link.a + 1];
    if (link.b >= 0) ++first_[link.b + 1];
  }
  for (std::size_t i = 0; i < n; ++i) first_[i + 1] += first_[i];
  list_.resize(first_[n]);
  std::vector<int> at(first_.begin(), first_.end() - 1);
  for (int s = 0; s < n_slots(); ++s) {
    list_[at[links_[s].a]++] = s;
    if (links_[s].b >= 0) list_[at[links_[s].b]++] = s;
  }
  for (auto* list : {&anchor_, &load_, &rest_, &direction_, &gain_}) list->assign(n, 0.0);
  for (auto* list : {&weight_, &stiffness_, &along_, &step_, &force_})
    list->assign(links_.size(), 0.0);
  shared_.assign(links_.size(), 0);
  root_.assign(n, -1);
}

/// The cluster of a node, with the velocities that it can have.
void LoadShares::reach(int root, const std::vector<char>& stands) {
  order_.assign(1, root);
  root_[root] = root;
  gain_[root] = 1.0;
  for (std::size_t next = 0; next < order_.size(); ++next) {
    const int node = order_[next];
    for (int k = first_[node]; k < first_[node + 1]; ++k) {
      const int s = list_[k];
      const SparseFactor::Link& link = links_[s];
      if (stands[s] == 0 || link.b < 0) continue;
      const int other = link.a == node ? link.b : link.a;
      if (root_[other] >= 0) continue;
      root_[other] = root;
      gain_[other] = link.a == node ? gain_[node] / link.ratio : link.ratio * gain_[node];
      order_.push_back(other);
    }
  }
}

/// Of the cluster at hand; anchors it if it could move.
bool LoadShares::has_cycles(int root, const std::vector<char>& stands) {
  std::size_t ends = 0;
  std::size_t ties = 0;
  bool locked = false;
  for (const int node : order_)
    for (int k = first_[node]; k < first_[node + 1]; ++k) {
      const SparseFactor::Link& link = links_[list_[k]];
      if (stands[list_[k]] == 0) continue;
      ++(link.b < 0 ? ties : ends);
      if (link.b < 0) continue;
      const double other = link.ratio * gain_[link.b];
      locked = locked || std::abs(gain_[link.a] - other) >
                             kEqual * (std::abs(gain_[link.a]) + std::abs(other));
    }
  const bool moves = ties == 0 && !locked;
  anchor_[root] = moves ? 1.0 : 0.0;
  return ends / 2 + ties > order_.size() - (ties == 0 ? 1 : 0);
}

bool LoadShares::find_clusters(const std::vector<char>& stands) {
  std::fill(root_.begin(), root_.end(), -1);
  std::fill(shared_.begin(), shared_.end(), char{0});
  std::fill(anchor_.begin(), anchor_.end(), 1.0);
  bool any = false;
  for (int i = 0; i < static_cast<int>(root_.size()); ++i) {
    if (root_[i] >= 0) continue;
    reach(i, stands);
    for (const int node : order_) anchor_[node] = 0.0;
    const bool cycles = has_cycles(i, stands);
    any = any || cycles;
    for (const int node : order_) {
      if (!cycles) anchor_[node] = 1.0;
      for (int k = first_[node]; cycles && k < first_[node + 1]; ++k)
        shared_[list_[k]] = stands[list_[k]];
    }
  }
  return any;
}

void LoadShares::weigh(const std::vector<double>& lower, const std::vector<double>& upper) {
  double largest = 0.0;
  for (int s = 0; s < n_slots(); ++s) {
    weight_[s] = shared_[s] == 0 ? 0.0 : 0.5 * scale_[s] * (upper[s] - lower[s]);
    if (std::isfinite(weight_[s])) largest = std::max(largest, weight_[s]);
  }
  if (largest == 0.0) largest = 1.0;
  for (int s = 0; s < n_slots(); ++s)
    if (std::isinf(weight_[s])) weight_[s] = kRigid * largest * scale_[s] * scale_[s];
  for (double& anchor : anchor_) anchor *= largest;
}

void LoadShares::push(int slot, double impulse, std::vector<double>& to) const {
  to[links_[slot].a] += impulse;
  if (links_[slot].b >= 0) to[links_[slot].b] -= links_[slot].ratio * impulse;
}

/// Impulses at this part of the step, and what they leave over; the slope of the energy along it.
double LoadShares::press(double part, const std::vector<double>& lower,
                         const std::vector<double>& upper) {
  rest_ = load_;
  for (int s = 0; s < n_slots(); ++s) {
    if (shared_[s] == 0) continue;
    force_[s] = std::clamp(weight_[s] * (along_[s] + part * step_[s]), lower[s], upper[s]);
    push(s, -force_[s], rest_);
  }
  double slope = 0.0;
  for (std::size_t i = 0; i < rest_.size(); ++i) slope -= rest_[i] * direction_[i];
  return slope;
}

/// Newton's direction for what is left over.
bool LoadShares::find_direction(const std::vector<double>& lower,
                                const std::vector<double>& upper) {
  bool any = false;
  for (int s = 0; s < n_slots(); ++s) {
    const double pushed = weight_[s] * along_[s];
    const bool at_limit = shared_[s] != 0 && (pushed > upper[s] || pushed < lower[s]);
    stiffness_[s] = at_limit ? kSoft * weight_[s] : weight_[s];
    any = any || at_limit;
  }
  direction_ = rest_;
  if (!any) {
    if (!has_factor_ || weight_ != weight_in_factor_ || anchor_ != anchor_in_factor_) {
      if (!has_factor_) factor_ = SparseFactor(static_cast<int>(root_.size()), links_);
      has_factor_ = factor_.factor(anchor_, weight_);
      if (!has_factor_) return false;
      weight_in_factor_ = weight_;
      anchor_in_factor_ = anchor_;
    }
    factor_.solve(direction_);
  } else {
    if (!has_clamped_) clamped_ = SparseFactor(static_cast<int>(root_.size()), links_);
    has_clamped_ = true;
    if (!clamped_.factor(anchor_, stiffness_)) return false;
    clamped_.solve(direction_);
  }
  for (int s = 0; s < n_slots(); ++s) {
    const SparseFactor::Link& link = links_[s];
    step_[s] = direction_[link.a] - (link.b >= 0 ? link.ratio * direction_[link.b] : 0.0);
  }
  return true;
}

/// Along the direction to where the energy is least, by regula falsi with halved weights
/// (Illinois).
void LoadShares::go(const std::vector<double>& lower, const std::vector<double>& upper) {
  double low = 0.0;
  double high = 1.0;
  double at_low = press(0.0, lower, upper);
  const double start = at_low;
  double at_high = press(1.0, lower, upper);
  double part = 1.0;
  for (int cut = 0; cut < kCuts && at_high > 0.0; ++cut) {
    part = (low * at_high - high * at_low) / (at_high - at_low);
    if (!(part > low && part < high)) part = 0.5 * (low + high);
    const double here = press(part, lower, upper);
    if (std::abs(here) <= 0.01 * std::abs(start)) break;
    if (here <= 0.0) {
      low = part;
      at_low = here;
      at_high *= 0.5;
    } else {
      high = part;
      at_high = here;
      at_low *= 0.5;
    }
  }
  for (int s = 0; s < n_slots(); ++s) along_[s] += part * step_[s];
}

double LoadShares::left_over() const {
  double most = 0.0;
  for (const double rest : rest_) most = std::max(most, std::abs(rest));
  return most;
}

bool LoadShares::share(const std::vector<char>& stands, const std::vector<double>& lower,
                       const std::vector<double>& upper, std::vector<double>& impulse) {
  if (!find_clusters(stands)) return false;
  weigh(lower, upper);
  std::fill(load_.begin(), load_.end(), 0.0);
  std::fill(along_.begin(), along_.end(), 0.0);
  double scale = 0.0;
  for (int s = 0; s < n_slots(); ++s) {
    if (shared_[s] == 0) continue;
    push(s, impulse[s], load_);
    scale = std::max(scale, std::abs(impulse[s]));
  }
  std::fill(step_.begin(), step_.end(), 0.0);
  press(0.0, lower, upper);
  double left = left_over();
  for (int step = 0; step < kNewton && left > kFlat * scale; ++step) {
    if (!find_direction(lower, upper)) break;
    go(lower, upper);
    std::fill(step_.begin(), step_.end(), 0.0);
    press(0.0, lower, upper);
    left = left_over();
  }
  if (left > kBalanced * scale) return false;
  for (int s = 0; s < n_slots(); ++s)
    if (shared_[s] != 0) impulse[s] = force_[s];
  return true;
}

}  // namespace luztar
