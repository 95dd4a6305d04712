// Whether the inertia of a tree of joints is the same everywhere, and what gravity does to it.
#pragma once

#include <vector>

#include "luztar/import/mjcf_tree.h"

namespace luztar::mjcf {

/// Torque of gravity on a turning frame, by its angle: cosine cos(angle) + sine sin(angle).
struct Swing {
  std::vector<std::pair<std::size_t, double>> angle{};  ///< joints with their signs
  double cosine{};
  double sine{};
};

struct JointInertia {
  std::vector<std::vector<double>> mass{};  ///< symmetric, without armature
  std::vector<double> weight{};             ///< force of gravity on slides
  std::vector<Swing> swings{};
};

/// Throws ModelError where the inertia changes with the positions: no model of luztar has that.
JointInertia inertia_of(const Tree& tree, const Vector3& gravity);

}  // namespace luztar::mjcf
