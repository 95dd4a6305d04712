#include "luztar/model/link_loads.h"

#include <doctest/doctest.h>

#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Model gear(const std::string& normal) {
  Model model = lasting(1);
  const int a = body(model, "a", 1), b = body(model, "b", 1);
  link(model, "mesh", between(a, b));
  friction(model, "loss", between(a, kGround), 0.1, 0.1);
  model.frictions[0].normal = text(normal);
  return model;
}

}  // namespace

TEST_CASE("forces of links in normal forces become symbols of their own") {
  const auto written = [](const std::string& normal) {
    return to_text(*with_loading_elements_beside(gear(normal))->frictions[0].normal);
  };
  CHECK(written("2*abs(f.mesh)") == "2*|f|.mesh");
  CHECK(written("max(f.mesh, 0)") == "+f.mesh");
  CHECK(written("1 + max(0, -f.mesh)") == "1 + -f.mesh");
  CHECK(with_loading_elements_beside(gear("abs(f.mesh)"))->links[0].deflection.formula);
  CHECK(!with_loading_elements_beside(gear("abs(q.a)")));
  CHECK(loading_elements(gear("abs(f.mesh) + abs(q.a)")) == std::set<std::string>{"mesh"});
}

TEST_CASE("the force of a stop alone is how much it pushes") {
  Model model = gear("abs(f.mesh)");
  stop(model, "floor", between(0, kGround), 0, 1, 0);
  model.frictions[0].normal = text("f.floor + 2*max(-f.floor, 0) + abs(f.mesh)");
  const Model beside = *with_loading_elements_beside(model);
  CHECK(to_text(*beside.frictions[0].normal) == "|f|.floor + 2*-f.floor + |f|.mesh");
  CHECK(beside.stops[0].deflection.formula);
  CHECK(loading_elements(model) == std::set<std::string>{"floor", "mesh"});
  CHECK(to_text(with_sizes(model, *model.frictions[0].normal)) ==
        "abs(f.floor) + 2*max(-f.floor, 0) + abs(f.mesh)");
  CHECK_THROWS_WITH_AS(refuse_loads(model, "steps cannot take"),
                       doctest::Contains("reads that of the stop 'floor'"), ModelError);
}

TEST_CASE("who cannot do with forces of links says so") {
  CHECK_NOTHROW(refuse_loads(gear("abs(q.a)"), "steps cannot take"));
  CHECK_THROWS_WITH_AS(refuse_loads(gear("abs(f.mesh)"), "steps cannot take"),
                       doctest::Contains("steps cannot take 'loss': its normal force reads"),
                       ModelError);
}
