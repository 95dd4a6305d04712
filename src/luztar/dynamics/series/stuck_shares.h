// Forces of stuck pairs on cycles, in a series.
#pragma once

#include <limits>
#include <vector>

#include "luztar/dynamics/structure/structure.h"

namespace luztar {

class Expansion;

/// What the groups of a structure whose forces are not unique carry (GroupShares), order by order,
/// and how long that holds.
class StuckShares {
 public:
  /// Adds the forces of order k of all groups to their bodies. Precondition: those of the other
  /// stuck pairs are there.
  void add(const Structure& structure, int k, const SystemImpl& system, Expansion& series);

  /// What a pair at rest that keeps its limit would carry if it shared, by order; null if nothing
  /// tells.
  const double* own(int pair) const {
    return has_own_.empty() || has_own_[pair] == 0
               ? nullptr
               : &own_[static_cast<std::size_t>(pair) * stride_];
  }
  /// Coefficients that bound how long the forces hold to rounding; null: nothing does.
  const double* cancels() const { return cancels_.empty() ? nullptr : cancels_.data(); }
  /// How long the forces hold for other reasons (GroupShares::moment) [s]
  double moment() const { return moment_; }

 private:
  void add_group(GroupShares& group, int k, const SystemImpl& system, Expansion& series);

  double moment_{std::numeric_limits<double>::infinity()};
  std::size_t stride_{};
  std::vector<double> cancels_;  ///< (orders) the largest of GroupShares::cancels()
  std::vector<double> own_;      ///< (pairs × orders), if any is known
  std::vector<char> has_own_;    ///< (pairs), the same
  std::vector<double> load_, force_, own_now_, strength_;  ///< of a group; scratch
};

}  // namespace luztar
