// Newton's law with tied bodies beside closed forms.
#include "luztar/dynamics/series/motion_series.h"

#include <doctest/doctest.h>

#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

TEST_CASE("a link carries the share of the mass that it draws, by orders as by rows") {
  Model model = lasting(1.0);
  const int one = body(model, "one", 2.0);
  const int two = body(model, "two", 3.0);
  link(model, "rod", between(one, two));
  const System system = compile(model);
  const SystemImpl& impl = system.impl();
  const Structure structure = build_structure(impl, {Mode::Stuck}, {Bound::Free}, {});
  const int rod = impl.first_pair();
  MotionSeries by_orders(impl, 3), by_rows(impl, 3);
  for (MotionSeries* motion : {&by_orders, &by_rows})
    for (int k = 0; k <= 3; ++k) {
      motion->body_force(one)[k] = 10.0 * (k + 1);
      motion->accelerate(structure, k);
      if (motion == &by_orders || k == 0) motion->add_holding_forces(structure, k);
    }
  by_rows.add_holding_rows(structure);
  for (const MotionSeries* motion : {&by_orders, &by_rows})
    for (int k = 0; k <= 3; ++k) {
      CHECK(motion->a(two)[k] == doctest::Approx(2.0 * (k + 1)).epsilon(1e-15));  // F / 5 kg
      CHECK(motion->f(rod)[k] == doctest::Approx(6.0 * (k + 1)).epsilon(1e-15));  // 3/5 of F
      CHECK(motion->load(two, k) == doctest::Approx(0.0).epsilon(1e-15));
      if (k < 3)
        CHECK(motion->v(one)[k + 1] == doctest::Approx(2.0).epsilon(1e-15));  // a_k / (k + 1)
    }
  CHECK(by_rows.force_scale(1) == doctest::Approx(12.0).epsilon(1e-15));
}
