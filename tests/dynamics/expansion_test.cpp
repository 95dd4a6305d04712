#include "luztar/dynamics/expansion.h"

#include <cmath>

#include <doctest/doctest.h>

#include "luztar/dynamics/modes.h"
#include "luztar/dynamics/system.h"
#include "luztar/series/polynomial.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr int kOrder = 26;

/// The series of a system from its start on.
struct Started {
  explicit Started(const Model& model) : system(compile(model)), series(system.impl(), kOrder) {
    StructureCache cache;
    ModeResolver modes(system.impl(), cache);
    State state = initial_state(system);
    PairsNow now;
    for (const std::int8_t mode : state.pair) now.push_back({mode == 0, Mode::Stuck});
    series.start(state);
    modes.tie(state, series, now);
    REQUIRE(modes.decide(state, series, now) == ModeStatus::Decided);
    series.expand(state, *modes.structure());
  }

  bool is_zero_beyond(int degree) const {
    for (int k = degree + 1; k <= kOrder; ++k) {
      for (int b = 0; b < system.impl().n_bodies(); ++b)
        if (series.q(b)[k] != 0.0 || series.v(b)[k] != 0.0 || series.a(b)[k] != 0.0) return false;
      for (int e = 0; e < system.impl().n_elements(); ++e)
        if (series.d(e)[k] != 0.0 || series.rate(e)[k] != 0.0 || series.f(e)[k] != 0.0)
          return false;
    }
    return true;
  }

  System system;
  Expansion series;
};

}  // namespace

TEST_CASE("a block stuck on a belt loads its pair in proportion to time: a short series") {
  Model model = lasting(1);
  const int block = body(model, "block", 1, 0.0, 0.1);
  const int belt = moving_base(model, "belt", "0.1*t");
  spring(model, "spring", {{{block, number(1.0)}}}, 100);
  friction(model, "contact", between(block, belt), 8, 12);
  const Started run(model);
  CHECK(run.series.degree() == 2);
  CHECK(run.is_zero_beyond(run.series.degree()));
  const int contact = run.system.impl().first_pair();
  CHECK(run.series.f(contact)[1] == doctest::Approx(-10.0).epsilon(1e-15));  // -k v
  CHECK(run.series.q(block)[1] == 0.1);
}

TEST_CASE("the degree covers what a force of time does to a free body") {
  Model model = lasting(1);
  const int block = body(model, "block", 2);
  force(model, "push", block, "t^5");
  const Started run(model);
  CHECK(run.series.degree() == 7);  // q = t^7 / (2 * 6 * 7)
  CHECK(run.is_zero_beyond(7));
  CHECK(run.series.q(block)[7] == doctest::Approx(1.0 / 84.0).epsilon(1e-15));
}

TEST_CASE("an oscillation needs all orders") {
  Model model = lasting(1);
  const int block = body(model, "block", 1, 1.0);
  spring(model, "spring", {{{block, number(1.0)}}}, 4);
  const Started run(model);
  CHECK(run.series.degree() == kOrder);
  // q = cos(2 t)
  CHECK(evaluate_polynomial(run.series.q(block), kOrder, 1.0) ==
        doctest::Approx(std::cos(2.0)).epsilon(1e-15));
}
