#include "luztar/derive/derivation.h"

#include <algorithm>

#include "luztar/derive/distinct_symbols.h"
#include "luztar/derive/sections.h"
#include "luztar/model/kinds.h"
#include "luztar/model/link_loads.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

Notation notation_of(const Model& model) {
  Notation notation;
  for (const Parameter& parameter : model.parameters)
    if (!parameter.latex.empty()) notation.latex[parameter.name] = parameter.latex;
  // Gauss's function and its derivatives, where the model has no such names.
  notation.latex.try_emplace("dQ", "\\partial Q");
  for (const Friction& friction : model.frictions) {
    std::string name = friction.name;
    std::replace(name.begin(), name.end(), '_', ' ');
    notation.latex.try_emplace("dT_" + friction.name, "\\partial T_{\\text{" + name + "}}");
  }
  return notation;
}

bool is_short(const Formula& force) {
  if (force.is_number()) return true;
  const std::set<std::string> symbols = force.symbols();
  if (symbols.size() != 1 || symbols.begin()->find('.') != std::string::npos) return false;
  const Formula symbol = Formula::symbol(*symbols.begin());
  return force == symbol || force == -symbol;
}

}  // namespace

DerivationContext::DerivationContext(const Model& model_, const DerivationSettings& settings_)
    : model(model_), settings(settings_), equations(assemble(model_)) {
  for (const Parameter& parameter : model.parameters) parameters.insert(parameter.name);
  names_ = names_in_formulas(model);
  for (const BodyEquation& body : equations.bodies)
    if (is_short(body.force)) short_of["F." + body.name] = body.force;
  take_forces_of_massless();
  for (const PairEquation& pair : equations.pairs)
    if (pair.arms.size() == 1 && pair.arms[0].second == Formula(1))
      short_of["rate." + pair.name] = combination(equations, "v", pair.arms);
  group_pairs();
}

/// A massless body with one pair: the pair takes all of its force.
void DerivationContext::take_forces_of_massless() {
  for (const BodyEquation& body : equations.bodies) {
    if (body.role != BodyRole::Massless || body.pairs.size() != 1) continue;
    const auto& [holding, arm] = body.pairs[0];
    const Formula force = Formula::symbol("F." + body.name) / arm;
    short_of["f." + pair(holding).name] = substitute(force, short_of);
  }
}

/// Pairs with a limit, none of whose bodies is massless.
void DerivationContext::group_pairs() {
  for (std::size_t k = 0; k < equations.pairs.size(); ++k) {
    const PairEquation& pair = equations.pairs[k];
    pair_of["f." + pair.name] = static_cast<int>(k);
    if (!pair.is_link && !equations.touches_massless(pair)) limited.push_back(static_cast<int>(k));
  }
  for (RestProblem& problem : rest_problems(equations, limited))
    if (!problem.pairs.empty()) all_at_rest.push_back(std::move(problem));
}

Formula DerivationContext::shortened(const Formula& formula) const {
  return substitute(formula, short_of);
}

Expression DerivationContext::written(const Formula& formula) const {
  return to_expression(shortened(formula),
                       [this](const std::string& name) { return parameters.contains(name); });
}

std::string DerivationContext::unlimited(const std::string& pair) const {
  const bool state =
      std::ranges::find(model.states, pair, &StateVariable::name) != model.states.end();
  return (state ? "unlimited." : "x.") + pair;
}

std::string DerivationContext::own_name(const std::string& name) const {
  return names_.contains(name) ? own_name(name + "_own") : name;
}

Expression DerivationContext::own(const std::string& formula) const {
  const Expression parsed = parse_expression(formula, {});
  std::map<std::string, Expression> renamed;
  for (const Expression& symbol : symbols_of(parsed))
    renamed.emplace(symbol.symbol(), Expression::symbol(own_name(symbol.symbol())));
  return substitute(parsed, renamed);
}

std::string DerivationContext::own_words(const std::string& text) const {
  return with_symbols_renamed(text, [this](const std::string& name) { return own_name(name); });
}

std::string DerivationContext::names_of(const std::vector<int>& pairs) const {
  std::vector<std::string> names;
  for (const int index : pairs) names.push_back(ticked(pair(index).name));
  return list_of(names);
}

Formula combination(const Equations& equations, const std::string& what,
                    const std::vector<std::pair<int, Formula>>& arms) {
  Formula sum;
  for (const auto& [body, arm] : arms)
    sum = sum + arm * Formula::symbol(what + "." + equations.body(body).name);
  return sum;
}

Line equal(Expression left, Expression right) {
  return {std::move(left), {{Line::Sign::Equal, std::move(right)}}};
}

Line define(Expression left, Expression right) {
  return {std::move(left), {{Line::Sign::Defined, std::move(right)}}};
}

Expression symbol_of(const std::string& prefix, const std::string& name) {
  return Expression::symbol(prefix + "." + name);
}

std::string marked(const std::string& prefix, const std::string& name) {
  return "$" + prefix + "." + name + "$";
}

std::string ticked(const std::string& name) { return "`" + name + "`"; }

std::string cell(const Expression& expression) { return "$" + to_text(expression) + "$"; }

std::string list_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
  return text;
}

namespace {

/// Links, frictions and stops along expressions: what holds while they stick.
Section sections_of_bent(const DerivationContext& context) {
  Section section{"Rigid along expressions"};
  std::vector<Line> lines;
  std::vector<std::string> names;
  for_each_element(context.model, [&](const auto& element) {
    constexpr bool kIsSmooth = requires { element.pull; };
    if (kIsSmooth || !element.deflection.formula) return;
    names.push_back(ticked(element.name));
    lines.push_back(define(symbol_of("d", element.name), *element.deflection.formula));
  });
  section.say(list_of(names) + (names.size() > 1 ? " act" : " acts") +
              " along the gradient of an expression of positions:");
  section.show(std::move(lines));
  section.say(
      "What sticks, is linked or in contact keeps its deflection d: its gradient times the "
      "accelerations, and what the gradient turns times the velocities, is 0. Together with the "
      "equations above these give the forces. They are solved at each instant, over the whole box "
      "of limits; closed forms at rest are printed for constant arms only.");
  return section;
}

Section section_of_inertias(const Model& model) {
  std::vector<std::string> names;
  for (const Inertia& inertia : model.inertias) names.push_back(ticked(inertia.name));
  Section section{"Coupled inertia"};
  section.say("By " + list_of(names) +
              " the equations of motion have accelerations of several bodies on their left: they "
              "are solved together, and so are the forces of what rests, at each instant and over "
              "the whole box of limits. Closed forms at rest are printed only for bodies that have "
              "a mass each.");
  return section;
}

/// Normal forces that read forces of links and stops.
Section section_of_loads(const std::set<std::string>& elements, const Model& model) {
  std::vector<std::string> names;
  for (const std::string& name : elements) names.push_back(ticked(name));
  Section section{"Losses that grow with the load"};
  section.say(std::string(names.size() > 1 ? "The forces of " : "The force of ") + list_of(names) +
              " and the frictions that " + (names.size() > 1 ? "they press" : "it presses") +
              " follow from each other: the equations above and these elements, whose "
              "accelerations are 0 while they hold, are solved together for the signs of these "
              "forces. At rest every choice of "
              "what sticks, what slides and of these signs is tried. It need not be a minimum: "
              "with large losses there may be no motion (jamming) or more than one, so that "
              "nothing is printed in closed form.");
  if (stops_press(model))
    section.say(
        "In an impact a friction takes at most as much of the impulse of a stop as of its "
        "force; the stop gives back restitution times its impulse of compression, which is "
        "-restitution times the rate where no friction couples the rates.");
  return section;
}

bool is_bent(const Model& model) {
  bool found = false;
  for_each_element(model, [&](const auto& element) {
    constexpr bool kIsSmooth = requires { element.pull; };
    found = found || (!kIsSmooth && element.deflection.formula);
  });
  return found;
}

}  // namespace

Document derivation(const Model& model, const DerivationSettings& settings) {
  const DerivationContext context(model, settings);
  Document document;
  document.title = model.title.empty() ? "Equations of motion" : model.title;
  document.notation = notation_of(model);
  const auto add = [&](const std::vector<Section>& sections) {
    document.sections.insert(document.sections.end(), sections.begin(), sections.end());
  };
  add(model_sections(context));  // one section
  const bool bent = is_bent(model);
  const std::set<std::string> loaded = loading_elements(model);
  if (bent) add({sections_of_bent(context)});
  if (!loaded.empty()) add({section_of_loads(loaded, model)});
  if (!model.inertias.empty()) add({section_of_inertias(model)});
  if (!bent && loaded.empty() && model.inertias.empty()) {
    add(rest_sections(context));
    add(structure_sections(context));
  }
  if (settings.linear) add({linear_section(context, *settings.linear)});
  const std::vector<Section> notation = notation_sections(context, document.sections);
  document.sections.insert(document.sections.begin() + 1, notation.begin(), notation.end());
  add(parameter_sections(context));
  make_symbols_distinct(document, model);
  return document;
}

}  // namespace luztar
