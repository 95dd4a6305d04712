// Pairs as what graphs are made of.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "luztar/dynamics/system/system_impl.h"
#include "luztar/friction/tree.h"

namespace luztar {

/// Of a body in an ascending list that contains it.
inline int place_in(const std::vector<int>& bodies, int body) {
  return static_cast<int>(std::lower_bound(bodies.begin(), bodies.end(), body) - bodies.begin());
}

/// Ends on bodies that are not given, by their places in `bodies` (ascending); the others are
/// ground. Empty: a pair has more than two, or moves nothing at one.
inline std::optional<std::vector<TreePair>> ends_of(const SystemImpl& system,
                                                    const std::vector<int>& pairs,
                                                    const std::vector<int>& bodies) {
  std::vector<TreePair> ends;
  ends.reserve(pairs.size());
  for (const int j : pairs) {
    TreePair pair{kTreeGround, kTreeGround, 0.0, 0.0};
    int count = 0;
    for (const Term& term : system.terms_of_pair(j)) {
      if (system.is_given(term.body)) continue;
      if (++count > 2 || term.coefficient == 0.0) return std::nullopt;
      std::swap(pair.a, pair.b);
      std::swap(pair.coefficient_a, pair.coefficient_b);
      pair.a = place_in(bodies, term.body);
      pair.coefficient_a = term.coefficient;
    }
    ends.push_back(pair);
  }
  return ends;
}

}  // namespace luztar
