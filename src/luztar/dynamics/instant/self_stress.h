// Forces of pairs at rest that cancel on every body, where arms turn.
#pragma once

#include <vector>

#include "luztar/dynamics/series/pair_limits.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// Pairs whose gradients depend on one another at an instant hold each other with forces that no
/// body feels. Where the gradients turn apart as bodies move, not all of these pairs can stay at
/// rest: the force that cancels grows until one of them is at its limit, and that one slides.
///
///     G'y = 0, y'(G a + curvature) = y' curvature != 0     for any accelerations a
///
/// Of all y that the limits leave, the one of the greatest power y'w.
class SelfStress {
 public:
  /// @param pairs  at rest; their arms are those of series at the anchor
  SelfStress(const SystemImpl& system, const Expansion& series, std::vector<int> pairs);

  /// Some of the forces that cancel are those of a pair along an expression.
  bool may_separate() const;

  /// @param rates  (pairs) relative accelerations of some order, whatever holds the bodies
  /// @param at     (pairs) limits that forces may only fall behind
  /// @return (pairs) y, as a force that changes the rates by themselves; 0: they do not part
  /// [N/s^k]
  Vector along(const Vector& rates, const std::vector<AtLimit>& at) const;

 private:
  Vector cancelling(const Vector& drive, const std::vector<char>& active) const;

  const SystemImpl& system_;
  std::vector<int> pairs_;
  Vector mass_;     ///< (pairs) square root of what a pair moves alone [sqrt(kg)]
  Matrix balance_;  ///< (bodies x pairs) columns of a length of 1 in terms of mass_
};

}  // namespace luztar
