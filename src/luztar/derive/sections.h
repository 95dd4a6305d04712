// The sections of a derivation, and how its formulas are written.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "luztar/derive/derivation.h"
#include "luztar/derive/equations.h"
#include "luztar/derive/static_friction.h"

namespace luztar {

/// What all sections share.
struct DerivationContext {
  const Model& model;
  const DerivationSettings& settings;
  Equations equations;
  std::set<std::string> parameters;  ///< their names: coefficients in formulas
  std::vector<int> limited;  ///< pairs with a limit whose accelerations count: no body is massless
  std::vector<RestProblem> all_at_rest;     ///< groups of them that influence each other
  std::map<std::string, int> pair_of;       ///< f.NAME -> pair
  std::map<std::string, Formula> short_of;  ///< of F.NAME, f.NAME, rate.NAME: one symbol or none

  DerivationContext(const Model& model, const DerivationSettings& settings);

  /// With short forces in place of F.NAME.
  Formula shortened(const Formula& formula) const;
  Expression written(const Formula& formula) const;  ///< shortened, as people read it
  /// A formula of symbols that the derivation makes up (z_i, F_sum); names that the model has too
  /// get "_own".
  Expression own(const std::string& formula) const;
  std::string own_name(const std::string& name) const;
  std::string own_words(const std::string& text) const;  ///< the same in formulas between `$`
  /// The symbol of what a pair would take without its limit: x.NAME, apart from a state's.
  std::string unlimited(const std::string& pair) const;
  const PairEquation& pair(int index) const { return equations.pair(index); }
  std::string names_of(const std::vector<int>& pairs) const;  ///< ticked, as list_of() has them

 private:
  std::set<std::string> names_;  ///< that stand for themselves in formulas of the model

  void take_forces_of_massless();
  void group_pairs();
};

std::vector<Section> model_sections(const DerivationContext& context);
std::vector<Section> rest_sections(const DerivationContext& context);
std::vector<Section> structure_sections(const DerivationContext& context);
/// What functions and symbols of the formulas in `printed` mean.
std::vector<Section> notation_sections(const DerivationContext& context,
                                       const std::vector<Section>& printed);
std::vector<Section> parameter_sections(const DerivationContext& context);

/// A, B, C, D in symbols. Throws ModelError as linear_symbols().
Section linear_section(const DerivationContext& context, const LinearRegime& regime);

/// Of the model's section: jumps of states, samples of controllers.
void add_instants(const DerivationContext& context, Section& section);

/// Formulas for any number of pairs: a chain, a tree, the box problem.
void add_recursion(const DerivationContext& context, const RestProblem& problem, Section& section);

/// Pairs that are at rest together as one problem while others move.
struct RestCase {
  std::vector<int> at_rest;  ///< pairs with a limit
  RestProblem problem;
};

/// The formula that the papers print for a case, and where it agrees with the exact one.
void add_published(const DerivationContext& context, const RestCase& rest, Section& section);

/// The cases of each group of pairs that influence each other when all are at rest, in the order in
/// which they are printed; none for a group with more than `most_variants` of them.
std::vector<RestCase> rest_cases(const DerivationContext& context);
/// The groups that have none.
std::vector<const RestProblem*> large_problems(const DerivationContext& context);
/// Pairs in motion whose forces act on the bodies of the pairs at rest.
std::vector<int> acting_pairs(const DerivationContext& context, const RestCase& rest);

/// Sum of arms times a coordinate ("q"), velocity ("v") or acceleration ("a").
Formula combination(const Equations& equations, const std::string& what,
                    const std::vector<std::pair<int, Formula>>& arms);

/// The force of a pair that moves, one line or one for each direction.
std::vector<Line> sliding_lines(const DerivationContext& context, const PairEquation& pair);

// Short ways to build lines.
Line define(Expression left, Expression right);
Expression symbol_of(const std::string& prefix, const std::string& name);
std::string marked(const std::string& prefix, const std::string& name);  ///< $prefix.name$
std::string cell(const Expression& expression);                          ///< $expression$

}  // namespace luztar
