// Gauss's principle for the pairs at rest, one order of the series at a time.
#pragma once

#include <memory>
#include <vector>

#include "luztar/dynamics/instant/held_bodies.h"
#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/friction/graph.h"
#include "luztar/friction/least_constraint.h"
#include "luztar/friction/tree.h"

namespace luztar {

/// Forces of a list of pairs, of order k, within bounds: those of the least constraint. Pairs on
/// cycles go by cuts, which compare forces with forces: how a force is shared along a cycle is no
/// acceleration, however light a body is. On chains and trees a few go by a dense matrix, many by
/// recursion.
///
///     begin(pairs), set_bounds() for each      in: the pairs and the bounds of their forces
///     solve(series, k)                         series: forces of order k added, accelerations
///     force(), limit_of()                      out: by position in the list
class GaussSolver {
 public:
  explicit GaussSolver(const SystemImpl& system);

  /// The problems that follow are those of an instant at `time` [s].
  void be_at(double time) { time_ = time; }
  void begin(const std::vector<int>& pairs);
  /// @param near  > 0: its guard says that the force is at a limit, as well as that [N]
  void set_bounds(std::size_t position, const ForceBounds& bounds, double near = 0.0);
  /// @return false if the solver gave up
  bool solve(Expansion& series, int k);

  bool gave_up() const { return solution_.status != SolveStatus::Solved; }
  double residual() const { return solution_.residual; }  ///< of the last problem [N/s^k]
  /// J M^-1 J' of any pair, after solve(): its bodies move with all that is held to them [1/kg]
  double mobility(const Expansion& series, int pair) const { return held_.mobility(series, pair); }
  double lower(std::size_t position) const { return problem_.lower[position]; }
  double upper(std::size_t position) const { return problem_.upper[position]; }
  /// Limits that a force is at, to `noise`, or to what its guard says. On cycles: that no other
  /// distribution of the forces leaves.
  AtLimit limit_of(std::size_t position, double noise) const;
  /// Limits are those of all distributions of the forces.
  bool knows_all_distributions() const { return !at_limit_.empty(); }

 private:
  void solve_dense(const Expansion& series, int k);
  void note_given(const Expansion& series, int k);
  bool has_cycle(const std::vector<int>& pairs) const;
  void plan_graph();
  void accelerate(Expansion& series, int k);
  template <class Problem>
  void fill(const Expansion& series, int k, Problem& problem) const;
  template <class Solution>
  void take(const Solution& solution);
  void solve_tree(const Expansion& series, int k);
  void solve_graph(const Expansion& series, int k);
  double largest_inertia() const;

  const SystemImpl& system_;
  bool has_motions_;                    ///< some bodies move as they are given
  bool may_cycle_{};                    ///< some pairs, if all of them rest
  HeldBodies held_;                     ///< by the last solution
  double time_{};                       ///< of the instant [s]
  std::vector<int> pairs_;              ///< of the problem
  std::vector<int> held_pairs_;         ///< of these, those that hold their bodies together
  LeastConstraintProblem problem_;      ///< (pairs_) bounds of all ways to solve; the dense matrix
  LeastConstraintSolution solution_;    ///< (pairs_) of all ways to solve
  std::vector<double> near_;            ///< (pairs_) of set_bounds() [N]
  std::vector<AtLimit> at_limit_;       ///< (pairs_) by the graph solver; empty: by their forces
  std::vector<int> graph_pairs_;        ///< the pairs that tree_ and graph_ were made for
  std::unique_ptr<TreeSolver> tree_;    ///< for graph_pairs_, if they are without cycles
  std::unique_ptr<GraphSolver> graph_;  ///< and if they form cycles
  TreeProblem tree_problem_;
  TreeSolution tree_solution_;
  GraphProblem graph_problem_;
  GraphSolution graph_solution_;
};

}  // namespace luztar
