// How pairs at rest that close cycles share a load. Private to stepping/.
#pragma once

#include <memory>
#include <vector>

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
  /// @param links  slots as in SparseFactor; b = -1: something given
  /// @param scale  (slots) > 0: impulse and limits are those of the pair times this
  LoadShares(int nodes, std::vector<SparseFactor::Link> links, std::vector<double> scale);

  /// All lists are those of slots.
  /// @param stands   nonzero: at rest, with dry friction or rigid
  /// @param impulse  in: within the limits; out: shared, where shares() says so [N s]
  /// @return false: nothing to share
  bool share(const std::vector<char>& stands, const std::vector<double>& lower,
             const std::vector<double>& upper, std::vector<double>& impulse);
  /// The slot was part of a cluster with cycles in the last call.
  bool shares(int slot) const { return shared_[slot] != 0; }

 private:
  int n_slots() const { return static_cast<int>(links_.size()); }
  bool find_clusters(const std::vector<char>& stands);
  void reach(int root, const std::vector<char>& stands);
  bool has_cycles(int root, const std::vector<char>& stands);
  void weigh(const std::vector<double>& lower, const std::vector<double>& upper);
  void push(int slot, double impulse, std::vector<double>& to) const;
  double press(double part, const std::vector<double>& lower, const std::vector<double>& upper);
  bool find_direction(const std::vector<double>& lower, const std::vector<double>& upper);
  void go(const std::vector<double>& lower, const std::vector<double>& upper);
  double left_over() const;

  std::vector<SparseFactor::Link> links_;
  std::vector<double> scale_;
  std::vector<int> first_, list_;  ///< (nodes + 1), slots of nodes
  std::vector<int> root_;          ///< (nodes) first of its cluster; -1: alone
  std::vector<double> gain_;       ///< (nodes) velocity for a velocity of 1 of the root
  std::vector<int> order_;         ///< nodes of the cluster at hand
  std::vector<char> shared_;       ///< (slots)
  SparseFactor factor_;            ///< with all shared slots inside their limits
  SparseFactor clamped_;           ///< with those at their limits soft
  bool has_factor_{}, has_clamped_{};
  std::vector<double> anchor_, anchor_in_factor_;  ///< (nodes) diagonal of the matrix
  std::vector<double> weight_, weight_in_factor_;  ///< (slots) S times scale²
  std::vector<double> stiffness_;                  ///< (slots) of the matrix
  std::vector<double> along_;                      ///< (slots) y_a - ratio y_b
  std::vector<double> step_;                       ///< (slots) its change along direction_
  std::vector<double> force_;                      ///< (slots) T
  std::vector<double> load_, rest_, direction_;    ///< (nodes)
};

}  // namespace luztar
