// The exponential of a matrix.
#pragma once

#include "luztar/matrix/matrix.h"

namespace luztar {

/// exp(a), by diagonal Pade approximants with scaling and squaring (Higham, SIAM J. Matrix Anal.
/// Appl. 26(4), 2005, 1179-1193).
Matrix exponential(const Matrix& a);

}  // namespace luztar
