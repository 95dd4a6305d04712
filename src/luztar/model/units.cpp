// Dimensions of parameters where they are used alone.
#include <algorithm>
#include <initializer_list>

#include "luztar/core/quantity.h"
#include "luztar/model/check.h"

namespace luztar {
namespace {

/// What a key expects of a translating body, and of a rotating one.
struct Expected {
  const char* key;
  const char* translating;
  const char* rotating;
};

constexpr Expected kMass{"mass", "kg", "kg m2"};
constexpr Expected kPosition{"position", "m", "rad"};
constexpr Expected kVelocity{"velocity", "m/s", "rad/s"};
constexpr Expected kStiffness{"stiffness", "N/m", "N m/rad"};
constexpr Expected kDamping{"damping", "N s/m", "N m s/rad"};
constexpr Expected kViscous{"viscous", "N s/m", "N m s/rad"};
constexpr Expected kGap{"freeplay or gap", "m", "rad"};
constexpr Expected kEdge{"gap", "m", "rad"};
constexpr Expected kRest{"rest", "m", "rad"};
constexpr Expected kKinetic{"kinetic", "N", "N m"};
constexpr Expected kStatic{"static", "N", "N m"};
constexpr Expected kTable{"a level of table", "N", "N m"};
// Beside `normal`: pure numbers, or the arm of the torque that a normal force makes.
constexpr Expected kKineticCoefficient{"kinetic beside normal", "1", "m"};
constexpr Expected kStaticCoefficient{"static beside normal", "1", "m"};
constexpr Expected kTableCoefficient{"a level of table beside normal", "1", "m"};
constexpr Expected kNormal{"normal", "N", "N m"};
constexpr Expected kSpeed{"this speed", "m/s", "rad/s"};
constexpr Expected kSigma0{"sigma0", "N/m", "N m/rad"};
constexpr Expected kSigma1{"sigma1", "N s/m", "N m s/rad"};
constexpr Expected kNumber{"this key", "1", "1"};
constexpr Expected kMotion{"motion", "m", "rad"};
constexpr Expected kForce{"force", "N", "N m"};
constexpr Expected kSeconds{"this key", "s", "s"};

class UnitCheck {
 public:
  UnitCheck(const Model& model, Diagnostics& mistakes) : mistakes_(mistakes) {
    for (const Parameter& parameter : model.parameters) {
      if (!parameter.unit.empty()) with_unit_.emplace(parameter.name, &parameter);
    }
  }

  void check(const Expression& value, const Expected& expected, const SourceLocation& element) {
    if (value.op() != Op::Symbol) return;
    const auto found = with_unit_.find(value.symbol());
    if (found == with_unit_.end()) return;
    const Parameter& parameter = *found->second;
    const Dimension has = dimension_of(parameter);
    if (has == dimension(expected.translating) || has == dimension(expected.rotating)) return;
    std::string wanted = expected.translating;
    if (wanted != expected.rotating) wanted += std::string(" or ") + expected.rotating;
    mistakes_.push_back({known_place(value.where(), element),
                         std::string(expected.key) + " is in " + wanted + ", but '" +
                             parameter.name + "' is in " + parameter.unit,
                         "check the unit of the parameter or the key"});
  }

 private:
  static Dimension dimension(const char* unit) { return parse_unit(unit, {}).dimension; }
  static Dimension dimension_of(const Parameter& parameter) {
    return parse_unit(parameter.unit, parameter.where).dimension;
  }

  std::map<std::string, const Parameter*> with_unit_;
  Diagnostics& mistakes_;
};

// A unit that the loader could not read has been reported; one given in code is checked here.
bool has_bad_units(const Model& model, Diagnostics& mistakes) {
  const std::size_t before = mistakes.size();
  for (const Parameter& parameter : model.parameters) {
    if (parameter.unit.empty()) continue;
    try {
      parse_unit(parameter.unit, parameter.where);
    } catch (const ModelError& error) {
      mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }
  return mistakes.size() > before;
}

void check_law(const Friction::Law& law, bool coefficients, const SourceLocation& where,
               UnitCheck& units) {
  const Expected& kinetic = coefficients ? kKineticCoefficient : kKinetic;
  units.check(law.viscous, kViscous, where);
  // A default of static is the kinetic expression itself, and that the first level of a table.
  if (law.table.empty()) units.check(law.kinetic, kinetic, where);
  if (law.breakaway.identity() != law.kinetic.identity()) {
    units.check(law.breakaway, coefficients ? kStaticCoefficient : kStatic, where);
  }
  if (law.stribeck) {
    units.check(law.stribeck->velocity, kSpeed, where);
    units.check(law.stribeck->exponent, kNumber, where);
  }
  if (law.hysteresis) {
    units.check(law.hysteresis->rise, kSpeed, where);
    units.check(law.hysteresis->fall, kSpeed, where);
    units.check(law.hysteresis->kinetic, kinetic, where);
    units.check(law.hysteresis->viscous, kViscous, where);
  }
  for (const auto& [speed, level] : law.table) {
    units.check(speed, kSpeed, where);
    units.check(level, coefficients ? kTableCoefficient : kTable, where);
  }
}

void check_friction(const Friction& friction, UnitCheck& units) {
  check_law(friction.forward, friction.normal.has_value(), friction.where, units);
  check_law(friction.backward, friction.normal.has_value(), friction.where, units);
  if (friction.normal) units.check(*friction.normal, kNormal, friction.where);
  if (!friction.bristles) return;
  units.check(friction.bristles->sigma0, kSigma0, friction.where);
  units.check(friction.bristles->sigma1, kSigma1, friction.where);
  units.check(friction.bristles->exponent, kNumber, friction.where);
}

void check_spring(const Spring& spring, UnitCheck& units) {
  if (spring.force) return units.check(*spring.force, kForce, spring.where);
  units.check(spring.stiffness, kStiffness, spring.where);
  units.check(spring.lower, kGap, spring.where);
  units.check(spring.upper, kGap, spring.where);
  units.check(spring.rest, kRest, spring.where);
  units.check(spring.damping, kDamping, spring.where);
}

}  // namespace

void check_units(const Model& model, Diagnostics& mistakes) {
  if (has_bad_units(model, mistakes)) return;
  UnitCheck units(model, mistakes);
  for (const Body& body : model.bodies) {
    if (body.mass) units.check(*body.mass, kMass, body.where);
    if (body.motion) units.check(*body.motion, kMotion, body.where);
    units.check(body.position, kPosition, body.where);
    units.check(body.velocity, kVelocity, body.where);
  }
  for (const Spring& spring : model.springs) check_spring(spring, units);
  for (const Damper& damper : model.dampers) {
    if (damper.force) units.check(*damper.force, kForce, damper.where);
    units.check(damper.damping, kDamping, damper.where);
  }
  for (const Friction& friction : model.frictions) check_friction(friction, units);
  for (const Stop& stop : model.stops) {
    units.check(stop.lower, kEdge, stop.where);
    units.check(stop.upper, kEdge, stop.where);
    units.check(stop.restitution, kNumber, stop.where);
  }
  for (const Force& force : model.forces) units.check(force.value, kForce, force.where);
  const SimulationTable& table = model.simulation;
  units.check(table.start, kSeconds, table.where);
  units.check(table.duration, kSeconds, table.where);
  if (table.interval) units.check(*table.interval, kSeconds, table.where);
}

}  // namespace luztar
