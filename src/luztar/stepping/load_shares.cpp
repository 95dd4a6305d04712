#include "luztar/stepping/load_shares.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr double kRigid = 1e8;  // weight of what has no limit, in largest weights of what has
constexpr int kNewton = 60;     // steps; three are usual
constexpr int kCuts = 40;       // of a line search

}  // namespace

LoadShares::LoadShares(int nodes, std::vector<SparseFactor::Coupling> couplings,
                       std::vector<double> scale)
    : couplings_(std::move(couplings)), scale_(std::move(scale)), loads_(couplings_.size()) {
  slots_ = NodeLists(nodes, n_slots(), [this](int s, const auto& at) {
    at(couplings_[s].a);
    if (couplings_[s].b >= 0) at(couplings_[s].b);
  });
  for (auto* list : {&anchor_, &balance_, &rest_, &direction_, &gain_}) list->assign(nodes, 0.0);
  for (auto* list : {&weight_, &soft_, &along_, &step_, &force_})
    list->assign(couplings_.size(), 0.0);
  shared_.assign(couplings_.size(), 0);
  root_.assign(nodes, -1);
}

/// The cluster of a node, with the velocities that it can have.
void LoadShares::reach(int root) {
  order_.assign(1, root);
  root_[root] = root;
  gain_[root] = 1.0;
  for (std::size_t next = 0; next < order_.size(); ++next) {
    const int node = order_[next];
    for (const int s : slots_.of(node)) {
      const SparseFactor::Coupling& coupling = couplings_[s];
      if (!loads_[s].stands || coupling.b < 0) continue;
      const int other = coupling.a == node ? coupling.b : coupling.a;
      if (root_[other] >= 0) continue;
      root_[other] = root;
      gain_[other] =
          coupling.a == node ? gain_[node] / coupling.ratio : coupling.ratio * gain_[node];
      order_.push_back(other);
    }
  }
}

/// Of the cluster at hand; anchors it if it could move.
bool LoadShares::has_cycles(int root) {
  std::size_t ends = 0;
  std::size_t ties = 0;
  bool locked = false;
  for (const int node : order_)
    for (const int s : slots_.of(node)) {
      const SparseFactor::Coupling& coupling = couplings_[s];
      if (!loads_[s].stands) continue;
      ++(coupling.b < 0 ? ties : ends);
      if (coupling.b < 0) continue;
      const double other = coupling.ratio * gain_[coupling.b];
      locked = locked || exceeds(gain_[coupling.a] - other,
                                 std::abs(gain_[coupling.a]) + std::abs(other), kNoise);
    }
  const bool moves = ties == 0 && !locked;
  anchor_[root] = moves ? 1.0 : 0.0;
  return ends / 2 + ties > order_.size() - (ties == 0 ? 1 : 0);
}

bool LoadShares::find_clusters() {
  std::fill(root_.begin(), root_.end(), -1);
  std::fill(shared_.begin(), shared_.end(), char{0});
  std::fill(anchor_.begin(), anchor_.end(), 1.0);
  bool any = false;
  for (int i = 0; i < static_cast<int>(root_.size()); ++i) {
    if (root_[i] >= 0) continue;
    reach(i);
    for (const int node : order_) anchor_[node] = 0.0;
    const bool cycles = has_cycles(i);
    any = any || cycles;
    for (const int node : order_) {
      if (!cycles)
        anchor_[node] = 1.0;
      else
        for (const int s : slots_.of(node)) shared_[s] = loads_[s].stands ? 1 : 0;
    }
  }
  return any;
}

void LoadShares::weigh() {
  double largest = 0.0;
  for (int s = 0; s < n_slots(); ++s) {
    weight_[s] = shared_[s] == 0 ? 0.0 : 0.5 * scale_[s] * (loads_[s].upper - loads_[s].lower);
    if (std::isfinite(weight_[s])) largest = std::max(largest, weight_[s]);
  }
  if (largest == 0.0) largest = 1.0;
  for (int s = 0; s < n_slots(); ++s)
    if (std::isinf(weight_[s])) weight_[s] = kRigid * largest * scale_[s] * scale_[s];
  for (double& anchor : anchor_) anchor *= largest;
}

void LoadShares::push(int slot, double impulse, std::vector<double>& to) const {
  to[couplings_[slot].a] += impulse;
  if (couplings_[slot].b >= 0) to[couplings_[slot].b] -= couplings_[slot].ratio * impulse;
}

/// Writes the impulses at this part of the step and the loads that they do not balance.
/// @return the slope of the energy along the step
double LoadShares::set_impulses(double part) {
  rest_ = balance_;
  for (int s = 0; s < n_slots(); ++s) {
    if (shared_[s] == 0) continue;
    force_[s] =
        std::clamp(weight_[s] * (along_[s] + part * step_[s]), loads_[s].lower, loads_[s].upper);
    push(s, -force_[s], rest_);
  }
  double slope = 0.0;
  for (std::size_t i = 0; i < rest_.size(); ++i) slope -= rest_[i] * direction_[i];
  return slope;
}

/// Newton's direction for what is left over.
bool LoadShares::find_direction() {
  bool any = false;
  for (int s = 0; s < n_slots(); ++s) {
    const double pushed = weight_[s] * along_[s];
    const bool at_limit = shared_[s] != 0 && (pushed > loads_[s].upper || pushed < loads_[s].lower);
    soft_[s] = at_limit ? kSoft * weight_[s] : weight_[s];
    any = any || at_limit;
  }
  if (!(any ? solve(clamped_, soft_) : solve(inside_, weight_))) return false;
  for (int s = 0; s < n_slots(); ++s) {
    const SparseFactor::Coupling& coupling = couplings_[s];
    step_[s] =
        direction_[coupling.a] - (coupling.b >= 0 ? coupling.ratio * direction_[coupling.b] : 0.0);
  }
  return true;
}

/// The direction, by a factor that is made afresh if it is of another matrix.
bool LoadShares::solve(Factor& factor, const std::vector<double>& weight) {
  if (!factor.is_valid || weight != factor.weight || anchor_ != factor.anchor) {
    if (factor.weight.empty())
      factor.factor = SparseFactor(static_cast<int>(root_.size()), couplings_);
    factor.weight = weight;
    factor.anchor = anchor_;
    factor.is_valid = factor.factor.factor(anchor_, weight);
    if (!factor.is_valid) return false;
  }
  direction_ = rest_;
  factor.factor.solve(direction_);
  return true;
}

/// Along the direction to where the energy is least, by regula falsi with halved weights
/// (Illinois).
void LoadShares::go() {
  double low = 0.0;
  double high = 1.0;
  double at_low = set_impulses(0.0);
  const double start = at_low;
  double at_high = set_impulses(1.0);
  double part = 1.0;
  for (int cut = 0; cut < kCuts && at_high > 0.0; ++cut) {
    part = (low * at_high - high * at_low) / (at_high - at_low);
    if (!(part > low && part < high)) part = 0.5 * (low + high);
    const double here = set_impulses(part);
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

/// The largest impulse that is not balanced.
double LoadShares::left_over() {
  std::fill(step_.begin(), step_.end(), 0.0);
  set_impulses(0.0);
  double most = 0.0;
  for (const double rest : rest_) most = std::max(most, std::abs(rest));
  return most;
}

bool LoadShares::share() {
  if (!find_clusters()) return false;
  weigh();
  std::fill(balance_.begin(), balance_.end(), 0.0);
  std::fill(along_.begin(), along_.end(), 0.0);
  double scale = 0.0;
  for (int s = 0; s < n_slots(); ++s) {
    if (shared_[s] == 0) continue;
    push(s, loads_[s].impulse, balance_);
    scale = std::max(scale, std::abs(loads_[s].impulse));
  }
  double left = left_over();
  for (int step = 0; step < kNewton && left > kRounding * scale; ++step) {
    if (!find_direction()) break;
    go();
    left = left_over();
  }
  if (left > kNoise * scale) return false;
  for (int s = 0; s < n_slots(); ++s)
    if (shared_[s] != 0) loads_[s].impulse = force_[s];
  return true;
}

}  // namespace luztar
