// The exact end of a step of a graph: what sticks moves as one. Private to stepping/.
#pragma once

#include "luztar/stepping/graph_clusters.h"
#include "luztar/stepping/updated_factor.h"

namespace luztar {

/// Slots that are not clamped are taken as rigid: each cluster of them is solved for its one
/// velocity, so that these slots have the corner's rate exactly, and the forces on its spanning
/// tree follow from balance; those that close cycles stay as the multipliers have them.
class GraphPolish {
 public:
  GraphPolish(GraphSlots& slots, UpdatedFactor& factor);

  /// Weights are other ones.
  void forget() { clusters_.forget(); }
  /// @param u  changes of velocity, nearly right
  StepOutcome solve(const std::vector<double>& u);
  /// Modes and impulses of the step, multipliers for the next one.
  void write();

 private:
  using Kind = GraphClusters::Kind;

  void spread_offsets();
  void guess_speeds(const std::vector<double>& u);
  void spread_speeds();
  double balance();
  void correct_speeds();
  void hang_forces();
  StepOutcome judge() const;
  double beyond_limits(int slot) const;
  double chord_error(int slot, double w1) const;
  double wrong_direction(int slot, double w1) const;
  double wrong_piece(int slot, double w1) const;
  bool is_rigid(int slot) const;

  GraphSlots& graph_;
  StepArrays& x_;
  const Forest& forest_;
  UpdatedFactor& factor_;
  GraphClusters clusters_;
  std::vector<double> offset_;      ///< (nodes) u at speed 0
  std::vector<double> speed_;       ///< (nodes) change of velocity of a root
  std::vector<double> rest_;        ///< (nodes) unbalanced impulse
  std::vector<double> sum_;         ///< (nodes) of the cluster, at its root
  std::vector<double> correction_;  ///< (nodes) of u
};

}  // namespace luztar
