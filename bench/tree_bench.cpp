// What does a pair cost in Gauss's principle: by the tree solver, by the dense one, in the implicit
// step, on chains and on stars?
//
// Exit status 1 if a requirement line at the end says "not met".
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <string>
#include <vector>

#include "luztar/friction/least_constraint.h"
#include "luztar/friction/tree.h"

namespace bench {
namespace {

using luztar::LeastConstraintProblem;
using luztar::LeastConstraintSolution;
using luztar::TreePair;
using luztar::TreeProblem;
using luztar::TreeSolution;
using luztar::TreeSolver;

enum class Shape { Chain, Star };

/// Blocks whose neighbours rub; a part of the pairs sticks.
struct Blocks {
  std::vector<TreePair> pairs;
  TreeProblem problem;
};

Blocks make(Shape shape, int n, double strength, double viscous) {
  std::uint64_t state = 1;
  const auto random = [&state](double low, double high) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return low + (high - low) * static_cast<double>(state >> 11) * 0x1p-53;
  };
  Blocks blocks;
  for (int b = 0; b < n; ++b) {
    blocks.problem.mass.push_back(random(0.5, 2.0));
    blocks.problem.force.push_back(random(-10.0, 10.0));
    const int other = shape == Shape::Chain ? b - 1 : 0;
    blocks.pairs.push_back({b, b == 0 ? luztar::kTreeGround : other});
    const double limit = random(0.0, strength);
    blocks.problem.lower.push_back(-limit);
    blocks.problem.upper.push_back(limit);
    if (viscous > 0.0) blocks.problem.viscous.push_back({viscous, viscous});
  }
  return blocks;
}

LeastConstraintProblem dense_of(const Blocks& blocks) {
  const int m = static_cast<int>(blocks.pairs.size());
  LeastConstraintProblem problem;
  problem.resize(m);
  problem.lower = blocks.problem.lower;
  problem.upper = blocks.problem.upper;
  problem.scale = 10.0;
  const auto part = [&](int j, int b) {
    return (blocks.pairs[j].a == b ? 1.0 : 0.0) - (blocks.pairs[j].b == b ? 1.0 : 0.0);
  };
  for (int i = 0; i < m; ++i)
    for (const int b : {blocks.pairs[i].a, blocks.pairs[i].b}) {
      if (b < 0) continue;
      problem.drive[i] += part(i, b) * blocks.problem.force[b] / blocks.problem.mass[b];
      for (int j = 0; j < m; ++j)
        problem.delassus[static_cast<std::size_t>(i * m + j)] +=
            part(i, b) * part(j, b) / blocks.problem.mass[b];
    }
  return problem;
}

/// Processor time of one call [s]: the median of nine, each long enough for the clock.
template <class Call>
double seconds(Call call) {
  call();
  std::vector<double> times;
  for (int sample = 0; sample < 9; ++sample) {
    const std::clock_t start = std::clock();
    std::clock_t now = start;
    int calls = 0;
    do {
      call();
      ++calls;
      now = std::clock();
    } while (now - start < CLOCKS_PER_SEC / 100);
    times.push_back(static_cast<double>(now - start) / CLOCKS_PER_SEC / calls);
  }
  std::nth_element(times.begin(), times.begin() + 4, times.end());
  return times[4];
}

struct Row {
  double cold{}, warm{}, dense{}, residual{}, stuck{};  ///< [ns a pair]; relative; share
};

Row measure(Shape shape, int n, double strength, double viscous) {
  const Blocks blocks = make(shape, n, strength, viscous);
  TreeSolver solver(n, {}, blocks.pairs);
  TreeSolution solution;
  Row row;
  row.cold = 1e9 / n * seconds([&] {
               solution.bound.clear();
               solver.solve(blocks.problem, solution);
             });
  row.warm = 1e9 / n * seconds([&] { solver.solve(blocks.problem, solution); });
  row.residual = solution.residual / 10.0;
  const auto stuck = std::count(solution.bound.begin(), solution.bound.end(), luztar::Bound::Free);
  row.stuck = static_cast<double>(stuck) / n;
  if (n <= 128 && viscous == 0.0) {
    const LeastConstraintProblem problem = dense_of(blocks);
    LeastConstraintSolution found;
    row.dense = 1e9 / n * seconds([&] {
                  found.bound.clear();
                  solve_least_constraint(problem, found);
                });
  }
  return row;
}

bool require(const char* what, double value, double limit, bool at_least) {
  const bool met = at_least ? value >= limit : value <= limit;
  std::printf("  %-46s %8.2f %s %5.2f  %s\n", what, value, at_least ? ">=" : "<=", limit,
              met ? "met" : "not met");
  return met;
}

bool compare() {
  std::printf("\n%-34s %6s %8s %8s %10s %9s\n", "Gauss's principle, ns a pair", "stuck", "tree",
              "guessed", "dense", "residual");
  Row small, chain, large;
  for (const Shape shape : {Shape::Chain, Shape::Star})
    for (const double viscous : {0.0, 1e-3})
      for (const int n : {16, 64, 128, 1000, 100000}) {
        const Row row = measure(shape, n, 8.0, viscous);
        const std::string name = std::string(shape == Shape::Chain ? "chain" : "star") + " of " +
                                 std::to_string(n) + (viscous > 0.0 ? ", dry and viscous" : "");
        std::printf("  %-32s %5.0f%% %8.0f %8.0f ", name.c_str(), 100.0 * row.stuck, row.cold,
                    row.warm);
        if (row.dense > 0.0)
          std::printf("%10.0f", row.dense);
        else
          std::printf("%10s", "-");
        std::printf(" %9.1e\n", row.residual);
        if (shape != Shape::Chain || viscous > 0.0) continue;
        if (n == 64) small = row;
        if (n == 1000) chain = row;
        if (n == 100000) large = row;
      }
  std::printf("required\n");
  bool met = require("chain of 64: dense / tree", small.dense / small.cold, 10.0, true);
  met &= require("chain, a pair: 100000 / 1000", large.cold / chain.cold, 4.0, false);
  return met;
}

}  // namespace
}  // namespace bench

int main() { return bench::compare() ? 0 : 1; }
