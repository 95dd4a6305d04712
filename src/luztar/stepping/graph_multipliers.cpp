#include "luztar/stepping/graph_multipliers.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"
#include "luztar/core/stop_request.h"

namespace luztar {
namespace {

constexpr double kFirstRho = 10.0;
constexpr double kGrowth = 10.0;
constexpr double kMaxRho = 1e8;
constexpr int kNearSteps = 25;     // steps of Newton's method before going back to a small rho
constexpr int kPatience = 12;      // of them before rho grows
constexpr int kNewtonSteps = 100;  // steps of Newton's method in each
constexpr int kLineCuts = 30;      // of a line search

}  // namespace

GraphMultipliers::GraphMultipliers(GraphSlots& slots, UpdatedFactor& factor)
    : graph_(slots), x_(slots.x), factor_(factor) {
  for (auto* list : {&u_, &trial_, &direction_, &gradient_}) list->assign(slots.n_nodes(), 0.0);
}

void GraphMultipliers::set_rho(double relative) {
  const std::vector<double>& weight = graph_.weight;
  for (int s = 0; s < graph_.n_slots(); ++s) {
    const int above = x_.forest.above[s];
    const double ratio = x_.forest.ratio[s];
    graph_[s].rho = relative / (1.0 / weight[x_.forest.below[s]] +
                                (above >= 0 ? ratio * ratio / weight[above] : 0.0));
  }
  factor_.forget();
  relative_rho_ = relative;
}

/// The piece of the smooth law at w1. True if it is another one.
bool GraphMultipliers::look_again(int s, double w1) {
  const double w0 = x_.rate[s];
  const Mode mode = w1 < x_.law.corner(s) ? Mode::Backward : Mode::Forward;
  // What is not clamped is so stiff that its viscous friction does not matter.
  bool changed = !x_.law.viscous_backward.empty() && mode != x_.mode[s] && graph_.is_clamped(s);
  x_.mode[s] = mode;
  for (StepContact& contact : x_.contacts.of(s)) {
    const Edge side = contact.side_at(x_.reach(contact, w0, w1));
    changed = changed || side != contact.side;
    contact.side = side;
  }
  graph_[s].smooth = x_.line(s, w0);
  return changed;
}

/// Gradient at u and the slopes of the matrix; true if a piece is another one than before.
/// @tparam kForced  all pieces stay as they are
template <bool kForced>
bool GraphMultipliers::evaluate(const std::vector<double>& u) {
  bool changed = false;
  for (int i = 0; i < graph_.n_nodes(); ++i) gradient_[i] = x_.h * x_.force[i] - x_.mass[i] * u[i];
  for (int s = 0; s < graph_.n_slots(); ++s) {
    GraphSlot& slot = graph_[s];
    const double w1 = graph_.rate_at(s, u);
    if (!kForced && slot.is_special) changed |= look_again(s, w1);
    double impulse = graph_.smooth_at(s, w1);
    double stiffness = slot.smooth.slope;
    if (x_.law.has_dry(s)) {
      const double pushed = slot.multiplier + slot.rho * (w1 - x_.law.corner(s));
      if constexpr (!kForced) {
        const Bound set = pushed > x_.most(s)    ? Bound::Upper
                          : pushed < x_.least(s) ? Bound::Lower
                                                 : Bound::Free;
        changed |= set != slot.set;
        slot.set = set;
      }
      const bool clamped = slot.set != Bound::Free;
      impulse += clamped ? graph_.limit(s) : pushed;
      if (!clamped) stiffness += slot.rho;
    } else {
      impulse += graph_.limit(s);
    }
    factor_.stiffness(s) = stiffness;
    graph_.push(s, impulse, gradient_);
  }
  return changed;
}

double GraphMultipliers::along_step() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < gradient_.size(); ++i) sum -= gradient_[i] * direction_[i];
  return sum;
}

/// The minimum lies before u_ + direction_: a point near it on this side, by regula falsi with
/// halved weights (Illinois). False: no way down is left.
bool GraphMultipliers::search_line(double start) {
  double low = 0.0;
  double high = 1.0;
  double at_low = start;
  double at_high = along_step();
  for (int cut = 0; cut < kLineCuts; ++cut) {
    double part = (low * at_high - high * at_low) / (at_high - at_low);
    if (!(part > low && part < high)) part = 0.5 * (low + high);
    for (std::size_t i = 0; i < u_.size(); ++i) trial_[i] = u_[i] + part * direction_[i];
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
  for (std::size_t i = 0; i < u_.size(); ++i) u_[i] += low * direction_[i];
  evaluate<false>(u_);
  return low > 0.0;
}

/// Newton's step from the gradient.
bool GraphMultipliers::find_direction() {
  if (!factor_.refresh()) return false;
  direction_ = gradient_;
  factor_.solve(direction_);
  return true;
}

/// u_ of the least energy for the present multipliers. False: not reached.
/// @param rounds  of Newton's method at most
/// @param guess  start where the pieces of before would have the minimum
bool GraphMultipliers::minimize(int rounds, bool guess) {
  if (guess) {
    std::fill(u_.begin(), u_.end(), 0.0);
    evaluate<true>(u_);
    if (!find_direction()) return false;
    u_ = direction_;
  }
  if (!evaluate<false>(u_) && guess) return true;
  for (int round = 0; round < rounds; ++round) {
    stop_if_asked();
    double steepest = 0.0;
    for (const double g : gradient_) steepest = std::max(steepest, std::abs(g));
    if (steepest <= kCancelled * graph_.scale) return true;
    if (!find_direction()) return false;
    const double start = along_step();
    for (std::size_t i = 0; i < u_.size(); ++i) trial_[i] = u_[i] + direction_[i];
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

void GraphMultipliers::update() {
  for (int s = 0; s < graph_.n_slots(); ++s) {
    if (!x_.law.has_dry(s)) continue;
    GraphSlot& slot = graph_[s];
    const double w1 = graph_.rate_at(s, u_);
    slot.multiplier = graph_.is_clamped(s)
                          ? graph_.limit(s)
                          : std::clamp(slot.multiplier + slot.rho * (w1 - x_.law.corner(s)),
                                       x_.least(s), x_.most(s));
  }
}

/// From afar: with a small rho the energy is smooth enough for few steps of Newton's method, and
/// the multipliers that it gives are good ones for the next.
void GraphMultipliers::approach() {
  for (double relative = kFirstRho; relative < kGraphRho; relative *= kGrowth) {
    set_rho(relative);
    minimize(kNewtonSteps, false);
    update();
  }
  set_rho(kGraphRho);
  minimize(kNewtonSteps, false);
}

void GraphMultipliers::start() {
  if (relative_rho_ != kGraphRho) set_rho(kGraphRho);
  if (!minimize(kNearSteps, true)) approach();
}

void GraphMultipliers::go_on(int round) {
  // Ratios that nearly contradict each other, or very many pairs in a row, are soft even so.
  if (round % kPatience == kPatience - 1 && relative_rho_ < kMaxRho) set_rho(10.0 * relative_rho_);
  minimize(kNewtonSteps, true);
}

}  // namespace luztar
