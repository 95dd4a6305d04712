// Random networks with everything that the model language has, judged by laws that need no
// knowledge of the engine: they come to their end, and move in the same way with all signs
// reversed, in other units, later, and in two parts. Files are written and read on the way.
// More: ./check --long everything.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

#include <doctest/doctest.h>

#include "acceptance/compared_runs.h"
#include "acceptance/everything_network.h"
#include "acceptance/everything_second.h"
#include "acceptance/model_change.h"
#include "environment.h"
#include "luztar/luztar.h"

using namespace acceptance;
using luztar::Expression;
using luztar::Model;
using luztar::Op;
using luztar::Trajectory;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 40, kElastic = 20;
#else
constexpr int kNetworks = 6, kElastic = 2;
#endif
constexpr double kShift = 1e-10;

int first() { return luztar::test::first_seed(0); }
int end() { return first() + luztar::test::count_of(kNetworks); }

Model model_of(int seed) {
  const std::string text = everything_network(static_cast<std::uint64_t>(seed));
  if (luztar::test::shows()) MESSAGE(text);
  return luztar::parse_model(text, "everything.toml");
}

bool finished(const Trajectory& run) { return run.info.status == luztar::Status::Finished; }

Trajectory run(const Model& model, const luztar::State* from = nullptr, double part = 1.0) {
  const luztar::System system = luztar::compile(model);
  luztar::SimulationSettings settings = system.settings();
  settings.samples = from != nullptr || part < 1.0 ? 2 : 21;
  settings.duration *= part;
  return luztar::simulate(system, from != nullptr ? *from : luztar::initial_state(system),
                          settings);
}

/// Of the same model in another description, as a file says it. Not with signs reversed: what
/// `negative` of a friction takes over cannot be taken away in a file.
Trajectory run_as_file(const Model& model) {
  const std::string text = luztar::write_model(model);
  if (luztar::test::shows()) MESSAGE(text);
  return run(luztar::parse_model(text, "changed.toml"));
}

/// Starts and actions that differ by 1e-10. What a link along an expression ties keeps its place,
/// since its velocities fit there only.
Model nudged(const Model& model) {
  Model other = perturbed(model);
  for (const luztar::Link& link : model.links)
    for (const auto& term : link.deflection.terms)
      if (link.deflection.formula && term.body >= 0) {
        const auto body = static_cast<std::size_t>(term.body);
        other.bodies[body].position = model.bodies[body].position;
      }
  for (luztar::Force& force : other.forces)
    force.value = Expression::apply(Op::Multiply, {Expression::number(1 + kShift), force.value});
  return other;
}

/// States and memories come after the bristles.
std::size_t first_state(const Model& model) {
  const luztar::System system = luztar::compile(model);
  const auto& elements = system.elements();
  return static_cast<std::size_t>(std::count_if(elements.begin(), elements.end(),
                                                [](const auto& e) { return e.internal >= 0; }));
}

/// A network, its run, and what errors as small as 1e-10 grow to.
struct Judged {
  explicit Judged(int seed) : model(model_of(seed)), whole(run(model)), state(first_state(model)) {
    if (!finished(whole)) return;
    const Trajectory moved = run(nudged(model));
    is_known = finished(moved);
    if (!is_known) return;
    growth = distance(whole, moved, 1.0, 1.0, state);
    for (double& x : growth) x = std::max(1.0, x / kShift);
  }

  void check_same(const Trajectory& other, double relative, const Units& units = {}) const {
    CHECK(other.info.diagnosis == "");
    CHECK(other.info.proofs.hold());
    if (!finished(other)) return;
    const std::vector<double> apart = distance(whole, other, units.length, units.speed(), state);
    const auto worst = [&](std::size_t i) {
      return apart[i] / growth[i];
    };
    for (std::size_t i = 0; i < apart.size(); ++i)
      if (worst(i) > relative) {
        CAPTURE(whole.time[i]);
        CAPTURE(growth[i]);
        CHECK(apart[i] <= relative * growth[i]);
        return;
      }
  }

  Model model;
  Trajectory whole;
  std::size_t state;
  bool is_known{};
  std::vector<double> growth{};
};

/// @param law  compares a known network's run with another one
template <class Law>
void compare_all(const Law& law) {
  int compared = 0;
  for (int seed = first(); seed < end(); ++seed) {
    CAPTURE(seed);
    const Judged network(seed);
    if (!network.is_known) continue;
    law(network);
    ++compared;
  }
  MESSAGE(compared << " networks compared");
  CHECK(compared >= (end() - first()) * 2 / 3);
}

void compare_units(const Judged& network) {
  for (const Units& units : {Units{.length = 3.7, .mass = 0.45, .time = 1.9},
                             Units{.length = 1e-3, .mass = 1e3, .time = 60}}) {
    CAPTURE(units.length);
    network.check_same(run_as_file(in_units(network.model, units)), 1e-10, units);
  }
}

void compare_parts(const Judged& network) {
  const luztar::State half = run(network.model, nullptr, 0.415).info.final_state;
  const Trajectory rest = run(network.model, &half);
  CHECK(rest.info.diagnosis == "");
  CHECK(rest.info.proofs.hold());
  CHECK(rest.info.final_state == network.whole.info.final_state);
}

}  // namespace

TEST_CASE("networks with everything come to their end, and their proofs hold") {
  for (int seed = first(); seed < end(); ++seed) {
    CAPTURE(seed);
    const Trajectory whole = run(model_of(seed));
    CHECK(whole.info.diagnosis == "");
    CHECK(finished(whole));
    CHECK(whole.info.proofs.hold());
    CHECK(std::abs(whole.info.energy.residual) <= 1e-11 * whole.info.energy.moved);
  }
}

TEST_CASE("networks with everything leave nothing out") {
  std::set<std::string> missing(everything_words().begin(), everything_words().end());
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const std::string text = everything_network(seed);
    std::erase_if(missing, [&](const auto& word) { return text.find(word) != std::string::npos; });
  }
  for (const std::string& word : missing) {
    CAPTURE(word);
    CHECK(missing.empty());
  }
}

TEST_CASE("reversed signs reverse a network with everything") {
  compare_all([](const Judged& network) {
    network.check_same(run(mirrored(network.model)), 1e-12, {.length = -1});
  });
}

TEST_CASE("networks with everything move in the same way in other units") {
  compare_all(compare_units);
}

// Powers: of a rate in other units than those of the velocity, that others read (268, 296); of what
// the time moves too (118); of a state that passes zero with what it follows (186).
TEST_CASE("powers pass their zeros in other units too") {
  const int seeds[] = {118, 186, 268, 296};
  for (int i = 0; i < luztar::test::some_of(4); ++i) {
    CAPTURE(seeds[i]);
    const Judged network(seeds[i]);
    REQUIRE(network.is_known);
    compare_units(network);
  }
}

// Frictions that a force presses beside one with a level in newtons: seed 333.
TEST_CASE("forces that are not unique along expressions are shared alike in other units") {
  const Judged network(333);
  REQUIRE(network.is_known);
  const Units units{.length = 1e-3, .mass = 1e3, .time = 60};
  network.check_same(run_as_file(in_units(network.model, units)), 1e-10, units);
}

TEST_CASE("networks with everything move in the same way later") {
  // Times near 100 s have a spacing of 1.4e-14 s.
  compare_all([](const Judged& network) {
    network.check_same(run_as_file(delayed(network.model, 100.0)), 1e-10);
  });
}

TEST_CASE("networks with everything move in the same way in two parts") {
  compare_all(&compare_parts);
}

// 54: massless bodies, which were set to rest once more where a run goes on. 58: a power that is
// singular at the start, beside a body that keeps its velocity; series of the whole run had a lower
// order than those of its second part.
TEST_CASE("no part of a run knows what another one does not") {
  for (const int seed : {54, 58}) {
    CAPTURE(seed);
    const Judged network(seed);
    REQUIRE(network.is_known);
    compare_parts(network);
  }
}

TEST_CASE("elastic networks move with everything as forces, evaluated term by term, tell") {
  std::vector<int> seeds;
  for (int i = 0; i < luztar::test::count_of(kElastic); ++i) seeds.push_back(first() + i);
  const std::size_t drawn = seeds.size();
  // Dampers of a power between bodies that move faster than they part.
  const int fast[] = {200, 280, 305, 390, 426, 438};
  seeds.insert(seeds.end(), fast, fast + luztar::test::some_of(6));
  std::size_t compared = 0;
  for (const int seed : seeds) {
    CAPTURE(seed);
    const std::string text = elastic_network(static_cast<std::uint64_t>(seed));
    if (luztar::test::shows()) MESSAGE(text);
    const Model model = luztar::parse_model(text, "elastic.toml");
    const Trajectory whole = run(model);
    CHECK(whole.info.diagnosis == "");
    CHECK(whole.info.proofs.hold());
    const Trajectory moved = run(nudged(model));
    ElasticMotion other(model);
    if (!finished(whole) || !finished(moved) || !other.go_to(2.0)) continue;
    const double growth = distance(whole, moved).back() / kShift;
    for (std::size_t b = 0; b < whole.q.size(); ++b) {
      CAPTURE(b);
      CHECK(std::abs(whole.q[b].back() - other.position()[b]) <= 1e-9 * std::max(1.0, growth));
      CHECK(std::abs(whole.v[b].back() - other.velocity()[b]) <= 1e-9 * std::max(1.0, growth));
    }
    for (std::size_t i = 0; i < whole.info.x.size() && i < other.states().size(); ++i)
      CHECK(std::abs(whole.info.x[i] - other.states()[i]) <= 1e-9 * std::max(1.0, growth));
    ++compared;
  }
  MESSAGE(compared << " networks compared");
  CHECK(compared >= seeds.size() - drawn + drawn * 2 / 3);
}
