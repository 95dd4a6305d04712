// The laws of a model's elements in given modes, as expressions of positions and velocities.
#pragma once

#include <utility>
#include <vector>

#include "luztar/derive/linear/linear_regime.h"
#include "luztar/network/network.h"

namespace luztar {

struct RegimeElement {
  const NetworkElement* element{};
  bool holds{};                                    ///< its rate stays 0, and its force follows
  std::vector<std::pair<int, Expression>> arms{};  ///< without ground
  Expression deflection{}, rate{};                 ///< of q.BODY, v.BODY
  Expression force{};  ///< of q.BODY, v.BODY, z.FRICTION, x.STATE, t; 0 of what holds or is free
  Expression state_rate{};  ///< of a friction with a state z [m/s]
};

/// @param model  without f.ELEMENT in its laws; its elements are those of the network
/// Throws ModelError, by name: what holds along an expression, and what has two branches where
/// none of them is known.
std::vector<RegimeElement> elements_in(const Model& model, const Network& network,
                                       const LinearRegime& regime);

}  // namespace luztar
