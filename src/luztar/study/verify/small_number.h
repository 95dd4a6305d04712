// A model whose limits are replaced by a small number s.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "luztar/derive/reduce.h"

namespace luztar {

std::vector<ParameterLimit> joined(std::vector<ParameterLimit> first,
                                   const std::vector<ParameterLimit>& second);

/// By which powers of s several limits are taken at once, so that the first stays far ahead of the
/// next: 1 for the last, the same as the next one's for one of the same kind (two masses), else
/// three times that one. A light body of mass m on dry friction F comes to rest within
/// ~ sqrt(m)/F, so F has to fall more slowly than sqrt(m); where the next one only damps, within
/// ~ m/c, and twice is enough.
std::vector<double> powers_of(const Model& full, const std::vector<ParameterLimit>& limits);

/// Every value that tends to 0 is s^power times its own, every one that tends to infinity s^-power
/// times. Throws ModelError for a parameter or value that is 0 and should tend to infinity.
Model with_small_number(const Model& full, const std::vector<ParameterLimit>& limits, double s);

/// Names of the bodies that have no mass in the limit.
std::set<std::string> vanishing_masses(const Model& full,
                                       const std::vector<ParameterLimit>& limits);

}  // namespace luztar
