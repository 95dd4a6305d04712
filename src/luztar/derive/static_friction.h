// Static friction in closed form: Gauss's principle over the box, solved with symbols.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "luztar/algebra/formula.h"
#include "luztar/derive/equations.h"

namespace luztar {

/// W = D M^-1 D', symmetric [1/kg]; pairs that share no body are not kept.
class Coupling {
 public:
  explicit Coupling(std::size_t n = 0) : rows_(n) {}
  std::size_t size() const { return rows_.size(); }
  /// 0 where there is none.
  const Formula& operator()(std::size_t i, std::size_t j) const;
  const std::map<std::size_t, Formula>& row(std::size_t i) const { return rows_[i]; }
  void add(std::size_t i, std::size_t j, const Formula& value);

 private:
  std::vector<std::map<std::size_t, Formula>> rows_;  ///< no zeros in them
};

/// Pairs that are at rest together. Pairs that share no moving body with them do not matter.
struct RestProblem {
  std::vector<int> pairs;      ///< indices in Equations::pairs, those with a limit
  std::vector<int> links;      ///< pairs without one that are eliminated
  std::vector<Formula> drive;  ///< c = D M^-1 F with the links' balance taken out [m/s²]
  Coupling coupling;           ///< with the links taken out likewise
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
/// The same for some pairs of a problem in which all pairs are at rest, while the others move.
std::vector<RestProblem> rest_problems(const Equations& equations, const RestProblem& all,
                                       const std::vector<int>& at_rest);

/// The exact force of pair `pairs[place]` as one formula of luz and sat.
/// @pre shape One, Parallel, Two or Chain. A formula of a chain doubles in size with each pair: for
/// more than four pairs take `chain_program`.
Formula static_force(const Equations& equations, const RestProblem& problem, std::size_t place);

/// The same for a chain as a list of clips, n(n+1)/2 of them; the last value of each pair is
/// f.PAIR.
std::vector<Assignment> chain_program(const Equations& equations, const RestProblem& problem);

/// The forces if no limit mattered, W^-1 c [N]; empty if W is singular.
std::vector<Formula> unlimited_forces(const RestProblem& problem);

/// 1: the pair feels the same as the first one and slides when that does; -1: the same turned
/// round; 0: neither.
int direction_of(const RestProblem& problem, std::size_t place);

/// How many of the rates of these pairs are independent of each other and of the links, whose rates
/// are zero.
std::size_t rank_of_rates(const Equations& equations, const std::vector<int>& pairs);

/// Coefficients of a pair, summed by body, without zeros.
std::map<int, Formula> row_of_arms(const PairEquation& pair);

/// F.NAME without the forces of the pairs that are in motion.
Formula known_force(const Equations& equations, int body, const std::set<int>& at_rest);

/// sat of x to the box of a pair, which may be asymmetric: [-breakaway_back, breakaway]; of a
/// freewheel (-inf, 0].
Formula clip(const Formula& x, const PairEquation& pair);

}  // namespace luztar
