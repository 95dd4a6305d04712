// Gauss's principle on graphs of pairs of any size, cycles included, by minimum cuts.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "luztar/friction/tree.h"

namespace luztar {

/// The numbers of one problem: bodies of mass M under forces F, pairs at rest that take
///
///     T = upper           where w > 0
///     lower <= T <= upper where w = 0
///     T = lower           where w < 0
///
/// and push T with -coefficient on their bodies, so that M x = F - sum of coefficient T.
struct GraphProblem {
  std::vector<double> mass;   ///< (bodies) > 0, finite; not read for given bodies [kg]
  std::vector<double> force;  ///< (bodies) F [N]
  std::vector<double> given;  ///< (bodies) x of given bodies; may be empty if there are none
  /// (orders × bodies, may be empty) further Taylor coefficients of the given ones: of two that
  /// agree now, they say which is the faster one just after
  std::vector<std::vector<double>> given_later;
  std::vector<double> lower;  ///< (pairs) -inf allowed [N]
  std::vector<double> upper;  ///< (pairs) >= lower, inf allowed [N]
  /// Forces closer than this to a limit are at it. 0: 64 roundings of the largest force [N]
  double tolerance{};
  /// (pairs, may be empty) of those that are said to be at a limit: if the others leave a force no
  /// more room than this, they hold it there [N]
  std::vector<double> near;
};

/// Which limits hold a pair that does not move.
enum class AtLimit : std::int8_t {
  No,     ///< its force may still grow and fall, if the forces of others change with it
  Upper,  ///< at its upper limit in every distribution of forces that fits, or sliding there
  Lower,
  Both,  ///< both limits are the same
};

struct GraphSolution {
  SolveStatus status{};           ///< MaxIterations: pairs without limits contradict each other
  std::vector<double> x;          ///< (bodies)
  std::vector<double> force;      ///< (pairs) T; where it is not unique, one that fits
  std::vector<Bound> bound;       ///< (pairs) Upper: w >= 0, Lower: w <= 0, Free: w = 0
  std::vector<AtLimit> at_limit;  ///< (pairs)
  double residual{};              ///< largest violation of the conditions above, as a force [N]
};

/// Solves problems on one graph again and again. One solver serves one thread at a time.
///
/// With x = scale y every w is a difference of y, and Gauss's principle is total variation on a
/// graph: minimise sum M y²/2 - F y + sum of limit |y_a - y_b|. The bodies with y > lambda are
/// those of a least cut, so a flow at the lambda that a connected part would have as one body parts
/// it into faster ones, slower ones and those that do move with lambda; the pairs between are at
/// their limits, and what is left are smaller problems of the same kind (Hochbaum, J. ACM 48, 2001;
/// Chambolle, Darbon, Int. J. Computer Vision 84, 2009; docs/theory.md, section 2). It ends after
/// at most as many flows as there are bodies, whatever limits are reached exactly, and the flow of
/// bodies that move as one is a set of forces that fits.
class GraphSolver {
 public:
  /// @param bodies  number of bodies
  /// @param given   (bodies) nonzero: x is prescribed; empty: none
  /// @param pairs   the pairs; coefficients are part of the plan
  GraphSolver(int bodies, std::span<const char> given, std::span<const TreePair> pairs);
  ~GraphSolver();

  /// False: ratios along a cycle contradict each other; solve() must not be called.
  bool is_graph() const;
  /// True: no cycles, over ground and given bodies neither: all forces are unique.
  bool is_forest() const;

  /// Finds x and T that satisfy GraphProblem's law. x is unique.
  void solve(const GraphProblem& problem, GraphSolution& solution);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
