// Values and forces of a forest in known modes: linear. Private to friction/.
#pragma once

#include <vector>

#include "luztar/core/long_sum.h"
#include "luztar/friction/tree_plan.h"

namespace luztar {

class TreeBalance {
 public:
  /// @param idle  (pairs) see TreeModes
  TreeBalance(const TreePlan& plan, const std::vector<char>& idle) : plan_(plan), idle_(idle) {}

  /// x of all free bodies and T of all pairs that end on one, in the modes of `solution.bound`.
  void solve(const TreeProblem& problem, TreeSolution& solution);

  /// Largest violation of the law by the modes, as a force [N]. Pairs that violate it by more than
  /// `tolerance` change their mode if `repair`. Forces at rest are put into their limits.
  double judge(const TreeProblem& problem, TreeSolution& solution, double tolerance, bool repair);

  double scale() const { return scale_; }          ///< largest force of the last solve() [N]
  double imbalance() const { return imbalance_; }  ///< largest sum of forces left on a body [N]

 private:
  /// T = base + viscous w of a sliding pair.
  struct Sliding {
    double base, viscous;
  };
  static constexpr int kLoose = -1;  ///< nothing given holds the node; tie t does: -2 - t

  static bool sticks(const TreeSolution& solution, int pair) {
    return solution.bound[pair] == Bound::Free;
  }
  Sliding sliding(const TreeProblem& problem, const TreeSolution& solution, int pair) const;
  void sweep_up(const TreeProblem& problem, const TreeSolution& solution);
  void pass_up(int node, const TreeSolution& solution, Sliding law);
  void sweep_down(const TreeProblem& problem, TreeSolution& solution);
  double value(int node, const TreeSolution& solution, Sliding law, double above) const;
  void follow(TreeSolution& solution) const;
  void find_forces(const TreeProblem& problem, TreeSolution& solution);
  void force_to_parent(const TreeProblem& problem, TreeSolution& solution, int node);
  void forces_of_anchors(TreeSolution& solution);
  double judge_pair(const TreeProblem& problem, TreeSolution& solution, int pair, double w,
                    double mobility, double tolerance, bool repair) const;
  double given(const TreeProblem& problem, const TreePlan::Tie& tie) const {
    return tie.other < 0 ? 0.0 : tie.other_coefficient * problem.given[tie.other];
  }

  const TreePlan& plan_;
  const std::vector<char>& idle_;
  bool correcting_{};          ///< sweeps solve for a correction: limits and given values are zero
  std::vector<double> slope_;  ///< (nodes) of the force that the node's part of the tree takes
  std::vector<double> load_;   ///< (nodes) that force at x = 0, negative
  std::vector<int> anchor_;    ///< (nodes) the child through which it is held, kLoose or a tie
  std::vector<double> held_;   ///< (nodes) x if held
  std::vector<LongSum> left_over_;  ///< (nodes) sum of forces, and its rounding [N]
  std::vector<double> change_;      ///< (nodes)
  double scale_{}, imbalance_{};
};

}  // namespace luztar
