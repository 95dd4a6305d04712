// Values from the balance of forces in measured motions: where a fit may begin.
#pragma once

#include <string>
#include <vector>

#include "luztar/study/fit/residuals.h"

namespace luztar {

/// What the laws of the model ask for where the bodies are measured to be, by least squares.
struct ForceBalance {
  bool found{};
  std::string words{};    ///< why not
  std::vector<double> x;  ///< (unknowns) what no law reads stays as it was
};

/// Positions are smoothed without delay and differentiated twice; each row says mass times
/// acceleration less the forces of the model, and is smoothed alike. Frictions slide in the
/// direction that they are measured to. Needs the position of every body with mass, and what
/// controllers and states hold. (Inverse dynamic identification; M. Gautier, Proc. IEEE ICRA,
/// 1997.)
ForceBalance balance_forces(Residuals& residuals, const std::vector<double>& start);

}  // namespace luztar
