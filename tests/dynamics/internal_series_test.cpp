// Bristles that have settled beside their closed form.
#include "luztar/dynamics/series/internal_series.h"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "luztar/dynamics/series/expansion.h"
#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr double kStiffness = 1e6;  // N/m
constexpr double kLevel = 5.0;      // N

/// A body that moves at 2 m/s whatever happens, on bristles of LuGre's law with F_S = F_K.
struct Drawn {
  /// @param z  deflection of the bristles over that on which they settle
  explicit Drawn(double z) : system(compile(model())), series(system.impl(), 20) {
    state = initial_state(system, 0.0, {0.0}, {2.0}, {z * kLevel / kStiffness});
    series.start(state);
    structure = build_structure(system.impl(), {}, {}, {});
    series.expand(state, structure);
  }

  static Model model() {
    Model model = lasting(1.0);
    const int sled = body(model, "sled", std::numeric_limits<double>::infinity());
    friction(model, "floor", {{{sled, number(1.0)}}}, kLevel, kLevel);
    Friction::Bristles& bristles = model.frictions.back().bristles.emplace();
    bristles.kind = Friction::Bristles::Kind::LuGre;
    bristles.sigma0 = number(kStiffness);
    bristles.sigma1 = number(0.0);
    return model;
  }

  System system;
  Expansion series;
  State state;
  Structure structure;
};

}  // namespace

TEST_CASE("bristles at F_K / sigma0 are taken for settled where that limits the step") {
  Drawn run(1.0);
  REQUIRE(run.series.expand_settled(run.state, run.structure, 1e-3, 1e-9));
  CHECK(run.series.is_settled(0));
  CHECK(run.series.z(0)[0] == doctest::Approx(kLevel / kStiffness).epsilon(1e-14));
  for (int k = 1; k <= 20; ++k) CHECK(std::abs(run.series.z(0)[k]) < 1e-20);
  CHECK(std::isinf(run.series.settled_step(1e-9)));
  run.series.start(run.state);
  CHECK_FALSE(run.series.is_settled(0));
}

TEST_CASE("bristles that are on their way keep their own series") {
  Drawn run(1.0005);
  CHECK_FALSE(run.series.expand_settled(run.state, run.structure, 1e-3, 1e-9));
  CHECK_FALSE(run.series.is_settled(0));
  const double rate = -0.0005 * 2.0;  // v - sigma0 |v| z / L
  CHECK(run.series.z(0)[1] == doctest::Approx(rate).epsilon(1e-10));
}

TEST_CASE("bristles whose settling does not limit the step are left alone") {
  Drawn run(1.0);
  CHECK_FALSE(run.series.expand_settled(run.state, run.structure, 1e-6, 1e-9));
  CHECK_FALSE(run.series.is_settled(0));
}
