// Gauss's principle on graphs in exact arithmetic. The solver's word is taken for who moves with
// whom; accelerations that follow from it are fractions, a greatest flow in fractions says whether
// the limits hold each group together, and the sign of every rate is checked.
#pragma once

#include "luztar/friction/graph.h"
#include "rational.h"

namespace luztar::testing {

struct GraphCertificate {
  bool holds{};                   ///< every condition, exactly
  std::vector<Rational> x;        ///< (bodies)
  std::vector<AtLimit> at_limit;  ///< (pairs at rest) which limits no other distribution leaves
};

GraphProblem graph_problem(const Network& network);
GraphSolution solve_graph(const Network& network);
/// Ratios along cycles must not contradict each other. Doubles are taken as they are.
GraphCertificate certify_graph(const Network& network, const GraphSolution& solution);

}  // namespace luztar::testing
