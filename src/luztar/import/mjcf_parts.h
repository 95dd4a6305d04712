// Joints, tendons, equalities and actuators of MJCF as elements of the model file.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "luztar/import/formula_text.h"
#include "luztar/import/imported_model.h"
#include "luztar/import/mjcf_inertia.h"
#include "luztar/import/mjcf_tree.h"

namespace luztar::mjcf {

/// A coordinate that is a sum of factors times joints.
using Coordinate = std::vector<std::pair<std::size_t, double>>;

class Parts {
 public:
  Parts(const Document& document, const Tree& tree, ImportedModel& model)
      : document_(document), tree_(tree), model_(model) {}

  void add_joint(std::size_t joint);
  void add_gravity(const JointInertia& inertia);
  void add_tendon(const Element& tendon);
  void add_equality(const Element& equality);
  /// @param control  of the key, or 0
  void add_actuator(const Element& actuator, double control);
  /// `contact`, and geoms that might touch.
  void refuse_contacts() const;
  /// The position and velocity at the start.
  void set_start(const std::vector<double>& positions) { positions_ = positions; }

 private:
  struct Gains {
    FormulaText control{};  ///< factor of the control
    FormulaText constant{};
    double position{};  ///< force per coordinate
    double velocity{};
  };

  ImportedTable element(const std::string& kind, const std::string& name,
                        const std::string& comment);
  void put(ImportedTable table, const Coordinate& coordinate);
  FormulaText value_of(const Coordinate& coordinate, const std::string& letter) const;
  std::size_t joint_named(const Attribute& name) const;
  Coordinate tendon_named(const Attribute& name) const;
  double rest_of(const Coordinate& coordinate) const;
  void add_limits(const Element& of, const std::string& inherited, double scale,
                  const std::string& name, const Coordinate& coordinate);
  void add_tie(const Element& equality, std::size_t first, const Attribute* second,
               const std::vector<double>& factors);
  Gains gains_of(const Element& actuator) const;
  Gains general(const Element& actuator) const;
  Coordinate transmission(const Element& actuator) const;
  FormulaText limited(const Element& of, const std::string& name, const FormulaText& value) const;

  const Document& document_;
  const Tree& tree_;
  ImportedModel& model_;
  std::map<std::string, Coordinate> tendons_{};
  std::vector<double> positions_{};
  std::vector<std::string> elements_{};
  std::vector<std::string> parameters_{};
};

}  // namespace luztar::mjcf
