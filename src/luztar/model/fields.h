// What stands in each key of a body or an element: its unit, the symbols that it may use and the
// numbers that it may be. Checks, templates and reductions read it from here.
#pragma once

#include <concepts>
#include <type_traits>

#include "luztar/model/model.h"

namespace luztar {

/// Of a translating body, and of a rotating one.
struct UnitPair {
  const char* translating;
  const char* rotating;
};

/// Where an expression stands decides which symbols it may use.
enum class Place {
  Constant,  ///< parameters
  Time,      ///< and t, signals
  Law,       ///< and d, v of its element
  Feedback,  ///< and q.BODY, v.BODY, but not d, v
};

/// Which numbers are allowed.
enum class Range {
  Finite,
  Own,  ///< depends on other values: values.cpp and friction_values.cpp
};

struct Field {
  const char* key;  ///< in the table of the element; parts of a `stribeck` share its key
  UnitPair unit;
  Range range{Range::Finite};
  Place place{Place::Constant};
  const char* name{key};  ///< in messages on units
};

/// T is Item or const Item: descriptions serve readers and writers.
template <class T, class Item>
concept Is = std::same_as<std::remove_const_t<T>, Item>;

/// True if the gap of a spring is written as `freeplay`.
inline bool is_freeplay(const Spring& spring) {
  return spring.has_gap && spring.lower.op() == Op::Negate &&
         spring.lower.operands()[0].identity() == spring.upper.identity();
}

/// Makes the gap of a spring [-a, a] of its upper edge.
inline void keep_freeplay(Spring& spring) {
  if (is_freeplay(spring)) return;
  spring.lower = Expression::apply(Op::Negate, {spring.upper}, spring.lower.where());
}

// --- units -----------------------------------------------------------------------------------

inline constexpr UnitPair kLengthUnit{"m", "rad"};
inline constexpr UnitPair kSpeedUnit{"m/s", "rad/s"};
inline constexpr UnitPair kMassUnit{"kg", "kg m2"};
inline constexpr UnitPair kForceUnit{"N", "N m"};
inline constexpr UnitPair kStiffnessUnit{"N/m", "N m/rad"};
inline constexpr UnitPair kDampingUnit{"N s/m", "N m s/rad"};
inline constexpr UnitPair kNumberUnit{"1", "1"};
/// A pure number, or the arm of the torque that a normal force makes.
inline constexpr UnitPair kCoefficientUnit{"1", "m"};

// --- descriptions: visit(field, expression) for all that an item holds ------------------------

void describe(Is<Body> auto& body, const auto& visit) {
  if (body.mass) visit(Field{"mass", kMassUnit, Range::Own}, *body.mass);
  if (body.motion)
    return visit(Field{"motion", kLengthUnit, Range::Finite, Place::Time}, *body.motion);
  visit(Field{"position", kLengthUnit}, body.position);
  visit(Field{"velocity", kSpeedUnit}, body.velocity);
}

inline constexpr Field kForceLaw{"force", kForceUnit, Range::Finite, Place::Law};

/// A freeplay [-a, a] is one value, and stays one; any other gap has two.
void describe_gap(Is<Spring> auto& spring, const auto& visit) {
  constexpr const char* kName = "freeplay or gap";
  constexpr Field kGap{"gap", kLengthUnit, Range::Own, Place::Constant, kName};
  constexpr Field kFreeplay{"freeplay", kLengthUnit, Range::Own, Place::Constant, kName};
  if (is_freeplay(spring)) {
    visit(kFreeplay, spring.upper);
    if constexpr (std::is_same_v<decltype(spring), Spring&>) keep_freeplay(spring);
  } else if (spring.has_gap) {
    visit(kGap, spring.lower);
    visit(kGap, spring.upper);
  }
}

void describe(Is<Spring> auto& spring, const auto& visit) {
  if (spring.force) return visit(kForceLaw, *spring.force);
  visit(Field{"stiffness", kStiffnessUnit}, spring.stiffness);
  describe_gap(spring, visit);
  visit(Field{"rest", kLengthUnit}, spring.rest);
  visit(Field{"damping", kDampingUnit}, spring.damping);
}

void describe(Is<Damper> auto& damper, const auto& visit) {
  if (damper.force) return visit(kForceLaw, *damper.force);
  visit(Field{"damping", kDampingUnit}, damper.damping);
}

/// @param beside_normal  forces are coefficients
void describe(Is<Friction::Law> auto& law, bool beside_normal, const auto& visit) {
  const auto level = [&](const char* key, const char* force, const char* coefficient) {
    const UnitPair unit = beside_normal ? kCoefficientUnit : kForceUnit;
    return Field{key, unit, Range::Own, Place::Constant, beside_normal ? coefficient : force};
  };
  const auto speed = [](const char* key) {
    return Field{key, kSpeedUnit, Range::Own, Place::Constant, "this speed"};
  };
  const Field levels = level("table", "a level of table", "a level of table beside normal");
  const Field kinetic = level("kinetic", "kinetic", "kinetic beside normal");
  const Field first_level = level("kinetic", levels.name, levels.name);
  visit(Field{"viscous", kDampingUnit, Range::Own}, law.viscous);
  // Of a table it is the level of the first row, and there is no other word for it in the file.
  visit(law.table.empty() ? kinetic : first_level, law.kinetic);
  visit(level("static", "static", "static beside normal"), law.breakaway);
  if (law.stribeck) {
    visit(speed("stribeck"), law.stribeck->velocity);
    visit(Field{"stribeck", kNumberUnit, Range::Own, Place::Constant, "this key"},
          law.stribeck->exponent);
  }
  if (law.hysteresis) {
    visit(speed("hysteresis"), law.hysteresis->rise);
    visit(speed("hysteresis"), law.hysteresis->fall);
    visit(level("hysteresis", "kinetic", "kinetic beside normal"), law.hysteresis->kinetic);
    visit(Field{"hysteresis", kDampingUnit, Range::Own, Place::Constant, "viscous"},
          law.hysteresis->viscous);
  }
  for (auto& [at, force] : law.table) {
    visit(speed("table"), at);
    visit(levels, force);
  }
}

void describe(Is<Friction> auto& friction, const auto& visit) {
  describe(friction.forward, friction.normal.has_value(), visit);
  describe(friction.backward, friction.normal.has_value(), visit);
  if (friction.normal)
    visit(Field{"normal", kForceUnit, Range::Own, Place::Feedback}, *friction.normal);
  if (!friction.bristles) return;
  visit(Field{"sigma0", kStiffnessUnit, Range::Own}, friction.bristles->sigma0);
  visit(Field{"sigma1", kDampingUnit, Range::Own}, friction.bristles->sigma1);
  visit(Field{"exponent", kNumberUnit, Range::Own, Place::Constant, "this key"},
        friction.bristles->exponent);
}

void describe(Is<Link> auto&, const auto&) {}

void describe(Is<Stop> auto& stop, const auto& visit) {
  visit(Field{"gap", kLengthUnit, Range::Own}, stop.lower);
  visit(Field{"gap", kLengthUnit, Range::Own}, stop.upper);
  visit(Field{"restitution", kNumberUnit, Range::Own, Place::Constant, "this key"},
        stop.restitution);
}

void describe(Is<Force> auto& force, const auto& visit) {
  visit(Field{"value", kForceUnit, Range::Finite, Place::Feedback, "force"}, force.value);
}

/// Arms and coefficients of an element: pure numbers or lengths, constants.
void describe_arms(Is<Deflection> auto& deflection, const auto& visit) {
  for (auto& term : deflection.terms) visit(term.coefficient);
}

/// visit(expression) for all of a body or an element, arms first.
template <class Item>
void for_each_expression(Item& item, const auto& visit) {
  if constexpr (requires { item.deflection; }) describe_arms(item.deflection, visit);
  describe(item, [&](const Field&, auto& expression) { visit(expression); });
}

}  // namespace luztar
