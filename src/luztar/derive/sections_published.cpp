// The formula of the papers for pairs at rest, and where it is right.
#include "luztar/derive/sections.h"

namespace luztar {
namespace {

using Shape = RestProblem::Shape;

/// True for two pairs that pull on each other the usual way: then c = -W12/W11 is not negative.
bool is_usual_two(const DerivationContext& context, const RestProblem& problem) {
  return problem.shape == Shape::Two &&
         is_known_nonnegative(-problem.coupling(0, 1), context.equations.nonnegative);
}

/// A pair's force without limits beside its own limits, as formulas in words.
struct Published {
  const DerivationContext& context;
  Formula x, lower, upper;
  std::string coefficient;
  bool symmetric;

  Published(const DerivationContext& context_, const PairEquation& pair)
      : context(context_),
        x(Formula::symbol(context.unlimited(pair.name))),
        lower(pair.is_freewheel ? Formula::symbol("-inf") : -pair.breakaway_back),
        upper(pair.breakaway),
        coefficient("$" + context.own_name("c_" + pair.name) + "$"),
        symmetric(!pair.is_freewheel && pair.breakaway == pair.breakaway_back) {}

  std::string words(const Formula& formula) const { return cell(context.written(formula)); }
  std::string within() const {
    return symmetric ? "|" + words(x) + "| ≤ " + words(upper)
                     : words(lower) + " ≤ " + words(x) + " ≤ " + words(upper);
  }
  const Formula& limit(bool up) const { return up ? upper : lower; }
  std::string beyond(bool up) const { return words(x) + (up ? " ≥ " : " ≤ ") + words(limit(up)); }
  /// How far beyond its limit.
  std::string excess(bool up) const { return words(x - limit(up)); }
};

std::string same_way(const Published& a, const Published& b, bool up) {
  const char* relation = up ? " ≥ " : " ≤ ";
  return a.beyond(up) + " and " + b.beyond(up) + " with " + a.excess(up) + relation +
         a.coefficient + " (" + b.excess(up) + ") and " + b.excess(up) + relation + b.coefficient +
         " (" + a.excess(up) + ")";
}

/// Where the component-wise clip is right: where all stick, and for two pairs the sets besides.
std::vector<std::string> agreement(const DerivationContext& context, const RestProblem& problem) {
  std::vector<Published> pairs;
  std::vector<std::string> inside;
  for (const int pair : problem.pairs) {
    pairs.emplace_back(context, context.pair(pair));
    inside.push_back(pairs.back().within());
  }
  std::vector<std::string> sets{list_of(inside) + ": all stick"};
  if (!is_usual_two(context, problem)) return sets;
  const Published &a = pairs[0], &b = pairs[1];
  const bool symmetric = a.symmetric && b.symmetric;
  const std::string turned = ", or all signs turned";
  sets.push_back(same_way(a, b, true) + (symmetric ? turned : "; or " + same_way(a, b, false)) +
                 ": both slip, the same way");
  sets.push_back(a.beyond(true) + " and " + b.beyond(false) +
                 (symmetric ? turned : "; or " + a.beyond(false) + " and " + b.beyond(true)) +
                 ": both slip, opposite ways");
  return sets;
}

}  // namespace

void add_published(const DerivationContext& context, const RestCase& rest, Section& section) {
  const RestProblem& problem = rest.problem;
  if (problem.pairs.size() < 2 || problem.shape == Shape::Parallel) return;
  const std::vector<Formula> x = unlimited_forces(problem);
  std::vector<Line> printed;
  for (std::size_t i = 0; i < problem.pairs.size(); ++i) {
    const PairEquation& pair = context.pair(problem.pairs[i]);
    printed.push_back(
        equal(Expression::symbol(context.unlimited(pair.name)), context.written(x[i])));
    Line line = equal(symbol_of("f", pair.name),
                      context.written(clip(Formula::symbol(context.unlimited(pair.name)), pair)));
    line.words = "as published";
    printed.push_back(std::move(line));
  }
  section.say("The formula as published clips each component by itself:");
  section.show(std::move(printed));
  if (is_usual_two(context, problem)) {
    const auto coefficient = [&](std::size_t i) {
      return equal(context.own("c_" + context.pair(problem.pairs[i]).name),
                   context.written(-problem.coupling(i, 1 - i) / problem.coupling(i, i)));
    };
    section.say("With");
    section.show({coefficient(0), coefficient(1)});
    section.say("it agrees with the exact one, unless both limits of a pair are 0, only where");
  } else {
    section.say("It agrees with the exact one where");
  }
  section.content.emplace_back(ListItems{agreement(context, problem)});
}

}  // namespace luztar
