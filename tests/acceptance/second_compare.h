// A run of luztar beside one of the second engine, sample by sample.
#pragma once

#include <cmath>

#include <doctest/doctest.h>

#include "acceptance/second_engine.h"
#include "luztar/simulate/simulate.h"

namespace acceptance::second {

/// Positions within 1e-10, velocities and internals within 1e-9.
inline void check_same_motion(const luztar::Trajectory& run, const Result& other) {
  REQUIRE(run.time.size() == other.samples.size());
  const auto near = [](double x, Real y) {
    return std::abs(x - static_cast<double>(y));
  };
  for (std::size_t k = 0; k < run.time.size(); ++k) {
    CAPTURE(run.time[k]);
    const State& expected = other.samples[k];
    for (std::size_t b = 0; b < run.q.size(); ++b) {
      CHECK(near(run.q[b][k], expected.q[static_cast<Eigen::Index>(b)]) < 1e-10);
      CHECK(near(run.v[b][k], expected.v[static_cast<Eigen::Index>(b)]) < 1e-9);
    }
    for (std::size_t i = 0; i < run.internal.size(); ++i)
      CHECK(near(run.internal[i][k], expected.z[static_cast<Eigen::Index>(i)]) < 1e-9);
  }
}

}  // namespace acceptance::second
