// The implicit step of networks whose edges form cycles. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/stepping/sparse_factor.h"
#include "luztar/stepping/step_arrays.h"

namespace luztar {

/// Method of multipliers: with rho > 0 and guesses T of the dry impulses, the changes u of velocity
/// minimize a smooth convex function, piecewise quadratic, in which each dry impulse is
///
///     clamp(T + rho (w1 - corner), lower, upper).
///
/// Newton's method with a line search finds its minimum in finitely many steps; what was clamped
/// becomes the next T. Then the pairs that are not clamped are taken as rigid: the clusters that
/// they form are solved for one velocity each, so that these pairs have the corner's rate exactly,
/// and the forces on a spanning tree of each cluster follow from balance, those that close cycles
/// stay as the multipliers have them. If all lie within their limits and what slides slides the
/// right way, these are the laws themselves and the step is solved; else the multipliers go on.
///
/// Dry forces on cycles of stuck pairs are not unique. What is given is one choice within all
/// limits, near that of the step before; the motion does not depend on it. A cycle of stuck pairs
/// with ratios that contradict each other holds its cluster still.
class GraphStep {
 public:
  GraphStep(const Forest& forest, StepArrays& arrays);

  /// The state is another one: rates from velocities.
  void place();
  /// Rates at the end become those at the start.
  void accept();
  /// Solves with the limits as they are.
  StepOutcome solve();
  /// w1, exactly the target of the slot while it sticks.
  double end_rate(int slot) const {
    return x_.mode[slot] == 0 ? x_.corner(slot) : moving_rate(slot);
  }
  std::size_t bytes() const;

 private:
  static constexpr double kRho = 1e5;  ///< rho relative to the reduced mass of a slot

  // graph_step.cpp: multipliers
  void begin();
  void choose_weights();
  void press(double relative);
  template <bool kForced>
  bool evaluate(const std::vector<double>& u);
  bool look_again(int slot, double w1);
  void refresh_factor();
  bool minimize(int rounds, bool guess);
  void approach();
  bool search_line(double start);
  void update_multipliers();
  double along_step() const;

  // graph_clusters.cpp: exact end
  bool polish(StepOutcome& outcome);
  void find_clusters();
  void visit(int node, int slot, int parent);
  void rank_slots();
  void walk(std::size_t from);
  void walk_all(std::size_t from);
  void find_locks();
  void spread_offsets();
  void guess_speeds();
  void spread_speeds();
  double balance();
  void correct_speeds();
  void hang_forces();
  void judge(StepOutcome& outcome);
  void judge_smooth(int slot, double w1, double& worst) const;
  void write_modes();
  bool is_rigid(int slot) const;
  bool is_chord(int slot) const {
    const int above = forest_.above[slot];
    return via_[forest_.below[slot]] != slot && (above < 0 || via_[above] != slot);
  }
  bool is_held(int node) const { return kind_[root_[node]] != Kind::Loose; }

  bool has_dry(int slot) const { return x_.upper[slot] > x_.lower_limit(slot); }
  double limit(int slot) const {
    return x_.h * (set_[slot] > 0 ? x_.upper[slot] : x_.lower_limit(slot));
  }
  double given_change(int slot) const {
    return forest_.above[slot] >= 0 || x_.other_v.empty() ? 0.0
                                                          : x_.other_next[slot] - x_.other_v[slot];
  }
  /// Of velocities or of their changes.
  double difference(int slot, const std::vector<double>& y) const {
    const int above = forest_.above[slot];
    return y[forest_.below[slot]] - (above >= 0 ? forest_.ratio[slot] * y[above] : 0.0);
  }
  double moving_rate(int slot) const {
    const bool tied = forest_.above[slot] < 0 && !x_.other_next.empty();
    return difference(slot, x_.next) - (tied ? x_.other_next[slot] : 0.0);
  }
  /// Adds an impulse of a slot to its ends.
  void push(int slot, double impulse, std::vector<double>& to) const {
    to[forest_.below[slot]] -= impulse;
    const int above = forest_.above[slot];
    if (above >= 0) to[above] += forest_.ratio[slot] * impulse;
  }

  const Forest& forest_;
  StepArrays& x_;
  SparseFactor factor_;
  std::vector<char> special_;             ///< (slots) the smooth part of the law has kinks
  std::vector<std::int8_t> mode_;         ///< (slots) as solve() left them
  std::vector<std::int8_t> set_;          ///< (slots) -1, 1: clamped; 0: not
  std::vector<double> start_;             ///< (slots) w1 at u = 0
  std::vector<double> at_start_, slope_;  ///< (slots) the present piece of the smooth law
  std::vector<double> multiplier_;        ///< (slots) T [N s]
  std::vector<double> rho_;               ///< (slots) [kg]
  std::vector<double> weight_;            ///< (nodes) mass with smooth slopes
  std::vector<double> diagonal_;          ///< (nodes) of the matrix, without slots
  std::vector<double> stiff_;             ///< (slots) slopes wanted in the matrix
  std::vector<double> factored_;          ///< (slots) those in it
  std::vector<int> differ_;
  bool factor_known_{};
  double relative_rho_{};
  int updates_{};
  double multiplier_h_{};
  double scale_{};
  int passes_{};
  std::vector<double> u_, trial_, direction_, gradient_;  ///< (nodes)

  enum class Kind : char { Loose, Tied, Locked };
  std::vector<int> first_, list_;  ///< (nodes + 1), slots of nodes
  enum class Rank : char { Wide, Narrow, Clamped };
  std::vector<Rank> rank_;  ///< (slots) that the clusters below are made of
  bool clusters_known_{};
  std::vector<int> waiting_;
  std::vector<int> order_;         ///< nodes from the roots
  std::vector<int> via_, parent_;  ///< (nodes) slot and node towards the root; -1
  std::vector<int> root_;          ///< (nodes)
  std::vector<Kind> kind_;         ///< (nodes) of the cluster, at its root
  std::vector<int> lock_;          ///< (nodes) slot that locks it, at its root
  std::vector<double> gain_;       ///< (nodes) du/d speed of the root
  std::vector<double> offset_;     ///< (nodes) u at speed 0
  std::vector<double> speed_;      ///< (nodes) change of velocity of the root
  std::vector<double> inertia_;    ///< (nodes) weight at the root
  std::vector<double> rest_;       ///< (nodes) unbalanced impulse
  std::vector<double> sum_;        ///< (nodes) of the cluster, at its root
  std::vector<double> force_;      ///< (slots) T
};

}  // namespace luztar
