// A place for a fit to begin at, where the data are long. Private to study/.
#pragma once

#include <vector>

#include "luztar/study/fit/fit_problem.h"

namespace luztar {

struct FoundPlace {
  Vector x;
  int iterations{};
  Residuals::Runs runs{};
};

/// Over many periods a frequency that is a little wrong leads through many least values of the
/// cost; over few there is one. Fits the first part in 128 of the data, then twice as much from
/// where that led, and so on to the half: what is found in one of them is right to less than a
/// period in the next.
/// @param problem  of the residuals  @param starts  the best one for the shortest part is taken
FoundPlace along_longer_data(const Residuals& residuals, const LeastSquaresProblem& problem,
                             const std::vector<Vector>& starts);

/// Whether what is left of each channel is small beside what it does.
bool follows_data(const Residuals& residuals, const Vector& residual);

}  // namespace luztar
