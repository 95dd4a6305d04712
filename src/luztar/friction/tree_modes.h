// The modes of all pairs of a forest, by the recursion from the leaves. Private to friction/.
#pragma once

#include <vector>

#include "luztar/friction/tree_curve.h"
#include "luztar/friction/tree_plan.h"

namespace luztar {

class TreeModes {
 public:
  explicit TreeModes(const TreePlan& plan) : plan_(plan) {}

  /// @param bound  (pairs) out; pairs with lower = upper are left for the sign of their w
  /// @return       false: pairs without limits contradict each other
  bool find(const TreeProblem& problem, std::vector<Bound>& bound);

  /// (pairs) 1: a pair to ground or to something given, without limits, whose force is zero because
  /// others hold its body already.
  std::vector<char> idle;

 private:
  /// A pair's force on the curve of its upper end, over the difference of y. Slopes left and right
  /// of zero.
  struct Law {
    double lower, upper, left, right;
  };

  static Law law_over_difference(const TreeProblem& problem, int pair, double coefficient);
  void set_windows(const TreeProblem& problem);
  void add_ties(const TreeProblem& problem, int node, Curve& curve);
  static double position_of(const TreeProblem& problem, const TreePlan::Tie& tie, double scale);
  void pass_on(const TreeProblem& problem, int node, Curve& curve);
  void write(const TreeProblem& problem, std::vector<Bound>& bound);

  const TreePlan& plan_;
  CurveTool tool_;
  std::vector<Curve> curves_;
  std::vector<Knot> singles_;
  std::vector<double> load_;    ///< (nodes) force with every pair as near to zero force as allowed
  std::vector<char> reversed_;  ///< (pairs) w and the difference of y have opposite signs
  std::vector<double> left_, right_;  ///< (nodes, at the first of a tree) bounds of y
};

}  // namespace luztar
