// What stands in each key of a body, an element or [simulation]: its unit, the numbers that it may
// be, the symbols that it may use, its default, and a line of help. The loader, the writer, checks,
// templates, reductions and the tables of docs/model.md read it from here.
//
// describe(item, keys) goes through the keys of an item in the order of a file. What `keys` is
// decides what happens to them:
//   keys.number(field, value)            a number or an expression
//   keys.edges(field, lower, upper)      a list of two
//   keys.mass(field, body)               `mass`, or `inertia`
//   keys.gap(freeplay, gap, spring)      one of both, or neither
//   keys.both_ways(field, efficiency)    a list of two, one for both, or none
//   keys.either(field, value, others)    this key, or those that others() goes through
//   keys.flag(field, value)              true, the default, or false
//   keys.release(field, value)           "damped", "inertial" or none
//   keys.later("key")                    a key of a later version
//   keys.memory(field, memory)           values of a controller by name
//   keys.update(field, update)           its assignments, in their order
//   keys.jumps(field, jumps)             conditions and values of a state
// and, for the laws of friction,
//   keys.law(field, friction)            which law
//   keys.number(field, value, other)     a number that is `other` where it is not written
//   keys.optional(field, value)          a number, or none
//   keys.kinetic(field, level, rows)     the level F_K, unless there are rows
//   keys.rows(speed, level, rows, law)   a table of levels
//   keys.table(field, value, inner)      an inner table, or none; inner(value, keys) describes it
//   keys.part(value, inner)              values that are there together; inner(value) has their
//   keys keys.backward(field, friction)       the law of negative rates
#pragma once

#include <array>
#include <concepts>
#include <string_view>
#include <type_traits>

#include "luztar/model/model.h"

namespace luztar {

/// Of a translating body, and of a rotating one.
struct UnitPair {
  std::string_view translating{};
  std::string_view rotating{};
  friend bool operator==(const UnitPair&, const UnitPair&) = default;
};

/// Where an expression stands decides which symbols it may use.
enum class Place {
  Constant,  ///< parameters
  Time,      ///< and t, signals
  Law,       ///< and x.STATE, and d, v of its element
  Feedback,  ///< and x.STATE, q.BODY, v.BODY, but not d, v
  Sampled,   ///< and the memory of its controller
  Geometry,  ///< parameters and q.BODY
};

/// Which numbers are allowed.
enum class Range {
  Finite,
  NotNegative,
  Positive,
  Whole,     ///< 1 to 100
  Fraction,  ///< 0 to 1
  Share,     ///< at most 1; forward also above 0
  Mass,      ///< 0 or more, or infinite
  Limits,    ///< lower <= upper, one may be infinite
  Static,    ///< not less than the kinetic level
  Speeds,    ///< from 0, increasing
};

/// What `law` says of a friction, as bits: the order of kLawNames (model/law.h).
inline constexpr unsigned kCoulomb = 1, kDahl = 2, kLuGre = 4, kAllLaws = 7;

/// One key: Field{"key", unit, "help"}, and what is not usual about it.
struct Field {
  const char* key{""};  ///< in the table of the element; values of an inner table share its key
  UnitPair unit{};
  const char* help{""};  ///< its line in docs/model.md
  Range range{Range::Finite};
  Place place{Place::Constant};
  const char* name{key};        ///< in messages on units
  const char* advice{nullptr};  ///< it is required, and this is what to write; nullptr: it may miss
  double otherwise{0.0};        ///< what it is where it is not written
  const char* rival{nullptr};   ///< a key beside which it makes no sense
  unsigned laws{kAllLaws};      ///< of friction that have the key

  constexpr Field& called(const char* value) { return name = value, *this; }
  constexpr Field& required(const char* value) { return advice = value, *this; }
  constexpr Field& or_else(double value) { return otherwise = value, *this; }
  constexpr Field& of(unsigned value) { return laws = value, *this; }
  constexpr Field& not_beside(const char* value) { return rival = value, *this; }
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

// --- units --------------------------------------------------------------------------------------

inline constexpr UnitPair kLengthUnit{"m", "rad"};
inline constexpr UnitPair kSpeedUnit{"m/s", "rad/s"};
inline constexpr UnitPair kMassUnit{"kg", "kg m2"};
inline constexpr UnitPair kTimeUnit{"s", "s"};
inline constexpr UnitPair kForceUnit{"N", "N m"};
inline constexpr UnitPair kStiffnessUnit{"N/m", "N m/rad"};
inline constexpr UnitPair kDampingUnit{"N s/m", "N m s/rad"};
inline constexpr UnitPair kNumberUnit{"1", "1"};
/// A pure number, or the arm of the torque that a normal force makes.
inline constexpr UnitPair kCoefficientUnit{"1", "m"};

/// The words of Release.
inline constexpr std::array<const char*, 3> kReleaseNames{"", "damped", "inertial"};

// --- descriptions -------------------------------------------------------------------------------

void describe(Is<Body> auto& body, auto& keys) {
  const Field mass{"mass", kMassUnit,
                   "`0`: massless, its forces balance at every instant; `inf`: never accelerates, "
                   "keeps its initial velocity",
                   Range::Mass};
  const Field motion{"motion", kLengthUnit,
                     "prescribed position; an angle where an element compares it with one",
                     Range::Finite, Place::Time};
  keys.mass(mass, body);
  keys.either(motion, body.motion, [&] {
    keys.number(Field{"position", kLengthUnit, "initial value"}, body.position);
    keys.number(Field{"velocity", kSpeedUnit, "initial value"}, body.velocity);
    keys.release(Field{"release",
                       {},
                       "with mass 0: how far it goes where a friction falls from F_S to F_K; "
                       "`\"damped\"` or `\"inertial\"`"},
                 body.release);
  });
}

void describe(Is<StateVariable> auto& state, auto& keys) {
  const Field rate{"rate", {}, "its derivative in time", Range::Finite, Place::Feedback};
  const Field jumps{"jumps",
                    {},
                    "`[{ when = \"...\", to = ... }, ...]`, where it takes another value",
                    Range::Finite,
                    Place::Feedback};
  keys.number(rate, state.rate);
  keys.number(Field{"start", {}, "initial value"}, state.start);
  keys.jumps(jumps, state.jumps);
}

void describe(Is<Controller> auto& controller, auto& keys) {
  Field period{"period", kTimeUnit, "time between two samples", Range::Positive};
  Field delay{"delay", kTimeUnit,
              "from a sample to the instant where its values act, less than `period`",
              Range::NotNegative};
  Field update{"update",
               {},
               "`[\"NAME = expression\", ...]`, made one after the other",
               Range::Finite,
               Place::Sampled};
  period.called("this key").required("period = ... in seconds");
  keys.number(period, controller.period);
  keys.number(delay.called("this key"), controller.delay);
  keys.number(Field{"first", kTimeUnit, "instant of the first sample"}.called("this key"),
              controller.first);
  keys.memory(Field{"memory", {}, "`{ NAME = value before the first sample, ... }`"},
              controller.memory);
  keys.update(update.required("update = [\"NAME = expression\", ...]"), controller.update);
}

inline constexpr Field kForceLaw{"force", kForceUnit, "f", Range::Finite, Place::Law};

void describe(Is<Spring> auto& spring, auto& keys) {
  Field stiffness{"stiffness", kStiffnessUnit, "k"};
  Field freeplay{"freeplay", kLengthUnit, "a, half of the gap `[-a, a]`", Range::NotNegative};
  Field gap{"gap", kLengthUnit, "`[lower, upper]` of d - rest, instead of `freeplay`",
            Range::Limits};
  keys.later("table");
  keys.either(kForceLaw, spring.force, [&] {
    keys.number(stiffness.required("stiffness = ... or force = \"...\""), spring.stiffness);
    keys.gap(freeplay.called("freeplay or gap"), gap.called("freeplay or gap"), spring);
    keys.number(Field{"rest", kLengthUnit, "d without force"}, spring.rest);
    keys.number(Field{"damping", kDampingUnit, "c, in contact only"}, spring.damping);
    keys.flag(Field{"pull", {}, "`false`: f = 0 where the damping would pull; needs a gap"},
              spring.pull);
  });
}

void describe(Is<Damper> auto& damper, auto& keys) {
  Field damping{"damping", kDampingUnit, "c"};
  keys.later("table");
  keys.either(kForceLaw, damper.force, [&] {
    keys.number(damping.required("damping = ... or force = \"...\""), damper.damping);
  });
}

inline constexpr Field kViscous{"viscous", kDampingUnit, "C", Range::NotNegative};

void describe(Is<Friction::Stribeck> auto& stribeck, auto& keys) {
  Field velocity{"velocity", kSpeedUnit, "v_s", Range::Positive};
  Field exponent{"exponent", kNumberUnit, "n", Range::Positive};
  velocity.called("this speed").required("stribeck = { velocity = ... }");
  keys.number(velocity, stribeck.velocity);
  keys.number(exponent.or_else(2), stribeck.exponent);
}

/// @param viscous  of the branch for rising speed
/// @param level    unit of levels
void describe(Is<Friction::Hysteresis> auto& branch, const Expression& viscous, UnitPair level,
              auto& keys) {
  constexpr const char* kAdvice = "hysteresis = { rise = ..., fall = ..., kinetic = ... }";
  Field rise{"rise", kSpeedUnit, "the branch begins where the speed rises above it",
             Range::Positive};
  Field fall{"fall", kSpeedUnit, "it ends where the speed falls below this, at most `rise`",
             Range::Positive};
  Field kinetic{"kinetic", level, "F_K", Range::NotNegative};
  keys.number(rise.called("this speed").required(kAdvice), branch.rise);
  keys.number(fall.called("this speed").required(kAdvice), branch.fall);
  keys.number(kinetic.required(kAdvice), branch.kinetic);
  keys.number(kViscous, branch.viscous, viscous);
}

/// @param friction  whose law it is: beside `normal` levels are coefficients
void describe(Is<Friction::Law> auto& law, const Friction& friction, auto& keys) {
  const bool bristles = friction.bristles.has_value();
  const UnitPair level = friction.normal ? kCoefficientUnit : kForceUnit;
  Field kinetic{"kinetic", level, "F_K; more than 0 with bristles",
                bristles ? Range::Positive : Range::NotNegative};
  Field breakaway{"static", level, "F_S", Range::Static};
  if (law.stribeck) breakaway.required("static = ...");  // written where it is equal too
  Field stribeck{"stribeck", {}, "the level L falls from F_S to F_K; needs `static`"};
  Field hysteresis{"hysteresis", {}, "another branch: its level and its C"};
  Field speeds{"table", kSpeedUnit, "`[[0, L0], [u1, L1], ...]`, instead of `kinetic`",
               Range::Speeds};
  Field levels{"table", level, "", Range::NotNegative};
  levels.called("a level of table");
  // Of a table it is the level of the first row, and there is no other word for it in the file.
  if (!law.table.empty()) kinetic.called(levels.name);
  kinetic.required(bristles ? "kinetic = ..." : "kinetic = ... or table = [[0, level], ...]");
  for (Field* field : {&kinetic, &stribeck, &hysteresis})
    if (!bristles) field->not_beside("table");
  keys.number(kViscous, law.viscous);
  keys.kinetic(kinetic, law.kinetic, law.table);
  keys.number(breakaway.of(kCoulomb | kLuGre), law.breakaway, law.kinetic);
  keys.table(stribeck.of(kCoulomb | kLuGre), law.stribeck,
             [](auto& value, auto& inner) { describe(value, inner); });
  keys.table(hysteresis.of(kCoulomb), law.hysteresis,
             [&](auto& value, auto& inner) { describe(value, law.viscous, level, inner); });
  keys.rows(speeds.called("this speed").of(kCoulomb), levels, law.table, law);
}

void describe(Is<Friction> auto& friction, auto& keys) {
  keys.law(Field{"law", {}, "or `\"dahl\"`, `\"lugre\"`"}, friction);
  keys.part(friction.bristles, [&](auto& bristles) {
    Field sigma0{"sigma0", kStiffnessUnit, "s", Range::Positive};
    Field sigma1{"sigma1", kDampingUnit, "s_1", Range::NotNegative};
    Field exponent{"exponent", kNumberUnit, "n", Range::Whole};
    sigma0.required("sigma0 = ..., the stiffness at rest");
    keys.number(sigma0.of(kDahl | kLuGre), bristles.sigma0);
    keys.number(sigma1.of(kLuGre), bristles.sigma1);
    keys.number(exponent.or_else(1).of(kDahl), bristles.exponent);
  });
  describe(friction.forward, friction, keys);
  Field normal{"normal", kForceUnit, "N, a factor of all levels", Range::NotNegative,
               Place::Feedback};
  Field negative{"negative", {}, "other values for v < 0; what it does not say is taken over"};
  keys.optional(normal.of(kCoulomb), friction.normal);
  keys.backward(negative.of(kCoulomb), friction);
}

void describe(Is<Freewheel> auto& freewheel, auto& keys) {
  Field pitch{"pitch", kLengthUnit, "of a ratchet: from tooth to tooth; without it there are none",
              Range::Positive};
  keys.optional(pitch, freewheel.pitch);
}

void describe(Is<Link> auto& link, auto& keys) {
  Field efficiency{"efficiency", kNumberUnit,
                   "`[forward, backward]`, or one for both ways: what of the power arrives",
                   Range::Share};
  keys.both_ways(efficiency, link.efficiency);
}

void describe(Is<Stop> auto& stop, auto& keys) {
  Field gap{"gap", kLengthUnit, "`[lower, upper]` of d", Range::Limits};
  Field restitution{"restitution", kNumberUnit, "an impact turns v into -restitution times v",
                    Range::Fraction};
  keys.edges(gap.required("gap = [lower, upper]"), stop.lower, stop.upper);
  keys.number(restitution, stop.restitution);
}

void describe(Is<Force> auto& force, auto& keys) {
  Field value{"value", kForceUnit, "pushes along the deflection", Range::Finite, Place::Feedback};
  keys.number(value.called("force").required("value = \"...\""), force.value);
}

/// [simulation], but for what chooses the method: `method`, `step` and `adaptive`.
void describe(Is<SimulationTable> auto& run, auto& keys) {
  Field duration{"duration", kTimeUnit};
  duration.called("this key").required("duration = ... in seconds");
  keys.number(Field{"start", kTimeUnit}.called("this key"), run.start);
  keys.number(duration, run.duration);
  keys.optional(Field{"samples"}, run.samples);
  keys.optional(Field{"interval", kTimeUnit}.called("this key"), run.interval);
  keys.optional(Field{"tolerance"}, run.tolerance);
  keys.optional(Field{"max_events"}, run.max_events);
}

}  // namespace luztar
