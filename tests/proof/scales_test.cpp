// What rounding is relative to: the largest numbers of a run so far.
#include "luztar/proof/scales.h"

#include <doctest/doctest.h>

#include "hand_made.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

// Block on a floor, 2 kg, a spring of 10 N/m and a friction of at most 3 N.
struct Run {
  System system = compile(block_on_floor());
  Scales scales{system.impl(), 1e-9, 4.0};
  void widen(double q, double v, double a, double f_spring, double f_floor) {
    const Numbers numbers{{q},         {v}, {a}, {f_spring, f_floor}, {Edge::None}, {Mode::Forward},
                          {Edge::None}};
    scales.widen(numbers.instant());
  }
};

}  // namespace

TEST_CASE("sizes are the largest so far and never fall") {
  Run run;
  run.widen(0.5, -4.0, 3.0, 5.0, -1.0);
  run.widen(-0.25, 2.0, -1.0, 2.0, 3.0);
  CHECK(run.scales.q(0) == 0.5);
  CHECK(run.scales.v(0) == 4.0);
  CHECK(run.scales.load(0) == 6.0);  // mass times acceleration
  CHECK(run.scales.f(0) == 5.0);
  CHECK(run.scales.f(1) == 3.0);
  run.scales.widen_load(0, 7.0);
  CHECK(run.scales.load(0) == 7.0);
  run.scales.widen_load(0, 1.0);
  CHECK(run.scales.load(0) == 7.0);
}

TEST_CASE("forces count beside each other: the limit of a pair before anything moves") {
  Run run;
  CHECK(run.scales.force_error() == kRounding * 3.0);  // F_S
  run.widen(0.5, 0.0, 0.0, 5.0, 0.0);
  CHECK(run.scales.force_error() == kRounding * 5.0);
  run.scales.forget();
  CHECK(run.scales.force_error() == kRounding * 3.0);
  CHECK(run.scales.f(0) == 0.0);
  CHECK(run.scales.mass(0) == 2.0);
}

TEST_CASE("beside an element stand the loads of its bodies and what stops them in the run's time") {
  Run run;
  run.widen(0.0, 40.0, 0.0, 1.0, 1.0);
  CHECK(run.scales.beside(0) == 20.0);  // 2 kg from 40 m/s to 0 in 4 s
  run.scales.widen_load(0, 50.0);
  CHECK(run.scales.beside(0) == 50.0);
}

TEST_CASE("a deflection is as well known as its coordinates, its way and the time") {
  Run run;
  run.widen(100.0, 2.0, 3.0, 0.0, 0.0);
  run.widen(101.0, 2.0, 3.0, 0.0, 0.0);
  const Numbers now{{101.0}, {2.0}, {3.0}, {0.0, 0.0}, {Edge::None}, {Mode::Forward}, {Edge::None}};
  const Margins margins = run.scales.margins_of(now.instant(), 0);
  CHECK(margins.d_size == 101.0);
  CHECK(margins.rate_size == 2.0);
  const double time_error = 0x1p-50 * 4.0;
  CHECK(margins.d_ulps == doctest::Approx(kRounding * 202.0 + 2.0 * time_error));
  CHECK(margins.d_error == doctest::Approx(margins.d_ulps + 1e-9 * 1.0));  // it came 1 m
  CHECK(margins.rate_error == doctest::Approx(1e-9 * 2.0 + kRounding * 2.0 + 3.0 * time_error));
  run.scales.allow(1.0);
  CHECK(run.scales.time_error() == doctest::Approx(1.0));
}
