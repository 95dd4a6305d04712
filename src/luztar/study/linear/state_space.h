// Matrices of a linear system while it is made.
#pragma once

#include "luztar/matrix/matrix.h"
#include "luztar/study/linear/linear_coordinates.h"

namespace luztar {

/// x' = A x + B u, y = C x + D u. Inputs are what controllers hold too, where there are some.
struct StateSpace {
  Matrix a, b, c, d;
};

/// x' = A x + B[0] u + B[1] u' + B[2] u'', y = C x + D[0] u + D[1] u' + D[2] u''.
struct RatedSpace {
  Matrix a, c;
  Matrix b[3], d[3];
};

/// The same without rates, for x - (B[1] + A B[2]) u - B[2] u'.
/// @param improper  outputs and inputs (row, column) of D that no such system has
struct WithoutRates {
  StateSpace system;
  Matrix shift;  ///< (states × inputs) what x is more than the new states, by u
  std::vector<std::pair<int, int>> improper;
};
WithoutRates without_rates(const RatedSpace& rated);

/// x' of the states of coordinates, (states × columns).
Matrix rates_of(const LinearCoordinates& coordinates);

}  // namespace luztar
