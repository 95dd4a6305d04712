#include "luztar/import/mjcf_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <utility>

namespace luztar::mjcf {
namespace {

bool is_actuator(const std::string& tag) {
  return tag == "motor" || tag == "position" || tag == "velocity" || tag == "damper" ||
         tag == "intvelocity" || tag == "cylinder" || tag == "muscle" || tag == "adhesion";
}

std::vector<double> numbers_in(const Attribute& attribute) {
  std::vector<double> list;
  const char* at = attribute.value.data();
  const char* end = at + attribute.value.size();
  while (true) {
    while (at != end && std::isspace(static_cast<unsigned char>(*at)) != 0) ++at;
    if (at == end) return list;
    double value{};
    const auto read = std::from_chars(*at == '+' ? at + 1 : at, end, value);
    if (read.ec != std::errc{} || !std::isfinite(value))
      Document::fail(attribute.where,
                     quote(attribute.name) + " has what is no number: " + quote(attribute.value),
                     "write numbers with blanks between them");
    list.push_back(value);
    at = read.ptr;
  }
}

Quaternion unit(Quaternion q, const SourceLocation& where) {
  const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  if (!(size > 0.0))
    Document::fail(where, "this orientation has no length",
                   "write a quaternion or an axis that is not 0");
  for (double& part : q) part /= size;
  return q;
}

/// From the axes x, y, z in the columns of a rotation.
Quaternion of_axes(const Vector3& x, const Vector3& y, const Vector3& z) {
  const double trace = x[0] + y[1] + z[2];
  if (trace > 0.0) {
    const double w = std::sqrt(1.0 + trace) / 2.0;
    return {w, (y[2] - z[1]) / (4.0 * w), (z[0] - x[2]) / (4.0 * w), (x[1] - y[0]) / (4.0 * w)};
  }
  const std::array<double, 3> diagonal{x[0], y[1], z[2]};
  const auto i = static_cast<std::size_t>(std::max_element(diagonal.begin(), diagonal.end()) -
                                          diagonal.begin());
  const std::array<Vector3, 3> axes{x, y, z};
  const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
  const double root = std::sqrt(1.0 + axes[i][i] - axes[j][j] - axes[k][k]);
  Quaternion q{};
  q[0] = (axes[j][k] - axes[k][j]) / (2.0 * root);
  q[i + 1] = root / 2.0;
  q[j + 1] = (axes[i][j] + axes[j][i]) / (2.0 * root);
  q[k + 1] = (axes[i][k] + axes[k][i]) / (2.0 * root);
  return q;
}

}  // namespace

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector3& a, const Vector3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double length(const Vector3& a) { return std::sqrt(dot(a, a)); }
Vector3 sum(const Vector3& a, const Vector3& b, double factor) {
  return {a[0] + factor * b[0], a[1] + factor * b[1], a[2] + factor * b[2]};
}
Vector3 scaled(const Vector3& a, double factor) {
  return {a[0] * factor, a[1] * factor, a[2] * factor};
}

Vector3 rotated(const Quaternion& q, const Vector3& v) {
  const Vector3 u{q[1], q[2], q[3]};
  const Vector3 first = sum(cross(u, v), v, q[0]);
  return sum(v, cross(u, first), 2.0);
}

Quaternion product(const Quaternion& a, const Quaternion& b) {
  return {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
          a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
          a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
          a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
}

Quaternion about(const Vector3& axis, double angle) {
  const double s = std::sin(angle / 2.0);
  return {std::cos(angle / 2.0), s * axis[0], s * axis[1], s * axis[2]};
}

void Document::fail(const SourceLocation& where, const std::string& what,
                    const std::string& advice) {
  throw ModelError(where, what, advice);
}

std::string Document::name_of(const Element& of) {
  for (const Attribute& one : of.attributes)
    if (one.name == "name") return "<" + of.name + "> " + quote(one.value);
  return "<" + of.name + ">";
}

Document::Document(Element root) : root_(std::move(root)) {
  if (root_.name != "mujoco")
    fail(root_.where, "the file begins with <" + root_.name + ">, not with <mujoco>",
         "give a model of MuJoCo in MJCF; URDF is not imported");
  read_compiler();
  for (const Element& child : root_.children)
    if (child.name == "default") read_defaults(child, "");
}

std::vector<const Element*> Document::section(const std::string& name) const {
  std::vector<const Element*> list;
  for (const Element& child : root_.children)
    if (child.name == name)
      for (const Element& one : child.children) list.push_back(&one);
  return list;
}

void Document::read_compiler() {
  for (const Element& one : root_.children) {
    if (one.name != "compiler") continue;
    degrees_ = text(one, "angle", degrees_ ? "degree" : "radian") == "degree";
    autolimits_ = truth(one, "autolimits", autolimits_);
    eulerseq_ = text(one, "eulerseq", eulerseq_);
    inertia_from_geom_ = text(one, "inertiafromgeom", inertia_from_geom_);
    refuse(one, {{"coordinate", "local"},
                 {"boundmass", "0"},
                 {"boundinertia", "0"},
                 {"balanceinertia", "false"},
                 {"settotalmass", "-1"},
                 {"inertiagrouprange", "0 5"}});
  }
}

void Document::read_defaults(const Element& from, const std::string& parent) {
  std::string name = parent.empty() ? main_ : "";
  for (const Attribute& one : from.attributes)
    if (one.name == "class") name = one.value;
  if (name.empty()) fail(from.where, "this default has no class", "give it one: class=\"...\"");
  if (parent.empty()) main_ = name;
  auto values =
      parent.empty() ? std::map<std::string, std::map<std::string, Attribute>>{} : classes_[parent];
  for (const Element& child : from.children)
    if (child.name != "default")
      for (const Attribute& one : child.attributes) values[child.name][one.name] = one;
  classes_[name] = std::move(values);
  for (const Element& child : from.children)
    if (child.name == "default") read_defaults(child, name);
}

std::optional<Attribute> Document::attribute(const Element& of, const std::string& name,
                                             const std::string& inherited) const {
  std::string used = inherited.empty() ? main_ : inherited;
  for (const Attribute& one : of.attributes) {
    if (one.name == name) return one;
    if (one.name == "class") {
      used = one.value;
      if (!classes_.contains(used))
        fail(one.where, "there is no class " + quote(used), "write a <default class=...>");
    }
  }
  if (name == "name" || name == "class") return std::nullopt;
  const auto found = classes_.find(used);
  if (found == classes_.end()) return std::nullopt;
  for (const std::string& tag :
       {of.name, std::string(is_actuator(of.name) ? "general" : of.name)}) {
    const auto values = found->second.find(tag == "fixed" ? "tendon" : tag);
    if (values == found->second.end()) continue;
    if (const auto value = values->second.find(name); value != values->second.end())
      return value->second;
  }
  return std::nullopt;
}

std::string Document::text(const Element& of, const std::string& name, const std::string& otherwise,
                           const std::string& inherited) const {
  const auto found = attribute(of, name, inherited);
  return found ? found->value : otherwise;
}

std::optional<std::vector<double>> Document::numbers(const Element& of, const std::string& name,
                                                     std::size_t count,
                                                     const std::string& inherited) const {
  const auto found = attribute(of, name, inherited);
  if (!found) return std::nullopt;
  std::vector<double> list = numbers_in(*found);
  if (count > 0 && list.size() != count)
    fail(found->where,
         quote(name) + " has " + std::to_string(list.size()) + " numbers, not " +
             std::to_string(count),
         "write " + std::to_string(count));
  return list;
}

double Document::number(const Element& of, const std::string& name, double otherwise,
                        const std::string& inherited) const {
  const auto list = numbers(of, name, 1, inherited);
  return list ? list->front() : otherwise;
}

bool Document::truth(const Element& of, const std::string& name, bool otherwise,
                     const std::string& inherited) const {
  const auto found = attribute(of, name, inherited);
  if (!found || found->value == "auto") return otherwise;
  const std::string& value = found->value;
  if (value == "true" || value == "enable") return true;
  if (value == "false" || value == "disable") return false;
  fail(found->where, quote(name) + " is " + quote(value), "write true or false");
}

void Document::refuse(const Element& of,
                      const std::vector<std::pair<std::string, std::string>>& unless,
                      const std::string& inherited) const {
  for (const auto& [name, value] : unless) {
    const auto found = attribute(of, name, inherited);
    if (found && found->value != value)
      fail(found->where, quote(name) + " of " + name_of(of) + " has no counterpart",
           "take it away");
  }
}

Quaternion Document::euler(const std::vector<double>& angles) const {
  Quaternion q{1.0, 0.0, 0.0, 0.0};
  if (eulerseq_.size() != 3) fail(root_.where, "eulerseq has not three letters", "write xyz");
  for (std::size_t i = 0; i < 3; ++i) {
    const char letter = eulerseq_[i];
    const int axis = std::tolower(static_cast<unsigned char>(letter)) - 'x';
    if (axis < 0 || axis > 2)
      fail(root_.where, "eulerseq has other letters than x, y and z", "write xyz");
    Vector3 unit_axis{};
    unit_axis[static_cast<std::size_t>(axis)] = 1.0;
    const Quaternion turn =
        about(unit_axis, degrees_ ? angles[i] * std::numbers::pi / 180.0 : angles[i]);
    const bool fixed_axes = letter >= 'X' && letter <= 'Z';
    q = fixed_axes ? product(turn, q) : product(q, turn);
  }
  return q;
}

Quaternion Document::orientation(const Element& of, const std::string& inherited) const {
  if (const auto q = numbers(of, "quat", 4, inherited))
    return unit({(*q)[0], (*q)[1], (*q)[2], (*q)[3]}, of.where);
  if (const auto angles = numbers(of, "euler", 3, inherited)) return euler(*angles);
  if (const auto a = numbers(of, "axisangle", 4, inherited)) {
    const Vector3 axis{(*a)[0], (*a)[1], (*a)[2]};
    if (!(length(axis) > 0.0))
      fail(of.where, "axisangle has no axis", "write an axis that is not 0");
    return about(scaled(axis, 1.0 / length(axis)),
                 degrees_ ? (*a)[3] * std::numbers::pi / 180.0 : (*a)[3]);
  }
  Vector3 x{}, y{}, z{};
  if (const auto a = numbers(of, "xyaxes", 6, inherited)) {
    x = {(*a)[0], (*a)[1], (*a)[2]};
    y = {(*a)[3], (*a)[4], (*a)[5]};
    if (!(length(x) > 0.0)) fail(of.where, "xyaxes has no x", "write axes that are not 0");
    x = scaled(x, 1.0 / length(x));
    y = sum(y, x, -dot(x, y));
    if (!(length(y) > 0.0))
      fail(of.where, "xyaxes has no y beside x", "write axes that are not parallel");
    y = scaled(y, 1.0 / length(y));
    z = cross(x, y);
    return unit(of_axes(x, y, z), of.where);
  }
  if (const auto a = numbers(of, "zaxis", 3, inherited)) {
    z = {(*a)[0], (*a)[1], (*a)[2]};
    if (!(length(z) > 0.0)) fail(of.where, "zaxis is 0", "write an axis");
    z = scaled(z, 1.0 / length(z));
    const Vector3 axis = cross({0.0, 0.0, 1.0}, z);
    const double s = length(axis);
    if (s == 0.0)
      return z[2] > 0.0 ? Quaternion{1.0, 0.0, 0.0, 0.0} : Quaternion{0.0, 1.0, 0.0, 0.0};
    return about(scaled(axis, 1.0 / s), std::atan2(s, z[2]));
  }
  return {1.0, 0.0, 0.0, 0.0};
}

}  // namespace luztar::mjcf
