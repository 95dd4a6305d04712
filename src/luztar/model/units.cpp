// Dimensions of keys and expressions: what is written with units must agree.
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "luztar/core/quantity.h"
#include "luztar/model/check.h"
#include "luztar/model/coordinates.h"
#include "luztar/model/kinds.h"
#include "luztar/model/pressed_levels.h"

namespace luztar {
namespace {

constexpr Dimension kPerSecond{0, 0, -1};
constexpr const char* kAdvice = "check the unit of the parameter or the key";

/// What a key may be in: no, one or two dimensions, and their units.
struct Allowed {
  int number{};
  std::array<Dimension, 2> dimensions{};
  std::array<std::string_view, 2> units{};

  bool has(const Dimension& dimension) const {
    return dimensions[0] == dimension || (number == 2 && dimensions[1] == dimension);
  }
  std::string words() const {
    return std::string(units[0]) + (number == 2 ? " or " + std::string(units[1]) : "");
  }
};

Allowed one(const Dimension& dimension, std::string_view unit) {
  return {1, {dimension, {}}, {unit, {}}};
}

/// A text, or what makes one where it is needed.
std::string text(const auto& what) {
  if constexpr (requires { what(); }) {
    return what();
  } else {
    return what;
  }
}

class UnitCheck {
 public:
  UnitCheck(const Model& model, Diagnostics& mistakes)
      : model_(model), mistakes_(mistakes), search_(model) {}

  void check() {
    for (const Parameter& parameter : model_.parameters) check(parameter);
    for (const Signal& signal : model_.signals)
      if (const auto* value = std::get_if<Expression>(&signal.value)) inside(*value, signal.where);
    for (const StateVariable& state : model_.states) check(state);
    for (const Controller& controller : model_.controllers) check(controller);
    for (std::size_t i = 0; i < model_.bodies.size(); ++i) check(model_.bodies[i], i);
    for (const Inertia& inertia : model_.inertias) check(inertia);
    std::size_t j = 0;
    for_each_element(model_, [&](const auto& element) { check(element, j++); });
    for_each_value(model_.simulation, [&](const Field& field, const Expression& value) {
      const UnitPair unit = field.unit.translating.empty() ? kNumberUnit : field.unit;
      hold(value, of_pair(unit, Coordinate::Unknown), field.name, "", model_.simulation.where);
    });
    for (const Repeat& repeat : model_.repeats)
      for (const Repeat::Index& index : repeat.indices)
        hold(index.count, of_pair(kNumberUnit, Coordinate::Unknown), "count", "", repeat.where);
    check_seconds(model_.simulation.step, "step", model_.simulation.where);
    check_seconds(model_.output.checkpoint, "checkpoint", model_.output.where);
  }

 private:
  // --- one key ----------------------------------------------------------------------------------

  DimensionOf inside(const Expression& value, const SourceLocation& fallback) {
    return ExpressionDimensions(search_.dimensions(), &mistakes_).of(value, fallback);
  }

  void report(const Expression& value, const SourceLocation& fallback, std::string what,
              std::string advice) {
    mistakes_.push_back({known_place(value.where(), fallback), std::move(what), std::move(advice)});
  }

  /// @param because  "'a' turns: ...", or ""
  void hold(const Expression& value, const Allowed& allowed, const auto& name, const auto& because,
            const SourceLocation& fallback) {
    const DimensionOf given = inside(value, fallback);
    if (!given.is_sure() || allowed.number == 0 || allowed.has(given.dimension)) return;
    const std::string reason = text(because);
    report(value, fallback,
           text(name) + " is in " + allowed.words() + ", but " +
               words_of(value, given.dimension, model_) + (reason.empty() ? "" : "; " + reason),
           kAdvice);
  }

  void check_seconds(const std::optional<Expression>& value, const char* name,
                     const SourceLocation& where) {
    if (value) hold(*value, of_pair(kTimeUnit, Coordinate::Unknown), name, "", where);
  }

  Dimension of(std::string_view unit) const { return search_.dimensions().of_unit(unit); }

  /// Of one of both where the coordinate is known.
  Allowed of_pair(const UnitPair& unit, Coordinate coordinate) const {
    if (unit.translating.empty()) return {};
    const Dimension length = of(unit.translating), angle = of(unit.rotating);
    if (unit.translating == unit.rotating || coordinate == Coordinate::Length)
      return one(length, unit.translating);
    if (coordinate == Coordinate::Angle) return one(angle, unit.rotating);
    return {2, {length, angle}, {unit.translating, unit.rotating}};
  }

  static std::string name_of(const Field& field) {
    if (field.unit == kNumberUnit) return "this key";
    return field.name + (is_pressed(field) ? " beside " + std::string(kPressing) : "");
  }

  // --- what is not mechanics --------------------------------------------------------------------

  void check(const Parameter& parameter) {
    const DimensionOf given = inside(parameter.value, parameter.where);
    if (parameter.unit.empty() || !given.is_sure() || given.dimension == of(parameter.unit)) return;
    report(parameter.value, parameter.where,
           quote(parameter.name) + " is in " + parameter.unit + ", but " +
               words_of(parameter.value, given.dimension, model_),
           "check its unit, or those of what stands in it");
  }

  /// Its start is in the unit of the state, its rate in that by second.
  void check(const StateVariable& state) {
    search_.dimensions().enter(Coordinate::Unknown);
    const DimensionOf value = search_.dimensions().of_state(state);
    const std::string unit = state.unit.empty() ? words_of(value.dimension) : state.unit;
    const std::string by_second = "(" + unit + ")/s";
    for_each_value(state, [&](const Field& field, const Expression& expression) {
      const std::string_view key = field.key;
      Allowed allowed;
      if (value.is_sure() && key == "rate")
        allowed = one(product(value.dimension, kPerSecond), by_second);
      else if (value.is_sure() && key != "when")
        allowed = one(value.dimension, unit);
      hold(expression, allowed, field.name, "", state.where);
    });
  }

  /// A value in memory has the unit of its start.
  void check(const Controller& controller) {
    search_.dimensions().enter(Coordinate::Unknown, &controller);
    for_each_value(controller, [&](const Field& field, const Expression& value) {
      if (field.place == Place::Constant)
        hold(value, of_pair(field.unit, Coordinate::Unknown), field.name, "", controller.where);
    });
    for (const auto& [to, value, where] : controller.update) {
      const DimensionOf kept = search_.dimensions().of_symbol(to);
      const std::string unit = kept.is_sure() ? words_of(kept.dimension) : "";
      const Allowed allowed = kept.is_sure() ? one(kept.dimension, unit) : Allowed{};
      hold(value, allowed, quote(to), "", where);
    }
    search_.dimensions().enter(Coordinate::Unknown);
  }

  // --- bodies and elements ----------------------------------------------------------------------

  void check(const Body& body, std::size_t i) {
    const Coordinate coordinate = search_.coordinates().bodies[i];
    const bool known = coordinate != Coordinate::Unknown;
    search_.dimensions().enter(Coordinate::Unknown);
    for_each_value(body, [&](const Field& field, const Expression& value) {
      const bool is_inertia = body.rotates && field.unit == kMassUnit;
      const auto reason = [&] {
        return known && !is_inertia ? search_.reason_of_body(static_cast<int>(i)) : std::string();
      };
      hold(value, of_pair(field.unit, is_inertia ? Coordinate::Angle : coordinate),
           is_inertia ? "inertia" : field.name, reason, body.where);
    });
  }

  /// A length for each body that turns.
  void check(const Inertia& inertia) {
    search_.dimensions().enter(Coordinate::Unknown);
    for (const Inertia::Entry& entry : inertia.entries()) {
      const int a = entry.a, b = entry.b;
      const Coordinate first = search_.coordinates().bodies[static_cast<std::size_t>(a)];
      const Coordinate second = search_.coordinates().bodies[static_cast<std::size_t>(b)];
      const int turning =
          (first == Coordinate::Angle ? 1 : 0) + (second == Coordinate::Angle ? 1 : 0);
      constexpr std::array kUnits = {"kg", "kg m", "kg m2"};
      const std::string_view unit = kUnits[static_cast<std::size_t>(turning)];
      const bool known = first != Coordinate::Unknown && second != Coordinate::Unknown;
      const auto reason = [&] {
        return search_.reason_of_body(a) +
               (a == b ? std::string() : ", " + search_.reason_of_body(b));
      };
      hold(entry.value, known ? one(of(unit), unit) : Allowed{}, "this inertia", reason,
           inertia.where);
    }
  }

  template <class Element>
  void check(const Element& element, std::size_t j) {
    const Coordinate d = search_.coordinates().elements[j];
    search_.dimensions().enter(d);
    const bool fits =
        element.deflection.formula ? check_formula(element, d) : check_arms(element, j);
    for_each_value(element, [&](const Field& field, const Expression& value) {
      Allowed allowed = of_pair(field.unit, d);
      const Expression* pressing = pressing_force(element);
      if (pressing != nullptr && is_pressed(field)) allowed = of_level(*pressing, d);
      if (presses(field) && d == Coordinate::Angle)
        allowed = of_pair(field.unit, Coordinate::Unknown);
      const bool depends = allowed.number == 1 && field.unit.translating != field.unit.rotating;
      if (!fits && depends) allowed = {};
      const auto name = [&] {
        return name_of(field);
      };
      const auto reason = [&] {
        const bool has_one = depends && d != Coordinate::Unknown;
        return has_one ? search_.reason_of_element(j) : std::string();
      };
      hold(value, allowed, name, reason, element.where);
    });
    search_.dimensions().enter(Coordinate::Unknown);
  }

  /// Level times normal force is a force, or a torque. A formula without units may be a factor.
  Allowed of_level(const Expression& pressing, Coordinate d) const {
    const DimensionOf press = search_.dimensions().of(pressing);
    if (!press.is_sure() && press.certainty != DimensionOf::Certainty::Number) return {};
    if (d == Coordinate::Length) return one({}, "1");
    if (!press.is_sure()) return of_pair(kCoefficientUnit, Coordinate::Unknown);
    if (press.dimension == of(kForceUnit.rotating)) return one({}, "1");
    return of_pair(kCoefficientUnit, d);
  }

  /// False if it is wrong, which is told.
  template <class Element>
  bool check_formula(const Element& element, Coordinate d) {
    const std::size_t before = mistakes_.size();
    hold(*element.deflection.formula, of_pair(kLengthUnit, d), kDeflectionKey.name, "",
         element.where);
    return mistakes_.size() == before;
  }

  template <class Element>
  bool check_arms(const Element& element, std::size_t j) {
    const Coordinate d = search_.coordinates().elements[j];
    for (const Deflection::Term& term : element.deflection.terms) {
      inside(term.coefficient, element.where);
      if (!check_arm(term, element.where)) return false;
    }
    for (const Deflection::Term& term : element.deflection.terms) {
      if (term.body < 0 || d == Coordinate::Unknown) continue;
      if (search_.arm(term.coefficient) != Arm::Ratio) continue;
      const Coordinate q = search_.coordinates().bodies[static_cast<std::size_t>(term.body)];
      if (q == d || q == Coordinate::Unknown) continue;
      const char* has = d == Coordinate::Length ? "a length" : "an angle";
      report(term.coefficient, element.where,
             "the deflection of " + quote(element.name) + " is " + has + ": " +
                 search_.reason_of_element(j) + "; but " + search_.reason_of_body(term.body),
             "join bodies of one kind, or write arms: one in m makes a length of an angle");
      return false;
    }
    return true;
  }

  bool check_arm(const Deflection::Term& term, const SourceLocation& where) {
    const Arm arm = search_.arm(term.coefficient);
    if (arm == Arm::None) {
      const Dimension given = search_.dimensions().of(term.coefficient).dimension;
      report(term.coefficient, where,
             "an arm is a number or in m, but " + words_of(term.coefficient, given, model_),
             kAdvice);
      return false;
    }
    const bool lever = arm == Arm::Length || arm == Arm::PerLength;
    if (!lever || term.body < 0) return true;
    const Coordinate wanted = arm == Arm::Length ? Coordinate::Angle : Coordinate::Length;
    const Coordinate q = search_.coordinates().bodies[static_cast<std::size_t>(term.body)];
    if (q == wanted || q == Coordinate::Unknown) return true;
    report(term.coefficient, where,
           std::string("an arm in ") + (arm == Arm::Length ? "m" : "1/m") +
               " belongs to a body that " +
               (wanted == Coordinate::Angle ? "turns; " : "translates; ") +
               search_.reason_of_body(term.body),
           "check the unit of the arm, and those of the body");
    return false;
  }

  const Model& model_;
  Diagnostics& mistakes_;
  CoordinateSearch search_;
};

// A unit that the loader could not read has been reported; one given in code is checked here.
bool has_bad_units(const Model& model, Diagnostics& mistakes) {
  const std::size_t before = mistakes.size();
  const auto look_at = [&](const std::string& unit, const SourceLocation& where) {
    if (unit.empty()) return;
    try {
      parse_unit(unit, where);
    } catch (const ModelError& error) {
      mistakes.insert(mistakes.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  };
  for (const Parameter& parameter : model.parameters) look_at(parameter.unit, parameter.where);
  for (const StateVariable& state : model.states) look_at(state.unit, state.where);
  for (const FunctionTable& table : model.tables)
    for (const std::string& unit : {table.x_unit, table.y_unit, table.z_unit})
      look_at(unit, table.where);
  return mistakes.size() > before;
}

}  // namespace

void check_units(const Model& model, Diagnostics& mistakes) {
  if (has_bad_units(model, mistakes) || !has_units(model)) return;
  UnitCheck(model, mistakes).check();
}

}  // namespace luztar
