#include "luztar/derive/static_friction.h"

#include <utility>

#include "luztar/core/assert.h"
#include "luztar/derive/formula_matrix.h"

namespace luztar {
namespace {

std::size_t index(int index) { return static_cast<std::size_t>(index); }

}  // namespace

std::vector<Formula> unlimited_forces(const RestProblem& problem) {
  FormulaMatrix coupling, right;
  for (std::size_t i = 0; i < problem.drive.size(); ++i) {
    right.push_back({problem.drive[i]});
    coupling.emplace_back();
    for (std::size_t j = 0; j < problem.drive.size(); ++j)
      coupling.back().push_back(problem.coupling(i, j));
  }
  const auto solution = solve(std::move(coupling), std::move(right));
  std::vector<Formula> forces;
  if (solution)
    for (const auto& row : *solution) forces.push_back(row[0]);
  return forces;
}

namespace {

/// Of the box of a pair, which may be asymmetric: its middle and half of its width.
std::pair<Formula, Formula> box_of(const PairEquation& pair) {
  return {(pair.breakaway - pair.breakaway_back) / 2, (pair.breakaway + pair.breakaway_back) / 2};
}

/// What is left of x outside of the box: x - clip(x).
Formula beyond(const Formula& x, const PairEquation& pair) {
  if (pair.is_freewheel) return Formula::apply(Op::Max, {x, Formula(0)});
  const auto [middle, width] = box_of(pair);
  return Formula::apply(Op::Luz, {x - middle, width});
}

}  // namespace

Formula clip(const Formula& x, const PairEquation& pair) {
  if (pair.is_freewheel) return Formula::apply(Op::Min, {x, Formula(0)});
  const auto [middle, width] = box_of(pair);
  return middle + Formula::apply(Op::Sat, {x - middle, width});
}

std::vector<Assignment> chain_program(const Equations& equations, const RestProblem& problem) {
  const std::size_t n = problem.pairs.size();
  const auto w = [&](std::size_t i, std::size_t j) -> const Formula& {
    return problem.coupling(index(problem.order[i]), index(problem.order[j]));
  };
  const auto pair = [&](std::size_t i) -> const PairEquation& {
    return equations.pair(problem.pairs[index(problem.order[i])]);
  };
  std::vector<Assignment> program;
  for (std::size_t j = n; j-- > 0;) {
    // Row i..j with the force of pair j + 1 known, eliminated from its end: z_i = right_i / pivot_i
    // but for the force of pair i - 1.
    std::vector<Formula> pivot(j + 1), right(j + 1);
    for (std::size_t k = j + 1; k-- > 0;) {
      pivot[k] = w(k, k);
      right[k] = problem.drive[index(problem.order[k])];
      if (k < j) {
        pivot[k] = pivot[k] - w(k, k + 1) * w(k, k + 1) / pivot[k + 1];
        right[k] = right[k] - w(k, k + 1) * right[k + 1] / pivot[k + 1];
      } else if (j + 1 < n) {
        right[k] = right[k] - w(j, j + 1) * Formula::symbol("f." + pair(j + 1).name);
      }
    }
    Formula before;
    for (std::size_t i = 0; i <= j; ++i) {
      const Formula z = (i == 0 ? right[i] : right[i] - w(i, i - 1) * before) / pivot[i];
      const bool last = i == j;
      // The body before pair i is named in the result: s.1.3 is the first clip of the third force.
      const std::string name =
          last ? "f." + pair(j).name : "s." + std::to_string(i + 1) + "." + std::to_string(j + 1);
      program.push_back({name, clip(z, pair(i))});
      before = Formula::symbol(name);
    }
  }
  return program;
}

Formula static_force(const Equations& equations, const RestProblem& problem, std::size_t which) {
  using Shape = RestProblem::Shape;
  const PairEquation& own = equations.pair(problem.pairs[which]);
  if (problem.shape == Shape::One) return clip(problem.drive[0] / problem.coupling(0, 0), own);
  if (problem.shape == Shape::Parallel) {
    Formula strength;
    for (const int pair : problem.pairs) strength = strength + equations.pair(pair).breakaway;
    if (strength.is_zero()) return {};
    const Formula drive = problem.drive[0] / problem.coupling(0, 0);
    const Formula sum = Formula::apply(Op::Sat, {drive, strength});
    return direction_of(problem, which) * own.breakaway / strength * sum;
  }
  if (problem.shape == Shape::Two) {
    const std::size_t other = 1 - which;
    const std::vector<Formula> x = unlimited_forces(problem);
    const Formula excess = beyond(x[other], equations.pair(problem.pairs[other]));
    const Formula ratio = problem.coupling(which, other) / problem.coupling(which, which);
    return clip(x[which] + ratio * excess, own);
  }
  LUZTAR_ASSERT(problem.shape == Shape::Chain);
  std::map<std::string, Formula> values;
  for (const Assignment& step : chain_program(equations, problem))
    values[step.name] = substitute(step.value, values);
  return values.at("f." + own.name);
}

}  // namespace luztar
