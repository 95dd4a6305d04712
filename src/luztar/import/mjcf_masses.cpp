#include <cmath>
#include <numbers>

#include "luztar/import/mjcf_tree.h"

namespace luztar::mjcf {
namespace {

using std::numbers::pi;

struct Solid {
  double volume{};
  Vector3 inertia{};  ///< about the principal axes, of mass 1
  Vector3 centre{};
  Quaternion turn{1.0, 0.0, 0.0, 0.0};
};

Vector3 of_cylinder(double r, double h) {  // half of its length
  const double side = (3.0 * r * r + 4.0 * h * h) / 12.0;
  return {side, side, r * r / 2.0};
}

Vector3 of_capsule(double r, double h) {
  const double ball = 4.0 * r / (4.0 * r + 6.0 * h);  // its share of the mass
  const Vector3 middle = of_cylinder(r, h);
  const double ends = 2.0 * r * r / 5.0;
  const double side = (1.0 - ball) * middle[0] + ball * (ends + h * (3.0 * r + 4.0 * h) / 4.0);
  return {side, side, (1.0 - ball) * middle[2] + ball * ends};
}

/// Where a geom is: by pos and an orientation, or by its two ends.
void place(const Document& document, const Element& geom, const std::string& inherited,
           std::vector<double>& size, Solid& to) {
  const auto ends = document.numbers(geom, "fromto", 6, inherited);
  if (!ends) {
    const auto at = document.numbers(geom, "pos", 3, inherited);
    if (at) to.centre = {(*at)[0], (*at)[1], (*at)[2]};
    to.turn = document.orientation(geom, inherited);
    return;
  }
  const std::vector<double>& e = *ends;
  const Vector3 along{e[0] - e[3], e[1] - e[4], e[2] - e[5]};
  const double whole = length(along);
  if (!(whole > 0.0))
    Document::fail(geom.where, "fromto of " + Document::name_of(geom) + " has no length",
                   "write two points");
  to.centre = {(e[0] + e[3]) / 2.0, (e[1] + e[4]) / 2.0, (e[2] + e[5]) / 2.0};
  const Vector3 z = scaled(along, 1.0 / whole);
  const Vector3 axis = cross({0.0, 0.0, 1.0}, z);
  const double s = length(axis);
  if (s > 0.0) to.turn = about(scaled(axis, 1.0 / s), std::atan2(s, z[2]));
  const double first = size.empty() ? 0.0 : size[0];
  const double second = size.size() > 1 ? size[1] : first;
  const std::string type = document.text(geom, "type", "sphere", inherited);
  size = type == "box" || type == "ellipsoid" ? std::vector<double>{first, second, whole / 2.0}
                                              : std::vector<double>{first, whole / 2.0};
}

void need(const std::vector<double>& size, std::size_t count, const Element& geom) {
  bool fine = size.size() >= count;
  for (std::size_t i = 0; fine && i < count; ++i) fine = size[i] > 0.0;
  if (!fine)
    Document::fail(geom.where,
                   "size of " + Document::name_of(geom) + " has not " + std::to_string(count) +
                       " numbers above 0",
                   "write them");
}

Solid solid_of(const Document& document, const Element& geom, const std::string& inherited) {
  const std::string type = document.text(geom, "type", "sphere", inherited);
  std::vector<double> size =
      document.numbers(geom, "size", 0, inherited).value_or(std::vector<double>{});
  Solid solid;
  place(document, geom, inherited, size, solid);
  if (type == "sphere") {
    need(size, 1, geom);
    const double r = size[0], i = 2.0 * r * r / 5.0;
    solid.volume = 4.0 / 3.0 * pi * r * r * r;
    solid.inertia = {i, i, i};
  } else if (type == "capsule" || type == "cylinder") {
    need(size, 2, geom);
    const double r = size[0], h = size[1];
    const bool is_capsule = type == "capsule";
    solid.volume = pi * r * r * 2.0 * h + (is_capsule ? 4.0 / 3.0 * pi * r * r * r : 0.0);
    solid.inertia = is_capsule ? of_capsule(r, h) : of_cylinder(r, h);
  } else if (type == "box" || type == "ellipsoid") {
    need(size, 3, geom);
    const double a = size[0] * size[0], b = size[1] * size[1], c = size[2] * size[2];
    const double share = type == "box" ? 1.0 / 3.0 : 1.0 / 5.0;
    solid.volume = size[0] * size[1] * size[2] * (type == "box" ? 8.0 : 4.0 / 3.0 * pi);
    solid.inertia = {share * (b + c), share * (a + c), share * (a + b)};
  } else {
    Document::fail(geom.where,
                   "the mass of " + Document::name_of(geom) + " follows from a " + type +
                       ", which is not imported",
                   "give its body <inertial> with mass and diaginertia");
  }
  return solid;
}

/// R diag(i) R'.
Tensor turned(const Vector3& principal, const Quaternion& turn) {
  Tensor tensor{};
  for (std::size_t k = 0; k < 3; ++k) {
    Vector3 axis{};
    axis[k] = 1.0;
    axis = rotated(turn, axis);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) tensor[i][j] += principal[k] * axis[i] * axis[j];
  }
  return tensor;
}

/// Adds the inertia of a point of a mass at r.
void add_point(Tensor& to, double mass, const Vector3& r) {
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      to[i][j] += mass * ((i == j ? dot(r, r) : 0.0) - r[i] * r[j]);
}

}  // namespace

void add_geom(const Document& document, const Element& geom, const std::string& inherited,
              Body& to) {
  const auto given = document.numbers(geom, "mass", 1, inherited);
  const double density = document.number(geom, "density", 1000.0, inherited);
  if ((given && given->front() == 0.0) || (!given && density == 0.0)) return;
  document.refuse(geom, {{"shellinertia", "false"}, {"fluidshape", "none"}}, inherited);
  const Solid solid = solid_of(document, geom, inherited);
  const double mass = given ? given->front() : density * solid.volume;
  if (!(mass > 0.0))
    Document::fail(geom.where, "the mass of " + Document::name_of(geom) + " is negative",
                   "give it a mass");
  Tensor both = to.inertia;
  const double total = to.mass + mass;
  const Vector3 centre = scaled(sum(scaled(to.centre, to.mass), solid.centre, mass), 1.0 / total);
  add_point(both, to.mass, sum(to.centre, centre, -1.0));
  add_point(both, mass, sum(solid.centre, centre, -1.0));
  const Tensor own = turned(scaled(solid.inertia, mass), solid.turn);
  for (std::size_t i = 0; i < 3; ++i) both[i] = sum(both[i], own[i]);
  to.mass = total;
  to.centre = centre;
  to.inertia = both;
}

void take_inertial(const Document& document, const Element& inertial, Body& to) {
  to = {.element = to.element,
        .chain = to.chain,
        .mass = document.number(inertial, "mass", 0.0),
        .centre = {},
        .inertia = {},
        .gravcomp = to.gravcomp};
  if (!(to.mass > 0.0))
    Document::fail(inertial.where, "<inertial> has no mass above 0", "give it one");
  const auto at = document.numbers(inertial, "pos", 3);
  if (!at)
    Document::fail(inertial.where, "<inertial> has no pos",
                   "write the centre of mass: pos=\"0 0 0\"");
  to.centre = {(*at)[0], (*at)[1], (*at)[2]};
  if (const auto full = document.numbers(inertial, "fullinertia", 6)) {
    const std::vector<double>& f = *full;
    to.inertia = {Vector3{f[0], f[3], f[4]}, Vector3{f[3], f[1], f[5]}, Vector3{f[4], f[5], f[2]}};
    return;
  }
  const auto diagonal = document.numbers(inertial, "diaginertia", 3);
  if (!diagonal)
    Document::fail(inertial.where, "<inertial> has no diaginertia",
                   "give it the three principal inertias");
  to.inertia =
      turned({(*diagonal)[0], (*diagonal)[1], (*diagonal)[2]}, document.orientation(inertial));
}

void place_in_world(const Vector3& origin, const Quaternion& turn, Body& body) {
  body.centre = sum(origin, rotated(turn, body.centre));
  Tensor in_world{};
  std::array<Vector3, 3> axes{Vector3{1.0, 0.0, 0.0}, Vector3{0.0, 1.0, 0.0},
                              Vector3{0.0, 0.0, 1.0}};
  for (Vector3& axis : axes) axis = rotated(turn, axis);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l)
          in_world[i][j] += axes[k][i] * body.inertia[k][l] * axes[l][j];
  body.inertia = in_world;
}

}  // namespace luztar::mjcf
