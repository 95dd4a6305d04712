// Static friction in closed form: Gauss's principle over the box, solved with symbols.
#pragma once

#include <string>
#include <vector>

#include "luztar/algebra/formula.h"
#include "luztar/derive/equations.h"

namespace luztar {

/// Pairs that are at rest together. Pairs that share no moving body with them do not matter.
struct RestProblem {
  std::vector<int> pairs;      ///< indices in Equations::pairs, those with a limit
  std::vector<int> links;      ///< pairs without one that are eliminated
  std::vector<Formula> drive;  ///< c = D M^-1 F with the links' balance taken out [m/s²]
  std::vector<std::vector<Formula>> coupling;  ///< W = D M^-1 D' likewise [1/kg]
  enum class Shape {
    One,       ///< T = sat(c/W, F)
    Parallel,  ///< the same arms: they share sat(c/W, sum of F) in proportion to their strength
    Two,       ///< one correction by luz
    Chain,     ///< nested clipping
    Tree,      ///< messages from the leaves to the root
    Cycle,     ///< W is singular, or the box problem has no closed form
  } shape{Shape::One};
  std::vector<int> order;  ///< Two, Chain: places in `pairs` along the chain
};

/// A name for an intermediate result: name = value.
struct Assignment {
  std::string name;
  Formula value;
};

/// Splits the pairs that are at rest into problems that do not influence each other. `at_rest`:
/// indices of pairs; links always are. Bodies take part by their F.NAME, from which the forces
/// f.PAIR of pairs in motion are subtracted; given ones by a.NAME.
std::vector<RestProblem> rest_problems(const Equations& equations, const std::vector<int>& at_rest);

/// The exact force of pair `pairs[place]` as one formula of luz and sat.
/// @pre shape One, Parallel, Two or Chain. A formula of a chain doubles in size with each pair: for
/// more than four pairs take `chain_program`.
Formula static_force(const Equations& equations, const RestProblem& problem, std::size_t place);

/// The same for a chain as a list of clips, n(n+1)/2 of them; the last value of each pair is
/// f.PAIR.
std::vector<Assignment> chain_program(const Equations& equations, const RestProblem& problem);

/// The formula that the papers print: each component of `balance` clipped by itself. Exact for one
/// pair; for more only on the sets named in docs/errata.md.
Formula published_force(const Equations& equations, const RestProblem& problem, std::size_t place);

/// The forces if no limit mattered, W^-1 c [N]; empty if W is singular.
std::vector<Formula> unlimited_forces(const RestProblem& problem);

/// How many of the rates of these pairs are independent of each other; links are zero besides.
std::size_t rank_of_rates(const Equations& equations, const std::vector<int>& pairs);

/// F.NAME without the forces of the pairs that are in motion.
Formula known_force(const Equations& equations, int body, const std::vector<int>& at_rest);

/// sat of x to the box of a pair, which may be asymmetric: [-breakaway_back, breakaway].
Formula clip(const Formula& x, const PairEquation& pair);
/// What is left of x outside of the box: x - clip(x).
Formula beyond(const Formula& x, const PairEquation& pair);

}  // namespace luztar
