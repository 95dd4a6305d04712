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
  explicit ExactModes(StepArrays& arrays) : x_(arrays), forest_(arrays.forest) {}
  /// Writes x.mode and the sides of contacts. False: slots without limits contradict each other.
  bool find();

 private:
  void build();
  void fill();
  bool minimize(std::vector<double>& next);
  double energy(const std::vector<double>& next) const;
  double start_rate(int slot) const;
  double end_rate(int slot, const std::vector<double>& next) const;
  double dry_energy(int slot, double w1) const;
  double smooth_energy(int slot, double w0, double w1) const;
  bool descend();
  bool choose_sides(const std::vector<double>& next);
  int n_slots() const { return forest_.n_slots; }

  StepArrays& x_;
  const Forest& forest_;
  std::unique_ptr<TreeSolver> solver_;
  TreeProblem problem_;
  TreeSolution solution_;
  std::vector<int> tie_body_;  // (slots) body of the problem that stands for the other end
  std::vector<double> here_, there_, between_;  // (nodes)
  std::vector<double> shift_;  // (nodes) so that every corner of the problem lies at w = 0
};

}  // namespace luztar
