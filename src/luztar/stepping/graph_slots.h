// The slots of a graph while its step is solved. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/stepping/step_arrays.h"

namespace luztar {

constexpr double kGraphRho = 1e5;  ///< rho relative to the reduced mass of a slot, as a rule

/// One slot. GraphStep lists the writers of its members.
struct GraphSlot {
  double start{};             ///< w1 at u = 0
  StepArrays::Line smooth{};  ///< the present piece of the smooth law
  double multiplier{};        ///< T, dry [N s]
  double rho{};               ///< [kg]
  double force{};             ///< T of an unclamped slot, smooth and dry [N s]
  Bound set{};                ///< the limit at which T is clamped; Free: it is not
  Mode mode{};                ///< as the last step left it
  bool is_special{};          ///< the smooth part of the law has kinks
};

struct GraphSlots {
  explicit GraphSlots(StepArrays& arrays);

  StepArrays& x;
  std::vector<GraphSlot> slots;
  std::vector<double> weight;  ///< (nodes) mass with smooth slopes [kg]
  double scale{};              ///< the largest impulse so far [N s]

  int n_nodes() const { return x.forest.n_nodes; }
  int n_slots() const { return x.forest.n_slots; }
  GraphSlot& operator[](int slot) { return slots[slot]; }
  const GraphSlot& operator[](int slot) const { return slots[slot]; }

  bool is_clamped(int slot) const { return slots[slot].set != Bound::Free; }
  /// The dry impulse of a clamped slot.
  double limit(int slot) const {
    return slots[slot].set == Bound::Upper ? x.most(slot) : x.least(slot);
  }
  /// w1 for changes u of velocity.
  double rate_at(int slot, const std::vector<double>& u) const {
    return slots[slot].start + x.difference(slot, u);
  }
  /// The change of the rate of a slot that ends at its corner.
  double distance_to_corner(int slot) const { return x.law.corner(slot) - slots[slot].start; }
  double smooth_at(int slot, double w1) const { return slots[slot].smooth.at(w1 - x.rate[slot]); }
  /// Adds an impulse of a slot to its ends.
  void push(int slot, double impulse, std::vector<double>& to) const {
    to[x.forest.below[slot]] -= impulse;
    const int above = x.forest.above[slot];
    if (above >= 0) to[above] += x.forest.ratio[slot] * impulse;
  }
  void note(double impulse) { scale = std::max(scale, std::abs(impulse)); }
};

}  // namespace luztar
