#include "luztar/derive/linear/regime_forces.h"

#include <cmath>
#include <map>
#include <string>

#include "luztar/model/element_forces.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;

[[noreturn]] void refuse_in_symbols(const NetworkElement& element, const std::string& what) {
  throw ModelError(element.where, "'" + element.name + "' " + what,
                   "luztar linearize gives A, B, C, D in numbers");
}

class RegimeLaws {
 public:
  RegimeLaws(const Model& model, const LinearRegime& regime) : model_(model), regime_(regime) {}

  RegimeElement made(const NetworkElement& element, bool acts) const {
    RegimeElement item;
    item.element = &element;
    for (const Deflection::Term& term : element.deflection.terms)
      if (term.body != kGround) item.arms.emplace_back(term.body, term.coefficient);
    item.deflection = deflection_sum(model_, element.deflection, "q");
    item.rate = deflection_sum(model_, element.deflection, "v");
    item.holds = element.is_pair() && acts && mode(element).holds;
    if (item.holds && element.is_bent())
      refuse_in_symbols(element, "holds along an expression, which is not derived in symbols");
    if (!item.holds) add_force(item);
    return item;
  }

 private:
  LinearRegime::Element mode(const NetworkElement& element) const {
    const auto found = regime_.elements.find(element.name);
    return found == regime_.elements.end() ? LinearRegime::Element{} : found->second;
  }

  double value(const Expression& expression) const {
    return evaluate(expression, [&](const std::string& name) { return regime_.values.at(name); });
  }

  void add_force(RegimeElement& item) const {
    const NetworkElement& element = *item.element;
    switch (element.law) {
      case Law::Spring:
        item.force = spring_force(item);
        return;
      case Law::Written:
        item.force = substitute(*element.written, {{"d", item.deflection}, {"v", item.rate}});
        return;
      case Law::Internal:
        return add_stateful_law(item);
      case Law::Coulomb:
        item.force = sliding_force_of(item);
        return;
      default:  // what holds or is free
        return;
    }
  }

  Expression spring_force(const RegimeElement& item) const {
    const Spring& spring = *item.element->spring;
    const ModeNumber edge = mode(*item.element).mode;
    if (spring.has_gap && edge == 0) return {};
    Expression stretch = terse::difference(item.deflection, spring.rest);
    if (spring.has_gap)
      stretch = terse::difference(stretch, edge > 0 ? spring.upper : spring.lower);
    return terse::sum(terse::product(spring.stiffness, stretch),
                      terse::product(spring.damping, item.rate));
  }

  void add_stateful_law(RegimeElement& item) const {
    const std::string& name = item.element->name;
    const StatefulLaw law = stateful_law(model_.frictions[item.element->index]);
    std::map<std::string, Expression> values = law.values;
    values.emplace("v", item.rate);
    values.emplace("z", Expression::symbol("z." + name));
    for (const auto& [part, text] : law.formulas)
      values.insert_or_assign(part, substitute(parse_expression(text, {}), values));
    item.state_rate = values.at("w");
    item.force = values.at("f");
  }

  /// sgn v (L(|v|) N + C |v|) of a direction that is known.
  Expression sliding_force_of(const RegimeElement& item) const {
    const NetworkElement& element = *item.element;
    const Friction& friction = model_.frictions[element.index];
    const bool forward = mode(element).mode >= 0;
    const Friction::Law& law = forward ? friction.forward : friction.backward;
    const Expression speed = forward ? item.rate : terse::negated(item.rate);
    const auto [level, viscous] = branch_of(law, speed, element);
    Expression all = level;
    if (friction.normal)
      all = value(*friction.normal) > 0.0 ? terse::product(level, *friction.normal) : Expression();
    if (!forward) all = terse::negated(all);
    return terse::sum(all, terse::product(viscous, item.rate));
  }

  std::pair<Expression, Expression> branch_of(const Friction::Law& law, const Expression& speed,
                                              const NetworkElement& element) const {
    const auto second = second_branch(law);
    const double u = second ? value(speed) : 0.0;
    if (second && u > value(second->rise)) return {second->level, second->viscous};
    if (second && u >= value(second->fall))
      refuse_in_symbols(element, "has two branches at its speed");
    return {level_at(level_curve(law), speed), law.viscous};
  }

  Expression level_at(const LevelCurve& curve, const Expression& speed) const {
    if (curve.rows.empty()) {
      std::map<std::string, Expression> values = curve.formula.values;
      values.emplace("u", speed);
      return substitute(parse_expression(curve.formula.text, {}), values);
    }
    const double u = value(speed);
    std::size_t next = 1;
    while (next < curve.rows.size() && u >= value(curve.rows[next].first)) ++next;
    if (next == curve.rows.size()) return curve.rows.back().second;
    const auto& [u0, level0] = curve.rows[next - 1];
    const auto& [u1, level1] = curve.rows[next];
    const Expression slope =
        terse::quotient(terse::difference(level1, level0), terse::difference(u1, u0));
    return terse::sum(level0, terse::product(slope, terse::difference(speed, u0)));
  }

  const Model& model_;
  const LinearRegime& regime_;
};

}  // namespace

std::vector<RegimeElement> elements_in(const Model& model, const Network& network,
                                       const LinearRegime& regime) {
  const RegimeLaws laws(model, regime);
  std::vector<RegimeElement> made;
  for (const NetworkElement& element : network.elements)
    made.push_back(laws.made(element, network.acts(element.deflection)));
  return made;
}

}  // namespace luztar
