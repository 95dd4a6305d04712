// The modes of a step by the exact recursion over polylines. Private to stepping/.
#pragma once

#include <memory>

#include "luztar/stepping/step_arrays.h"

namespace luztar {

/// Where the search over modes does not settle, the recursion from the leaves (friction/tree)
/// finds all modes in one pass, whatever they were. Springs with gaps have a smooth, convex energy:
/// it is replaced by its quadratic model at the present point, the recursion finds the minimum with
/// all dry friction exactly, and a line search on the true energy takes the step towards it (a
/// proximal Newton method). The energy falls with every step and has finitely many pieces, so this
/// ends by construction.
class ExactModes {
 public:
  ExactModes(const Forest& forest, StepArrays& arrays) : forest_(forest), x_(arrays) {}
  /// Writes x.mode and the sides of contacts. False: slots without limits contradict each other.
  bool find();

 private:
  void build();
  void fill();
  bool minimize(std::vector<double>& next);
  double energy(const std::vector<double>& next) const;
  double rate(int slot, const std::vector<double>& next) const;
  bool choose_sides(const std::vector<double>& next);
  int n_slots() const { return forest_.n_slots; }

  const Forest& forest_;
  StepArrays& x_;
  std::unique_ptr<TreeSolver> solver_;
  TreeProblem problem_;
  TreeSolution solution_;
  std::vector<int> node_of_, above_;  // (slots) node; other node or -1
  std::vector<int> tie_body_;         // (slots) body of the problem that stands for the other end
  std::vector<double> here_, there_, between_;  // (nodes)
  std::vector<double> shift_;  // (nodes) so that every corner of the problem lies at w = 0
};

}  // namespace luztar
