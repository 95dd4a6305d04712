// A network of masses, springs and dry frictions as flat numbers, for implicit steps.
#pragma once

#include <vector>

#include "luztar/friction/tree.h"

namespace luztar {

/// Bodies and edges. An edge is all that acts along one rate w = coefficient_a v_a + coefficient_b
/// v_b (b = kTreeGround: w = coefficient_a v_a), so elements in parallel are one edge. Its force f
/// pushes -coefficient f on each of its bodies; with the deflection d, d' = w,
///
///     f = preload + k d + sum of contacts + C w + F_K sgn w,   at w = 0 anything within the
///     limits.
///
/// Lists marked "or empty" may be empty; all others have one number for each body or edge.
struct StepNetwork {
  std::vector<double> mass;  ///< (bodies) >= 0, finite; not read for given bodies [kg]
  std::vector<char> given;   ///< (bodies) nonzero: its velocity is an input of every step; or empty

  std::vector<TreePair> edges;
  std::vector<double> stiffness;           ///< (edges) k >= 0, of springs without gap [N/m]
  std::vector<double> preload;             ///< (edges) or empty: 0; -k rest of those springs [N]
  std::vector<double> viscous;             ///< (edges) C >= 0 [N s/m]
  std::vector<double> viscous_backward;    ///< (edges) C where w < 0, or empty: the same
  std::vector<double> kinetic;             ///< (edges) F_K >= 0; inf: a link [N]
  std::vector<double> kinetic_backward;    ///< (edges) where w < 0, or empty: the same
  std::vector<double> breakaway;           ///< (edges) F_S >= F_K, or empty: F_S = F_K [N]
  std::vector<double> breakaway_backward;  ///< (edges) or empty: the same

  /// A spring with a gap: k luz(d - rest) between lower and upper, and damping while it touches.
  struct Contact {
    int edge{};
    double stiffness{};       ///< >= 0 [N/m]
    double lower{}, upper{};  ///< of d - rest [m]
    double rest{};
    double damping{};  ///< >= 0 [N s/m]
  };
  std::vector<Contact> contacts;  ///< in the order of their edges

  /// Rigid limits of d: in contact no rate into the edge, where something runs into it no rate
  /// beyond -restitution times that of the approach.
  struct Stop {
    int edge{};
    double lower{}, upper{};  ///< -inf, inf: none [m]
    double restitution{};     ///< 0..1
  };
  std::vector<Stop> stops;  ///< in the order of their edges; at most one for each edge

  /// Stops may ask for rates that are not 0.
  bool has_targets() const { return !stops.empty(); }
  /// Some law may be another one backward than forward.
  bool is_two_sided() const {
    return !viscous_backward.empty() || !kinetic_backward.empty() || !breakaway_backward.empty() ||
           has_targets();
  }
  int n_bodies() const { return static_cast<int>(mass.size()); }
  int n_edges() const { return static_cast<int>(edges.size()); }
};

}  // namespace luztar
