#include "luztar/dynamics/compile/friction_laws.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "luztar/model/check.h"
#include "luztar/model/law.h"

namespace luztar {
namespace {

using Meaning = ProgramBuilder::Meaning;
using Slot = ProgramBuilder::Slot;

/// Compiles a formula of named numbers and slots.
int formula(ProgramBuilder& builder, const std::string& text,
            const std::map<std::string, Meaning>& names, int owner) {
  return builder.compile(
      parse_expression(text, {}), [&](const std::string& name) { return names.at(name); }, owner,
      false);
}

/// Where nothing but a number will do.
double plain(const Expression& part, const char* what) {
  if (part.op() == Op::Number) return part.number();
  throw ModelError(part.where(), std::string(what) + " cannot be varied",
                   "leave it out of `derivatives`");
}

constexpr const char* kExponent = "n";  // among the names of formulas (model/law.h)

/// Numbers, or slots of what is made of symbols.
struct PartMeanings {
  ProgramBuilder& builder;
  const ProgramBuilder::Resolve& symbols;
  int owner;

  Meaning of(const Expression& part) const {
    if (part.op() == Op::Number) return part.number();
    return Slot{builder.compile(part, symbols, owner, false)};
  }
  std::map<std::string, Meaning> of(const std::map<std::string, Expression>& values) const {
    std::map<std::string, Meaning> names;
    for (const auto& [name, value] : values)
      names.emplace(name, name == kExponent ? Meaning(plain(value, "an exponent")) : of(value));
    return names;
  }
};

/// Straight lines between the rows, the last level beyond.
PiecewiseCubic lines(const std::vector<std::pair<Expression, Expression>>& rows) {
  constexpr const char* kRow = "a row of a table of levels";
  PiecewiseCubic result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double speed = plain(rows[i].first, kRow), level = plain(rows[i].second, kRow);
    const bool last = i + 1 == rows.size();
    const double slope =
        last ? 0.0
             : (plain(rows[i + 1].second, kRow) - level) / (plain(rows[i + 1].first, kRow) - speed);
    result.knot.push_back(speed);
    result.piece.push_back({level, slope, 0.0, 0.0});
  }
  result.knot.push_back(std::numeric_limits<double>::infinity());
  return result;
}

/// The level on the branch for rising speeds.
int compile_rising(const PartMeanings& parts, const LevelCurve& curve, int speed) {
  if (!curve.rows.empty()) return parts.builder.lookup(speed, lines(curve.rows), parts.owner);
  auto names = parts.of(curve.formula.values);
  names.emplace("u", Slot{speed});
  return formula(parts.builder, curve.formula.text, names, parts.owner);
}

}  // namespace

namespace {

/// @param number  of an expression  @param law  its members are such numbers
void set_levels_by(auto& law, const Friction& friction, const auto& number) {
  for (std::size_t side = 0; side < 2; ++side) {
    const Friction::Law& own = side == 1 ? friction.forward : friction.backward;
    law.kinetic[side] = number(first_level(own));
    law.breakaway[side] = number(own.breakaway);
    if (!second_branch(own)) law.viscous[side] = number(own.viscous);
  }
}

}  // namespace

void set_levels(PairLaw& law, const Friction& friction, const ParameterValues& values) {
  set_levels_by(law, friction, [&](const Expression& e) { return evaluate(e, values); });
}

void set_levels(VariedSystem::PairNumbers& numbers, const Friction& friction,
                const ParameterValues& values, const ParameterSlopes& slopes) {
  set_levels_by(numbers, parts_with_normal(friction, values, [](const Expression& e) { return e; }),
                [&](const Expression& e) { return slopes.of(e); });
}

bool has_constant_normal(const Friction& friction, const ParameterValues& values) {
  if (!friction.normal) return false;
  const auto constant = value_of(*friction.normal, values);
  return constant && *constant >= 0.0 && std::isfinite(*constant);
}

Friction parts_with_normal(const Friction& friction, const ParameterValues& values,
                           const std::function<Expression(const Expression&)>& part) {
  Friction parts = in_parts(friction, part);
  if (!has_constant_normal(friction, values)) return parts;
  const Expression normal = part(*friction.normal);
  multiply_by_normal(parts.forward, normal);
  multiply_by_normal(parts.backward, normal);
  return parts;
}

namespace {

/// The level at the speed u of a law in numbers.
double level_at(const LevelCurve& curve, double u) {
  if (curve.rows.empty()) {
    ParameterValues names{{"u", u}};
    for (const auto& [name, value] : curve.formula.values) names[name] = value.number();
    return evaluate(parse_expression(curve.formula.text, {}), names);
  }
  const auto above =
      std::ranges::find_if(curve.rows, [&](const auto& row) { return row.first.number() > u; });
  const auto below = above == curve.rows.begin() ? above : above - 1;
  const double level = below->second.number();
  if (above == curve.rows.end() || above == below) return level;
  const double fraction =
      (u - below->first.number()) / (above->first.number() - below->first.number());
  return level + fraction * (above->second.number() - level);
}

}  // namespace

SlidingLaw sliding_law(const Friction& friction, const ParameterValues& values,
                       const std::vector<double>& velocities) {
  const Friction numbers = parts_with_normal(friction, values, [&](const Expression& part) {
    return Expression::number(evaluate(part, values));
  });
  const Friction::Law& forward = numbers.forward;  // bristles have its levels both ways
  const Friction::Law& backward = is_coulomb(friction) ? numbers.backward : forward;
  SlidingLaw law{.lower = -backward.breakaway.number(),
                 .upper = forward.breakaway.number(),
                 .is_coefficient = friction.normal && !has_constant_normal(friction, values)};
  const LevelCurve ahead = level_curve(forward), back = level_curve(backward);
  for (const double v : velocities) {
    const bool is_back = std::signbit(v);
    const double level = level_at(is_back ? back : ahead, std::abs(v));
    const double viscous = (is_back ? backward : forward).viscous.number();
    law.force.push_back((is_back ? -level : level) + (law.is_coefficient ? 0.0 : viscous * v));
  }
  return law;
}

int compile_level(ProgramBuilder& builder, const Friction::Law& law, int speed, int normal,
                  int owner, const ProgramBuilder::Resolve& symbols) {
  const PartMeanings parts{builder, symbols, owner};
  const auto times_normal = [&](int level) {
    if (normal < 0) return level;
    return formula(builder, "N*L", {{"N", Slot{normal}}, {"L", Slot{level}}}, owner);
  };
  const int rising = times_normal(compile_rising(parts, level_curve(law), speed));
  const auto other = second_branch(law);
  if (!other) return rising;
  const auto branch = [&](int level, const Expression& viscous) {
    return formula(builder, "L + C*u",
                   {{"L", Slot{level}}, {"C", parts.of(viscous)}, {"u", Slot{speed}}}, owner);
  };
  const int falling = times_normal(formula(builder, "L", {{"L", parts.of(other->level)}}, owner));
  return builder.relay(speed, parts.of(other->rise), parts.of(other->fall),
                       branch(rising, law.viscous), branch(falling, other->viscous), owner);
}

StateSlots compile_state(ProgramBuilder& builder, const Friction& friction, int velocity, int state,
                         int rate_input, int owner, const ProgramBuilder::Resolve& symbols) {
  const PartMeanings parts{builder, symbols, owner};
  auto names = parts.of(stateful_law(friction).values);
  const StatefulLaw law = stateful_law_without_jumps(friction);
  names.insert({{"v", Slot{velocity}}, {"z", Slot{state}}, {"r", Slot{rate_input}}});
  for (const auto& [name, text] : law.formulas)
    names.insert_or_assign(name, Slot{formula(builder, text, names, owner)});
  const auto slot = [&](const char* name) {
    const auto found = names.find(name);
    return found == names.end() ? -1 : std::get<Slot>(found->second).index;
  };
  return {slot("f"), slot("w"), slot("settled")};
}

}  // namespace luztar
