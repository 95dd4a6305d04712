#include "luztar/stepping/graph_step.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/stop_request.h"

namespace luztar {
namespace {

constexpr int kOuter = 60;  // rounds of multipliers; two or three are usual
constexpr double kFirstRho = 10.0;
constexpr double kGrowth = 10.0;
constexpr double kMaxRho = 1e8;
constexpr int kNear = 25;           // steps of Newton's method before going back to a small rho
constexpr int kPatience = 12;       // of them before rho grows
constexpr int kNewton = 100;        // steps of Newton's method in each
constexpr int kCuts = 30;           // of a line search
constexpr double kFlat = 1e-13;     // of the largest impulse: the minimum is reached
constexpr int kUpdates = 2000;      // of a factor before it is made afresh
constexpr double kMassless = 1e-9;  // of the weight, where a body has no mass

}  // namespace

GraphStep::GraphStep(const Forest& forest, StepArrays& arrays) : forest_(forest), x_(arrays) {
  const int n = forest.n_nodes;
  const int m = forest.n_slots;
  std::vector<SparseFactor::Link> links(m);
  for (int s = 0; s < m; ++s) links[s] = {forest.below[s], forest.above[s], forest.ratio[s]};
  factor_ = SparseFactor(n, links);
  special_.assign(m, 0);
  for (const StepArrays::Contact& contact : x_.contacts)
    if (contact.slot < m) special_[contact.slot] = 1;
  for (int s = 0; s < m; ++s)
    if (!x_.viscous_backward.empty() && x_.viscous_backward[s] != x_.viscous[s]) special_[s] = 1;
  x_.impulse.assign(x_.upper.size(), 0.0);
  set_.assign(m, 0);
  mode_.assign(m, 0);
  rank_.assign(m, Rank::Clamped);
  waiting_.reserve(2 * static_cast<std::size_t>(m));
  for (std::vector<double>* list :
       {&start_, &at_start_, &slope_, &multiplier_, &rho_, &stiff_, &factored_, &force_})
    list->assign(m, 0.0);
  for (std::vector<double>* list : {&weight_, &diagonal_, &u_, &trial_, &direction_, &gradient_,
                                    &gain_, &offset_, &speed_, &inertia_, &rest_, &sum_})
    list->assign(n, 0.0);
  differ_.reserve(m);
  order_.reserve(n);
  for (std::vector<int>* list : {&via_, &parent_, &root_, &lock_}) list->assign(n, -1);
  kind_.assign(n, Kind::Loose);
  first_.assign(n + 1, 0);
  for (int s = 0; s < m; ++s) {
    ++first_[forest.below[s] + 1];
    if (forest.above[s] >= 0) ++first_[forest.above[s] + 1];
  }
  for (int i = 0; i < n; ++i) first_[i + 1] += first_[i];
  list_.resize(first_[n]);
  std::vector<int> at(first_.begin(), first_.end() - 1);
  for (int s = 0; s < m; ++s) {
    list_[at[forest.below[s]]++] = s;
    if (forest.above[s] >= 0) list_[at[forest.above[s]]++] = s;
  }
}

void GraphStep::place() {
  for (int s = 0; s < forest_.n_slots; ++s) {
    const int above = forest_.above[s];
    const double ratio = above >= 0 ? forest_.ratio[s] : forest_.other_scale[s];
    const double one = x_.v[forest_.below[s]];
    const double two = above >= 0 ? ratio * x_.v[above] : x_.other_v.empty() ? 0.0 : x_.other_v[s];
    double w = one - two;
    // Through a ratio equal rates are equal within rounding only.
    if (ratio != 1.0 && std::abs(w) <= 0x1p-50 * (std::abs(one) + std::abs(two))) w = 0.0;
    x_.rate[s] = w;
  }
  std::fill(multiplier_.begin(), multiplier_.end(), 0.0);
  std::fill(mode_.begin(), mode_.end(), std::int8_t{2});  // none: solve() takes those of the state
  // Weights and factors are those of a first step again.
  multiplier_h_ = 0.0;
  factor_known_ = clusters_known_ = false;
}

void GraphStep::accept() {
  for (int s = 0; s < forest_.n_slots; ++s) x_.rate[s] = end_rate(s);
}

void GraphStep::begin() {
  const bool new_h = x_.h != multiplier_h_;
  for (int s = 0; s < forest_.n_slots; ++s) {
    const double w0 = x_.rate[s];
    start_[s] = w0 - given_change(s);
    const StepArrays::Line line = x_.line(s, w0);
    at_start_[s] = line.at_start;
    slope_[s] = line.slope;
    if (x_.mode[s] != mode_[s]) set_[s] = x_.mode[s];
    if (!has_dry(s))
      set_[s] = 1;
    else if (std::isinf(limit(s)))
      set_[s] = 0;
    if (new_h && multiplier_h_ > 0.0) multiplier_[s] *= x_.h / multiplier_h_;
    multiplier_[s] = std::clamp(multiplier_[s], x_.h * x_.lower_limit(s), x_.h * x_.upper[s]);
  }
  scale_ = 0.0;
  for (int i = 0; i < forest_.n_nodes; ++i) scale_ = std::max(scale_, std::abs(x_.h * x_.force[i]));
  if (new_h) choose_weights();
  multiplier_h_ = x_.h;
}

void GraphStep::choose_weights() {
  const int n = forest_.n_nodes;
  weight_ = x_.mass;
  for (int s = 0; s < forest_.n_slots; ++s) {
    weight_[forest_.below[s]] += slope_[s];
    const int above = forest_.above[s];
    if (above >= 0) weight_[above] += forest_.ratio[s] * forest_.ratio[s] * slope_[s];
  }
  double mean = 0.0;
  for (const double weight : weight_) mean += weight / n;
  for (int i = 0; i < n; ++i) {
    if (!(weight_[i] > 0.0)) weight_[i] = mean > 0.0 ? mean : 1.0;
    diagonal_[i] = x_.mass[i] > 0.0 ? x_.mass[i] : kMassless * weight_[i];
    x_.pivot[i] = weight_[i];
  }
  clusters_known_ = false;  // their inertia is made of weights
  press(kRho);
}

/// @param relative  rho, in reduced masses of the slots
void GraphStep::press(double relative) {
  for (int s = 0; s < forest_.n_slots; ++s) {
    const int above = forest_.above[s];
    const double ratio = forest_.ratio[s];
    rho_[s] = relative / (1.0 / weight_[forest_.below[s]] +
                          (above >= 0 ? ratio * ratio / weight_[above] : 0.0));
  }
  factor_known_ = false;
  relative_rho_ = relative;
}

/// The piece of the smooth law at w1. True if it is another one.
bool GraphStep::look_again(int s, double w1) {
  const double w0 = x_.rate[s];
  const std::int8_t mode = w1 < x_.corner(s) ? std::int8_t{-1} : std::int8_t{1};
  // What is not clamped is so stiff that its viscous friction does not matter.
  bool changed = !x_.viscous_backward.empty() && mode != x_.mode[s] && set_[s] != 0;
  x_.mode[s] = mode;
  if (!x_.contact_of.empty())
    for (int i = x_.contact_of[s]; i < x_.contact_of[s + 1]; ++i) {
      StepArrays::Contact& contact = x_.contacts[i];
      const double at = x_.d[s] + 0.5 * x_.h * (w0 + w1) - contact.rest;
      const std::int8_t side = at > contact.upper ? 1 : at < contact.lower ? -1 : 0;
      changed = changed || side != contact.side;
      contact.side = side;
    }
  const StepArrays::Line line = x_.line(s, w0);
  at_start_[s] = line.at_start;
  slope_[s] = line.slope;
  return changed;
}

/// Gradient at u and the slopes of the matrix; true if a piece is another one than before.
/// @tparam kForced  all pieces stay as they are
template <bool kForced>
bool GraphStep::evaluate(const std::vector<double>& u) {
  bool changed = false;
  for (int i = 0; i < forest_.n_nodes; ++i) gradient_[i] = x_.h * x_.force[i] - x_.mass[i] * u[i];
  for (int s = 0; s < forest_.n_slots; ++s) {
    const double w1 = start_[s] + difference(s, u);
    if (!kForced && special_[s] != 0) changed |= look_again(s, w1);
    double impulse = at_start_[s] + slope_[s] * (w1 - x_.rate[s]);
    stiff_[s] = slope_[s];
    if (has_dry(s)) {
      const double pushed = multiplier_[s] + rho_[s] * (w1 - x_.corner(s));
      if constexpr (!kForced) {
        const std::int8_t set = pushed > x_.h * x_.upper[s]         ? std::int8_t{1}
                                : pushed < x_.h * x_.lower_limit(s) ? std::int8_t{-1}
                                                                    : std::int8_t{0};
        changed |= set != set_[s];
        set_[s] = set;
      }
      impulse += set_[s] == 0 ? pushed : limit(s);
      if (set_[s] == 0) stiff_[s] += rho_[s];
    } else {
      impulse += limit(s);
    }
    push(s, impulse, gradient_);
  }
  return changed;
}

/// Few changes of the matrix are made in its factor.
void GraphStep::refresh_factor() {
  differ_.clear();
  double cost = 0.0;
  for (int s = 0; s < forest_.n_slots; ++s) {
    if (stiff_[s] == factored_[s] && factor_known_) continue;
    differ_.push_back(s);
    cost += factor_.update_cost(s);
  }
  if (differ_.empty() && factor_known_) return;
  updates_ += static_cast<int>(differ_.size());
  if (factor_known_ && cost < 0.5 * factor_.factor_cost() && updates_ < kUpdates) {
    for (const int s : differ_) {
      factor_known_ = factor_known_ && factor_.update(s, stiff_[s] - factored_[s]);
      factored_[s] = stiff_[s];
    }
    if (factor_known_) return;
  }
  factored_ = stiff_;
  factor_known_ = factor_.factor(diagonal_, stiff_);
  updates_ = 0;
}

double GraphStep::along_step() const {
  double sum = 0.0;
  for (int i = 0; i < forest_.n_nodes; ++i) sum -= gradient_[i] * direction_[i];
  return sum;
}

/// The minimum lies before u_ + direction_: a point near it on this side, by regula falsi with
/// halved weights (Illinois). False: no way down is left.
bool GraphStep::search_line(double start) {
  double low = 0.0;
  double high = 1.0;
  double at_low = start;
  double at_high = along_step();
  for (int cut = 0; cut < kCuts; ++cut) {
    double part = (low * at_high - high * at_low) / (at_high - at_low);
    if (!(part > low && part < high)) part = 0.5 * (low + high);
    for (int i = 0; i < forest_.n_nodes; ++i) trial_[i] = u_[i] + part * direction_[i];
    evaluate<false>(trial_);
    const double here = along_step();
    if (here <= 0.0) {
      low = part;
      at_low = here;
      at_high *= 0.5;
      if (here >= 0.1 * start) break;
    } else {
      high = part;
      at_high = here;
      at_low *= 0.5;
    }
  }
  for (int i = 0; i < forest_.n_nodes; ++i) u_[i] += low * direction_[i];
  evaluate<false>(u_);
  return low > 0.0;
}

/// u_ of the least energy for the present multipliers. False: not reached.
/// @param rounds  of Newton's method at most
/// @param guess  start where the pieces of before would have the minimum
bool GraphStep::minimize(int rounds, bool guess) {
  const auto solve = [&] {
    refresh_factor();
    if (!factor_known_) return false;
    direction_ = gradient_;
    factor_.solve(direction_);
    ++passes_;
    return true;
  };
  if (guess) {
    std::fill(u_.begin(), u_.end(), 0.0);
    evaluate<true>(u_);
    if (!solve()) return false;
    u_ = direction_;
  }
  if (!evaluate<false>(u_) && guess) return true;
  for (int round = 0; round < rounds; ++round) {
    stop_if_asked();
    double steepest = 0.0;
    for (const double g : gradient_) steepest = std::max(steepest, std::abs(g));
    if (steepest <= kFlat * scale_) return true;
    if (!solve()) return false;
    const double start = along_step();
    for (int i = 0; i < forest_.n_nodes; ++i) trial_[i] = u_[i] + direction_[i];
    const bool changed = evaluate<false>(trial_);
    if (!changed || along_step() <= 0.0) {
      u_.swap(trial_);
      if (!changed) return true;
    } else if (!search_line(start)) {
      return true;  // rounding
    }
  }
  return false;
}

void GraphStep::update_multipliers() {
  for (int s = 0; s < forest_.n_slots; ++s) {
    if (!has_dry(s)) continue;
    const double w1 = start_[s] + difference(s, u_);
    multiplier_[s] = set_[s] != 0 ? limit(s)
                                  : std::clamp(multiplier_[s] + rho_[s] * (w1 - x_.corner(s)),
                                               x_.h * x_.lower_limit(s), x_.h * x_.upper[s]);
  }
}

/// From afar: with a small rho the energy is smooth enough for few steps of Newton's method, and
/// the multipliers that it gives are good ones for the next.
void GraphStep::approach() {
  for (double relative = kFirstRho; relative < kRho; relative *= kGrowth) {
    press(relative);
    minimize(kNewton, false);
    update_multipliers();
  }
  press(kRho);
  minimize(kNewton, false);
}

StepOutcome GraphStep::solve() {
  StepOutcome outcome;
  begin();
  if (relative_rho_ != kRho) press(kRho);
  passes_ = 0;
  if (!minimize(kNear, true)) approach();
  for (int outer = 0; outer < kOuter; ++outer) {
    update_multipliers();
    if (polish(outcome)) break;
    // Ratios that nearly contradict each other, or very many pairs in a row, are soft even so.
    if (outer % kPatience == kPatience - 1 && relative_rho_ < kMaxRho) press(10.0 * relative_rho_);
    minimize(kNewton, true);
  }
  write_modes();
  outcome.passes = passes_;
  return outcome;
}

std::size_t GraphStep::bytes() const {
  const std::size_t n = x_.mass.size();
  const std::size_t m = set_.size();
  return factor_.bytes() + n * (12 * sizeof(double) + 6 * sizeof(int) + sizeof(Kind)) +
         m * (8 * sizeof(double) + 3 * sizeof(int) + 4);
}

}  // namespace luztar
