// A model whose limits are replaced by a small number s.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "luztar/derive/reduce.h"

namespace luztar {

/// Every value that tends to 0 is s times its own, every one that tends to infinity 1/s times. Of
/// several limits at once dampings take the root of s, since c ~ sqrt(m) keeps vibrations damped
/// alike.
/// Throws ModelError for a parameter that is 0 and should tend to infinity.
Model with_small_number(const Model& full, const std::vector<ParameterLimit>& limits, double s);

/// Names of the bodies that have no mass in the limit.
std::set<std::string> vanishing_masses(const Model& full,
                                       const std::vector<ParameterLimit>& limits);

}  // namespace luztar
