// Data of [fit] in SI, and residuals with their derivatives.
#include "luztar/io/read_fit.h"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"
#include "luztar/study/fit/fit.h"

namespace luztar {
namespace {

using test::TemporaryFolder;
using test::write_text;

constexpr const char* kModel = R"([parameters]
F = { value = 3, unit = "N" }
[bodies.block]
mass = 2
velocity = 2
[frictions.guide]
between = ["block", "ground"]
kinetic = "F"
[simulation]
duration = 1
[fit]
data = "d.csv"
match = { "q.block" = { column = 2, unit = "dm", noise = 0.02 }, "f.guide" = 3 }
free = ["F=1:0.01 kN", "v.block"]
)";

/// q = 2 t - t^2 in dm: 4 N on 2 kg.
constexpr const char* kData = "0,0,4\n0.25,4.375,4\n0.5,,4\n0.75,9.375,NaN\n";

struct Read {
  Read() {
    write_text(folder.path() / "m.toml", kModel);
    write_text(folder.path() / "d.csv", kData);
    model = load_model((folder.path() / "m.toml").string());
  }
  TemporaryFolder folder;
  Model model;
};

}  // namespace

TEST_CASE("columns, units, noise, gaps and bounds become numbers in SI") {
  const Read read;
  const std::vector<Experiment> experiments = read_experiments(read.model);
  REQUIRE(experiments.size() == 1);
  CHECK(experiments[0].time == std::vector<double>{0.0, 0.25, 0.5, 0.75});
  REQUIRE(experiments[0].channels.size() == 2);
  CHECK(experiments[0].channels[0].values[1] == doctest::Approx(0.4375));
  CHECK(std::isnan(experiments[0].channels[0].values[2]));
  CHECK(experiments[0].channels[0].noise == doctest::Approx(0.002));
  CHECK(std::isnan(experiments[0].channels[1].values[3]));
  const std::vector<FreeValue> free = free_values(read.model);
  CHECK(free[0].lower == 1.0);
  CHECK(free[0].upper == 10.0);
  CHECK(std::isinf(free[1].upper));
}

TEST_CASE("residuals by channels, their derivatives, and the values that made the data") {
  const Read read;
  Residuals residuals(read.model, read_experiments(read.model), free_values(read.model));
  CHECK(residuals.start() == std::vector<double>{3.0, 2.0});
  REQUIRE(residuals.rows() == 6);
  std::vector<double> residual, jacobian;
  REQUIRE(residuals.evaluate({3.0, 2.0}, residual, &jacobian));
  // q = v t - F t^2/(2 m), f = F; noises 0.002 m and, not known, 1
  CHECK(residual[1] == doctest::Approx(0.25 * 0.0625 / 0.002));
  CHECK(jacobian[2 * 1] == doctest::Approx(-0.25 * 0.0625 / 0.002));
  CHECK(jacobian[2 * 1 + 1] == doctest::Approx(0.25 / 0.002));
  CHECK(residual[4] == doctest::Approx(-1.0));
  CHECK(jacobian[2 * 4] == doctest::Approx(1.0));
  const Fit found = fit(residuals);
  CHECK(found.found);
  CHECK(found.values[0].value == doctest::Approx(4.0).epsilon(1e-6));
  CHECK(found.values[1].value == doctest::Approx(2.0).epsilon(1e-6));
  CHECK_FALSE(residuals.evaluate({-3.0, 2.0}, residual, nullptr));
  CHECK(residuals.words().find("negative") != std::string::npos);
}

}  // namespace luztar
