// Networks of springs and frictions among bodies without mass, which a given motion drives: what
// moves alike keeps frictions at their limits for whole intervals, and forces are differences of
// motions. Laws are judged from the rows by Witness.
// More: ./check --long massless.
#include <cmath>
#include <string>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "acceptance/recording.h"
#include "acceptance/rich_witness.h"
#include "environment.h"
#include "random.h"

using namespace acceptance;
using luztar::testing::Random;

namespace {

std::string motion_of(Random& random) {
  const double amplitude = std::pow(10.0, random(-3.0, 0.0)), frequency = random(1.0, 9.0);
  const char* forms[] = {"{}*sin({}*t)", "{}*sin({}*t)*tanh(t)", "{}*(1 - cos({}*t))",
                         "{}*sin({}*t) + 0.1*t"};
  return fmt::format(fmt::runtime(forms[random.below(4)]), amplitude, frequency);
}

/// Two to four bodies on springs, each with a friction to the ground or to another one.
/// @param none  some frictions have no strength
std::string network(std::uint64_t seed, bool none) {
  Random random{seed};
  const int bodies = 2 + random.below(3);
  std::string text = fmt::format("[bodies.head]\nmotion = \"{}\"\n", motion_of(random));
  for (int j = 0; j < bodies; ++j) text += fmt::format("[bodies.j{}]\nmass = 0\n", j);
  for (int j = 0; j < bodies; ++j) {
    const bool on_head = j == 0 || random(0.0, 1.0) < 0.6;
    const std::string other = on_head ? "head" : fmt::format("j{}", random.below(j));
    text += fmt::format("[springs.s{}]\nbetween = [\"{}\", \"j{}\"]\nstiffness = {}\n", j, other, j,
                        std::pow(10.0, random(0.0, 3.5)));
    const int to = (j + 1 + random.below(bodies - 1)) % bodies;
    const bool ground = random(0.0, 1.0) < 0.6;
    const bool weak = none && random(0.0, 1.0) < 0.5;
    const double kinetic = weak ? 0.0 : std::pow(10.0, random(-3.0, 0.0));
    text += fmt::format("[frictions.f{}]\nbetween = [\"j{}\", \"{}\"]\nkinetic = {}\n", j, j,
                        ground ? "ground" : fmt::format("j{}", to), kinetic);
  }
  return text + fmt::format("[simulation]\nduration = {}\nsamples = 101\n", random(1.0, 4.0));
}

void check_networks(bool none) {
  const int first = luztar::test::first_seed(1);
  for (int seed = first; seed < first + luztar::test::count_of(60); ++seed) {
    const std::string text = network(static_cast<std::uint64_t>(seed), none);
    INFO("seed " << seed << "\n" << text);
    const luztar::Model model = luztar::parse_model(text, "network.toml");
    const luztar::System system = luztar::compile(model);
    Witness witness(model);
    const luztar::RunInfo info =
        luztar::simulate(system, luztar::initial_state(system), system.settings(), witness);
    CHECK(info.diagnosis == "");
    CHECK(info.status == luztar::Status::Finished);
    CHECK(info.proofs.hold());
    CHECK(witness.complaint() == "");
    CHECK(witness.worst().largest() < 1e-8);  // forces are differences of far larger k q
  }
}

}  // namespace

TEST_CASE("networks of bodies without mass come to their end, with all laws kept") {
  check_networks(false);
}

TEST_CASE("networks of bodies without mass may have frictions without strength") {
  check_networks(true);
}
