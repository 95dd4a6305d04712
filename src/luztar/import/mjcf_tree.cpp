#include "luztar/import/mjcf_tree.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "luztar/import/imported_model.h"

namespace luztar::mjcf {
namespace {

struct Frame {
  Vector3 origin{};
  Quaternion turn{1.0, 0.0, 0.0, 0.0};
  std::vector<std::size_t> chain{};
  std::string inherited{};
  std::size_t group{};
  std::size_t parent{};
};

Vector3 vector_of(const Document& document, const Element& of, const std::string& name,
                  const Vector3& otherwise, const std::string& inherited) {
  const auto list = document.numbers(of, name, 3, inherited);
  return list ? Vector3{(*list)[0], (*list)[1], (*list)[2]} : otherwise;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(const Document& document) : document_(document) {
    tree_.names_of_groups.emplace_back();
  }

  Tree built() {
    for (const Element& one : document_.root().children)
      if (one.name == "worldbody") read_inside(one, {}, nullptr);
    return std::move(tree_);
  }

 private:
  void read_body(const Element& element, Frame frame) {
    document_.refuse(element, {{"mocap", "false"}});
    const std::string inherited = document_.text(element, "childclass", frame.inherited);
    frame.inherited = inherited;
    const Vector3 pos = vector_of(document_, element, "pos", {}, "");
    frame.origin = sum(frame.origin, rotated(frame.turn, pos));
    frame.turn = product(frame.turn, document_.orientation(element));
    bool moves = false;
    for (const Element& child : element.children) {
      if (child.name == "freejoint") refuse_joint(child, "free");
      if (child.name != "joint") continue;
      read_joint(child, element, frame);
      moves = true;
    }
    if (moves) {
      frame.parent = frame.group;
      frame.group = tree_.names_of_groups.size();
      tree_.names_of_groups.emplace_back();
    }
    tree_.names_of_groups[frame.group].push_back(document_.text(element, "name", ""));
    Body body{.element = &element,
              .chain = frame.chain,
              .mass = 0.0,
              .centre = {},
              .inertia = {},
              .gravcomp = document_.number(element, "gravcomp", 0.0)};
    read_inside(element, frame, &body);
    if (body.mass > 0.0) {
      place_in_world(frame.origin, frame.turn, body);
      tree_.bodies.push_back(body);
    }
  }

  /// Geoms, <inertial> and bodies. @param body  null: the world
  void read_inside(const Element& element, const Frame& frame, Body* body) {
    const Element* inertial = nullptr;
    for (const Element& child : element.children)
      if (child.name == "inertial") inertial = &child;
    const std::string& mode = document_.inertia_from_geom();
    const bool by_geoms = mode == "true" || (mode == "auto" && inertial == nullptr);
    if (body != nullptr && inertial != nullptr && !by_geoms)
      take_inertial(document_, *inertial, *body);
    for (const Element& child : element.children) {
      if (child.name == "geom") {
        if (body != nullptr && by_geoms) add_geom(document_, child, frame.inherited, *body);
        add_shape(child, frame);
      }
    }
    for (const Element& child : element.children) {
      if (child.name == "body") read_body(child, frame);
      const bool known = child.name == "geom" || child.name == "inertial" ||
                         child.name == "joint" || child.name == "body" || child.name == "site" ||
                         child.name == "camera" || child.name == "light" ||
                         child.name == "freejoint";
      if (!known)
        Document::fail(child.where, "<" + child.name + "> has no counterpart",
                       "write the bodies themselves");
    }
  }

  void add_shape(const Element& geom, const Frame& frame) {
    const long type = static_cast<long>(document_.number(geom, "contype", 1.0, frame.inherited));
    const long affinity =
        static_cast<long>(document_.number(geom, "conaffinity", 1.0, frame.inherited));
    tree_.shapes.push_back({.element = &geom,
                            .group = frame.group,
                            .parent = frame.parent,
                            .type = type,
                            .affinity = affinity});
  }

  [[noreturn]] static void refuse_joint(const Element& joint, const std::string& type) {
    Document::fail(joint.where, "a " + type + " joint has several coordinates and no counterpart",
                   "use hinge and slide joints, each with one coordinate");
  }

  void read_joint(const Element& joint, const Element& body, Frame& frame) {
    const std::string type = document_.text(joint, "type", "hinge", frame.inherited);
    if (type != "hinge" && type != "slide") refuse_joint(joint, quote(type));
    document_.refuse(
        joint,
        {{"springdamper", "0 0"}, {"actuatorgravcomp", "false"}, {"actuatorfrclimited", "false"}},
        frame.inherited);
    const Vector3 axis = vector_of(document_, joint, "axis", {0.0, 0.0, 1.0}, frame.inherited);
    if (!(length(axis) > 0.0))
      Document::fail(joint.where, "the axis of " + Document::name_of(joint) + " is 0",
                     "give it a direction");
    const Vector3 pos = vector_of(document_, joint, "pos", {}, frame.inherited);
    const bool turns = type == "hinge";
    const double scale = turns && document_.in_degrees() ? std::numbers::pi / 180.0 : 1.0;
    const std::string wanted = document_.text(joint, "name", document_.text(body, "name", "joint"));
    frame.chain.push_back(tree_.joints.size());
    tree_.joints.push_back(
        {.element = &joint,
         .inherited = frame.inherited,
         .name = free_name(wanted, names_),
         .turns = turns,
         .axis = rotated(frame.turn, scaled(axis, 1.0 / length(axis))),
         .anchor = sum(frame.origin, rotated(frame.turn, pos)),
         .reference = scale * document_.number(joint, "ref", 0.0, frame.inherited)});
  }

  const Document& document_;
  Tree tree_{};
  std::vector<std::string> names_{"ground"};
};

}  // namespace

Tree tree_of(const Document& document) { return TreeBuilder(document).built(); }

}  // namespace luztar::mjcf
