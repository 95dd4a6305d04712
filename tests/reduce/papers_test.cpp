// The reductions of the papers come out of the rules. The oracle: the reduced systems as the papers
// state them (with docs/errata's corrections), written by hand in examples/.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/luztar.h"
#include "random.h"
#include "reduce/exact_forces.h"

using namespace luztar;
using reduce_test::exact;
using reduce_test::force_on;
using reduce_test::Numbers;

namespace {

struct Case {
  const char* full;
  std::vector<const char*> limits;
  const char* reduced;
  std::size_t eliminated;  ///< bodies that the reduced model does not have
};

const std::vector<Case>& cases() {
  static const std::vector<Case> kCases = {
      {"parallel_frictions", {}, "parallel_frictions_substitute", 0},
      {"two_blocks_on_ground", {"M1=inf"}, "two_blocks_m1_inf", 1},
      {"two_blocks_on_ground", {"M2=inf"}, "two_blocks_m2_inf", 1},
      {"two_blocks_on_ground", {"M1=0"}, "two_blocks_m1_zero", 0},
      {"two_blocks_on_ground", {"M2=0", "A2=0"}, "two_blocks_m2_zero", 0},
      {"three_blocks", {"M3=inf"}, "three_blocks_m3_inf", 1},
      {"gear_system", {"I_delta=0", "I_gamma=0"}, "gear_system_simplified_1", 0},
      {"gear_system",
       {"I_delta=0", "I_gamma=0", "mu_delta=0", "mu_gamma=0", "MT_delta=0", "MT_gamma=0"},
       "gear_system_simplified_2",
       2},
      {"gear_system",
       {"I_delta=0", "I_gamma=0", "mu_delta=0", "mu_gamma=0", "MT_delta=0", "MT_gamma=0", "g_pd=0",
        "g_dg=0", "g_gf=0", "MT_psi=0", "MT_phi=0"},
       "gear_system_simplified_3",
       2},
  };
  return kCases;
}

Model example(const std::string& name) {
  return load_model(LUZTAR_SOURCE_DIR "/examples/" + name + ".toml");
}

Reduction reduction_of(const Case& one) {
  std::vector<ParameterLimit> limits;
  for (const char* limit : one.limits) limits.push_back(parse_limit(limit));
  return reduce(example(one.full), limits);
}

Formula fraction(testing::Random& random, int low, int high) {
  const int denominator = 1 + random.below(9);
  const int numerator = low * denominator + random.below((high - low) * denominator) + 1;
  return Formula(numerator) / (denominator * 7);
}

/// Random parameters > 0 and a random state; bodies of infinite mass stay at their start.
Numbers random_numbers(const Model& model, testing::Random& random) {
  Numbers at;
  for (const Parameter& parameter : model.parameters) at[parameter.name] = fraction(random, 1, 9);
  at["t"] = fraction(random, 0, 5);
  long long prime = 101;  // velocities of two bodies differ by any ratio of the parameters
  for (const Body& body : model.bodies) {
    const bool steady = body.mass->op() == Op::Number && std::isinf(body.mass->number());
    at["q." + body.name] = steady ? exact(body.position, at) : fraction(random, -9, 9);
    at["v." + body.name] =
        steady ? exact(body.velocity, at) : Formula(random.below(100) * 2 - 99) / prime;
    prime += prime == 101 ? 2 : 4;  // 101, 103, 107, 111 = 3*37, 115 = 5*23
  }
  return at;
}

bool is_steady(const Body& body) {
  return body.mass->op() == Op::Number && std::isinf(body.mass->number());
}

}  // namespace

TEST_CASE("reduced models of the papers are the examples, as functions of exact random numbers") {
  for (const Case& one : cases()) {
    CAPTURE(one.full);
    CAPTURE(one.reduced);
    const Model paper = example(one.reduced);
    const Reduction reduction = reduction_of(one);
    CHECK(reduction.eliminated.size() == one.eliminated);
    testing::Random random{7};
    for (int i = 0; i < 100; ++i) {
      const Numbers at = random_numbers(paper, random);
      std::size_t moving = 0;
      for (const Body& body : paper.bodies) {
        if (is_steady(body)) continue;
        ++moving;
        const auto& bodies = reduction.model.bodies;
        const auto same = std::find_if(bodies.begin(), bodies.end(), [&](const Body& candidate) {
          return candidate.name == body.name;
        });
        REQUIRE(same != bodies.end());
        REQUIRE(exact(*same->mass, at) == exact(*body.mass, at));
        REQUIRE(force_on(reduction.model, body.name, at) == force_on(paper, body.name, at));
      }
      REQUIRE(moving == reduction.model.bodies.size());
    }
  }
}

TEST_CASE("reduced models of the papers move as the examples do") {
  for (const Case& one : cases()) {
    CAPTURE(one.full);
    CAPTURE(one.reduced);
    const Model paper = example(one.reduced);
    const Reduction reduction = reduction_of(one);
    // The examples choose some amplitudes of their own.
    ParameterValues values = evaluate_parameters(paper);
    std::erase_if(values, [&](const auto& value) {
      const auto& all = reduction.model.parameters;
      return std::none_of(all.begin(), all.end(), [&](const Parameter& parameter) {
        return parameter.name == value.first;
      });
    });
    const System expected = compile(paper), system = compile(reduction.model, values);
    SimulationSettings settings = expected.settings();
    settings.duration = std::min(settings.duration, 2.0);
    const Trajectory a = simulate(expected, initial_state(expected), settings);
    const Trajectory b = simulate(system, initial_state(system), settings);
    REQUIRE(a.info.status == Status::Finished);
    REQUIRE(b.info.status == Status::Finished);
    REQUIRE(a.time == b.time);
    for (std::size_t j = 0; j < reduction.model.bodies.size(); ++j) {
      for (std::size_t i = 0; i < paper.bodies.size(); ++i) {
        if (paper.bodies[i].name != reduction.model.bodies[j].name) continue;
        double worst = 0;
        for (std::size_t k = 0; k < a.time.size(); ++k) {
          worst = std::max(worst, std::abs(a.q[i][k] - b.q[j][k]));
        }
        CAPTURE(paper.bodies[i].name);
        CHECK(worst < 1e-9);
      }
    }
  }
}

TEST_CASE("stiff teeth leave the two shafts: k = 1/(1/k_pd + p^2/k_gf), all freeplays") {
  const Reduction reduction =
      reduce(example("gear_system"),
             {parse_limit("I_delta=0"), parse_limit("I_gamma=0"), parse_limit("mu_delta=0"),
              parse_limit("mu_gamma=0"), parse_limit("MT_delta=0"), parse_limit("MT_gamma=0"),
              parse_limit("k_dg=inf")});
  REQUIRE(reduction.model.springs.size() == 1);
  const Spring& train = reduction.model.springs.front();
  CHECK(to_text(train.stiffness) == "1/(1/k_pd + p^2/k_gf)");
  CHECK(to_text(train.upper) == "g_pd + g_dg + p*g_gf");
}

TEST_CASE("the order of convergence is that of the papers' limits") {
  struct Order {
    const char* full;
    std::vector<const char*> limits;
    /// papers-checked, section 2.3: first order; where the viscous part vanishes, that of its
    /// number, since it is 1/2 in the mass, whose number is the square of it.
    double order;
    double band;
  };
  const Order orders[] = {
      {"two_blocks_on_ground", {"M1=inf"}, 1.0, 0.1},
      {"two_blocks_on_ground", {"M2=inf"}, 1.0, 0.1},
      {"two_blocks_on_ground", {"M1=0"}, 1.0, 0.1},
      {"two_blocks_on_ground", {"M2=0"}, 1.0, 0.1},
      {"three_blocks", {"M3=inf"}, 1.0, 0.1},
#ifdef NDEBUG  // two minutes with sanitizers
      {"gear_system",
       {"I_delta=0", "I_gamma=0", "mu_delta=0", "mu_gamma=0", "MT_delta=0", "MT_gamma=0"},
       1.0,
       0.15},
#endif
  };
  for (const Order& one : orders) {
    CAPTURE(one.full);
    Model full = example(one.full);
    std::vector<ParameterLimit> limits;
    for (const char* limit : one.limits) limits.push_back(parse_limit(limit));
    if (full.bodies.size() > 3) full.simulation.duration = Expression::number(1);
    const Verification verification = verify_reduction(full, reduce(full, limits));
    CHECK(verification.reason == "");
    CHECK(verification.verdict == Verdict::Converges);
    CHECK(std::abs(verification.order - one.order) < one.band);
  }
}
