// Gauss's principle on chains and trees, exactly and without iteration over sets of pairs.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "luztar/friction/least_constraint.h"

namespace luztar {

/// A pair acts between two bodies, or between a body and the ground (b = kTreeGround):
/// w = coefficient_a x_a + coefficient_b x_b. With coefficients 1 and -1 it is a difference.
struct TreePair {
  int a{};
  int b{};
  double coefficient_a{1.0};
  double coefficient_b{-1.0};
};
inline constexpr int kTreeGround = -1;

/// The numbers of one problem: bodies of mass M at unknown x under forces F, pairs that take
///
///     T = upper + C_1 w       where w > 0
///     lower <= T <= upper     where w = 0
///     T = lower + C_0 w       where w < 0
///
/// and push T with -coefficient on their bodies, so that M x = F - sum of coefficient T.
/// With x = acceleration and C = 0 this is friction at rest [kg, N, m/s²]; with x = velocity at the
/// end of an implicit step h, F = M v_free, h times the limits and h times the damping it is that
/// step, and T are impulses [kg, N s, m/s].
struct TreeProblem {
  std::vector<double> mass;   ///< (bodies) > 0, finite; not read for given bodies [kg]
  std::vector<double> force;  ///< (bodies) F [N]
  std::vector<double> given;  ///< (bodies) x of given bodies; may be empty if there are none
  std::vector<double> lower;  ///< (pairs) -inf allowed: a link, a stop [N]
  std::vector<double> upper;  ///< (pairs) >= lower, inf allowed [N]
  std::vector<std::array<double, 2>> viscous;  ///< (pairs) C_0, C_1 >= 0, or empty: none [N s/m]
};

struct TreeSolution {
  SolveStatus status{};       ///< MaxIterations: pairs without limits contradict each other
  std::vector<double> x;      ///< (bodies)
  std::vector<double> force;  ///< (pairs) T, with its viscous part
  std::vector<Bound> bound;   ///< (pairs) Upper: w >= 0 slides; Lower: w <= 0; Free: w = 0
  double residual{};          ///< largest violation of the conditions above, as a force [N]
  bool from_guess{};          ///< the modes handed in were right
};

/// Solves problems on one forest again and again: order and memory are made once, here.
///
/// Bodies and pairs must form a forest when bodies with given x and the ground are left out; any
/// number of pairs may end on those. One solver serves one thread at a time.
class TreeSolver {
 public:
  /// @param bodies  number of bodies
  /// @param given   (bodies) nonzero: x is prescribed; empty: none
  /// @param pairs   the pairs; coefficients are part of the plan
  TreeSolver(int bodies, std::span<const char> given, std::span<const TreePair> pairs);
  ~TreeSolver();

  /// False: the pairs form cycles (or ratios beyond 2^400 add up); solve() must not be called.
  bool is_forest() const;

  /// Finds x and T that satisfy TreeProblem's law: the minimizer of
  ///
  ///     sum M x²/2 - F x  +  sum over pairs of max(upper w, lower w) + C w²/2.
  ///
  /// From the leaves to the root, the force that a subtree takes when its root has the value x is a
  /// monotone polyline in x: M x - F plus what its pairs to ground and its children pass on. A pair
  /// cuts the polyline off at its limits, and behind them, where it slides, adds w(T) to x at equal
  /// force. At the root the force is zero; on which side of this point a corner of the polyline
  /// lies is the mode of the pair that made it. One linear sweep with known modes then gives x and
  /// T. (Johnson, "A dynamic programming algorithm for the fused lasso", 2013; Kolmogorov, Pock,
  /// Rolinek, "Total variation on a tree", arXiv 1502.07770; docs/theory.md, section 2.)
  ///
  /// Without viscous pairs it takes O(n) on chains and O(n log n) on stars and balanced trees; with
  /// them a node costs the number of corners that lie where its pair slides, mostly a few. Nothing
  /// is allocated from the second call on.
  ///
  /// @param problem   sizes as in the constructor
  /// @param solution  in: `bound` of a former call as a guess of the modes, or empty; if it is
  /// right,
  ///                  two sweeps are all. The answer does not depend on it beyond rounding.
  void solve(const TreeProblem& problem, TreeSolution& solution);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
