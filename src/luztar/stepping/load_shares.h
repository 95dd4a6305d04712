// How pairs at rest that close cycles share a load. Private to stepping/.
#pragma once

#include <vector>

#include "luztar/core/node_lists.h"
#include "luztar/stepping/sparse_factor.h"

namespace luztar {

/// Dry impulses on cycles of pairs at rest are not unique: any that balance the bodies and lie
/// within the limits will do. Of these share() takes the ones of
///
///     least sum of T²/S,  S = (upper - lower)/2,
///
/// so that they follow from state and model alone (docs/theory.md, section 2). Pairs without limits
/// take all they can, evenly, but for a part of 1e-8. The sum is least where T = clamp(S (y_a -
/// ratio y_b), limits) for some numbers y of the bodies, the multipliers of their balance: a
/// Laplace equation with limits, solved by Newton's method with a line search on its convex energy.
class LoadShares {
 public:
  /// What a slot carries.
  struct Load {
    bool stands{};            ///< at rest, with dry friction or rigid
    double lower{}, upper{};  ///< [N s]
    double impulse{};         ///< in: within the limits; out: shared, where shares() says so [N s]
  };

  /// @param couplings  slots as in SparseFactor; b = -1: something given
  /// @param scale  (slots) > 0: impulse and limits are those of the pair times this
  LoadShares(int nodes, std::vector<SparseFactor::Coupling> couplings, std::vector<double> scale);

  Load& load(int slot) { return loads_[slot]; }
  const Load& load(int slot) const { return loads_[slot]; }
  /// @return false: nothing to share
  bool share();
  /// The slot was part of a cluster with cycles in the last call.
  bool shares(int slot) const { return shared_[slot] != 0; }

 private:
  /// A factor, and the matrix that it is of.
  struct Factor {
    SparseFactor factor;
    std::vector<double> anchor, weight;
    bool is_valid{};
  };

  int n_slots() const { return static_cast<int>(couplings_.size()); }
  bool find_clusters();
  void reach(int root);
  bool has_cycles(int root);
  void weigh();
  void push(int slot, double impulse, std::vector<double>& to) const;
  double set_impulses(double part);
  bool find_direction();
  bool solve(Factor& factor, const std::vector<double>& weight);
  void go();
  double left_over();

  std::vector<SparseFactor::Coupling> couplings_;
  std::vector<double> scale_;
  std::vector<Load> loads_;               ///< (slots)
  NodeLists slots_;                       ///< (nodes)
  std::vector<int> root_;                 ///< (nodes) first of its cluster; -1: alone
  std::vector<double> gain_;              ///< (nodes) velocity for a velocity of 1 of the root
  std::vector<int> order_;                ///< nodes of the cluster at hand
  std::vector<char> shared_;              ///< (slots)
  Factor inside_;                         ///< with all shared slots inside their limits
  Factor clamped_;                        ///< with those at their limits soft
  std::vector<double> anchor_;            ///< (nodes) diagonal of the matrix
  std::vector<double> weight_;            ///< (slots) S times scale²
  std::vector<double> soft_;              ///< (slots) the same, small for those at their limits
  std::vector<double> along_;             ///< (slots) y_a - ratio y_b
  std::vector<double> step_;              ///< (slots) its change along direction_
  std::vector<double> force_;             ///< (slots) T
  std::vector<double> balance_;           ///< (nodes) impulse to be taken away
  std::vector<double> rest_, direction_;  ///< (nodes)
};

}  // namespace luztar
