#include "luztar/dynamics/instant/violation.h"

#include <cmath>

namespace luztar {

Violation violation_of_limits(const SystemImpl& system, const MasslessRounding& rounding,
                              const State& state, const Expansion& series, int pair) {
  const int e = system.first_pair() + pair;
  Violation found{pair, series.order() + 1, 0.0, Mode::Stuck};
  for (const int side : {1, 0}) {
    const double sign = side == 1 ? 1.0 : -1.0;
    if (system.pairs[pair].has_edges() && sign * number(state.side[pair]) > 0.0)
      continue;  // pushes without limit
    for (int k = 0; k <= series.order(); ++k) {
      const double room = series.limit(pair, side, k) - sign * series.f(e)[k];
      const double noise = rounding.force(series, k);
      if (std::abs(room) <= noise) continue;
      if (room < 0.0 && (found.size == 0.0 || k < found.order)) {
        found.order = k;
        found.size = -room / noise;
        found.mode = mode_along(sign);
      }
      break;
    }
  }
  return found;
}

}  // namespace luztar
