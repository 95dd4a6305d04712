// Limits of the papers (papers by Zardecki, see CITATION.cff): a full model with a small parameter
// tends to the reduced one, at the order that the reduction states.
#include <algorithm>
#include <cmath>
#include <functional>

#include <doctest/doctest.h>

#include "acceptance/recording.h"

using namespace acceptance;

namespace {

Recording run_of(const std::string& text) {
  const luztar::System system = luztar::compile(
      luztar::parse_model(text + "[simulation]\nduration = 2\nsamples = 401\n", "limit.toml"));
  Recording run = record(system, {.duration = 2.0, .samples = 401});
  check_trust(run);
  return run;
}

/// Largest difference of the first body's position over the run.
double distance(const Recording& a, const Recording& b) {
  REQUIRE(a.samples.size() == b.samples.size());
  double worst = 0.0;
  for (std::size_t i = 0; i < a.samples.size(); ++i) {
    worst = std::max(worst, std::abs(a.samples[i].q[0] - b.samples[i].q[0]));
  }
  return worst;
}

/// Order of the error between the first and the last of four parameters, each a quarter of the one
/// before.
double order_of(const std::function<std::string(double)>& full, const std::string& reduced,
                double parameter) {
  const Recording limit = run_of(reduced);
  double first = 0.0, last = 0.0;
  for (int i = 0; i < 4; ++i, parameter /= 4) {
    last = distance(run_of(full(parameter)), limit);
    if (i == 0) first = last;
  }
  return std::log(first / last) / std::log(64.0);
}

std::string number(double x) { return std::to_string(x); }

}  // namespace

TEST_CASE("a massless plate under a block, with a force on it: the series law, first order in M2") {
  const auto model = [](const std::string& mass) {
    return "[bodies.block]\nmass = 1\n[bodies.plate]\nmass = " + mass +
           "\n[frictions.upper]\nbetween = [\"block\", \"plate\"]\nkinetic = 2\nviscous = 1\n"
           "[frictions.lower]\nbetween = [\"plate\", \"ground\"]\nkinetic = 1.5\nviscous = 2\n"
           "[forces.F1]\non = \"block\"\nvalue = \"6*sin(4*t)\"\n"
           "[forces.F2]\non = \"plate\"\nvalue = \"2*sin(7*t)\"\n";
  };
  const auto full = [&](double x) {
    return model(number(x));
  };
  CHECK(order_of(full, model("0"), 0.02) == doctest::Approx(1.0).epsilon(0.2));
}

TEST_CASE("a stiff spring becomes a link, first order in 1/k") {
  const std::string bodies =
      "[bodies.one]\nmass = 1\n[bodies.two]\nmass = 2\n"
      "[frictions.floor]\nbetween = [\"two\", \"ground\"]\nkinetic = 1\nviscous = 0.4\n"
      "[forces.F]\non = \"one\"\nvalue = \"4*sin(3*t)\"\n";
  const std::string between = "between = [\"one\", \"two\"]\narms = [1, 0.5]\n";
  const auto full = [&](double x) {
    return bodies + "[springs.s]\n" + between + "stiffness = " + number(1 / x) + "\n[dampers.c]\n" +
           between + "damping = " + number(1 / std::sqrt(x)) + "\n";
  };
  CHECK(order_of(full, bodies + "[links.l]\n" + between, 1e-3) ==
        doctest::Approx(1.0).epsilon(0.2));
}
