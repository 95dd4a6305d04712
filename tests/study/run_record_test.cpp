#include "luztar/study/compare/run_record.h"

#include <cmath>
#include <vector>

#include <doctest/doctest.h>

namespace luztar {

TEST_CASE("values between rows: a cubic is exact where its slope is a column, else a line") {
  RunRecord run{.name = "run", .time = {0.0, 1.0, 3.0}};
  const auto cubic = [](double t) {
    return t * t * t - 2 * t + 1;
  };
  const auto slope = [](double t) {
    return 3 * t * t - 2;
  };
  run.channels = {{"q.a", "m", {}}, {"v.a", "m/s", {}}, {"f.s", "N", {}}};
  for (const double t : run.time) {
    run.channels[0].values.push_back(cubic(t));
    run.channels[1].values.push_back(slope(t));
    run.channels[2].values.push_back(2 * t);
  }
  const std::vector<double> times{0.0, 0.25, 1.0, 1.5, 2.75, 3.0};
  const std::vector<double> q = values_at(run, run.channels[0], times);
  const std::vector<double> f = values_at(run, run.channels[2], times);
  for (std::size_t i = 0; i < times.size(); ++i) {
    CHECK(q[i] == doctest::Approx(cubic(times[i])).epsilon(1e-14));
    CHECK(f[i] == doctest::Approx(2 * times[i]).epsilon(1e-14));
  }
  // Of v, whose slope jumps where a friction breaks, a straight line.
  CHECK(values_at(run, run.channels[1], std::vector{2.0})[0] == (slope(1) + slope(3)) / 2);
  const std::vector<double> outside = values_at(run, run.channels[0], std::vector{-0.1, 3.1});
  CHECK(std::isnan(outside[0]));
  CHECK(std::isnan(outside[1]));
}

}  // namespace luztar
