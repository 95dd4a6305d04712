// Bodies that pairs at rest hold together accelerate as one.
#pragma once

#include <vector>

#include "luztar/dynamics/series/expansion.h"

namespace luztar {

/// The motion of a pair that starts to move cannot be distinguished from rounding by its own bodies
/// where others are held to them: a light body that the ground holds has no acceleration at all,
/// however large the one that rounding of its forces would give it alone. The force on a group
/// counts against the mass of the group.
class HeldBodies {
 public:
  explicit HeldBodies(const SystemImpl& system);

  /// All bodies move alone.
  void release();
  /// Gives bodies that a pair holds together the acceleration of their common force, of order k.
  /// Pairs of more than two bodies hold none together here.
  /// @param pairs  relative acceleration is zero
  /// @pre release(), forces of pairs are on the bodies, accelerate_free()
  void join(const std::vector<int>& pairs, MotionSeries& series, int k);
  /// J M^-1 J' of a pair, its bodies moving with all that is held to them [1/kg]
  double mobility(const MotionSeries& series, int pair) const;

 private:
  /// Of a group, at its root: x of a body = ratio x of the root.
  struct Place {
    int root;
    double ratio;
  };
  Place find(int body);
  void tie(const MotionSeries& series, int pair);

  const SystemImpl& system_;
  std::vector<Place> up_;       ///< (bodies) towards the root
  std::vector<char> is_fixed_;  ///< (bodies) at roots: held by something that keeps its velocity
  std::vector<char> is_given_;  ///< (bodies) at roots: moves with something as that is given
  std::vector<double> mass_, force_;  ///< (bodies) at roots
  std::vector<double> inverse_mass_;  ///< (bodies) of all that moves with it, seen from it [1/kg]
  std::vector<int> joined_;           ///< bodies that are not alone
};

}  // namespace luztar
