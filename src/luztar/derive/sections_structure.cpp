// Steps 4 and 5: the equations ready to simulate, and what of them is unique.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "luztar/derive/formula_matrix.h"
#include "luztar/derive/sections.h"

namespace luztar {
namespace {

using Shape = RestProblem::Shape;

Line condition(Expression left, Line::Sign sign, Expression right) {
  return {std::move(left), {{sign, std::move(right)}}};
}

Expression rate_of(const DerivationContext& context, int pair) {
  return context.written(Formula::symbol("rate." + context.pair(pair).name));
}

/// All forces on a body, those of its pairs by their names.
Formula force_on(const DerivationContext& context, const BodyEquation& body) {
  Formula sum = Formula::symbol("F." + body.name);
  for (const auto& [pair, arm] : body.pairs)
    sum = sum - arm * Formula::symbol("f." + context.pair(pair).name);
  return sum;
}

std::vector<Line> motion_lines(const DerivationContext& context) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < context.equations.bodies.size(); ++i) {
    const BodyEquation& body = context.equations.bodies[i];
    if (body.role != BodyRole::Inertial) continue;
    lines.push_back(equal(context.written(body.mass * Formula::symbol("a." + body.name)),
                          context.written(force_on(context, body))));
  }
  return lines;
}

/// Rates of the pairs at rest are zero, those of pairs in motion that act on the same bodies are
/// not.
std::vector<Line> conditions_of(const DerivationContext& context, const RestCase& rest) {
  std::vector<Line> conditions;
  std::set<std::string> said;  // parallel pairs have one rate
  for (const int pair : rest.at_rest)
    if (const Expression rate = rate_of(context, pair); said.insert(to_text(rate)).second)
      conditions.push_back(condition(rate, Line::Sign::Equal, Expression::number(0.0)));
  for (const int pair : acting_pairs(context, rest))
    conditions.push_back(
        condition(rate_of(context, pair), Line::Sign::NotEqual, Expression::number(0.0)));
  return conditions;
}

/// One pair whose kinetic level is below its static one: held up to the limit, sliding beyond. What
/// it is held with gets a name if it is long.
void add_breaking(const DerivationContext& context, const RestCase& rest, const PairEquation& pair,
                  std::vector<Line>& lines) {
  constexpr std::size_t kShort = 20;
  Formula held = rest.problem.drive[0] / rest.problem.coupling(0, 0);
  if (const Expression written = context.written(held); to_text(written).size() > kShort) {
    lines.push_back(define(Expression::symbol(context.unlimited(pair.name)), written));
    held = Formula::symbol(context.unlimited(pair.name));
  }
  const Formula sliding = pair.kinetic * Formula::apply(Op::Sign, {held});
  for (const bool holds : {true, false}) {
    Line line = equal(symbol_of("f", pair.name), context.written(holds ? held : sliding));
    line.conditions = conditions_of(context, rest);
    line.conditions.push_back(condition(Expression::apply(Op::Abs, {context.written(held)}),
                                        holds ? Line::Sign::LessEqual : Line::Sign::Greater,
                                        context.written(pair.breakaway)));
    lines.push_back(std::move(line));
  }
}

/// @param cases  in which the pair is at rest
std::vector<Line> resting(const DerivationContext& context,
                          const std::vector<const RestCase*>& cases, int index) {
  std::vector<Line> lines;
  const PairEquation& pair = context.pair(index);
  for (const RestCase* one : cases) {
    const RestCase& rest = *one;
    const auto found = std::find(rest.at_rest.begin(), rest.at_rest.end(), index);
    if (rest.problem.shape == Shape::Tree || rest.problem.shape == Shape::Cycle) continue;
    if (rest.problem.shape == Shape::One && pair.breaks() && pair.is_symmetric()) {
      add_breaking(context, rest, pair, lines);
      continue;
    }
    const auto place = static_cast<std::size_t>(found - rest.at_rest.begin());
    Line line = equal(symbol_of("f", pair.name),
                      context.written(static_force(context.equations, rest.problem, place)));
    line.conditions = conditions_of(context, rest);
    lines.push_back(std::move(line));
  }
  return lines;
}

/// C v = luz(T, F), the law of a pair solved for its rate.
std::optional<Line> rate_law(const DerivationContext& context, const PairEquation& pair,
                             const Formula& force) {
  if (pair.is_link || pair.has_levels || !pair.is_symmetric() || pair.viscous.is_zero())
    return std::nullopt;
  return equal(context.written(pair.viscous * Formula::symbol("rate." + pair.name)),
               context.written(Formula::apply(Op::Luz, {force, pair.kinetic})));
}

/// A massless body follows its pairs and dampers: laws of first order.
void add_massless(const DerivationContext& context, Section& section) {
  for (std::size_t i = 0; i < context.equations.bodies.size(); ++i) {
    const BodyEquation& body = context.equations.bodies[i];
    if (body.role != BodyRole::Massless) continue;
    const auto& holding = body.pairs;
    std::vector<Line> laws;
    if (holding.size() != 1)
      laws.push_back(equal(Expression::number(0.0), context.written(force_on(context, body))));
    for (const auto& [pair, arm] : holding) {
      const Formula force = holding.size() == 1 ? Formula::symbol("F." + body.name) / arm
                                                : Formula::symbol("f." + context.pair(pair).name);
      if (auto law = rate_law(context, context.pair(pair), force)) laws.push_back(std::move(*law));
    }
    const char* const inverse = "C tar(v, F/C) = T solved for the rate is C v = luz(T, F).";
    section.say(ticked(body.name) + " has no mass: " +
                (holding.empty() ? "it is where its forces balance."
                 : holding.size() == 1
                     ? std::string("one pair takes all of its force, and ") + inverse
                     : std::string("its forces balance; ") + inverse));
    section.show(std::move(laws));
  }
}

Section structure(const DerivationContext& context) {
  Section section{"Equations ready to simulate"};
  const bool large = !large_problems(context).empty();
  if (large)
    section.say(
        "Those of the model: the force of a pair that moves is the one value that it has there, "
        "the force of a pair at rest is its static friction.");
  else
    section.show(motion_lines(context));
  const std::vector<RestCase> cases = rest_cases(context);
  std::map<int, std::vector<const RestCase*>> cases_of;
  for (const RestCase& rest : cases)
    for (const int pair : rest.at_rest) cases_of[pair].push_back(&rest);
  std::vector<Line> forces;
  for (const int index : context.limited) {
    if (!large)
      for (Line& line : sliding_lines(context, context.pair(index)))
        forces.push_back(std::move(line));
    for (Line& line : resting(context, cases_of[index], index)) forces.push_back(std::move(line));
  }
  section.show(std::move(forces));
  add_massless(context, section);
  return section;
}

// --- uniqueness --------------------------------------------------------------------------------

/// Pairs whose forces can be shifted against each other without moving anything when all pairs are
/// at rest.
std::vector<int> pairs_in_cycles(const DerivationContext& context) {
  const Equations& equations = context.equations;
  std::vector<int> pairs = context.limited;
  for (std::size_t k = 0; k < equations.pairs.size(); ++k)
    if (equations.pairs[k].is_link) pairs.push_back(static_cast<int>(k));
  std::vector<FormulaRow> rows;  // what a force does to each body with a mass
  for (const int pair : pairs) {
    rows.push_back(row_of_arms(context.pair(pair)));
    std::erase_if(rows.back(), [&](const auto& entry) {
      return equations.role(entry.first) != BodyRole::Inertial;
    });
  }
  const std::vector<bool> dependent = dependent_rows(rows);
  std::vector<int> found;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if (dependent[k]) found.push_back(pairs[k]);
  return found;
}

Section uniqueness(const DerivationContext& context) {
  Section section{"What is unique"};
  const std::vector<int> cycles = pairs_in_cycles(context);
  std::string text = "Accelerations are unique.";
  if (cycles.empty()) {
    text += " So are the forces of all pairs: those at rest never close a cycle.";
  } else {
    text +=
        " When " + context.names_of(cycles) +
        " are at rest, their forces are not: they close a cycle. Of the forces that fulfil the "
        "principle the one with the least sum of T²/F_S is taken; the motion does not depend on "
        "this choice.";
  }
  section.say(text);
  const auto breaking =
      std::ranges::count_if(context.limited, [&](int pair) { return context.pair(pair).breaks(); });
  if (breaking > 1)
    section.say(
        "With static above kinetic friction several combinations of rest and motion can fulfil the "
        "equations at one instant; the rule above gives the one that a slowly growing load leads "
        "to.");
  return section;
}

Line sliding(const DerivationContext& context, const PairEquation& pair, const Formula& force,
             Line::Sign sign) {
  const Expression rate = context.written(Formula::symbol("rate." + pair.name));
  Line line = equal(symbol_of("f", pair.name), context.written(force));
  line.conditions.push_back(condition(rate, sign, Expression::number(0.0)));
  return line;
}

}  // namespace

std::vector<Line> sliding_lines(const DerivationContext& context, const PairEquation& pair) {
  const Formula rate = Formula::symbol("rate." + pair.name);
  const Formula level = Formula::symbol("L." + pair.name);
  const Formula forward = pair.has_levels ? level : pair.kinetic;
  if (pair.is_freewheel) return {sliding(context, pair, Formula(0), Line::Sign::Greater)};
  if (pair.is_symmetric())
    return {sliding(context, pair, pair.viscous * rate + forward * Formula::apply(Op::Sign, {rate}),
                    Line::Sign::NotEqual)};
  const Formula backward = pair.has_levels ? level : pair.kinetic_back;
  return {sliding(context, pair, pair.viscous * rate + forward, Line::Sign::Greater),
          sliding(context, pair, pair.viscous_back * rate - backward, Line::Sign::Less)};
}

std::vector<Section> structure_sections(const DerivationContext& context) {
  std::vector<Section> sections;
  if (Section equations = structure(context); !equations.content.empty())
    sections.push_back(std::move(equations));
  if (!context.limited.empty()) sections.push_back(uniqueness(context));
  return sections;
}

}  // namespace luztar
