// What generated functions need to know of a model before the first line is written.
#pragma once

#include <algorithm>
#include <vector>

#include "luztar/network/network.h"

namespace luztar {

/// A pair, or a damper or spring with damping at a massless body: what solve() of the generated
/// code works on.
struct Joint {
  NetworkElement element;
  bool touches_massless{};
  bool may_break{};  ///< F_S > F_K
  // Tree: `first` is the end further from the root; `other` its parent or something given, kGround
  // too.
  int first{kGround}, other{kGround};
  bool inner{};  ///< between two bodies that are not given
};

struct FunctionsPlan {
  Network network;
  std::vector<Joint> joints;               ///< pairs, then dampings
  std::size_t n_pairs{};                   ///< joints that are pairs
  std::vector<const Friction*> internals;  ///< with a state of their own, and no rest
  bool tree{};                             ///< joints form a forest when what is given is left out
  bool massless{};                         ///< there are massless bodies
  bool breaks{};
  bool cycles{};              ///< forces at rest may not be unique
  bool rigid{};               ///< freewheels, links or stops among them
  std::vector<int> order;     ///< bodies that are not given, leaves first
  std::vector<int> joint_in;  ///< (bodies) joint to the parent, -1
  int most_points{1};         ///< of a polyline of the tree
  /// Some joint of the tree is between two bodies that are not given.
  bool has_parents() const {
    return std::any_of(joint_in.begin(), joint_in.end(), [](int joint) { return joint >= 0; });
  }
};

/// What generated code keeps from one call to the next.
enum class Keeps {
  Nothing,  ///< functions of time and state
  Run,      ///< a program that makes the run: modes, samples, jumps
};

/// Throws ModelError for what functions cannot express.
FunctionsPlan plan_functions(const Model& model, Keeps keeps = Keeps::Nothing);

}  // namespace luztar
