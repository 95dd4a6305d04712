// A least value without derivatives, where they lead nowhere.
#pragma once

#include <functional>
#include <vector>

namespace luztar {

struct SimplexResult {
  std::vector<double> x;
  double value{};
};

/// Goes down from x by the method of J. A. Nelder and R. Mead, Comput. J. 7, 1965.
/// @param f  to be made small; infinite where there is no value
/// @param steps  (unknowns) first steps; 0: the unknown stays
/// @param most  evaluations
SimplexResult descend_by_simplex(const std::function<double(const std::vector<double>&)>& f,
                                 const std::vector<double>& x, const std::vector<double>& steps,
                                 int most);

}  // namespace luztar
