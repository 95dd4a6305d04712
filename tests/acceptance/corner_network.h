// Random model files made of simple numbers, so that limits, loads, edges and rates meet exactly.
#pragma once

#include <string>

#include "random.h"

namespace acceptance {

/// 1 to 6 bodies, given motions and infinite masses among them, with springs, dampers, all laws of
/// friction, links, stops with room and without, elements across three bodies, on trees and on
/// cycles; with `massless` a tree of dampers, frictions, links and stops, massless bodies among its
/// bodies.
std::string corner_network(luztar::testing::Random& random, bool massless);

}  // namespace acceptance
