// Forces by strengths that are power series.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "luztar/core/nearness.h"
#include "luztar/matrix/matrix.h"

namespace luztar {

/// 0: nothing has a limit.
inline double largest_limited(const std::vector<double>& strength) {
  double largest = 0.0;
  for (const double s : strength)
    if (!std::isinf(s)) largest = std::max(largest, s);
  return largest;
}

/// 1: as good as none beside the largest of those that have a limit.
inline std::vector<char> vanishing(const std::vector<double>& strength) {
  const double largest = largest_limited(strength);
  std::vector<char> result;
  for (const double s : strength) result.push_back(s <= kNoise * largest ? 1 : 0);
  return result;
}

/// T = S D, S the strength of a pair and D a difference of potentials, holds for series too: order
/// k is T_k = S_0 D_k + rest, with rest = S_1 D_(k-1) + ... + S_k D_0 from the orders before. So
/// forces of order k are shared by S_0 once the rest is taken off the load.
class StrengthSeries {
 public:
  void begin() {
    strengths_.clear();
    differences_.clear();
  }
  /// @param strength  (pairs) of the next order; empty: 0
  /// @return (pairs) the rest of that order, of size `pairs`
  Vector rest(const std::vector<double>& strength, Index pairs) {
    strengths_.push_back(strength);
    const std::size_t k = strengths_.size() - 1;
    Vector sum(pairs);
    for (std::size_t i = 1; i <= k; ++i)
      for (std::size_t j = 0; j < strengths_[i].size(); ++j)
        sum[j] += strengths_[i][j] * differences_[k - i][j];
    return sum;
  }
  /// @param difference  (pairs) D of that order
  void add(Vector difference) { differences_.push_back(std::move(difference)); }

 private:
  std::vector<std::vector<double>> strengths_;  ///< (orders × pairs)
  std::vector<Vector> differences_;             ///< (orders × pairs)
};

}  // namespace luztar
