#include "luztar/study/linear/state_space.h"

#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {

WithoutRates without_rates(const RatedSpace& rated) {
  const Matrix& a = rated.a;
  const Matrix& c = rated.c;
  WithoutRates made;
  made.shift = rated.b[1] + a * rated.b[2];
  made.system = {a, rated.b[0] + a * made.shift, c, rated.d[0] + c * made.shift};
  const Matrix by_rate = rated.d[1] + c * rated.b[2];
  const Matrix size = absolute(rated.d[1]) + absolute(c) * absolute(rated.b[2]);
  for (Index i = 0; i < by_rate.rows(); ++i)
    for (Index j = 0; j < by_rate.cols(); ++j)
      if (exceeds(by_rate(i, j), size(i, j), kNoise) || rated.d[2](i, j) != 0.0)
        made.improper.emplace_back(static_cast<int>(i), static_cast<int>(j));
  return made;
}

Matrix rates_of(const LinearCoordinates& coordinates) {
  const InstantSlopes& slopes = coordinates.slopes;
  Matrix rates(coordinates.states(), slopes.q.cols());
  const auto np = static_cast<Index>(coordinates.positions.size());
  rates.set_part(0, 0, slopes.v.rows_at(coordinates.positions));
  rates.set_part(np, 0, slopes.a.rows_at(coordinates.velocities));
  rates.set_part(np + static_cast<Index>(coordinates.velocities.size()), 0, slopes.z_rate);
  return rates;
}

}  // namespace luztar
