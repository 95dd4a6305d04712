// The laws of slots: smooth and dry impulses, springs with gaps. Private to stepping/.
#pragma once

#include <span>
#include <vector>

#include "luztar/core/mode.h"

namespace luztar {

/// The law of each slot. Lists and not one struct per slot: a sweep over a chain
/// reads only some of them, and those one after the other.
struct SlotLaws {
  std::vector<double> stiffness;         ///< (edges) of springs without gap [N/m]
  std::vector<double> viscous;           ///< (edges) C, forward [N s/m]
  std::vector<double> viscous_backward;  ///< (edges) or empty: the same
  std::vector<double> preload;           ///< (edges) force of the springs at d = 0, or empty: 0 [N]
  std::vector<double> upper;             ///< (edges) dry limit in force [N]
  std::vector<double> lower;             ///< (edges) or empty: -upper
  std::vector<double> target;            ///< (edges) rate at the corner, or empty: 0 [m/s]

  double lower_limit(int slot) const { return lower.empty() ? -upper[slot] : lower[slot]; }
  double limit(int slot, Mode mode) const {
    return mode == Mode::Forward ? upper[slot] : lower_limit(slot);
  }
  /// w1 at which the dry force jumps.
  double corner(int slot) const { return target.empty() ? 0.0 : target[slot]; }
  bool has_dry(int slot) const { return upper[slot] > lower_limit(slot); }
  bool bends(int slot) const {
    return !viscous_backward.empty() && viscous_backward[slot] != viscous[slot];
  }
  bool has_corner(int slot) const { return has_dry(slot) || bends(slot); }
  /// C for this direction.
  double damping(int slot, Mode mode) const {
    return viscous_backward.empty() || mode != Mode::Backward ? viscous[slot]
                                                              : viscous_backward[slot];
  }
  double damping(int slot, double w) const {
    return viscous_backward.empty() || !(w < 0.0) ? viscous[slot] : viscous_backward[slot];
  }
};

/// A spring with a gap in this step.
struct StepContact {
  int slot{};
  double stiffness{}, lower{}, upper{}, rest{}, damping{};
  double start{};  ///< deflection beyond the gap at the start of the step [m]
  Edge side{};     ///< guess, then result, at its end
  Edge before{};   ///< at its start

  /// The edge that is passed at d - rest = at.
  Edge side_at(double at) const {
    return at > upper ? Edge::Upper : at < lower ? Edge::Lower : Edge::None;
  }
  /// Deflection beyond an edge.
  double beyond(Edge edge, double at) const {
    return edge == Edge::Upper ? at - upper : edge == Edge::Lower ? at - lower : 0.0;
  }
  double beyond(double at) const { return beyond(side_at(at), at); }
  /// Change of the impulse for one of the deflection at the end, in contact.
  double impulse_slope(double h) const { return 0.5 * h * stiffness + damping; }
  /// In contact through the whole step.
  bool stays() const { return side != Edge::None && side == before; }
};

/// All springs with gaps, by slots.
class StepContacts {
 public:
  StepContacts() = default;
  StepContacts(std::vector<StepContact> contacts, int slots);

  bool empty() const { return all_.empty(); }
  std::span<StepContact> all() { return all_; }
  std::span<const StepContact> all() const { return all_; }
  std::span<StepContact> of(int slot) {
    if (first_.empty()) return {};
    return {all_.data() + first_[slot], all_.data() + first_[slot + 1]};
  }
  std::span<const StepContact> of(int slot) const {
    if (first_.empty()) return {};
    return {all_.data() + first_[slot], all_.data() + first_[slot + 1]};
  }

 private:
  std::vector<StepContact> all_;
  std::vector<int> first_;  ///< (slots + 1) or empty
};

}  // namespace luztar
