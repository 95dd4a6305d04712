// Laws of friction over the speed, and their errors.
#include "luztar/study/fit/law_curve.h"

#include <cmath>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/core/nearness.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// A guide F + C v, and a seal pressed by a normal force that changes.
Model sliding() {
  Model model = lasting(1.0);
  model.parameters.push_back({.name = "F", .value = Expression::number(3.0)});
  model.parameters.push_back({.name = "C", .value = Expression::number(2.0)});
  const int block = body(model, "block", 1.0), other = body(model, "other", 1.0);
  friction(model, "guide", between(block, kGround), 3.0, 3.0);
  friction(model, "seal", between(other, block), 0.1, 0.2);
  for (Friction::Law* law : {&model.frictions[0].forward, &model.frictions[0].backward}) {
    law->kinetic = law->breakaway = parse_expression("F", {});
    law->viscous = parse_expression("C", {});
  }
  model.frictions[1].normal = parse_expression("2 + t", {});
  model.frictions[1].forward.viscous = Expression::number(5.0);
  return model;
}

/// A fit that found F = 4 and C = 1 with these errors.
Fit found(double error_of_f, double error_of_c, double covariance) {
  Fit fit;
  fit.x = {4.0, 1.0};
  fit.values = {{.name = "F", .value = 4.0, .error = error_of_f},
                {.name = "C", .value = 1.0, .error = error_of_c}};
  fit.covariance = {{error_of_f * error_of_f, covariance}, {covariance, error_of_c * error_of_c}};
  return fit;
}

}  // namespace

TEST_CASE("forces and errors of a law that is linear in two values") {
  const Model model = sliding();
  const Residuals residuals(
      model, {{.name = "", .time = {0.5, 1.0}, .channels = {{"q.block", {0.0, 0.0}}}}},
      {{.name = "F"}, {.name = "C"}});
  const auto curves = law_curves(
      residuals, found(0.3, 0.1, -0.02), [](const std::string&) { return 2.0; }, 9);
  REQUIRE(curves.size() == 2);
  const LawCurve& guide = curves[0];
  CHECK(guide.name == "guide");
  CHECK(!guide.is_coefficient);
  CHECK(guide.velocity.front() == -2.0);
  CHECK(guide.velocity.back() == 2.0);
  for (std::size_t i = 0; i < guide.velocity.size(); ++i) {
    const double v = guide.velocity[i], u = std::abs(v);
    CHECK(guide.force[i] == doctest::Approx(std::copysign(4.0 + u, v)));
    CHECK(guide.error[i] == doctest::Approx(std::sqrt(0.09 - 0.04 * u + 0.01 * u * u)));
  }
  CHECK(guide.lower == -4.0);
  CHECK(guide.upper == 4.0);
  CHECK(guide.upper_error == doctest::Approx(0.3));
  const LawCurve& seal = curves[1];  // a coefficient: without its viscous part
  CHECK(seal.is_coefficient);
  CHECK(seal.force.back() == doctest::Approx(0.1));
  CHECK(seal.upper == doctest::Approx(0.2));
  CHECK(seal.error.back() == 0.0);
}

TEST_CASE("what does not slide, and what cannot be told") {
  const Model model = sliding();
  const Residuals residuals(
      model, {{.name = "", .time = {0.5, 1.0}, .channels = {{"q.block", {0.0, 0.0}}}}},
      {{.name = "F"}, {.name = "C"}});
  Fit fit = found(0.3, 0.1, 0.0);
  fit.values[1].error = kInfinity;
  fit.covariance[1][1] = 0.0;
  const auto speed = [](const std::string& name) {
    return name == "guide" ? 1.0 : 0.0;
  };
  const auto curves = law_curves(residuals, fit, speed, 9);
  REQUIRE(curves.size() == 1);
  CHECK(curves[0].error.back() == doctest::Approx(0.3));
  CHECK(law_curves(residuals, fit, speed, 0).empty());
}
