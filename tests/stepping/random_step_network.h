// What random networks of steps have besides their edges.
#pragma once

#include "../random.h"
#include "luztar/stepping/network.h"

namespace luztar::testing {

inline bool chance(Random& random, double p) { return random(0.0, 1.0) < p; }

struct Kind {
  bool ratios{}, given{}, contacts{}, two_sided{}, breakaway{}, links{};
};

/// Laws of all edges that differ backwards or at rest, and contacts.
inline void complete(StepNetwork& network, Random& random, const Kind& kind) {
  const auto n = network.edges.size();
  if (kind.two_sided)
    for (std::size_t e = 0; e < n; ++e) {
      network.kinetic_backward.push_back(network.kinetic[e] * random(0.5, 1.5));
      network.viscous_backward.push_back(network.viscous[e] * random(0.5, 1.5));
      network.preload.push_back(random(-2.0, 2.0));
    }
  if (kind.breakaway)
    for (std::size_t e = 0; e < n; ++e) {
      network.breakaway.push_back(network.kinetic[e] * random(1.0, 1.6));
      if (kind.two_sided) network.breakaway_backward.push_back(network.kinetic_backward[e] * 1.3);
    }
  if (kind.contacts)
    for (std::size_t e = 0; e < n; ++e)
      if (chance(random, 0.5))
        network.contacts.push_back({static_cast<int>(e), random(10.0, 1e5), -random(0.0, 1e-3),
                                    random(0.0, 1e-3), random(-1e-3, 1e-3), random(0.0, 10.0)});
}

}  // namespace luztar::testing
