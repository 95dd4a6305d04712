// What the parts of Prover share. Private to proof/.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "luztar/dynamics/system/geometry.h"
#include "luztar/proof/prover.h"

namespace luztar {

inline Ends Prover::ends_of(const Instant& now, int element) const {
  if (const Geometry* geometry = system_.geometry_of(element))
    return {value_of(geometry->deflection, positions_of(now)),
            rate_of(system_, *geometry, positions_of(now), now.v)};
  Ends ends;
  for (const Term& term : system_.terms_of(element)) {
    ends.d += term.coefficient * now.q[term.body];
    ends.rate += term.coefficient * now.v[term.body];
  }
  return ends;
}

inline Ends Prover::meet(const Instant& now, int element) {
  Ends ends = ends_of(now, element);
  const double force = element < system_.first_force() ? -now.f[element] : now.f[element];
  const auto terms = system_.terms_of(element);
  if (const Geometry* geometry = system_.geometry_of(element))
    for (std::size_t i = 0; i < terms.size(); ++i)
      total_[terms[i].body].add(value_of(geometry->gradient[i], positions_of(now)) * force);
  else
    for (const Term& term : terms) total_[term.body].add(term.coefficient * force);
  if (now.d || (now.is_held != nullptr && now.is_held[element] != 0))
    take_coordinates(now, element, ends);
  return ends;
}

template <typename Law>
double Prover::slack_of(const Law& law, double value, bool at_edge) {
  double slack = 0.0;
  for (std::size_t i = 0; i < arguments_.value.size(); ++i) {
    const double x = arguments_.value[i];
    double most = 0.0;
    for (const double step : {-arguments_.slack[i], arguments_.slack[i]}) {
      arguments_.value[i] = x + step;
      const double change = std::abs(law(arguments_.value) - value);
      if (std::isfinite(change)) most = std::max(most, change);
    }
    arguments_.value[i] = x;
    slack += most;
  }
  if constexpr (requires { law.rounded(arguments_.value, arguments_.slack, 0); }) {
    double most = 0.0;
    const int first = at_edge ? Law::kPatterns : 0;
    for (int pattern = first; pattern < first + Law::kPatterns; ++pattern) {
      const double change =
          std::abs(law.rounded(arguments_.value, arguments_.slack, pattern) - value);
      if (std::isfinite(change)) most = std::max(most, change);
    }
    slack += most;
  }
  return 2.0 * slack;  // which is rounded itself
}

template <typename Law>
void Prover::claim_force(const Instant& now, int element, const Law& law) {
  const double expected = law(std::span<const double>(arguments_.value));
  const double found = now.f[element];
  if (worst_.is_no_news(Proofs::Laws, found, expected, scales_.f(element))) return;
  const double scale = scales_.beside(element);
  const double residual = std::abs(found - expected);
  const bool near = residual <= worst_.limit() * scale;
  double slack = near ? 0.0 : slack_of(law, expected, false);
  if (!near && residual > slack) slack = slack_of(law, expected, true);
  if constexpr (requires { law.has_root(); })
    if (!near && residual > slack && law.has_root())
      slack += root_slack(now, std::cref(law), element, residual);
  worst_.note(Proofs::Laws, Claim::Force, element, now.time, found, expected, scale,
              scales_.force_slack() + slack);
}

}  // namespace luztar
