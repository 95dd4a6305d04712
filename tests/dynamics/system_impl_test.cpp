// What the numbers of a System say of an element, whatever its kind is.
#include "luztar/dynamics/system/system_impl.h"

#include <string>

#include <doctest/doctest.h>

#include "luztar/dynamics/structure/structure.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

Model one_of_each() {
  Model model = lasting(1.0);
  const int a = body(model, "a", 1.0);
  const int b = body(model, "b", 2.0);
  const int c = body(model, "c", 3.0);
  spring(model, "coil", between(a, b), 5.0);
  damper(model, "oil", between(a, b), 3.0);
  damper(model, "drag", between(a, b), "2*v");
  friction(model, "dry", between(a, kGround), 1.0, 1.0, 0.0);
  freewheel(model, "clutch", between(a, kGround));
  link(model, "rod", between(a, b));
  stop(model, "wall", between(c, kGround), -1.0, 1.0, 0.0);
  stop(model, "held", between(b, kGround), 0.0, 0.0, 0.0);
  return model;
}

}  // namespace

TEST_CASE("a damper is a spring without stiffness") {
  const System system = compile(one_of_each());
  const SystemImpl& impl = system.impl();
  REQUIRE(impl.first_pair() == 3);
  CHECK(impl.n_springs() == 1);
  CHECK(impl.smooth_law(0).stiffness == 5.0);
  CHECK(impl.smooth_law(1).stiffness == 0.0);
  CHECK(impl.smooth_law(1).damping == 3.0);
  CHECK(!impl.smooth_law(1).has_gap);
  CHECK(impl.force_slot(1) < 0);
  CHECK(impl.force_slot(2) >= 0);
}

TEST_CASE("a pair says what it can do; a stop without room never lets go") {
  const System system = compile(one_of_each());
  const SystemImpl& impl = system.impl();
  const auto names = [&](bool (PairLaw::*can)() const) {
    std::string found;
    for (int j = 0; j < impl.n_pairs(); ++j)
      if ((impl.pairs[j].*can)()) found += impl.elements[impl.first_pair() + j].name + " ";
    return found;
  };
  CHECK(names(&PairLaw::is_dry) == "dry ");
  CHECK(names(&PairLaw::is_one_way) == "clutch ");
  CHECK(names(&PairLaw::is_rigid) == "rod held ");
  CHECK(names(&PairLaw::has_edges) == "wall ");
  CHECK(names(&PairLaw::is_one_sided) == "clutch wall ");
  CHECK(names(&PairLaw::slides) == "dry clutch ");
  for (int e = 0; e < impl.n_elements(); ++e)
    CHECK(impl.elements[e].is_pair == (e >= impl.first_pair()));
}

TEST_CASE("what never lets go ties bodies rigidly, nothing else does") {
  Model model = one_of_each();
  model.stops.pop_back();
  const System system = compile(model);
  const Structure structure = rigid_structure(system.impl());
  CHECK(structure.coordinates.size() == 2);
  model.links.clear();
  CHECK(rigid_structure(compile(model).impl()).coordinates.size() == 3);
}
