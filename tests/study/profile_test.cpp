// Profile likelihoods with a closed form.
#include "luztar/study/fit/profile.h"

#include <cmath>

#include <doctest/doctest.h>

#include "dynamics/small_models.h"
#include "luztar/core/nearness.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// F t^2/2, and what was measured of it.
Model pushed() {
  Model model = lasting(1.0);
  model.parameters.push_back({.name = "F", .value = number(2.0)});
  const int block = body(model, "block", 1.0);
  force(model, "push", block, "F");
  return model;
}

Experiment measured() {
  Experiment experiment{.name = "", .time = {}, .channels = {{"q.block", {}, 0.01}}};
  for (int i = 1; i <= 20; ++i) {
    const double t = 0.05 * i;
    experiment.time.push_back(t);
    experiment.channels[0].values.push_back(t * t + 0.01 * std::sin(7.0 * i * i));
  }
  return experiment;
}

}  // namespace

TEST_CASE("a parabola, as far as it is of interest, and a bound") {
  const Model model = pushed();
  Residuals residuals(model, {measured()}, {{.name = "F"}});
  const Fit found = fit(residuals);
  const Profile all = profile(residuals, found, 0);
  CHECK(all.name == "F");
  CHECK(all.words.empty());
  const double best = found.x[0], error = found.values[0].error;
  for (std::size_t i = 0; i < all.value.size(); ++i)
    CHECK(all.rise[i] == doctest::Approx(std::pow((all.value[i] - best) / error, 2)).epsilon(0.01));
  CHECK(all.lower == doctest::Approx(best - 1.96 * error));
  CHECK(all.upper == doctest::Approx(best + 1.96 * error));
  Residuals held(model, {measured()}, {{.name = "F", .lower = best - 0.1 * error}});
  const Profile cut = profile(held, fit(held), 0);
  CHECK(cut.lower == best - 0.1 * error);
  CHECK(cut.value.front() == cut.lower);
}

TEST_CASE("a better place is told, and a value that no row depends on has no end") {
  Model model = pushed();
  model.parameters.push_back({.name = "G", .value = number(1.0)});
  force(model, "nothing", 0, "G - G + 0*t");
  Residuals residuals(model, {measured()}, {{.name = "F"}, {.name = "G"}});
  Fit found = fit(residuals);
  const Profile flat = profile(residuals, found, 1);
  CHECK(std::isinf(flat.lower));
  CHECK(std::isinf(flat.upper));
  CHECK(flat.words == "the data set no end to it");
  found.x[0] += 3.0 * found.values[0].error;  // as if it had ended there
  std::vector<double> residual;
  REQUIRE(residuals.evaluate(found.x, residual, nullptr));
  found.residual = residual;
  CHECK(profile(residuals, found, 0).words.starts_with("fits better at "));
}
