#include "luztar/dynamics/friction_laws.h"

#include <limits>
#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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

std::map<std::string, Meaning> numbers_of(const std::map<std::string, Expression>& values) {
  std::map<std::string, Meaning> names;
  for (const auto& [name, value] : values) names.emplace(name, value.number());
  return names;
}

/// Straight lines between the rows, the last level beyond.
PiecewiseCubic lines(const std::vector<std::pair<Expression, Expression>>& rows) {
  PiecewiseCubic result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double speed = rows[i].first.number(), level = rows[i].second.number();
    const bool last = i + 1 == rows.size();
    const double slope =
        last ? 0.0 : (rows[i + 1].second.number() - level) / (rows[i + 1].first.number() - speed);
    result.knot.push_back(speed);
    result.piece.push_back({level, slope, 0.0, 0.0});
  }
  result.knot.push_back(std::numeric_limits<double>::infinity());
  return result;
}

/// The level on the branch for rising speeds.
int compile_rising(ProgramBuilder& builder, const LevelCurve& curve, int speed, int owner) {
  if (!curve.rows.empty()) return builder.lookup(speed, lines(curve.rows), owner);
  auto names = numbers_of(curve.formula.values);
  names.emplace("u", Slot{speed});
  return formula(builder, curve.formula.text, names, owner);
}

}  // namespace

void set_levels(PairLaw& law, const Friction& friction, const ParameterValues& values) {
  for (std::size_t side = 0; side < 2; ++side) {
    const Friction::Law& own = side == 1 ? friction.forward : friction.backward;
    law.kinetic[side] = evaluate(first_level(own), values);
    law.breakaway[side] = evaluate(own.breakaway, values);
    if (!second_branch(own)) law.viscous[side] = evaluate(own.viscous, values);
  }
}

int compile_level(ProgramBuilder& builder, const Friction::Law& law, int speed, int normal,
                  int owner) {
  const auto pressed = [&](int level) {
    if (normal < 0) return level;
    return formula(builder, "N*L", {{"N", Slot{normal}}, {"L", Slot{level}}}, owner);
  };
  const int rising = pressed(compile_rising(builder, level_curve(law), speed, owner));
  const auto other = second_branch(law);
  if (!other) return rising;
  const auto branch = [&](int level, const Expression& viscous) {
    return formula(builder, "L + C*u",
                   {{"L", Slot{level}}, {"C", viscous.number()}, {"u", Slot{speed}}}, owner);
  };
  const int falling = pressed(formula(builder, "L", {{"L", other->level.number()}}, owner));
  return builder.relay(speed, other->rise.number(), other->fall.number(),
                       branch(rising, law.viscous), branch(falling, other->viscous), owner);
}

StateSlots compile_state(ProgramBuilder& builder, const Friction& friction, int velocity, int state,
                         int rate_input, int owner) {
  const StatefulLaw law = stateful_law_without_jumps(friction);
  auto names = numbers_of(law.values);
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
