// Bounds of forces at rest and Gauss's principle of one order, beside closed forms. Pairs on cycles
// go by cuts, and more than 16 without any by trees.
#include "luztar/dynamics/instant/gauss_solver.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system.h"
#include "small_models.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

/// The pairs of a system at its start, none of them decided, after Gauss's principle of order 0.
struct Solved {
  explicit Solved(const Model& model)
      : system(compile(model)), series(system.impl(), 4), gauss(system.impl()) {
    const State state = initial_state(system);
    std::vector<int> pairs;
    for (int j = 0; j < system.impl().n_pairs(); ++j) pairs.push_back(j);
    series.start(state);
    series.add_forces(state, std::vector<Mode>(pairs.size()), 0, false);
    gauss.begin(pairs);
    for (const int j : pairs)
      gauss.set_bounds(static_cast<std::size_t>(j),
                       force_bounds(system.impl(), series, j, state.side[j], AtLimit::No, 0));
    REQUIRE(gauss.solve(series, 0));
  }

  double force(int pair) const { return series.f(system.impl().first_pair() + pair)[0]; }
  AtLimit limit(int pair) const { return gauss.limit_of(static_cast<std::size_t>(pair), 1e-9); }

  System system;
  Expansion series;
  GaussSolver gauss;
};

/// Blocks of 2 kg, each on the ground with F_S = 1 N, pulled by -1.5 N, -0.5 N, 0.5 N, ...
Model pulled_blocks(int count) {
  Model model = lasting(1);
  for (int i = 0; i < count; ++i) {
    const std::string name = std::to_string(i);
    const int block = body(model, "block" + name, 2.0);
    force(model, "pull" + name, block, std::to_string(i % 4 - 1.5));
    friction(model, "floor" + name, {{{block, number(1.0)}}}, 1.0, 1.0);
  }
  return model;
}

}  // namespace

TEST_CASE("forces balance the pull inside their limits, and blocks pulled harder move on") {
  for (const int count : {4, 40}) {
    CAPTURE(count);
    const Solved run(pulled_blocks(count));
    for (int i = 0; i < count; ++i) {
      CAPTURE(i);
      const double pull = i % 4 - 1.5;
      const double held = std::clamp(pull, -1.0, 1.0);
      CHECK(run.force(i) == doctest::Approx(held).epsilon(1e-15));
      CHECK(run.series.a(i)[0] == doctest::Approx((pull - held) / 2.0).epsilon(1e-15));
      CHECK(run.limit(i) == (pull > 1.0    ? AtLimit::Upper
                             : pull < -1.0 ? AtLimit::Lower
                                           : AtLimit::No));
    }
    CHECK_FALSE(run.gauss.knows_all_distributions());
  }
}

TEST_CASE("on many pairs with cycles only limits of all distributions of forces count") {
  Model model = lasting(1);
  const int block = body(model, "block", 1.0);
  force(model, "pull", block, "15");
  for (int i = 0; i < 20; ++i)
    friction(model, "floor" + std::to_string(i), {{{block, number(1.0)}}}, 1.0, 1.0);
  const Solved run(model);
  CHECK(run.gauss.knows_all_distributions());
  double sum = 0.0;
  for (int i = 0; i < 20; ++i) {
    CHECK(run.limit(i) == AtLimit::No);  // the others can take over what it gives up
    sum += run.force(i);
  }
  CHECK(sum == doctest::Approx(15.0).epsilon(1e-14));
  CHECK(run.series.a(block)[0] == doctest::Approx(0.0));
}

TEST_CASE("a light body that the ground holds takes no part in how a heavy one moves on it") {
  for (const double ratio : {1e2, 1e5, 1e8}) {
    CAPTURE(ratio);
    Model model = lasting(1);
    const int heavy = body(model, "heavy", ratio);
    const int light = body(model, "light", 1.0);
    force(model, "pull", heavy, "0.5 + 2^-20");
    friction(model, "floor", {{{light, number(1.0)}}}, 1.0, 1.0);
    friction(model, "rub", between(heavy, light), 0.5, 0.5);
    const Solved run(model);
    CHECK(run.force(1) == 0.5);
    CHECK(run.series.a(light)[0] == 0.0);
    CHECK(run.series.a(heavy)[0] == doctest::Approx(0x1p-20 / ratio).epsilon(1e-12));
    CHECK(run.gauss.mobility(run.series, 0) == 0.0);
    CHECK(run.gauss.mobility(run.series, 1) == 1.0 / ratio);
  }
}

TEST_CASE("a stop pushes without limit at its edge, its rates are free") {
  Model model = lasting(1);
  const int block = body(model, "block", 1.0);
  stop(model, "wall", {{{block, number(1.0)}}}, -1.0, 0.0, 0.0);
  friction(model, "floor", {{{block, number(1.0)}}}, 2.0, 3.0);
  const System system = compile(model);
  Expansion series(system.impl(), 4);
  const State state = initial_state(system);
  series.start(state);
  series.add_forces(state, {Mode::Stuck, Mode::Stuck}, 0, false);
  const int wall = system.impl().pairs[0].has_edges() ? 0 : 1;
  const auto bounds = [&](int pair, Edge edge, AtLimit at, int k) {
    return force_bounds(system.impl(), series, pair, edge, at, k);
  };
  CHECK(bounds(wall, Edge::Upper, AtLimit::No, 0).lower == 0.0);
  CHECK(bounds(wall, Edge::Upper, AtLimit::No, 0).upper == kInfinity);
  CHECK(bounds(wall, Edge::Lower, AtLimit::No, 0).lower == -kInfinity);
  CHECK(bounds(wall, Edge::Lower, AtLimit::No, 0).upper == 0.0);
  CHECK(bounds(1 - wall, Edge::None, AtLimit::No, 0).upper == 3.0);  // F_S
  CHECK(bounds(1 - wall, Edge::None, AtLimit::Upper, 1).upper == 0.0);
  CHECK(bounds(1 - wall, Edge::None, AtLimit::Upper, 1).lower == -kInfinity);
  CHECK(bounds(1 - wall, Edge::None, AtLimit::Lower, 1).lower == 0.0);
  CHECK(bounds(1 - wall, Edge::None, AtLimit::No, 1).upper == kInfinity);
}
