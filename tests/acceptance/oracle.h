// A second integrator that shares nothing with the engine: long double, extrapolated midpoint rule,
// sliding and stuck pairs as linear equations. It believes the engine's event times and modes, and
// checks while it goes that they were right.
#pragma once

#include <vector>

#include "acceptance/network.h"
#include "acceptance/recording.h"

namespace acceptance {

struct OracleResult {
  std::vector<double> q, v;  ///< (bodies) at the end
  /// Largest speed of a sliding pair against its mode, or of a pair at the moment that it stops
  /// [m/s]; largest distance of a spring from where its mode says it is [m].
  double worst_speed{}, worst_distance{};
};

/// Integrates the network from its start to its end through the modes of `run`. Steps should be
/// below the inverse of the highest angular frequency [s].
OracleResult integrate(const Network& network, const Recorded& run, double longest_step = 0.01);

}  // namespace acceptance
