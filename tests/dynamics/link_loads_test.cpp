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
    return to_text(*with_loaded_links_beside(gear(normal))->frictions[0].normal);
  };
  CHECK(written("2*abs(f.mesh)") == "2*|f|.mesh");
  CHECK(written("max(f.mesh, 0)") == "+f.mesh");
  CHECK(written("1 + max(0, -f.mesh)") == "1 + -f.mesh");
  CHECK(with_loaded_links_beside(gear("abs(f.mesh)"))->links[0].deflection.formula);
  CHECK(!with_loaded_links_beside(gear("abs(q.a)")));
  CHECK(loaded_links(gear("abs(f.mesh) + abs(q.a)")) == std::set<std::string>{"mesh"});
}

TEST_CASE("who cannot do with forces of links says so") {
  CHECK_NOTHROW(refuse_loads(gear("abs(q.a)"), "steps cannot take"));
  CHECK_THROWS_WITH_AS(refuse_loads(gear("abs(f.mesh)"), "steps cannot take"),
                       doctest::Contains("steps cannot take 'loss': its normal force reads"),
                       ModelError);
}
