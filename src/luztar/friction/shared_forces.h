// How pairs at rest share a load where their forces are not unique.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "luztar/friction/tree.h"

namespace luztar {

/// The canonical forces of pairs at rest: of all that balance given loads on the bodies, those with
/// the least sum of T²/strength. They are differences of potentials, T = strength times
/// (coefficient_a p_a + coefficient_b p_b), so one sparse factorization of a weighted Laplacian
/// serves any number of loads. Pairs without limits take all that they can, evenly.
class SharedForces {
 public:
  /// Ratios along cycles must not contradict each other (is_graph()), and a part of the network
  /// that nothing given holds must have loads that balance.
  /// @param given     (bodies) nonzero: takes any force; empty: none
  /// @param strength  (pairs) inf: a link, a stop; 0: no pair of the network, only its difference
  ///                  of potentials is of interest [N]
  SharedForces(int bodies, std::span<const char> given, std::span<const TreePair> pairs,
               std::span<const double> strength);
  ~SharedForces();

  bool is_graph() const;
  /// (pairs) 1: no other forces balance the same loads, the pair is on no cycle
  const std::vector<char>& is_unique() const;

  /// @param load        (bodies) sum of coefficient T on each body; not read for given ones [N]
  /// @param force       (pairs) out: T [N]
  /// @param difference  (pairs) out: T/strength, 0 for pairs without limits
  void share(std::span<const double> load, std::vector<double>& force,
             std::vector<double>& difference) const;

  /// The same among forces inside limits (Newton's method on the potentials). Stops that would pull
  /// carry nothing.
  /// @param lower, upper  (pairs) 0 for those of strength 0; inf allowed [N]
  /// @param tolerance     of the balance [N]
  /// @param excess        (pairs) out: how far their potentials would carry T beyond a limit [N]
  /// @return false: not found; the limits do not hold the loads
  bool share_inside(std::span<const double> load, std::span<const double> lower,
                    std::span<const double> upper, double tolerance, std::vector<double>& force,
                    std::vector<double>& excess);

  /// A choice of the pairs in `wanted` of some strength that leaves the others able to balance any
  /// loads that all of them could. Of pairs that depend on each other those of least `excess` are
  /// left out.
  std::vector<char> removable(std::span<const char> wanted, std::span<const double> excess) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace luztar
