// What stands in each key of a body or an element: its unit, the numbers that it may be, the
// symbols that it may use, its default, and a line of help. The loader, the writer, checks,
// templates, reductions and the tables of docs/model-format.md read it from here.
//
// describe(item, keys) goes through the keys of an item in the order of a file. What `keys` is
// decides what happens to them:
//   keys.number(field, value)            a number or an expression
//   keys.edges(field, lower, upper)      a list of two
//   keys.mass(field, body)               `mass`, or `inertia`
//   keys.gap(freeplay, gap, spring)      one of both, or neither
//   keys.either(field, value, others)    this key, or those that others() goes through
//   keys.later("key")                    a key of a later version
#pragma once

#include <concepts>
#include <optional>
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
  NotNegative,
  Fraction,  ///< 0 to 1
  Own,       ///< depends on other values: values.cpp and friction_values.cpp
};

/// Which infinite numbers a key may have, written inf, "inf", -inf or "-inf".
enum class Infinity { None, Positive, Both };

/// One key: Field{"key", unit, "help"}, and what is not usual about it.
struct Field {
  const char* key;  ///< in the table of the element; parts of a `stribeck` share its key
  UnitPair unit;
  const char* help{""};  ///< its line in docs/model-format.md
  Range range{Range::Finite};
  Place place{Place::Constant};
  const char* name{key};        ///< in messages on units
  const char* advice{nullptr};  ///< it is required, and this is what to write; nullptr: it may miss
  Infinity infinity{Infinity::None};

  constexpr Field& in(Range value) { return range = value, *this; }
  constexpr Field& at(Place value) { return place = value, *this; }
  constexpr Field& called(const char* value) { return name = value, *this; }
  constexpr Field& required(const char* value) { return advice = value, *this; }
  constexpr Field& or_infinite(Infinity value) { return infinity = value, *this; }
};

/// T is Item or const Item: descriptions serve readers and writers.
template <class T, class Item>
concept Is = std::same_as<std::remove_const_t<T>, Item>;

/// True if the gap of a spring is written as `freeplay`.
inline bool is_freeplay(const Spring& spring) {
  return spring.has_gap && spring.lower.op() == Op::Negate &&
         spring.lower.operands()[0].identity() == spring.upper.identity();
}

/// The lower edge of the freeplay a.
inline Expression lower_edge(const Expression& a) {
  return Expression::apply(Op::Negate, {a}, a.where());
}

/// Makes the gap of a spring [-a, a]. A plain 0 is no gap at all; a parameter may become one in a
/// sweep.
inline void set_freeplay(Spring& spring, const Expression& a) {
  spring.has_gap = !(a.op() == Op::Number && a.number() == 0);
  spring.upper = spring.has_gap ? a : Expression();
  spring.lower = spring.has_gap ? lower_edge(a) : Expression();
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

// --- descriptions ------------------------------------------------------------------------------

void describe(Is<Body> auto& body, auto& keys) {
  keys.mass(
      Field{"mass", kMassUnit,
            "greater than 0; `0`: massless, its forces balance at every instant; `inf`: never "
            "accelerates, keeps its initial velocity"}
          .in(Range::Own)
          .or_infinite(Infinity::Positive),
      body);
  const Field motion = Field{"motion", kLengthUnit,
                             "instead of a mass: prescribed position; an angle where an element "
                             "compares it with one"}
                           .at(Place::Time);
  keys.either(motion, body.motion, [&] {
    keys.number(Field{"position", kLengthUnit, "initial value"}, body.position);
    keys.number(Field{"velocity", kSpeedUnit, "initial value"}, body.velocity);
  });
}

inline constexpr Field kForceLaw = Field{"force", kForceUnit, "f"}.at(Place::Law);

void describe(Is<Spring> auto& spring, auto& keys) {
  const Field freeplay = Field{"freeplay", kLengthUnit, "a, half of a gap `[-a, a]`"}
                             .in(Range::NotNegative)
                             .called("freeplay or gap");
  const Field gap = Field{"gap", kLengthUnit, "`[lower, upper]` of d - rest"}
                        .in(Range::Own)
                        .called("freeplay or gap");
  keys.later("table");
  keys.either(kForceLaw, spring.force, [&] {
    keys.number(
        Field{"stiffness", kStiffnessUnit, "k"}.required("stiffness = ... or force = \"...\""),
        spring.stiffness);
    keys.gap(freeplay, gap, spring);
    keys.number(Field{"rest", kLengthUnit, "d without force"}, spring.rest);
    keys.number(Field{"damping", kDampingUnit, "c, in contact only"}, spring.damping);
  });
}

void describe(Is<Damper> auto& damper, auto& keys) {
  keys.later("table");
  keys.either(kForceLaw, damper.force, [&] {
    keys.number(Field{"damping", kDampingUnit, "c"}.required("damping = ... or force = \"...\""),
                damper.damping);
  });
}

/// @param beside_normal  forces are coefficients
void describe(Is<Friction::Law> auto& law, bool beside_normal, auto& keys) {
  const auto level = [&](const char* key, const char* force, const char* coefficient) {
    return Field{key, beside_normal ? kCoefficientUnit : kForceUnit}
        .in(Range::Own)
        .called(beside_normal ? coefficient : force);
  };
  const auto speed = [](const char* key) {
    return Field{key, kSpeedUnit}.in(Range::Own).called("this speed");
  };
  const Field levels = level("table", "a level of table", "a level of table beside normal");
  const Field kinetic = level("kinetic", "kinetic", "kinetic beside normal");
  const Field first_level = level("kinetic", levels.name, levels.name);
  keys.number(Field{"viscous", kDampingUnit}.in(Range::Own), law.viscous);
  // Of a table it is the level of the first row, and there is no other word for it in the file.
  keys.number(law.table.empty() ? kinetic : first_level, law.kinetic);
  keys.number(level("static", "static", "static beside normal"), law.breakaway);
  if (law.stribeck) {
    keys.number(speed("stribeck"), law.stribeck->velocity);
    keys.number(Field{"stribeck", kNumberUnit}.in(Range::Own).called("this key"),
                law.stribeck->exponent);
  }
  if (law.hysteresis) {
    keys.number(speed("hysteresis"), law.hysteresis->rise);
    keys.number(speed("hysteresis"), law.hysteresis->fall);
    keys.number(level("hysteresis", "kinetic", "kinetic beside normal"), law.hysteresis->kinetic);
    keys.number(Field{"hysteresis", kDampingUnit}.in(Range::Own).called("viscous"),
                law.hysteresis->viscous);
  }
  for (auto& [at, force] : law.table) {
    keys.number(speed("table"), at);
    keys.number(levels, force);
  }
}

void describe(Is<Friction> auto& friction, auto& keys) {
  describe(friction.forward, friction.normal.has_value(), keys);
  describe(friction.backward, friction.normal.has_value(), keys);
  if (friction.normal)
    keys.number(Field{"normal", kForceUnit}.in(Range::Own).at(Place::Feedback), *friction.normal);
  if (!friction.bristles) return;
  keys.number(Field{"sigma0", kStiffnessUnit}.in(Range::Own), friction.bristles->sigma0);
  keys.number(Field{"sigma1", kDampingUnit}.in(Range::Own), friction.bristles->sigma1);
  keys.number(Field{"exponent", kNumberUnit}.in(Range::Own).called("this key"),
              friction.bristles->exponent);
}

void describe(Is<Freewheel> auto&, auto&) {}

void describe(Is<Link> auto&, auto&) {}

void describe(Is<Stop> auto& stop, auto& keys) {
  keys.edges(Field{"gap", kLengthUnit, "`[lower, upper]` of d"}
                 .in(Range::Own)
                 .required("gap = [lower, upper]")
                 .or_infinite(Infinity::Both),
             stop.lower, stop.upper);
  keys.number(Field{"restitution", kNumberUnit, "an impact turns v into -restitution times v"}
                  .in(Range::Fraction)
                  .called("this key"),
              stop.restitution);
}

void describe(Is<Force> auto& force, auto& keys) {
  keys.number(Field{"value", kForceUnit, "pushes along the deflection"}
                  .at(Place::Feedback)
                  .called("force")
                  .required("value = \"...\""),
              force.value);
}

// --- the values of an item, with their keys ----------------------------------------------------

/// Calls visit(field, expression) for all that an item holds.
template <class Visit>
class HeldValues {
 public:
  explicit HeldValues(const Visit& visit) : visit_(visit) {}

  void number(const Field& field, auto& value) { visit_(field, value); }
  void edges(const Field& field, auto& lower, auto& upper) {
    visit_(field, lower);
    visit_(field, upper);
  }
  void mass(const Field& field, auto& body) {
    if (body.mass) visit_(field, *body.mass);
  }
  /// A freeplay [-a, a] is one value, and stays one; any other gap has two.
  void gap(const Field& freeplay, const Field& gap, auto& spring) {
    if (!spring.has_gap) return;
    if (!is_freeplay(spring)) return edges(gap, spring.lower, spring.upper);
    visit_(freeplay, spring.upper);
    if constexpr (std::is_same_v<decltype(spring), Spring&>) {
      if (!is_freeplay(spring)) spring.lower = lower_edge(spring.upper);
    }
  }
  void either(const Field& field, auto& value, const auto& others) {
    if (!value) return others();
    visit_(field, *value);
  }
  void later(const char*) {}

 private:
  const Visit& visit_;
};

template <class Item>
void for_each_field(Item& item, const auto& visit) {
  HeldValues values(visit);
  describe(item, values);
}

/// Arms and coefficients of an element: pure numbers or lengths, constants.
void describe_arms(Is<Deflection> auto& deflection, const auto& visit) {
  for (auto& term : deflection.terms) visit(term.coefficient);
}

/// visit(expression) for all of a body or an element, arms first.
template <class Item>
void for_each_expression(Item& item, const auto& visit) {
  if constexpr (requires { item.deflection; }) describe_arms(item.deflection, visit);
  for_each_field(item, [&](const Field&, auto& expression) { visit(expression); });
}

}  // namespace luztar
