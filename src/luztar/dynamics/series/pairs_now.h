// The pairs of an instant before their modes are decided.
#pragma once

#include <vector>

#include "luztar/core/mode.h"

namespace luztar {

struct PairNow {
  bool at_rest{};  ///< relative velocity is zero now
  Mode broken{};   ///< direction in which it just reached its static limit, if any
  bool held{};     ///< it stuck up to now
};

using PairsNow = std::vector<PairNow>;  ///< (pairs)

}  // namespace luztar
