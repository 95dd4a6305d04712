#include "luztar/friction/tree.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/assert.h"
#include "luztar/core/nearness.h"
#include "luztar/friction/tree_balance.h"
#include "luztar/friction/tree_modes.h"
#include "luztar/friction/tree_plan.h"

namespace luztar {
namespace {

constexpr int kRepairs = 16;

}  // namespace

struct TreeSolver::Impl {
  explicit Impl(TreePlan made) : plan(std::move(made)), modes(plan), balance(plan, modes.idle) {
    modes.idle.assign(plan.n_pairs, 0);
  }

  double tolerance() const { return kRounding * balance.scale(); }
  double error() const { return std::max(violation, balance.imbalance()); }

  /// Values, forces and judgement in the modes of the solution.
  void evaluate(const TreeProblem& problem, TreeSolution& solution) {
    balance.solve(problem, solution);
    violation = balance.judge(problem, solution, tolerance(), false);
  }

  bool guess_is_right(const TreeProblem& problem, TreeSolution& solution) {
    if (static_cast<int>(solution.bound.size()) != plan.n_pairs || plan.n_pairs == 0) return false;
    for (int j = 0; j < plan.n_pairs; ++j)
      if (std::isinf(solution.bound[j] == Bound::Upper ? problem.upper[j] : problem.lower[j]))
        solution.bound[j] = Bound::Free;
    evaluate(problem, solution);
    return error() <= tolerance();
  }

  /// The recursion rounds too: where a corner was missed by that, its pair changes sides.
  void repair(const TreeProblem& problem, TreeSolution& solution) {
    for (int round = 0; round < kRepairs && violation > tolerance(); ++round) {
      const double before = violation;
      best = solution.bound;
      balance.solve(problem, solution);  // forces that judging has cut to their limits
      balance.judge(problem, solution, std::max(tolerance(), 0.5 * violation), true);
      evaluate(problem, solution);
      if (violation < before) continue;
      solution.bound = best;
      evaluate(problem, solution);
      return;
    }
  }

  /// Pairs between bodies whose motion is given move nothing.
  bool hold_outside(const TreeProblem& problem, TreeSolution& solution) const;

  TreePlan plan;
  TreeModes modes;
  TreeBalance balance;
  double violation{};
  std::vector<Bound> best;
};

bool TreeSolver::Impl::hold_outside(const TreeProblem& problem, TreeSolution& solution) const {
  bool possible = true;
  for (std::size_t i = 0; i < plan.outside.size(); ++i) {
    const TreePlan::Tie& tie = plan.outside[i];
    const int j = tie.pair;
    const int first = plan.body_outside[i];
    const double one = first < 0 ? 0.0 : tie.coefficient * problem.given[first];
    const double two = tie.other < 0 ? 0.0 : tie.other_coefficient * problem.given[tie.other];
    double w = one + two;
    const double limit = w > 0.0 ? problem.upper[j] : problem.lower[j];
    if (w != 0.0 && std::isinf(limit)) {
      possible = possible && is_negligible(w, std::abs(one) + std::abs(two), kSolved);
      w = 0.0;
    }
    const double viscous = problem.viscous.empty() ? 0.0 : problem.viscous[j][w > 0.0 ? 1 : 0];
    solution.bound[j] = w > 0.0 ? Bound::Upper : w < 0.0 ? Bound::Lower : Bound::Free;
    solution.force[j] =
        w == 0.0 ? std::clamp(0.0, problem.lower[j], problem.upper[j]) : limit + viscous * w;
  }
  return possible;
}

TreeSolver::TreeSolver(int bodies, std::span<const char> given, std::span<const TreePair> pairs)
    : impl_(std::make_unique<Impl>(plan_tree(bodies, given, pairs))) {}
TreeSolver::~TreeSolver() = default;

bool TreeSolver::is_forest() const { return impl_->plan.is_forest; }

void TreeSolver::solve(const TreeProblem& problem, TreeSolution& solution) {
  const TreePlan& plan = impl_->plan;
  LUZTAR_ASSERT(plan.is_forest);
  LUZTAR_ASSERT(static_cast<int>(problem.mass.size()) == plan.n_bodies);
  LUZTAR_ASSERT(static_cast<int>(problem.force.size()) == plan.n_bodies);
  LUZTAR_ASSERT(static_cast<int>(problem.lower.size()) == plan.n_pairs);
  LUZTAR_ASSERT(static_cast<int>(problem.upper.size()) == plan.n_pairs);
  if (problem.given.empty())
    solution.x.assign(plan.n_bodies, 0.0);
  else
    solution.x = problem.given;
  solution.force.resize(plan.n_pairs);
  bool possible = true;
  solution.from_guess = impl_->guess_is_right(problem, solution);
  if (!solution.from_guess) {
    possible = impl_->modes.find(problem, solution.bound);
    impl_->evaluate(problem, solution);
    impl_->repair(problem, solution);
  }
  possible = impl_->hold_outside(problem, solution) && possible;
  solution.residual = impl_->error();
  const bool solved = possible && solution.residual <= kSolved * impl_->balance.scale();
  solution.status = solved ? SolveStatus::Solved : SolveStatus::MaxIterations;
}

}  // namespace luztar
