// What the law of a friction says, in one place for the engine, proofs, equations and generated
// functions. Others ask here; they need not know what parts a law has.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "luztar/model/model.h"

namespace luztar {

// --- which law it is -----------------------------------------------------------------------------

/// What `law` says in the file: without bristles, and each kind of them.
inline constexpr std::array<const char*, 3> kLawNames{"coulomb", "dahl", "lugre"};
const char* law_name(const Friction& friction);
/// @param name  place in kLawNames  @param where  of what the file does not say
void set_law(Friction& friction, std::size_t name, const SourceLocation& where);

/// Coulomb's law with its levels: it sticks, and has no state of its own.
inline bool is_coulomb(const Friction& friction) { return !friction.bristles; }

// --- a direction of Coulomb's law: a level over the speed u = |v|, and a viscous part ------------

/// A formula, and what some of its names stand for; the others move.
struct NamedFormula {
  std::string text;
  std::map<std::string, Expression> values;
};

using LevelRows = std::vector<std::pair<Expression, Expression>>;
/// The level over u: a formula of u or, where there are rows (u, level), straight lines between
/// them and the last level beyond.
struct LevelCurve {
  NamedFormula formula{};
  LevelRows rows{};
};
/// Of the branch for rising speeds; most laws have no other one.
LevelCurve level_curve(const Friction::Law& law);

/// What is in force from where u has risen above `rise` until it falls below `fall`.
struct SecondBranch {
  Expression rise, fall;      ///< [m/s]
  Expression level, viscous;  ///< [N], [N s/m]
};
std::optional<SecondBranch> second_branch(const Friction::Law& law);

/// The level does not depend on the speed. A table of one row is such a law.
bool is_constant(const Friction::Law& law);
inline bool is_constant(const Friction& friction) {
  return is_constant(friction.forward) && is_constant(friction.backward);
}

/// Coulomb's law with levels that are forces, and stay what they are.
inline bool has_constant_levels(const Friction& friction) {
  return is_coulomb(friction) && !friction.normal && is_constant(friction);
}

/// Just above zero speed: F_S with Stribeck's law, which falls from there, else F_K.
const Expression& first_level(const Friction::Law& law);

/// It may hold: some level is not zero, or changes.
bool is_dry(const Friction::Law& law, bool (*is_zero)(const Expression&));

using SameExpression = bool (*)(const Expression&, const Expression&);
/// Two laws of the same form with the same expressions, by `same(a, b)`.
bool same_law(const Friction::Law& a, const Friction::Law& b, SameExpression same);
/// Drops what says nothing any more: a fall of the level between two that have become one.
void drop_flat_parts(Friction::Law& law, SameExpression same);

// In words for people.
inline constexpr const char* kChangingLevel = "Stribeck's curve, a table or a hysteresis";
inline constexpr const char* kTwoBranches = "hysteresis";
inline constexpr const char* kLawWithState = "a friction with bristles";

// --- a law with a state z of its own -------------------------------------------------------------

struct StatefulLaw {
  Expression stiffness;                      ///< it stores stiffness z^2/2 [N/m]
  std::map<std::string, Expression> values;  ///< of names in the formulas
  /// (name, text) in the order of use, of v, z and names before: "w" is the rate of z and "x" a sum
  /// in it, "f" the force, "L" the level; "settled", if it is there, is z where its rate is r.
  std::vector<std::pair<std::string, std::string>> formulas;
  std::string printed_rate;  ///< "w" for people, who read it for forces below the level
};
/// @pre !is_coulomb(friction)
StatefulLaw stateful_law(const Friction& friction);
/// The same for programs: nothing but |v| has an edge at v = 0, nothing jumps.
/// @pre friction is in numbers
StatefulLaw stateful_law_without_jumps(const Friction& friction);

// --- laws in numbers -----------------------------------------------------------------------------

/// The laws of a friction with `part(e)` for each expression e; nothing else of it.
Friction in_parts(const Friction& friction,
                  const std::function<Expression(const Expression&)>& part);
/// The same in numbers.
Friction in_numbers(const Friction& friction,
                    const std::function<double(const Expression&)>& number);

/// Multiplies all levels by a constant normal force; of numbers the products are numbers.
void multiply_by_normal(Friction::Law& law, const Expression& normal);

// Of laws in numbers. These are for proofs too: written from the law, not from a formula above.

/// Sliding force at the speed u >= 0, without its sign, viscous part included.
/// @param normal  1 where it is in the numbers already  @param second  on the second branch
double sliding_force(const Friction::Law& law, double u, double normal, bool second);
/// Of a law with a state z: its rate, and the force [m/s], [N].
double rate_of_state(const Friction& friction, double v, double z);
double force_of_state(const Friction& friction, double v, double z);

/// Names of parameters that are the kinetic and the static level of a friction: the first is at
/// most the second.
std::vector<std::pair<std::string, std::string>> ordered_levels(const Model& model);

}  // namespace luztar
