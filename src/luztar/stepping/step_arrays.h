// The numbers of one step in the order of the forest. Private to stepping/.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "luztar/stepping/forest.h"
#include "luztar/stepping/step_laws.h"

namespace luztar {

constexpr Mode mode_of(Bound bound) { return static_cast<Mode>(bound); }
constexpr Bound bound_of(Mode mode) { return static_cast<Bound>(mode); }
/// Velocities of given bodies at the other ends of ties, and rates of slots between given bodies.
struct StepTies {
  std::vector<double> v;     ///< (edges) at the start of the step, or empty: 0
  std::vector<double> next;  ///< (edges) at its end, or empty: 0
  bool rounds{};             ///< they come in through ratios

  double v_of(int slot) const { return v.empty() ? 0.0 : v[slot]; }
  double next_of(int slot) const { return next.empty() ? 0.0 : next[slot]; }
  double change(int slot) const { return v.empty() ? 0.0 : next[slot] - v[slot]; }
  /// A rate from two velocities; 0 if ratios may have made it of equal ones.
  double difference(double one, double other) const {
    const double w = one - other;
    return rounds && std::abs(w) <= 0x1p-50 * (std::abs(one) + std::abs(other)) ? 0.0 : w;
  }
};

/// All lists are in the order of the forest and scaled: w = v_below - ratio v_above. The unknowns
/// are the changes u of velocity in the step, because they and the impulses round like h F, not
/// like M v. The law of a slot over w1 is an impulse
///
///     T = smooth(w1) + dry,  dry = upper where w1 > target, lower where w1 < target.
///
/// The NetworkStepper writes what stands at the start of the step; a solver (ChainStep, ForestStep,
/// GraphStep, helped by ExactModes) finds mode, the sides of contacts, change, next and impulse.
/// Lists and not one struct per node or slot for the sake of ChainStep, as in SlotLaws.
struct StepArrays {
  Forest forest;
  SlotLaws law;
  StepContacts contacts;
  StepTies ties;
  double h{};                ///< length of the step [s]
  const double* force{};     ///< (nodes) external force [N]
  std::vector<double> mass;  ///< (nodes) [kg]

  // At the start of the step:
  std::vector<double> q, v;  ///< (nodes) position and velocity [m, m/s]
  std::vector<double> d;     ///< (edges) deflection [m]
  std::vector<double> rate;  ///< (slots) w0 of graphs; of forests empty: from v [m/s]

  // At its end:
  std::vector<Mode> mode;       ///< (edges) beyond the corner, or Stuck at it
  std::vector<double> change;   ///< (nodes) u [m/s]
  std::vector<double> next;     ///< (nodes) v + u; of nodes that stick together the same bits
  std::vector<double> impulse;  ///< (edges) sliding: T at u = 0 of both ends; stuck: T [N s]

  // Of the elimination:
  std::vector<double> pivot;    ///< (nodes) impulse that u = 1 of the node takes, below it too [kg]
  std::vector<double> load;     ///< (nodes) impulse that pushes the node, from below too [N s]
  std::vector<double> inverse;  ///< (nodes) 1/(pivot + slope of the slot above) where that slides

  struct Line {
    double slope;     ///< dT/dw1
    double at_start;  ///< T at w1 = w0, without dry friction
    double at(double change) const { return at_start + slope * change; }
  };

  /// Smooth part of the law in the present modes.
  Line line(int slot, double w0) const {
    const double c = law.damping(slot, mode[slot]);
    const double before = law.damping(slot, w0);
    const double k = law.stiffness[slot];
    Line line{h * (0.5 * c + 0.25 * h * k),
              h * (0.5 * (before + c) * w0 + k * (d[slot] + 0.5 * h * w0))};
    if (!law.preload.empty()) line.at_start += h * law.preload[slot];
    for (const StepContact& contact : contacts.of(slot)) touch(contact, w0, line);
    return line;
  }
  /// Dry impulse of a sliding slot.
  double dry(int slot) const { return h * law.limit(slot, mode[slot]); }
  double least(int slot) const { return h * law.lower_limit(slot); }
  double most(int slot) const { return h * law.upper[slot]; }

  /// d - rest of a contact at the end of the step.
  double reach(const StepContact& contact, double w0, double w1) const {
    return d[contact.slot] + 0.5 * h * (w0 + w1) - contact.rest;
  }

  /// w0
  double start_rate(int slot) const {
    if (forest.is_outside(slot)) return ties.v_of(slot);
    if (!forest.is_forest) return rate[slot];
    const int above = forest.node_above(slot);
    return ties.difference(v[forest.node_below(slot)], above >= 0 ? v[above] : ties.v_of(slot));
  }
  /// w1, exactly the target of the slot while it sticks.
  double end_rate(int slot) const {
    if (forest.is_outside(slot)) return ties.next_of(slot);
    if (!forest.is_forest) return mode[slot] == Mode::Stuck ? law.corner(slot) : moving_rate(slot);
    const int above = forest.node_above(slot);
    return ties.difference(next[forest.node_below(slot)],
                           above >= 0 ? next[above] : ties.next_of(slot));
  }
  /// w1 of a slot of a graph from the velocities as they are.
  double moving_rate(int slot) const {
    return difference(slot, next) - (forest.above[slot] < 0 ? ties.next_of(slot) : 0.0);
  }
  /// Of velocities of a graph or of their changes, but for what is given.
  double difference(int slot, const std::vector<double>& y) const {
    const int above = forest.above[slot];
    return y[forest.below[slot]] - (above >= 0 ? forest.ratio[slot] * y[above] : 0.0);
  }
  double smooth_at_corner(int slot) const {
    const double w0 = start_rate(slot);
    return line(slot, w0).at(law.corner(slot) - w0);
  }
  /// T at the end, from `impulse`.
  double total_impulse(int slot) const;
  /// Its dry part, if T is `total` and the slot sticks.
  double held_impulse(int slot, double total) const {
    return forest.is_outside(slot) ? 0.0 : total - smooth_at_corner(slot);
  }
  /// It has dry friction and is at its corner.
  bool stands(int slot) const {
    return !forest.is_outside(slot) && law.has_dry(slot) &&
           (mode[slot] == Mode::Stuck || end_rate(slot) == law.corner(slot));
  }
  /// The part of a step that is fixed before it is solved: contacts at its start, slots outside.
  void begin_contacts();
  void begin_outside();

 private:
  /// Mean of the elastic forces at both ends; damping times the distance travelled in contact.
  void touch(const StepContact& contact, double w0, Line& line) const {
    line.at_start += 0.5 * h * (contact.stiffness * contact.start);
    const bool touches = contact.side != Edge::None;
    const double edge =
        contact.rest + (contact.side == Edge::Upper ? contact.upper : contact.lower);
    const double end = touches ? d[contact.slot] + h * w0 - edge : 0.0;
    if (touches) {
      line.slope += 0.25 * h * h * contact.stiffness;
      line.at_start += 0.5 * h * contact.stiffness * end;
      line.slope += 0.5 * h * contact.damping;
    }
    line.at_start += contact.damping * (contact.stays() ? h * w0 : end - contact.start);
  }
};

/// The network in this order; place() of the NetworkStepper puts it somewhere.
StepArrays step_arrays(const StepNetwork& network);

/// What a solver over modes found.
struct StepOutcome {
  double violation{};  ///< largest, as an impulse
  double scale{};      ///< largest impulse
  int passes{};
  bool settled{};  ///< no mode is wrong
};

}  // namespace luztar
