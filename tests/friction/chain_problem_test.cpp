// The chain of the benchmarks is what its words say, in implicit steps by the exact tree solver.
#include "../../bench/chain_problem.h"

#include <doctest/doctest.h>

#include "luztar/friction/tree.h"

namespace luztar {
namespace {

/// Share of pairs that stick, over all pairs and steps of a run.
double stuck_share(const bench::ChainProblem& chain) {
  const std::size_t n = chain.mass.size();
  const double h = bench::kChainStep;
  std::vector<TreePair> pairs;
  for (int i = 0; i < chain.blocks(); ++i)
    pairs.push_back({i, i + 1 < chain.blocks() ? i + 1 : kTreeGround});
  TreeSolver solver(chain.blocks(), {}, pairs);
  TreeProblem problem{
      .mass = chain.mass, .force = {}, .given = {}, .lower = {}, .upper = {}, .viscous = {}};
  problem.force.resize(n), problem.lower.resize(n), problem.upper.resize(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double damping = h * chain.viscous[i] + h * h * chain.stiffness[i];
    problem.viscous.push_back({damping, damping});
  }
  TreeSolution solution{};
  std::vector<double> v(n), d(n);
  std::size_t stuck = 0, all = 0;
  for (int step = 0; step < static_cast<int>(bench::kChainDuration / h + 0.5); ++step) {
    for (std::size_t i = 0; i < n; ++i) {
      problem.force[i] = chain.mass[i] * v[i] + h * chain.force(i, (step + 1) * h);
      const double spring = h * chain.stiffness[i] * d[i];
      problem.lower[i] = spring - h * chain.dry[i];
      problem.upper[i] = spring + h * chain.dry[i];
    }
    solver.solve(problem, solution);
    v = solution.x;
    for (std::size_t i = 0; i < n; ++i) {
      d[i] += h * (v[i] - (i + 1 < n ? v[i + 1] : 0.0));
      if (solution.bound[i] == Bound::Free) ++stuck;
    }
    all += n;
  }
  return static_cast<double>(stuck) / static_cast<double>(all);
}

TEST_CASE("a load on the first block lets a few pairs of the benchmark's chain slide") {
  const double stuck = stuck_share(bench::chain_problem(1000, bench::ChainLoad::First));
  CHECK(stuck > 0.98);
  CHECK(stuck < 0.999);
}

TEST_CASE("loads on every fifth block leave about a sixth of the pairs stuck") {
  const double stuck = stuck_share(bench::chain_problem(1000, bench::ChainLoad::EveryFifth));
  CHECK(stuck > 0.13);
  CHECK(stuck < 0.20);
}

}  // namespace
}  // namespace luztar
