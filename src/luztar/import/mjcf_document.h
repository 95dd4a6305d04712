// MJCF with its defaults: what an attribute of an element is.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "luztar/import/mjcf_xml.h"

namespace luztar::mjcf {

using Vector3 = std::array<double, 3>;
/// w, x, y, z.
using Quaternion = std::array<double, 4>;

class Document {
 public:
  explicit Document(Element root);

  const Element& root() const { return root_; }
  /// All elements in sections of this name.
  std::vector<const Element*> section(const std::string& name) const;

  /// The attribute, or that of its class. `inherited` is the childclass around the element.
  std::optional<Attribute> attribute(const Element& of, const std::string& name,
                                     const std::string& inherited = "") const;
  std::string text(const Element& of, const std::string& name, const std::string& otherwise,
                   const std::string& inherited = "") const;
  double number(const Element& of, const std::string& name, double otherwise,
                const std::string& inherited = "") const;
  /// Exactly so many numbers; of 0: any.
  std::optional<std::vector<double>> numbers(const Element& of, const std::string& name,
                                             std::size_t count,
                                             const std::string& inherited = "") const;
  bool truth(const Element& of, const std::string& name, bool otherwise,
             const std::string& inherited = "") const;
  /// Attributes that have no counterpart: each is a mistake unless it has this value.
  void refuse(const Element& of, const std::vector<std::pair<std::string, std::string>>& unless,
              const std::string& inherited = "") const;

  /// quat, axisangle, euler, xyaxes, zaxis.
  Quaternion orientation(const Element& of, const std::string& inherited = "") const;
  bool in_degrees() const { return degrees_; }
  bool limits_by_range() const { return autolimits_; }
  const std::string& inertia_from_geom() const { return inertia_from_geom_; }

  [[noreturn]] static void fail(const SourceLocation& where, const std::string& what,
                                const std::string& advice);
  /// "hinge 'door'", or "hinge" of one without a name.
  static std::string name_of(const Element& of);

 private:
  void read_defaults(const Element& from, const std::string& parent);
  void read_compiler();
  Quaternion euler(const std::vector<double>& angles) const;

  Element root_;
  std::map<std::string, std::map<std::string, std::map<std::string, Attribute>>> classes_{};
  std::string main_{"main"};
  bool degrees_{true};
  bool autolimits_{true};
  std::string eulerseq_{"xyz"};
  std::string inertia_from_geom_{"auto"};
};

Vector3 rotated(const Quaternion& q, const Vector3& v);
Quaternion product(const Quaternion& a, const Quaternion& b);
Quaternion about(const Vector3& axis, double angle);
Vector3 cross(const Vector3& a, const Vector3& b);
double dot(const Vector3& a, const Vector3& b);
double length(const Vector3& a);
Vector3 sum(const Vector3& a, const Vector3& b, double factor = 1.0);
Vector3 scaled(const Vector3& a, double factor);

}  // namespace luztar::mjcf
