// The force of each friction over the speed, and its error by a fit.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "luztar/study/fit/fit.h"

namespace luztar {

struct LawCurve {
  std::string name{};              ///< of the friction
  bool is_coefficient{};           ///< of a normal force that changes, without the viscous part
  std::vector<double> velocity{};  ///< from -fastest to fastest, 0 from both sides [m/s]
  std::vector<double> force{},
      error{};              ///< (velocities) standard error; 0: nothing of it was free [N]
  double lower{}, upper{};  ///< of the force at rest [N]
  double lower_error{}, upper_error{};
};

/// The names of elements that have such a law.
std::vector<std::string> elements_with_laws(const Model& model);

/// Of the first experiment, where values are its own.
/// @param fastest  speed up to which a friction is of interest, by its name; 0: not at all [m/s]
/// @param most  so many curves at most
std::vector<LawCurve> law_curves(const Residuals& residuals, const Fit& fit,
                                 const std::function<double(const std::string& name)>& fastest,
                                 std::size_t most);

}  // namespace luztar
