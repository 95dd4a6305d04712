// How much worse data are fitted where a value is held elsewhere: its profile likelihood.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "luztar/study/fit/fit.h"

namespace luztar {

/// All other values are fitted anew at each point. The interval holds what raises -2 log likelihood
/// by at most 3.84 (W. Q. Meeker and L. A. Escobar, Am. Stat. 49, 1995): unlike that of the
/// linearised problem it need not be symmetric, and it ends where the data end.
struct Profile {
  std::string name{};                    ///< of the value, as in Fit
  std::vector<double> value{}, rise{};   ///< (points) by value; of -2 log likelihood
  std::vector<std::vector<double>> x{};  ///< (points × values) all values there
  double lower{}, upper{};               ///< infinite: no end was reached
  std::string words{};                   ///< what there is to say; "" for nothing
};

/// @param place  of the value  @param fit  of these residuals, with the noise that they have now
/// @pre the fit has values
Profile profile(Residuals& residuals, const Fit& fit, std::size_t place,
                const FitSettings& settings = {});

}  // namespace luztar
