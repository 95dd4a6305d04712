// What the parts of Prover share. Private to proof/.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

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
double Prover::error_of(const Law& law, double value, bool at_edge) {
  double error = 0.0;
  for (std::size_t i = 0; i < arguments_.value.size(); ++i) {
    const double x = arguments_.value[i];
    double most = 0.0;
    for (const double step : {-arguments_.error[i], arguments_.error[i]}) {
      arguments_.value[i] = x + step;
      const double change = std::abs(law(arguments_.value) - value);
      if (std::isfinite(change)) most = std::max(most, change);
    }
    arguments_.value[i] = x;
    error += most;
  }
  if constexpr (requires { law.rounded(arguments_.value, arguments_.error, 0); }) {
    double most = 0.0;
    const int first = at_edge ? Law::kPatterns : 0;
    for (int pattern = first; pattern < first + Law::kPatterns; ++pattern) {
      const double change =
          std::abs(law.rounded(arguments_.value, arguments_.error, pattern) - value);
      if (std::isfinite(change)) most = std::max(most, change);
    }
    error += most;
  }
  return 2.0 * error;  // which is rounded itself
}

template <typename Law>
Prover::Expected Prover::expected_after(double dt, const Law& law, bool with_error) {
  std::vector<double>& value = arguments_.value;
  const auto move = [&](double by) {
    for (std::size_t i = 0; i < value.size(); ++i) value[i] += by * arguments_.rate[i];
  };
  kept_ = value;
  move(dt);
  Expected moved{law(std::span<const double>(value)), 0.0};
  if (with_error) {
    arguments_.error.swap(arguments_.ulps);
    moved.error = error_of(law, moved.value, true);
    arguments_.error.swap(arguments_.ulps);
    // What is steep, as a root where it begins, changes on the way there; what jumps does not.
    constexpr double kNearer = 1.0 / 16.0, kSteepest = 8.0;  // powers down to 0.05
    move((kNearer - 1.0) * dt);
    const double nearer = law(std::span<const double>(value));
    if (std::isfinite(nearer)) moved.error += kSteepest * std::abs(nearer - moved.value);
  }
  value = kept_;
  return moved;
}

template <typename Law>
void Prover::claim_force(const Instant& now, int element, const Law& law) {
  const bool knows_side = now.event_side != 0 && arguments_.move();
  const double moment = now.event_side * time_resolution();
  Expected expected = knows_side ? expected_after(moment, law, false)
                                 : Expected{law(std::span<const double>(arguments_.value)), 0.0};
  const double found = now.f[element];
  if (worst_.is_no_news(Proofs::Laws, found, expected.value, scales_.f(element))) return;
  const double scale = scales_.beside(element);
  const double near = worst_.limit() * scale;
  const auto is_missing = [&] {
    return !(std::abs(found - expected.value) - expected.error <= near);
  };
  const auto add_root = [&] {
    if constexpr (requires { law.has_root(); })
      if (is_missing() && law.has_root())
        expected.error +=
            root_error(now, std::cref(law), element, std::abs(found - expected.value));
  };
  const auto made = [&]() -> Compared {
    return {element, now.time, found, expected.value, scale, expected.error};
  };
  if (knows_side && is_missing()) {
    expected = expected_after(moment, law, true);
    add_root();
    if (is_missing()) {
      const bool is_number = std::isfinite(expected.value);
      if (is_number && now.event_side > 0)
        doubts_.push_back(made());
      else if (is_number && now.time - since_ > time_resolution())
        return note(made());
      expected = {law(std::span<const double>(arguments_.value)), 0.0};
    }
  }
  if (is_missing()) expected.error = error_of(law, expected.value, false);
  if (is_missing()) expected.error = error_of(law, expected.value, true);
  add_root();
  note(made());
}

}  // namespace luztar
