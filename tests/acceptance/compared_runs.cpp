#include "acceptance/compared_runs.h"

#include <algorithm>
#include <cmath>

namespace acceptance {

luztar::Model perturbed(luztar::Model model) {
  std::vector<char> fixed(model.bodies.size(), 0);
  for (const luztar::Stop& stop : model.stops) {
    for (const auto& term : stop.deflection.terms) {
      const bool touches = stop.lower.op() == luztar::Op::Number && stop.lower.number() == 0.0;
      if (touches && term.body >= 0) fixed[static_cast<std::size_t>(term.body)] = 1;
    }
  }
  double shift = 1e-10;
  for (std::size_t i = 0; i < fixed.size(); ++i, shift = -shift) {
    luztar::Expression& position = model.bodies[i].position;
    if (fixed[i] != 0 || model.bodies[i].motion) continue;
    position =
        luztar::Expression::apply(luztar::Op::Add, {position, luztar::Expression::number(shift)});
  }
  return model;
}

std::vector<double> distance(const luztar::Trajectory& a, const luztar::Trajectory& b,
                             double length, double speed, std::size_t first) {
  double q = 1e-3, v = 1e-3, z = 1e-3;
  const auto largest = [](double& most, const std::vector<std::vector<double>>& rows) {
    for (const auto& row : rows) {
      for (const double x : row) most = std::max(most, std::abs(x));
    }
  };
  largest(q, a.q);
  largest(v, a.v);
  largest(z, a.internal);
  std::vector<double> worst(a.time.size(), 0.0);
  for (std::size_t i = 0; i < worst.size(); ++i) {
    worst[i] = i == 0 ? 0.0 : worst[i - 1];
    for (std::size_t body = 0; body < a.q.size(); ++body) {
      worst[i] = std::max(worst[i],
                          std::abs(length * a.q[body][i] - b.q[body][i]) / (std::abs(length) * q));
      worst[i] =
          std::max(worst[i], std::abs(speed * a.v[body][i] - b.v[body][i]) / (std::abs(speed) * v));
    }
    for (std::size_t k = first; k < a.internal.size(); ++k)
      worst[i] = std::max(worst[i], std::abs(a.internal[k][i] - b.internal[k][i]) / z);
  }
  return worst;
}

}  // namespace acceptance
