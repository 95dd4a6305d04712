// What generated functions need to know of a model before the first line is written.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

enum class BodyRole {
  Free,      ///< has a mass
  Massless,  ///< its velocity follows from its forces
  Moved,     ///< has a motion
  Steady,    ///< mass = inf
};

/// Something with a relative velocity that may be zero for a while, or, at massless bodies, with a
/// damping: what solve() of the generated code works on.
struct Joint {
  enum class Kind { Friction, Link, Stop, Damping };
  Kind kind{};
  std::string name;
  const Deflection* deflection{};
  std::size_t index{};  ///< in the model's list of its kind; Damping: see `spring`
  bool spring{};        ///< Damping of springs[index], else of dampers[index]
  bool touches_massless{};
  bool may_break{};  ///< F_S > F_K
  // Tree: `first` is the end further from the root; `other` its parent or something given, kGround
  // too.
  int first{kGround}, other{kGround};
  bool inner{};  ///< between two bodies that are not given
};

struct FunctionsPlan {
  const Model* model{};
  std::vector<BodyRole> role;
  std::vector<Joint> joints;              ///< frictions, links, stops, then dampings
  std::size_t n_pairs{};                  ///< joints that are pairs
  std::vector<const Friction*> bristles;  ///< with laws that have no rest
  bool tree{};                            ///< joints form a forest when what is given is left out
  bool massless{};                        ///< there are massless bodies
  bool breaks{};
  bool cycles{};              ///< forces at rest may not be unique
  bool rigid{};               ///< links or stops among them
  std::vector<int> order;     ///< bodies that are not given, leaves first
  std::vector<int> joint_in;  ///< (bodies) joint to the parent, -1
  int most_points{1};         ///< of a polyline of the tree
  /// Some joint of the tree is between two bodies that are not given.
  bool has_parents() const {
    return std::any_of(joint_in.begin(), joint_in.end(), [](int joint) { return joint >= 0; });
  }
  bool is_given(int body) const {
    return body == kGround || role[static_cast<std::size_t>(body)] == BodyRole::Moved ||
           role[static_cast<std::size_t>(body)] == BodyRole::Steady;
  }
};

/// Throws ModelError for what functions cannot express.
FunctionsPlan plan_functions(const Model& model);

}  // namespace luztar
