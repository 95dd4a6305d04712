#include "luztar/stepping/graph_step.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
namespace {

constexpr int kMostRounds = 60;  // of multipliers; two or three are usual

std::vector<SparseFactor::Coupling> couplings_of(const Forest& forest) {
  std::vector<SparseFactor::Coupling> couplings(forest.n_slots);
  for (int s = 0; s < forest.n_slots; ++s)
    couplings[s] = {forest.below[s], forest.above[s], forest.ratio[s]};
  return couplings;
}

}  // namespace

GraphSlots::GraphSlots(StepArrays& arrays)
    : x(arrays), slots(arrays.forest.n_slots), weight(arrays.forest.n_nodes, 0.0) {
  for (int s = 0; s < n_slots(); ++s)
    slots[s].is_special = x.law.bends(s) || !x.contacts.of(s).empty();
}

GraphStep::GraphStep(StepArrays& arrays)
    : x_(arrays),
      graph_(arrays),
      factor_(arrays.forest.n_nodes, couplings_of(arrays.forest)),
      multipliers_(graph_, factor_),
      polish_(graph_, factor_) {}

void GraphStep::place() {
  for (int s = 0; s < graph_.n_slots(); ++s) {
    const int above = x_.forest.above[s];
    const double ratio = above >= 0 ? x_.forest.ratio[s] : x_.forest.other_scale[s];
    const double one = x_.v[x_.forest.below[s]];
    const double two = above >= 0 ? ratio * x_.v[above] : x_.ties.v_of(s);
    double w = one - two;
    // Through a ratio equal rates are equal within rounding only.
    if (ratio != 1.0 && std::abs(w) <= 0x1p-50 * (std::abs(one) + std::abs(two))) w = 0.0;
    x_.rate[s] = w;
    graph_[s].multiplier = 0.0;
  }
  // Weights and factors are those of a first step again.
  is_placed_ = true;
  multiplier_h_ = 0.0;
  factor_.forget();
  polish_.forget();
}

void GraphStep::accept() {
  for (int s = 0; s < graph_.n_slots(); ++s) x_.rate[s] = x_.end_rate(s);
}

void GraphStep::start_slot(int s) {
  GraphSlot& slot = graph_[s];
  const int above = x_.forest.above[s];
  slot.start = x_.rate[s] - (above >= 0 ? 0.0 : x_.ties.change(s));
  slot.smooth = x_.line(s, x_.rate[s]);
  if (is_placed_ || x_.mode[s] != slot.mode) slot.set = bound_of(x_.mode[s]);
  if (!x_.law.has_dry(s))
    slot.set = Bound::Upper;
  else if (std::isinf(graph_.limit(s)))
    slot.set = Bound::Free;
  if (x_.h != multiplier_h_ && multiplier_h_ > 0.0) slot.multiplier *= x_.h / multiplier_h_;
  slot.multiplier = std::clamp(slot.multiplier, x_.least(s), x_.most(s));
}

void GraphStep::start() {
  for (int s = 0; s < graph_.n_slots(); ++s) start_slot(s);
  graph_.scale = 0.0;
  for (int i = 0; i < graph_.n_nodes(); ++i) graph_.note(x_.h * x_.force[i]);
  if (x_.h != multiplier_h_) choose_weights();
  multiplier_h_ = x_.h;
}

void GraphStep::choose_weights() {
  const int n = graph_.n_nodes();
  std::vector<double>& weight = graph_.weight;
  weight = x_.mass;
  for (int s = 0; s < graph_.n_slots(); ++s) {
    const double slope = graph_[s].smooth.slope;
    const double ratio = x_.forest.ratio[s];
    weight[x_.forest.below[s]] += slope;
    const int above = x_.forest.above[s];
    if (above >= 0) weight[above] += ratio * ratio * slope;
  }
  double mean = 0.0;
  for (const double one : weight) mean += one / n;
  for (int i = 0; i < n; ++i) {
    if (!(weight[i] > 0.0)) weight[i] = mean > 0.0 ? mean : 1.0;
    factor_.diagonal(i) = x_.mass[i] > 0.0 ? x_.mass[i] : kSoft * weight[i];
    x_.pivot[i] = weight[i];
  }
  polish_.forget();  // the inertia of clusters is made of weights
  multipliers_.set_rho(kGraphRho);
}

StepOutcome GraphStep::solve() {
  const long solves = factor_.solves();
  start();
  multipliers_.start();
  StepOutcome outcome;
  for (int round = 0; round < kMostRounds; ++round) {
    multipliers_.update();
    outcome = polish_.solve(multipliers_.u());
    if (outcome.settled) break;
    multipliers_.go_on(round);
  }
  polish_.write();
  is_placed_ = false;
  outcome.passes = static_cast<int>(factor_.solves() - solves);
  return outcome;
}

}  // namespace luztar
