// Rigid bodies with corners, thrown on a rough floor: drawn, written as model files, and followed
// from impact to impact without the library.
#pragma once

#include <string>
#include <vector>

namespace acceptance {

/// In the plane: x, y of its centre of gravity, its angle; height of the floor 0.
struct ThrownBody {
  struct Corner {
    double radius, angle;  ///< from the centre of gravity [m, rad]
  };
  double mass, inertia, gravity, friction, restitution;
  double q[3], v[3];
  std::vector<Corner> corners;

  static ThrownBody draw(int seed);
};

/// As a model file; stops and frictions are c0, r0, c1, ...
std::string thrown_model(const ThrownBody& body, double duration);

struct ThrownImpact {
  double time;
  int corner;
  double normal, tangential;  ///< impulses on the body [N s]
  double v[3];                ///< after it
};
/// Impacts one at a time, as long as no corner stays in contact and none follows within 1 ms.
std::vector<ThrownImpact> impacts_of(const ThrownBody& body, int most);

}  // namespace acceptance
