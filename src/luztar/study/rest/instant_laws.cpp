#include "luztar/study/rest/instant_laws.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "luztar/dynamics/system/tables.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/law.h"
#include "luztar/symbolic/differentiate.h"

namespace luztar {
namespace {

using Law = NetworkElement::Law;

/// Values of signals at `time`; those that read others come after them in the end.
void add_signals(const Model& model, double time, std::map<std::string, double>& constants) {
  const std::function<double(const std::string&)> value_of = [&](const std::string& name) {
    if (const auto found = constants.find(name); found != constants.end()) return found->second;
    const auto signal = std::find_if(model.signals.begin(), model.signals.end(),
                                     [&](const Signal& item) { return item.name == name; });
    const double value = std::holds_alternative<Table>(signal->value)
                             ? evaluate(interpolate(std::get<Table>(signal->value)), time)
                             : evaluate(std::get<Expression>(signal->value), value_of);
    constants[name] = value;
    return value;
  };
  for (const Signal& signal : model.signals) value_of(signal.name);
}

const Friction& friction_of(const Model& model, const NetworkElement& element) {
  return model.frictions[element.index];
}

/// dL/du as a function of u; a law of straight lines has none.
std::shared_ptr<const DirectFunction> slope_of_level(const Friction::Law& law) {
  const LevelCurve curve = level_curve(law);
  if (!curve.rows.empty()) return nullptr;
  const Expression level =
      substitute(parse_expression(curve.formula.text, {}), curve.formula.values);
  const Expression slope = differentiate(
      level, [](const std::string& name) { return Expression::number(name == "u" ? 1.0 : 0.0); });
  return std::make_shared<const DirectFunction>(
      slope,
      [](const std::string&) -> DirectFunction::Meaning { return DirectFunction::Variable{0}; });
}

double slope_of_rows(const LevelRows& rows, double u) {
  const auto after = std::upper_bound(rows.begin(), rows.end(), u, [](double x, const auto& row) {
    return x < row.first.number();
  });
  if (after == rows.begin() || after == rows.end()) return 0.0;
  return (after->second.number() - after[-1].second.number()) /
         (after->first.number() - after[-1].first.number());
}

std::shared_ptr<const Model> written_out(const Model& model) {
  auto written = with_forces_written_out(model);
  return written ? std::make_shared<const Model>(*std::move(written)) : nullptr;
}

}  // namespace

InstantLaws::InstantLaws(const Model& model, const System& system, double time)
    : written_(written_out(model)),
      model_(written_ ? *written_ : model),
      values_(system.parameters()),
      network_(network_of(model_, values_)) {
  constants_.insert(values_.begin(), values_.end());
  constants_["t"] = time;
  add_signals(model, time, constants_);
  for (const Body& body : model.bodies) {
    places_["q." + body.name] = static_cast<int>(places_.size());
    places_["v." + body.name] = static_cast<int>(places_.size());
  }
  places_["d"] = 2 * n_bodies();
  places_["v"] = 2 * n_bodies() + 1;
  for (const NetworkElement& element : network_.elements) add_element(model_, element, values_);
}

InstantLaws::Formula InstantLaws::formula_of(const Expression& expression) {
  const auto resolve = [&](const std::string& name) -> DirectFunction::Meaning {
    if (const auto place = places_.find(name); place != places_.end())
      return DirectFunction::Variable{place->second};
    return constants_.at(name);
  };
  std::set<std::string> read;
  for (const Expression& symbol : symbols_of(expression)) read.insert(symbol.symbol());
  Formula formula{std::make_shared<const DirectFunction>(expression, resolve), {}};
  for (const std::string& name : read) {
    const auto place = places_.find(name);
    if (place == places_.end()) {
      changes_ = changes_ || !values_.contains(name);
      continue;
    }
    const Expression slope = differentiate(expression, [&](const std::string& symbol) {
      return Expression::number(symbol == name ? 1.0 : 0.0);
    });
    formula.slopes.emplace_back(place->second,
                                std::make_shared<const DirectFunction>(slope, resolve));
  }
  return formula;
}

void InstantLaws::add_element(const Model& model, const NetworkElement& element,
                              const ParameterValues& values) {
  const auto number = [&](const Expression& expression) {
    return evaluate(expression, values);
  };
  auto& arms = arms_.emplace_back();
  const auto& formula = element.deflection.formula;
  for (const Deflection::Term& term : element.deflection.terms)
    if (term.body != kGround)
      arms.emplace_back(term.body, formula ? 0.0 : number(term.coefficient));
  geometry_.emplace_back();
  if (formula) {
    geometry_.back() = GeometryFormulas{formula_of(*formula), {}};
    for (const Deflection::Term& term : element.deflection.terms)
      geometry_.back()->gradient.push_back(formula_of(term.coefficient));
  }
  formula_.emplace_back();
  spring_.emplace_back();
  friction_.emplace_back();
  lower_.push_back(element.lower ? number(*element.lower) : 0.0);
  upper_.push_back(element.upper ? number(*element.upper) : 0.0);
  if (element.written != nullptr) formula_.back() = formula_of(*element.written);
  if (element.spring != nullptr) {
    const Spring& spring = *element.spring;
    spring_.back() =
        SpringNumbers{number(spring.stiffness), number(spring.damping), number(spring.rest),
                      number(spring.lower),     number(spring.upper),   spring.has_gap};
  }
  if (element.kind != PartKind::Friction) return;
  friction_.back() = FrictionNumbers{in_numbers(friction_of(model, element), number), {}};
  if (element.law == Law::Coulomb) {
    friction_.back()->fall[0] = slope_of_level(friction_.back()->laws.backward);
    friction_.back()->fall[1] = slope_of_level(friction_.back()->laws.forward);
  }
}

int InstantLaws::sign(int element) const {
  return network_.elements[element].kind == PartKind::Force ? 1 : -1;
}

std::vector<double> InstantLaws::arguments_of(const std::vector<double>& q,
                                              const std::vector<double>& v) const {
  std::vector<double> arguments;
  arguments.reserve(2 * q.size() + 2);
  for (std::size_t b = 0; b < q.size(); ++b) {
    arguments.push_back(q[b]);
    arguments.push_back(v[b]);
  }
  return arguments;
}

std::vector<std::pair<int, double>> InstantLaws::arms(int element,
                                                      const std::vector<double>& q) const {
  auto made = arms_[element];
  if (!geometry_[element]) return made;
  const auto arguments = arguments_of(q, q);
  for (std::size_t i = 0; i < made.size(); ++i)
    made[i].second = (*geometry_[element]->gradient[i].value)(arguments);
  return made;
}

std::vector<InstantLaws::Bend> InstantLaws::bends(int element, const std::vector<double>& q) const {
  std::vector<Bend> made;
  if (!geometry_[element]) return made;
  const auto arguments = arguments_of(q, q);
  for (std::size_t i = 0; i < arms_[element].size(); ++i)
    for (const auto& [argument, slope] : geometry_[element]->gradient[i].slopes)
      made.push_back({arms_[element][i].first, argument / 2, (*slope)(arguments)});
  return made;
}

double InstantLaws::rate(int element, const Placement& at) const {
  double sum = 0.0;
  for (const auto& [body, arm] : arms(element, at.q)) sum += arm * at.v[body];
  return sum;
}

double InstantLaws::deflection(int element, const std::vector<double>& q) const {
  if (geometry_[element]) return (*geometry_[element]->deflection.value)(arguments_of(q, q));
  double d = 0.0;
  for (const auto& [body, arm] : arms_[element]) d += arm * q[body];
  return d;
}

int InstantLaws::touched_edge(int element, const std::vector<double>& q) const {
  if (!has_gap(element)) return 0;
  const SpringNumbers& spring = *spring_[element];
  const double x = deflection(element, q) - spring.rest;
  return x > spring.upper ? 1 : x < spring.lower ? -1 : 0;
}

bool InstantLaws::reads_position(int element, int body) const {
  const auto& arms = arms_[element];
  const bool has_arm =
      std::any_of(arms.begin(), arms.end(), [&](const auto& arm) { return arm.first == body; });
  if (spring_[element]) return has_arm && spring_[element]->stiffness != 0.0;
  if (!formula_[element]) return false;
  const auto& slopes = formula_[element]->slopes;
  return std::any_of(slopes.begin(), slopes.end(), [&](const auto& slope) {
    return slope.first == 2 * body || (has_arm && slope.first == 2 * n_bodies());
  });
}

ForceSlope InstantLaws::written(const Formula& formula, const Placement& at, double d,
                                double rate) const {
  std::vector<double> arguments = arguments_of(at.q, at.v);
  arguments.push_back(d);
  arguments.push_back(rate);
  ForceSlope made{.force = (*formula.value)(arguments)};
  for (const auto& [argument, function] : formula.slopes) {
    const double slope = (*function)(arguments);
    if (argument == 2 * n_bodies())
      made.by_deflection = slope;
    else if (argument > 2 * n_bodies())
      made.by_rate = slope;
    else
      (argument % 2 == 0 ? made.by_position : made.by_velocity).emplace_back(argument / 2, slope);
  }
  return made;
}

ForceSlope InstantLaws::normal(int element, const Placement& at) const {
  if (!formula_[element]) return {.force = 1.0};
  return written(*formula_[element], at, 0.0, 0.0);
}

std::pair<double, double> InstantLaws::holding(int element, const Placement& at) const {
  const Friction& laws = friction_[element]->laws;
  if (laws.bristles) {
    const double level =
        laws.forward.stribeck ? laws.forward.breakaway.number() : laws.forward.kinetic.number();
    return {level, level};
  }
  const double n = std::max(0.0, normal(element, at).force);
  return {laws.backward.breakaway.number() * n, laws.forward.breakaway.number() * n};
}

double InstantLaws::bristle_stiffness(int element) const {
  return friction_[element]->laws.bristles->sigma0.number();
}

ForceSlope InstantLaws::bristles(int element) const {
  const Friction& laws = friction_[element]->laws;
  const double of_rate =
      laws.bristles->kind == Friction::Bristles::Kind::LuGre ? laws.bristles->sigma1.number() : 0.0;
  return {.by_deflection = bristle_stiffness(element),
          .by_rate = of_rate + laws.forward.viscous.number()};
}

ForceSlope InstantLaws::contact_slope(int element) const {
  return {.by_deflection = spring_[element]->stiffness, .by_rate = spring_[element]->damping};
}

double InstantLaws::level_slope(int element, bool forward, double u) const {
  const FrictionNumbers& numbers = *friction_[element];
  const Friction::Law& law = forward ? numbers.laws.forward : numbers.laws.backward;
  if (law.table.size() > 1) return slope_of_rows(law.table, u);
  const auto& fall = numbers.fall[forward ? 1 : 0];
  return fall ? (*fall)(std::vector<double>{u}) : 0.0;
}

ForceSlope InstantLaws::sliding(int element, const Placement& at,
                                const FrictionAction& action) const {
  const bool forward = action.rate > 0.0 || (action.rate == 0.0 && action.forward);
  const double s = forward ? 1.0 : -1.0;
  const double u = std::abs(action.rate);
  const Friction& laws = friction_[element]->laws;
  const Friction::Law& law = forward ? laws.forward : laws.backward;
  const bool second = law.hysteresis && u > law.hysteresis->rise.number();
  ForceSlope load = normal(element, at);
  const double viscous = second ? law.hysteresis->viscous.number() : law.viscous.number();
  const double level = sliding_force(law, u, 1.0, second) - viscous * u;
  ForceSlope made{.force = s * sliding_force(law, u, load.force, second)};
  made.by_rate = viscous + (second ? 0.0 : level_slope(element, forward, u) * load.force);
  for (auto& [body, slope] : load.by_position)
    made.by_position.emplace_back(body, s * level * slope);
  for (auto& [body, slope] : load.by_velocity)
    made.by_velocity.emplace_back(body, s * level * slope);
  return made;
}

ForceSlope InstantLaws::force(int element, const Placement& at,
                              const FrictionAction& action) const {
  const double d = deflection(element, at.q), rate = this->rate(element, at);
  if (const auto& spring = spring_[element]) {
    const double x = d - spring->rest;
    const double edge = !spring->gap        ? 0.0
                        : x > spring->upper ? spring->upper
                        : x < spring->lower ? spring->lower
                                            : x;
    if (spring->gap && edge == x) return {};
    return {.force = spring->stiffness * (x - edge) + spring->damping * rate,
            .by_deflection = spring->stiffness,
            .by_rate = spring->damping};
  }
  if (!friction_[element])
    return formula_[element] ? written(*formula_[element], at, d, rate) : ForceSlope{};
  if (action.kind == FrictionAction::Kind::Sliding) return sliding(element, at, action);
  if (action.kind != FrictionAction::Kind::Pushed) return {};
  const auto [backward, forward] = holding(element, at);
  ForceSlope made{.force = action.fraction * (action.fraction > 0 ? forward : backward)};
  if (!formula_[element]) return made;
  const ForceSlope load = normal(element, at);
  const Friction& laws = friction_[element]->laws;
  const double level =
      (action.fraction > 0 ? laws.forward : laws.backward).breakaway.number() * action.fraction;
  if (load.force > 0)
    for (auto& [body, slope] : load.by_position) made.by_position.emplace_back(body, level * slope);
  return made;
}

}  // namespace luztar
