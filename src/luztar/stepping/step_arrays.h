// The numbers of one step in the order of the forest. Private to stepping/.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "luztar/stepping/forest.h"

namespace luztar {

/// All lists are in the order of the forest and scaled: w = v_node - v_other (graphs: - ratio
/// v_other). The unknowns are the changes u of velocity in the step, because they and the impulses
/// round like h F, not like M v. The law of a slot over w1 is an impulse
///
///     T = smooth(w1) + dry,  dry = upper where w1 > target, lower where w1 < target.
struct StepArrays {
  double h{};
  bool rounds{};  ///< velocities of given bodies come in through ratios

  /// A rate from two velocities; 0 if ratios may have made it of equal ones.
  double difference(double one, double other) const {
    const double w = one - other;
    return rounds && std::abs(w) <= 0x1p-50 * (std::abs(one) + std::abs(other)) ? 0.0 : w;
  }

  std::vector<double> mass;              // (nodes)
  std::vector<double> stiffness;         // (slots)
  std::vector<double> viscous;           // (slots)
  std::vector<double> viscous_backward;  // (slots) or empty
  std::vector<double> preload;           // (slots) or empty
  std::vector<double> upper;             // (slots) dry limit in force
  std::vector<double> lower;             // (slots) or empty: -upper
  std::vector<double> target;            // (slots) or empty: 0

  std::vector<double> v;           // (nodes)
  std::vector<double> d;           // (slots)
  std::vector<std::int8_t> mode;   // (slots) -1, 1: beyond the corner at target; 0: at it
  std::vector<double> other_v;     // (slots) ties to given bodies, or empty: 0
  std::vector<double> other_next;  // (slots) the same at the end of the step
  std::vector<double> rate;        // (slots) w at the start; of graphs, else empty: from v

  /// Springs with gaps; `slot` ascending.
  struct Contact {
    int slot{};
    double stiffness{}, lower{}, upper{}, rest{}, damping{};
    double start{};        // deflection beyond the gap at the start of the step
    std::int8_t side{};    // guess, then result, at its end
    std::int8_t before{};  // at its start

    /// Change of the impulse for one of the deflection at the end, in contact.
    double impulse_slope(double h) const { return 0.5 * h * stiffness + damping; }
    /// In contact through the whole step.
    bool stays() const { return side != 0 && side == before; }
  };
  std::vector<Contact> contacts;
  std::vector<int> contact_of;  // (slots + 1) or empty

  // Of the step:
  const double* force{};        // (nodes)
  std::vector<double> pivot;    // (nodes) impulse that a change of 1 of the node takes below it
  std::vector<double> load;     // (nodes) impulse that pushes the node, from below too
  std::vector<double> inverse;  // (nodes) 1/(pivot + slope of the slot above), where that slides
  std::vector<double> change;   // (nodes) u
  std::vector<double> next;     // (nodes) v + u; of nodes that stick together the same bits
  std::vector<double> impulse;  // (slots) sliding: T at u = 0 of both ends; stuck: T

  struct Line {
    double slope;     ///< dT/dw1
    double at_start;  ///< T at w1 = w0, without dry friction
  };

  double lower_limit(int slot) const { return lower.empty() ? -upper[slot] : lower[slot]; }
  double corner(int slot) const { return target.empty() ? 0.0 : target[slot]; }
  bool is_plain() const { return viscous_backward.empty() && preload.empty() && contacts.empty(); }

  /// C for this direction.
  double damping(int slot, double w) const {
    return viscous_backward.empty() || !(w < 0.0) ? viscous[slot] : viscous_backward[slot];
  }

  /// Smooth part of the law in the present modes.
  Line line(int slot, double w0) const {
    const double c = damping(slot, mode[slot]);
    const double before = damping(slot, w0);
    const double k = stiffness[slot];
    Line line{h * (0.5 * c + 0.25 * h * k),
              h * (0.5 * (before + c) * w0 + k * (d[slot] + 0.5 * h * w0))};
    if (!preload.empty()) line.at_start += h * preload[slot];
    if (!contact_of.empty())
      for (int i = contact_of[slot]; i < contact_of[slot + 1]; ++i) touch(contacts[i], w0, line);
    return line;
  }

  /// Dry impulse of a sliding slot.
  double dry(int slot) const { return h * (mode[slot] > 0 ? upper[slot] : lower_limit(slot)); }

  bool has_corner(int slot) const {
    return upper[slot] > lower_limit(slot) ||
           (!viscous_backward.empty() && viscous_backward[slot] != viscous[slot]);
  }

 private:
  /// Mean of the elastic forces at both ends; damping times the way gone in contact.
  void touch(const Contact& contact, double w0, Line& line) const {
    line.at_start += 0.5 * h * (contact.stiffness * contact.start);
    const double edge = contact.rest + (contact.side > 0 ? contact.upper : contact.lower);
    const double end = contact.side == 0 ? 0.0 : d[contact.slot] + h * w0 - edge;
    if (contact.side != 0) {
      line.slope += 0.25 * h * h * contact.stiffness;
      line.at_start += 0.5 * h * contact.stiffness * end;
      line.slope += 0.5 * h * contact.damping;
    }
    line.at_start += contact.damping * (contact.stays() ? h * w0 : end - contact.start);
  }
};

/// What a solver over modes found.
struct StepOutcome {
  double violation{};  ///< largest, as an impulse
  double scale{};      ///< largest impulse
  int passes{};
  bool settled{};  ///< no mode is wrong
};

}  // namespace luztar
