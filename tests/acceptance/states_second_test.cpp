// Random networks with states of their own beside every kind of element, in the second engine.
// More: ./check --long states. In seed
// 109 a pair with static > kinetic friction on a massless body slides on after an impact or sticks:
// both are solutions, and the engines choose differently.
#include <cmath>
#include <cstdlib>

#include <doctest/doctest.h>

#include "acceptance/network.h"
#include "acceptance/rich_network.h"
#include "acceptance/second_compare.h"
#include "environment.h"
#include "luztar/luztar.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 16;
#else
constexpr int kNetworks = 4;
#endif

/// Rates of b0, which has a mass in every network, of time, of the other states; some with kinks
/// and jumps. A force on b0, and a spring whose law knows a state.
std::string states(std::uint64_t seed) {
  Random random(seed + 77'000);
  const auto number = [&](double low, double high) {
    return std::to_string(random.uniform(low, high));
  };
  const std::string a = number(0.5, 4), b = number(0.2, 2), c = number(0.05, 0.3);
  const std::string rates[] = {
      "q.b0 - " + a + "*x.first",
      "sin(" + a + "*t) - " + b + "*x.first*abs(x.first)",
      b + "*sat(x.second - q.b0, " + c + ") - x.first",
      "if(v.b0 > " + c + ", 1, -1) - " + a + "*x.first",
      "-" + a + "*(x.first - x.second)^3 + " + b + "*v.b0",
      b + "*exp(-x.first^2) - " + c + "*x.first",
  };
  const std::string second[] = {"x.first - " + a + "*x.second", "v.b0 - x.second",
                                "max(q.b0, " + c + ") - " + b + "*x.second", "cos(t)"};
  const std::string start = number(-0.3, 0.3);
  std::string all = "[states.first]\nrate = \"" + rates[random.below(6)] + "\"\nstart = " + start +
                    "\n[states.second]\nrate = \"" + second[random.below(4)] + "\"\n";
  all += "[forces.fed]\non = \"b0\"\nvalue = \"-" + a + "*x.first + " + b + "*x.second\"\n";
  if (random.chance(0.5))
    all += "[springs.knows]\nbetween = [\"b0\", \"ground\"]\nforce = \"" + number(10, 60) +
           "*d*(1 + " + c + "*x.second)\"\n";
  return all;
}

}  // namespace

TEST_CASE("the second engine finds the same motion of networks with states of their own") {
  const int networks = luztar::test::count_of(kNetworks);
  int agreed = 0;
  const int first = luztar::test::first_seed(0);
  for (int seed = first; seed < first + networks; ++seed) {
    CAPTURE(seed);
    const std::string text =
        rich_network(static_cast<std::uint64_t>(seed)) + states(static_cast<std::uint64_t>(seed));
    if (luztar::test::shows()) MESSAGE(text);
    const luztar::Model model = luztar::parse_model(text, "states.toml");
    const luztar::System system = luztar::compile(model);
    const luztar::Trajectory run =
        luztar::simulate(system, luztar::initial_state(system), {.duration = 2.0, .samples = 41});
    if (run.info.status != luztar::Status::Finished) continue;  // as many as without states
    CHECK(run.info.proofs.hold());
    const second::Result other =
        second::run(second::Network(model), {.smallest = 1e-6L, .samples = 41});
    if (luztar::test::shows())
      for (const second::Happening& h : other.happenings)
        MESSAGE(static_cast<double>(h.t)
                << " " << system.elements()[static_cast<std::size_t>(h.element)].name << " "
                << h.from << " " << h.to << " " << static_cast<double>(h.impulse));
    if (!other.gave_up.empty()) continue;
    ++agreed;
    second::check_same_motion(run, other);
  }
  CHECK(agreed >= networks * 8 / 10);
}
