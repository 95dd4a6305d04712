// Steps 2 and 3: which pairs are at rest, and what holds them.
#include <algorithm>
#include <set>

#include "luztar/derive/formula_matrix.h"
#include "luztar/derive/sections.h"

namespace luztar {
namespace {

using Shape = RestProblem::Shape;

Expression number_of(double value) { return Expression::number(value); }

/// 2^n in words that do not overflow.
std::string power_of_two(std::size_t n) {
  return n < 53 ? std::to_string(1LL << n) : "2^" + std::to_string(n);
}

std::string at_rest_words(const DerivationContext& context, const RestCase& rest) {
  const std::vector<int> moving = acting_pairs(context, rest);
  std::string words = context.names_of(rest.at_rest) + " at rest";
  if (!moving.empty())
    words += ", " + context.names_of(moving) + (moving.size() == 1 ? " moves" : " move");
  return words + ":";
}

std::vector<int> subset(const std::vector<int>& pairs, unsigned bits) {
  std::vector<int> chosen;
  for (std::size_t k = 0; k < pairs.size(); ++k)
    if ((bits >> k) & 1U) chosen.push_back(pairs[k]);
  return chosen;
}

/// False if the rate of another pair is a combination of those that are zero: it is at rest too.
bool is_possible(const Equations& equations, const std::vector<int>& at_rest,
                 const std::vector<int>& pairs) {
  const std::size_t rank = rank_of_rates(equations, at_rest);
  return std::all_of(pairs.begin(), pairs.end(), [&](int pair) {
    if (std::find(at_rest.begin(), at_rest.end(), pair) != at_rest.end()) return true;
    std::vector<int> with = at_rest;
    with.push_back(pair);
    return rank_of_rates(equations, with) > rank;
  });
}

/// False if one rate follows from others and the links.
bool are_independent(const Equations& equations, const std::vector<int>& pairs) {
  return rank_of_rates(equations, pairs) == pairs.size();
}

/// The number of possible variants, as far as it is counted.
std::string count_of_variants(const DerivationContext& context, const std::vector<int>& pairs) {
  if (are_independent(context.equations, pairs)) return power_of_two(pairs.size());
  if (pairs.size() > 10) return "up to " + power_of_two(pairs.size());
  std::size_t count = 0;
  for (unsigned bits = 0; bits < (1U << pairs.size()); ++bits)
    count += is_possible(context.equations, subset(pairs, bits), pairs);
  return std::to_string(count);
}

Section variants(const DerivationContext& context, const std::vector<int>& pairs) {
  Section section{"Variants"};
  const std::size_t n = pairs.size();
  std::string words = n == 1 ? "The pair moves or is at rest: " : "Each pair moves or is at rest: ";
  words += count_of_variants(context, pairs) + " variants.";
  const bool alone = context.all_at_rest.size() == n;
  if (n > 1 && alone) words += " No pair influences another one at rest.";
  section.say(words);
  if (n < 2 || alone || n > 10 || (1 << n) > context.settings.most_variants) return section;
  DocumentTable table;
  table.header.emplace_back("variant");
  std::vector<std::size_t> shown;  // parallel pairs have one rate
  for (std::size_t k = 0; k < n; ++k) {
    const std::string rate =
        cell(context.written(Formula::symbol("rate." + context.pair(pairs[k]).name)));
    if (std::find(table.header.begin(), table.header.end(), rate) != table.header.end()) continue;
    table.header.push_back(rate);
    shown.push_back(k);
  }
  int number = 0;
  for (unsigned bits = 0; bits < (1U << n); ++bits) {
    if (!is_possible(context.equations, subset(pairs, bits), pairs)) continue;
    std::vector<std::string> row{std::to_string(++number)};
    for (const std::size_t k : shown) row.emplace_back((bits >> k) & 1U ? "= 0" : "≠ 0");
    table.rows.push_back(std::move(row));
  }
  section.content.emplace_back(std::move(table));
  return section;
}

// --- the derivation, for --steps ---------------------------------------------------------------

/// T' W T / 2 - c' T, the part of Gauss's function that depends on the forces.
Formula quadratic_part(const DerivationContext& context, const RestProblem& problem) {
  Formula q;
  const auto force = [&](std::size_t i) {
    return Formula::symbol("f." + context.pair(problem.pairs[i]).name);
  };
  for (std::size_t i = 0; i < problem.pairs.size(); ++i) {
    q = q - problem.drive[i] * force(i);
    for (std::size_t j = 0; j < problem.pairs.size(); ++j)
      q = q + problem.coupling(i, j) / 2 * force(i) * force(j);
  }
  return q;
}

/// Gauss's function as the papers write it: sum of (force)^2/(2 mass) of the bodies that take part.
Expression gauss_function(const DerivationContext& context, const RestCase& rest) {
  std::optional<Expression> sum;
  const Equations& equations = context.equations;
  const std::set<int> at_rest(rest.at_rest.begin(), rest.at_rest.end());
  for (std::size_t i = 0; i < equations.bodies.size(); ++i) {
    if (equations.bodies[i].role != BodyRole::Inertial) continue;
    Formula force = known_force(equations, static_cast<int>(i), at_rest);
    bool takes_part = false;
    for (const auto* list : {&rest.problem.pairs, &rest.problem.links})
      for (const int pair : *list)
        for (const auto& [body, arm] : context.pair(pair).arms)
          if (body == static_cast<int>(i)) {
            force = force - arm * Formula::symbol("f." + context.pair(pair).name);
            takes_part = true;
          }
    if (!takes_part) continue;
    const Expression square =
        Expression::apply(Op::Power, {context.written(force), number_of(2.0)});
    const Expression term = Expression::apply(
        Op::Divide, {square, context.written(Formula(2) * equations.bodies[i].mass)});
    sum = sum ? Expression::apply(Op::Add, {*sum, term}) : term;
  }
  return sum.value_or(Expression{});
}

bool has_given_end(const DerivationContext& context, const RestProblem& problem) {
  for (const int pair : problem.pairs)
    for (const auto& [body, arm] : context.pair(pair).arms)
      if (context.equations.role(body) == BodyRole::Prescribed) return true;
  return false;
}

void add_steps(const DerivationContext& context, const RestCase& rest, Section& section) {
  const RestProblem& problem = rest.problem;
  std::vector<Line> gauss;
  const bool plain = problem.links.empty() && !has_given_end(context, problem);
  section.say(plain ? "Gauss: the forces make Q least within their limits."
                    : "Gauss: the forces make Q least within their limits; their part of Q is");
  gauss.push_back(
      define(context.own("Q"), plain ? gauss_function(context, rest)
                                     : context.written(quadratic_part(context, problem))));
  for (std::size_t i = 0; i < problem.pairs.size(); ++i) {
    Formula slope = -problem.drive[i];
    for (std::size_t j = 0; j < problem.pairs.size(); ++j)
      slope = slope +
              problem.coupling(i, j) * Formula::symbol("f." + context.pair(problem.pairs[j]).name);
    Line line = equal(
        Expression::apply(Op::Divide, {context.own("dQ"),
                                       context.own("dT_" + context.pair(problem.pairs[i]).name)}),
        context.written(slope));
    line.parts.push_back({Line::Sign::Equal, number_of(0.0)});
    gauss.push_back(std::move(line));
  }
  section.show(std::move(gauss));
  const std::vector<Formula> x = unlimited_forces(problem);
  if (x.empty()) {  // parallel pairs: only their sum is determined
    return section.say(
        "The conditions say the same of each: their sum is determined, and shared in proportion "
        "to their strength. Within the limits:");
  }
  std::vector<Line> without;
  for (std::size_t i = 0; i < x.size(); ++i)
    without.push_back(
        equal(Expression::symbol(context.unlimited(context.pair(problem.pairs[i]).name)),
              context.written(x[i])));
  section.say("Without limits:");
  section.show(std::move(without));
  section.say("Within the limits:");
}

// --- closed forms ------------------------------------------------------------------------------

void add_closed_forms(const DerivationContext& context, const RestProblem& problem,
                      Section& section) {
  std::vector<Line> forces;
  for (std::size_t i = 0; i < problem.pairs.size(); ++i)
    forces.push_back(equal(symbol_of("f", context.pair(problem.pairs[i]).name),
                           context.written(static_force(context.equations, problem, i))));
  section.show(std::move(forces));
}

void add_case(const DerivationContext& context, const RestCase& rest, Section& section) {
  const RestProblem& problem = rest.problem;
  section.say(at_rest_words(context, rest));
  if (problem.shape == Shape::Tree || problem.shape == Shape::Cycle)
    return add_recursion(context, problem, section);
  if (context.settings.steps) add_steps(context, rest, section);
  add_closed_forms(context, problem, section);
  if (context.settings.as_published) add_published(context, rest, section);
}

/// One pair a case: no words between the formulas.
void add_single_pairs(const DerivationContext& context, const std::vector<RestCase>& cases,
                      Section& section) {
  std::vector<Line> forces;
  for (const RestCase& rest : cases)
    forces.push_back(equal(symbol_of("f", context.pair(rest.at_rest[0]).name),
                           context.written(static_force(context.equations, rest.problem, 0))));
  section.say("Each pair at rest:");
  section.show(std::move(forces));
}

/// Pairs with F_S > F_K: what follows when one lets go.
void add_breaking(const DerivationContext& context, Section& section) {
  std::vector<int> pairs = context.limited;
  std::erase_if(pairs, [&](int index) { return !context.pair(index).breaks(); });
  if (pairs.empty()) return;
  const std::string which =
      pairs.size() <= 4 ? context.names_of(pairs) : std::to_string(pairs.size()) + " pairs";
  section.say("Static friction exceeds kinetic friction in " + which +
              ". A pair that its static limit cannot hold breaks: it takes its kinetic level in "
              "the direction of the force that held it, and the others are solved again, until "
              "nothing changes. A broken pair that would turn back is at rest again.");
}

/// Parallel pairs between the same bodies are at rest together.
bool has_one_rate(const DerivationContext& context, const RestProblem& all) {
  return all.shape == Shape::Parallel && rank_of_rates(context.equations, all.pairs) == 1;
}

/// More variants than are written out.
bool is_large(const DerivationContext& context, const RestProblem& all) {
  const std::size_t n = all.pairs.size();
  return (n > 10 || (1 << n) > context.settings.most_variants) && !has_one_rate(context, all);
}

void add_group(const DerivationContext& context, const RestProblem& all,
               std::vector<RestCase>& cases) {
  if (has_one_rate(context, all)) return cases.push_back({all.pairs, all});
  const std::vector<int>& group = all.pairs;
  for (unsigned bits = 1; bits < (1U << group.size()); ++bits) {
    const std::vector<int> at_rest = subset(group, bits);
    if (!is_possible(context.equations, at_rest, group)) continue;
    for (RestProblem& problem : rest_problems(context.equations, all, at_rest))
      if (problem.pairs == at_rest) cases.push_back({at_rest, std::move(problem)});
  }
}

}  // namespace

std::vector<int> acting_pairs(const DerivationContext& context, const RestCase& rest) {
  std::set<int> acting;
  for (const Formula& drive : rest.problem.drive)
    for (const std::string& symbol : drive.symbols())
      if (const auto found = context.pair_of.find(symbol); found != context.pair_of.end())
        if (std::binary_search(context.limited.begin(), context.limited.end(), found->second))
          acting.insert(found->second);
  return {acting.begin(), acting.end()};
}

std::vector<RestCase> rest_cases(const DerivationContext& context) {
  std::vector<RestCase> cases;
  for (const RestProblem& all : context.all_at_rest) {
    if (is_large(context, all)) continue;
    std::vector<RestCase> own;
    add_group(context, all, own);
    std::stable_sort(own.begin(), own.end(), [](const RestCase& a, const RestCase& b) {
      return a.at_rest.size() < b.at_rest.size();
    });
    cases.insert(cases.end(), own.begin(), own.end());
  }
  return cases;
}

std::vector<const RestProblem*> large_problems(const DerivationContext& context) {
  std::vector<const RestProblem*> large;
  for (const RestProblem& problem : context.all_at_rest)
    if (is_large(context, problem)) large.push_back(&problem);
  return large;
}

std::vector<Section> rest_sections(const DerivationContext& context) {
  const std::vector<int>& pairs = context.limited;
  if (pairs.empty()) return {};
  Section section{"Static friction"};
  const std::vector<RestCase> cases = rest_cases(context);
  // A pair that no acceleration reaches has no closed form, alone or not.
  const bool alone = std::all_of(cases.begin(), cases.end(), [](const RestCase& rest) {
    return rest.problem.shape == Shape::One;
  });
  if (cases.size() == pairs.size() && alone && !context.settings.steps && cases.size() > 1) {
    add_single_pairs(context, cases, section);
  } else {
    for (const RestCase& rest : cases) add_case(context, rest, section);
  }
  for (const RestProblem* problem : large_problems(context)) {
    if (problem->shape == Shape::Parallel)
      add_closed_forms(context, *problem, section);
    else
      add_recursion(context, *problem, section);
  }
  add_breaking(context, section);
  return {variants(context, pairs), std::move(section)};
}

}  // namespace luztar
