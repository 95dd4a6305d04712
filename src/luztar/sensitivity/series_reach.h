// How far a power series with derivatives holds.
#pragma once

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {

/// How far a row holds, of its slopes and of its values, which the engine may have from a slow
/// manifold that these series do not know: its last terms say nothing, and a decay at the rate r
/// that these show is not so long that its rounding, exp(r h) ulp, grows from step to step.
/// @param row  (order + 1) Taylor coefficients, duals  @param width  of the slopes that count
/// @param allowed  the last terms of slopes, relative  @param most  where nothing limits it [s]
template <typename N>
double reach_of_row(const N* row, int order, int width, double allowed, double most) {
  constexpr double kLongest = 6.0;  // decay times
  double limit = most;
  const auto look = [&](const auto& term, double last_allowed) {
    double size = std::max({std::abs(term(0)), std::abs(term(1)), std::abs(term(2))});
    for (int k = 3; k < order - 1 && size == 0.0; ++k)  // what begins later than that
      size = std::abs(term(k)) * std::pow(limit, k);
    for (const int k : {order - 1, order}) {
      const double last = std::abs(term(k)), before = std::abs(term(k - 2));
      if (size == 0.0 || last == 0.0) continue;
      limit = std::min(limit, std::pow(last_allowed * size / last, 1.0 / k));
      const double seen = std::pow(kUlp * size / last, 1.0 / k);  // before that it is not there
      const double time = std::sqrt(before / (last * k * (k - 1)));
      limit = std::min(limit, std::max(seen, kLongest * time));
    }
  };
  look([row](int k) { return row[k].value; }, kSolved);
  for (int i = 0; i < width; ++i) look([row, i](int k) { return row[k].slope[i]; }, allowed);
  return limit;
}

}  // namespace luztar
