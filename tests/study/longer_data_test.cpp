// Data that are so long that a fit loses its step. More: tests/python/fit_test.py.
#include "luztar/study/fit/longer_data.h"

#include <cmath>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// cos(w t), of which 40 periods were measured.
Model swinging() {
  Model model = lasting(40.0);
  model.parameters.push_back({.name = "k", .value = number(20.0)});
  body(model, "block", 1.0, 1.0);
  Spring spring;
  spring.name = "spring";
  spring.deflection = between(0, kGround);
  spring.stiffness = text("k");
  model.springs.push_back(spring);
  return model;
}

constexpr double kTrue = 4.0 * 9.8696044;

Experiment measured() {
  Experiment experiment{.name = "", .time = {}, .channels = {{"q.block", {}, 0.01}}};
  for (int i = 1; i <= 1024; ++i) {
    const double t = 40.0 / 1024 * i;
    experiment.time.push_back(t);
    experiment.channels[0].values.push_back(std::cos(std::sqrt(kTrue) * t));
  }
  return experiment;
}

}  // namespace

TEST_CASE("parts of the data have the same unknowns and noise") {
  const Model model = swinging();
  Residuals residuals(model, {measured()}, {{.name = "k"}});
  residuals.set_noise(0, 0.5);
  const auto first = residuals.of_first(64);
  REQUIRE(first);
  CHECK(first->rows() == 16);
  CHECK(first->noise(0) == 0.5);
  CHECK(first->unknowns().size() == 1);
  CHECK_FALSE(residuals.of_first(1024));
}

TEST_CASE("from half the stiffness, of which all data together know nothing") {
  const Model model = swinging();
  Residuals residuals(model, {measured()}, {{.name = "k"}});
  const LeastSquaresProblem problem = problem_of(residuals, {});
  const LeastSquaresSolution lost = least_squares(problem);
  CHECK(std::abs(lost.x(0) - kTrue) > 1.0);
  CHECK_FALSE(follows_data(residuals, lost.residual));
  const FoundPlace place = along_longer_data(residuals, problem, {problem.start});
  CHECK(place.x(0) == doctest::Approx(kTrue).epsilon(1e-6));
  CHECK(place.runs.with_derivatives > 0);
  const Fit found = fit(residuals);
  CHECK(found.x[0] == doctest::Approx(kTrue).epsilon(1e-6));
  CHECK(found.runs >= place.runs.plain);
}
