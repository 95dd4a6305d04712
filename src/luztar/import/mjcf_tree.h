// Bodies and joints of MJCF in the places that they have in the reference configuration.
#pragma once

#include <string>
#include <vector>

#include "luztar/import/mjcf_document.h"

namespace luztar::mjcf {

using Tensor = std::array<Vector3, 3>;

struct Joint {
  const Element* element{};
  std::string inherited{};  ///< childclass
  std::string name{};       ///< in the model file
  bool turns{};
  Vector3 axis{};      ///< of length 1, in the world
  Vector3 anchor{};    ///< in the world
  double reference{};  ///< coordinate in the reference configuration, m or rad
};

struct Body {
  const Element* element{};
  std::vector<std::size_t> chain{};  ///< joints that carry it, from the world outwards
  double mass{};
  Vector3 centre{};  ///< of mass, in the world
  Tensor inertia{};  ///< about that point, in axes of the world [kg m2]
  double gravcomp{};
};

/// A geom that may touch others.
struct Shape {
  const Element* element{};
  std::size_t group{};   ///< bodies that are rigidly joined; 0: the world
  std::size_t parent{};  ///< the group that carries this one
  long type{};           ///< contype
  long affinity{};       ///< conaffinity
};

struct Tree {
  std::vector<Joint> joints{};
  std::vector<Body> bodies{};
  std::vector<Shape> shapes{};
  std::vector<std::vector<std::string>> names_of_groups{};
};

/// Throws ModelError for joints and geoms that have no counterpart.
Tree tree_of(const Document& document);

/// Mass, centre and inertia of a geom in the frame of its body. Throws ModelError for meshes.
void add_geom(const Document& document, const Element& geom, const std::string& inherited,
              Body& to);
/// The same of `inertial`.
void take_inertial(const Document& document, const Element& inertial, Body& to);
/// From the frame of a body to the world.
void place_in_world(const Vector3& origin, const Quaternion& turn, Body& body);

}  // namespace luztar::mjcf
