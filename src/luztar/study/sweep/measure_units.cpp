#include "luztar/study/sweep/measure_units.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <map>
#include <optional>
#include <utility>

#include "luztar/core/quantity.h"

namespace luztar {
namespace {

/// The unit of an expression, or that it has none.
struct UnitOf {
  Dimension dimension{};
  int angle{};         ///< exponent of rad
  std::string text{};  ///< as a user writes it; "": from the exponents
  bool is_number{};    ///< a bare number, which fits any unit in a sum
  friend bool same(const UnitOf& a, const UnitOf& b) {
    return a.dimension == b.dimension && a.angle == b.angle;
  }
};
using MaybeUnit = std::optional<UnitOf>;  ///< nothing: not known

const UnitOf kPure{}, kNumber{.is_number = true};

/// Exponents of rad above the stroke of a unit, less those below.
int angle_of(const std::string& unit) {
  int angle = 0, side = 1;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (unit[i] == '/') side = -1;
    if (unit.compare(i, 3, "rad") != 0) continue;
    const char next = i + 3 < unit.size() ? unit[i + 3] : ' ';
    angle += side * (next >= '2' && next <= '9' ? next - '0' : 1);
  }
  return angle;
}

MaybeUnit unit_of_text(const std::string& unit, const SourceLocation& where) {
  if (unit.empty()) return std::nullopt;
  const std::string text = si_unit(unit, where);
  return UnitOf{parse_unit(unit, where).dimension, angle_of(text), text == "1" ? "" : text};
}

UnitOf with_text(const char* unit) { return *unit_of_text(unit, {}); }

/// An angle times a length or a torque is a length, a work: rad is 1 there.
void drop_angle(UnitOf& unit) {
  if (unit.angle > 0 && (unit.dimension.mass != 0 || unit.dimension.length != 0)) unit.angle = 0;
}

UnitOf power(const UnitOf& unit, int exponent) {
  const Dimension& d = unit.dimension;
  return {{d.mass * exponent, d.length * exponent, d.time * exponent, d.current * exponent,
           d.temperature * exponent},
          unit.angle * exponent};
}

MaybeUnit product(const MaybeUnit& a, const MaybeUnit& b) {
  if (!a || !b) return std::nullopt;
  if (a->is_number && b->is_number) return kNumber;
  if (same(*a, kPure)) return *b;
  if (same(*b, kPure)) return *a;
  const Dimension &x = a->dimension, &y = b->dimension;
  UnitOf unit{{x.mass + y.mass, x.length + y.length, x.time + y.time, x.current + y.current,
               x.temperature + y.temperature},
              a->angle + b->angle};
  drop_angle(unit);
  return unit;
}

MaybeUnit quotient(const MaybeUnit& a, const MaybeUnit& b) {
  if (!b) return std::nullopt;
  return product(a, b->is_number ? *b : power(*b, -1));
}

/// Of terms of a sum: those that are known agree, or nothing is known.
MaybeUnit common(const std::vector<MaybeUnit>& terms) {
  MaybeUnit found;
  bool all_numbers = true;
  for (const MaybeUnit& term : terms) {
    all_numbers = all_numbers && term && term->is_number;
    if (!term || term->is_number) continue;
    if (found && !same(*found, *term)) return std::nullopt;
    if (!found) found = term;
  }
  return all_numbers ? MaybeUnit(kNumber) : found;
}

MaybeUnit root(const MaybeUnit& unit) {
  if (!unit || unit->is_number) return unit;
  const Dimension& d = unit->dimension;
  for (const int exponent : {d.mass, d.length, d.time, d.current, d.temperature, unit->angle})
    if (exponent % 2 != 0) return std::nullopt;
  return UnitOf{{d.mass / 2, d.length / 2, d.time / 2, d.current / 2, d.temperature / 2},
                unit->angle / 2};
}

MaybeUnit raised(const MaybeUnit& base, const Expression& exponent) {
  if (!base || base->is_number || same(*base, kPure)) return base;
  constexpr double kMost = 9.0;
  if (exponent.op() != Op::Number || std::abs(exponent.number()) > kMost) return std::nullopt;
  if (exponent.number() == 0.5) return root(base);
  if (std::floor(exponent.number()) != exponent.number()) return std::nullopt;
  return power(*base, static_cast<int>(exponent.number()));
}

/// Units by the name of a symbol; what is not there is not known.
using Units = std::map<std::string, UnitOf>;

MaybeUnit unit_of(const Expression& expression, const Units& units);

MaybeUnit common_of(const std::vector<Expression>& operands, std::size_t from, const Units& units) {
  std::vector<MaybeUnit> terms;
  for (std::size_t i = from; i < operands.size(); ++i) terms.push_back(unit_of(operands[i], units));
  return common(terms);
}

MaybeUnit unit_of(const Expression& expression, const Units& units) {
  const std::vector<Expression>& operands = expression.operands();
  switch (expression.op()) {
    case Op::Number:
      return kNumber;
    case Op::Symbol: {
      const auto found = units.find(expression.symbol());
      return found == units.end() ? MaybeUnit{} : found->second;
    }
    case Op::Negate:
    case Op::Add:
    case Op::Subtract:
    case Op::Min:
    case Op::Max:
    case Op::Hypot:
    case Op::Abs:
    case Op::Floor:
    case Op::Ceil:
    case Op::Round:
    case Op::Mod:
    case Op::Luz:
    case Op::Tar:
    case Op::Sat:
      return common_of(operands, 0, units);
    case Op::If:
      return common_of(operands, 1, units);
    case Op::Multiply:
      return product(unit_of(operands[0], units), unit_of(operands[1], units));
    case Op::Divide:
      return quotient(unit_of(operands[0], units), unit_of(operands[1], units));
    case Op::Power:
      return raised(unit_of(operands[0], units), operands[1]);
    case Op::Sqrt:
      return root(unit_of(operands[0], units));
    case Op::Asin:
    case Op::Acos:
    case Op::Atan:
    case Op::Atan2:
      return with_text("rad");
    case Op::Lookup:
      return std::nullopt;
    default:
      return kPure;  // sin, exp, sign ...
  }
}

/// What a reader calls it.
std::string text_of(const MaybeUnit& unit) {
  if (!unit || unit->is_number || same(*unit, kPure)) return "";
  if (!unit->text.empty()) return unit->text;
  for (const char* unit_name : {"N", "N m", "W", "N/m", "N s/m", "N m/rad", "N m s/rad", "kg m2",
                                "rad", "rad/s", "rad/s2", "rad2", "rad2/s2", "m/s", "m/s2"}) {
    if (same(with_text(unit_name), *unit)) return unit_name;
  }
  return unit->angle == 0 ? to_text(unit->dimension) : "";
}

/// Units of channels with these prefixes, where they are known.
void add_known(const std::string& name, std::initializer_list<std::array<const char*, 2>> channels,
               Units& units) {
  for (const auto& [prefix, unit] : channels)
    if (*unit != '\0') units[prefix + name] = with_text(unit);
}

Units units_of(const Model& model, const System& system, const CoordinateKinds& coordinates) {
  Units units{{"t", with_text("s")}};
  for (const Parameter& parameter : model.parameters)
    if (const MaybeUnit unit = unit_of_text(parameter.unit, parameter.where))
      units[parameter.name] = *unit;
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const CoordinateUnits si = units_of(coordinates.bodies[i]);
    add_known(system.bodies()[i].name,
              {{"q.", si.position}, {"v.", si.rate}, {"a.", si.acceleration}}, units);
  }
  for (std::size_t i = 0; i < system.elements().size(); ++i) {
    const CoordinateUnits si = units_of(coordinates.elements[i]);
    add_known(system.elements()[i].name,
              {{"d.", si.position}, {"rate.", si.rate}, {"f.", si.force}}, units);
  }
  for (const StateInfo& state : system.states())
    if (const MaybeUnit unit = unit_of_text(state.unit, {})) units["x." + state.name] = *unit;
  return units;
}

MaybeUnit unit_of(const Measure& measure, const Units& units) {
  switch (measure.kind) {
    case MeasureKind::Phase:
      return with_text("rad");
    case MeasureKind::StickTime:
    case MeasureKind::ContactTime:
    case MeasureKind::Period:
      return with_text("s");
    case MeasureKind::Dissipated:
      return with_text("J");
    case MeasureKind::StickShare:
    case MeasureKind::ContactShare:
    case MeasureKind::Events:
    case MeasureKind::Impacts:
      return kPure;
    case MeasureKind::Combined: {
      Units parts = units;
      for (std::size_t i = 0; i < measure.parts.size(); ++i)
        if (const MaybeUnit unit = unit_of(measure.parts[i], units)) parts[part_symbol(i)] = *unit;
      return unit_of(*measure.formula, parts);
    }
    default:
      return unit_of(*measure.value, units);
  }
}

}  // namespace

std::vector<std::string> measure_units(const Model& model, const System& system,
                                       const CoordinateKinds& coordinates,
                                       const std::vector<Measure>& measures) {
  const Units units = units_of(model, system, coordinates);
  std::vector<std::string> texts;
  for (const Measure& measure : measures)
    texts.insert(texts.end(), static_cast<std::size_t>(measure.columns()),
                 text_of(unit_of(measure, units)));
  return texts;
}

}  // namespace luztar
