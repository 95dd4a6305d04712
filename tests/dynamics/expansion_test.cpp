#include "luztar/dynamics/series/expansion.h"

#include <cmath>

#include <doctest/doctest.h>

#include "luztar/series/polynomial.h"
#include "started.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr int kOrder = Started::kOrder;

bool is_zero_beyond(const Started& run, int degree) {
  const SystemImpl& system = run.system.impl();
  for (int k = degree + 1; k <= kOrder; ++k) {
    for (int b = 0; b < system.n_bodies(); ++b)
      if (run.series.q(b)[k] != 0.0 || run.series.v(b)[k] != 0.0 || run.series.a(b)[k] != 0.0)
        return false;
    for (int e = 0; e < system.n_elements(); ++e)
      if (run.series.d(e)[k] != 0.0 || run.series.rate(e)[k] != 0.0 || run.series.f(e)[k] != 0.0)
        return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a block stuck on a belt loads its pair in proportion to time: a short series") {
  Model model = lasting(1);
  const int block = body(model, "block", 1, 0.0, 0.1);
  const int belt = moving_base(model, "belt", "0.1*t");
  spring(model, "spring", {{{block, number(1.0)}}}, 100);
  friction(model, "contact", between(block, belt), 8, 12);
  const Started run(model);
  CHECK(run.series.degree() == 2);
  CHECK(is_zero_beyond(run, run.series.degree()));
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
  CHECK(is_zero_beyond(run, 7));
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
