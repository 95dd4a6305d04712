#include "luztar/friction/tree_balance.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
TreeBalance::Sliding TreeBalance::sliding(const TreeProblem& problem, const TreeSolution& solution,
                                          int pair) const {
  const bool up = solution.bound[pair] == Bound::Upper;
  return {correcting_ ? 0.0
          : up        ? problem.upper[pair]
                      : problem.lower[pair],
          problem.viscous.empty() ? 0.0 : problem.viscous[pair][up ? 1 : 0]};
}

void TreeBalance::solve(const TreeProblem& problem, TreeSolution& solution) {
  const int n = plan_.n_nodes();
  left_over_.resize(n);
  change_.resize(n);
  correcting_ = false;
  sweep_up(problem, solution);
  sweep_down(problem, solution);
  for (int p = 0; p < n; ++p) solution.x[plan_.body[p]] = change_[p];
  find_forces(problem, solution);
  for (int round = 0; round < 2 && imbalance_ > kFewUlps * scale_; ++round) {
    correcting_ = true;
    sweep_up(problem, solution);
    sweep_down(problem, solution);
    correcting_ = false;
    for (int p = 0; p < n; ++p) solution.x[plan_.body[p]] += change_[p];
    follow(solution);
    find_forces(problem, solution);
  }
}

/// Force that every node's part of the tree takes, as a line in the node's x.
void TreeBalance::sweep_up(const TreeProblem& problem, const TreeSolution& solution) {
  const int n = plan_.n_nodes();
  slope_.assign(n, 0.0);
  load_.assign(n, 0.0);
  anchor_.assign(n, kLoose);
  held_.resize(n);
  for (int p = 0; p < n; ++p) {
    slope_[p] += problem.mass[plan_.body[p]];
    // What is left over appears at the top of each group that moves together.
    load_[p] += correcting_ ? -left_over_[p].total() : problem.force[plan_.body[p]];
    for (int t = plan_.tie_begin[p]; t < plan_.tie_begin[p + 1]; ++t) {
      const TreePlan::Tie& tie = plan_.ties[t];
      const double offset = correcting_ ? 0.0 : given(problem, tie);
      if (sticks(solution, tie.pair)) {
        if (anchor_[p] != kLoose || idle_[tie.pair] != 0) continue;
        anchor_[p] = -2 - t;
        held_[p] = -offset / tie.coefficient;
        continue;
      }
      const Sliding law = sliding(problem, solution, tie.pair);
      slope_[p] += tie.coefficient * tie.coefficient * law.viscous;
      load_[p] -= tie.coefficient * (law.base + law.viscous * offset);
    }
    if (plan_.parent[p] >= 0) pass_up(p, solution, sliding(problem, solution, plan_.pair[p]));
  }
}

void TreeBalance::pass_up(int p, const TreeSolution& solution, Sliding law) {
  const int parent = plan_.parent[p];
  const double own = plan_.own[p];
  const double above = plan_.above[p];
  const bool loose = anchor_[p] == kLoose;
  if (sticks(solution, plan_.pair[p])) {
    const double ratio = -above / own;
    if (loose) {
      slope_[parent] += ratio * ratio * slope_[p];
      load_[parent] += ratio * load_[p];
    } else if (anchor_[parent] == kLoose) {
      anchor_[parent] = p;
      held_[parent] = held_[p] / ratio;
    }
    return;
  }
  if (!loose) {
    slope_[parent] += above * above * law.viscous;
    load_[parent] -= above * (law.base + law.viscous * own * held_[p]);
    return;
  }
  // T = (slope (base + C above x_parent) + C own load)/(slope + own² C)
  const double total = slope_[p] + own * own * law.viscous;
  const double share = slope_[p] / total;
  slope_[parent] += above * above * law.viscous * share;
  load_[parent] -= above * (share * law.base + law.viscous * own * load_[p] / total);
}

double TreeBalance::value(int p, const TreeSolution& solution, Sliding law, double above) const {
  if (anchor_[p] != kLoose) return held_[p];
  if (plan_.parent[p] < 0) return load_[p] / slope_[p];
  const double own = plan_.own[p];
  if (sticks(solution, plan_.pair[p])) return -plan_.above[p] / own * above;
  return (load_[p] - own * (law.base + law.viscous * plan_.above[p] * above)) /
         (slope_[p] + own * own * law.viscous);
}

void TreeBalance::sweep_down(const TreeProblem& problem, TreeSolution& solution) {
  for (int p = plan_.n_nodes() - 1; p >= 0; --p) {
    const bool root = plan_.parent[p] < 0;
    const Sliding law = root ? Sliding{} : sliding(problem, solution, plan_.pair[p]);
    change_[p] = value(p, solution, law, root ? 0.0 : change_[plan_.parent[p]]);
  }
}

/// Bodies that stick to their parent take its x, bit for bit.
void TreeBalance::follow(TreeSolution& solution) const {
  for (int p = plan_.n_nodes() - 1; p >= 0; --p)
    if (plan_.parent[p] >= 0 && anchor_[p] == kLoose && sticks(solution, plan_.pair[p]))
      solution.x[plan_.body[p]] =
          -plan_.above[p] / plan_.own[p] * solution.x[plan_.body[plan_.parent[p]]];
}

/// From the leaves up, each pair at rest takes what is left over below it.
void TreeBalance::find_forces(const TreeProblem& problem, TreeSolution& solution) {
  const int n = plan_.n_nodes();
  scale_ = imbalance_ = 0.0;
  for (int p = 0; p < n; ++p) {
    const int b = plan_.body[p];
    const double inertia = problem.mass[b] * solution.x[b];
    left_over_[p] = {inertia, 0.0};
    left_over_[p].add(-problem.force[b]);
    scale_ = std::max({scale_, std::abs(inertia), std::abs(problem.force[b])});
  }
  for (int p = 0; p < n; ++p) {
    for (int t = plan_.tie_begin[p]; t < plan_.tie_begin[p + 1]; ++t) {
      const TreePlan::Tie& tie = plan_.ties[t];
      double& force = solution.force[tie.pair];
      if (sticks(solution, tie.pair)) {  // of several, one holds the node
        force = std::clamp(0.0, problem.lower[tie.pair], problem.upper[tie.pair]);
        if (anchor_[p] == -2 - t) force = 0.0;
      } else {
        const Sliding law = sliding(problem, solution, tie.pair);
        const double w = tie.coefficient * solution.x[plan_.body[p]] + given(problem, tie);
        force = law.base + law.viscous * w;
      }
      left_over_[p].add(tie.coefficient * force);
      scale_ = std::max(scale_, std::abs(tie.coefficient * force));
    }
    if (plan_.parent[p] >= 0) force_to_parent(problem, solution, p);
    if (anchor_[p] == kLoose) imbalance_ = std::max(imbalance_, std::abs(left_over_[p].total()));
  }
  forces_of_anchors(solution);
}

void TreeBalance::force_to_parent(const TreeProblem& problem, TreeSolution& solution, int p) {
  const int parent = plan_.parent[p];
  const int pair = plan_.pair[p];
  double& force = solution.force[pair];
  const bool stuck = sticks(solution, pair);
  if (stuck && anchor_[p] == kLoose) {
    force = -left_over_[p].total() / plan_.own[p];
    left_over_[parent].add(plan_.above[p] * force);
    // What rounding leaves would add up along a long chain and appear at its end.
    left_over_[p].add(plan_.own[p] * force);
    left_over_[parent].add(-plan_.above[p] / plan_.own[p] * left_over_[p].total());
    left_over_[p] = {};
    scale_ = std::max(scale_, std::abs(plan_.above[p] * force));
    return;
  }
  if (!stuck) {
    const Sliding law = sliding(problem, solution, pair);
    force = law.base + law.viscous * (plan_.own[p] * solution.x[plan_.body[p]] +
                                      plan_.above[p] * solution.x[plan_.body[parent]]);
  } else if (anchor_[parent] == p) {
    force = 0.0;  // follows from what is left over at the parent
    return;
  } else {
    force = std::clamp(0.0, problem.lower[pair], problem.upper[pair]);  // both are held elsewhere
  }
  left_over_[p].add(plan_.own[p] * force);
  left_over_[parent].add(plan_.above[p] * force);
  scale_ = std::max({scale_, std::abs(plan_.own[p] * force), std::abs(plan_.above[p] * force)});
}

/// Where a group is held by something given, that end takes what is left over, from the top down.
void TreeBalance::forces_of_anchors(TreeSolution& solution) {
  for (int p = plan_.n_nodes() - 1; p >= 0; --p) {
    if (anchor_[p] == kLoose) continue;
    const double rest = left_over_[p].total();
    left_over_[p] = {};
    scale_ = std::max(scale_, std::abs(rest));
    if (anchor_[p] < 0) {
      const TreePlan::Tie& tie = plan_.ties[-2 - anchor_[p]];
      solution.force[tie.pair] = -rest / tie.coefficient;
    } else {
      const int child = anchor_[p];
      const double force = -rest / plan_.above[child];
      solution.force[plan_.pair[child]] = force;
      left_over_[child].add(plan_.own[child] * force);
    }
  }
}

double TreeBalance::judge_pair(const TreeProblem& problem, TreeSolution& solution, int pair,
                               double w, double mobility, double tolerance, bool repair) const {
  const double lower = problem.lower[pair];
  const double upper = problem.upper[pair];
  Bound& bound = solution.bound[pair];
  double& force = solution.force[pair];
  if (bound != Bound::Free) {
    if (lower == upper &&
        (problem.viscous.empty() || problem.viscous[pair][0] == problem.viscous[pair][1])) {
      bound = w < 0.0 ? Bound::Lower : Bound::Upper;  // the same force either way
      return 0.0;
    }
    const double against = bound == Bound::Upper ? -w : w;
    if (!(against > 0.0)) return 0.0;
    if (repair && against > tolerance * mobility) bound = Bound::Free;
    return against / mobility;
  }
  const double excess = std::max(lower - force, force - upper);
  if (!(excess > 0.0)) return 0.0;
  if (repair && excess > tolerance) bound = force > upper ? Bound::Upper : Bound::Lower;
  force = std::clamp(force, lower, upper);
  return excess;
}

double TreeBalance::judge(const TreeProblem& problem, TreeSolution& solution, double tolerance,
                          bool repair) {
  double worst = 0.0;
  for (int p = 0; p < plan_.n_nodes(); ++p) {
    const int b = plan_.body[p];
    for (int t = plan_.tie_begin[p]; t < plan_.tie_begin[p + 1]; ++t) {
      const TreePlan::Tie& tie = plan_.ties[t];
      const double w = tie.coefficient * solution.x[b] + given(problem, tie);
      const double mobility = tie.coefficient * tie.coefficient / problem.mass[b];
      worst =
          std::max(worst, judge_pair(problem, solution, tie.pair, w, mobility, tolerance, repair));
    }
    if (plan_.parent[p] < 0) continue;
    const int c = plan_.body[plan_.parent[p]];
    const double own = plan_.own[p];
    const double above = plan_.above[p];
    const double w = own * solution.x[b] + above * solution.x[c];
    const double mobility = own * own / problem.mass[b] + above * above / problem.mass[c];
    worst = std::max(worst,
                     judge_pair(problem, solution, plan_.pair[p], w, mobility, tolerance, repair));
  }
  return worst;
}

}  // namespace luztar
