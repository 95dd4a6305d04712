// A fit as a problem of least squares. Private to study/.
#pragma once

#include "luztar/study/fit/fit.h"
#include "luztar/study/fit/least_squares.h"

namespace luztar {

/// What is made least, with the noise as the residuals have it now. It holds the residuals.
LeastSquaresProblem problem_of(Residuals& residuals, const FitSettings& settings);

}  // namespace luztar
