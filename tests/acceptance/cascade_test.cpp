// Which of two pairs with F_S > F_K breaks: papers-checked 3, cases ix_b and ix_c, by hand. Blocks
// of 1 kg on each other and on the ground, F_K = 6 and 5 N, F_S = 10.2 and 10 N, pulled above.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "acceptance/convergence.h"
#include "acceptance/recording.h"

using namespace acceptance;

namespace {

luztar::System blocks(const std::string& pull) {
  return luztar::compile(
      text_model("[bodies.upper]\nmass = 1\n[bodies.lower]\nmass = 1\n"
                 "[frictions.p12]\nbetween = [\"upper\", \"lower\"]\nkinetic = 6\nstatic = 10.2\n"
                 "[frictions.p20]\nbetween = [\"lower\", \"ground\"]\nkinetic = 5\nstatic = 10\n"
                 "[forces.F1]\non = \"upper\"\nvalue = \"" +
                 pull + "\"\n"));
}

}  // namespace

TEST_CASE(
    "under a ramp the pair on the ground breaks first, the upper one when it is left behind") {
  // 20 breaks at F1 = 10. Then both move with (F1 - 5)/2, and 12 breaks at (F1 + 5)/2 = 10.2.
  const luztar::System system = blocks("2*t");
  const Recorded run = record(system, {.duration = 9.0, .samples = 10});
  check_trust(run);
  const int p12 = element_index(system, "p12"), p20 = element_index(system, "p20");
  const auto changes = mode_changes(run, {p12, p20});
  REQUIRE(changes.size() == 2);
  CHECK(std::abs(changes[0].time - 5.0) < 1e-12);
  CHECK(changes[0].modes == std::vector<int>{0, 1});
  CHECK(std::abs(changes[1].time - 7.7) < 1e-12);
  CHECK(changes[1].modes == std::vector<int>{1, 1});
}

TEST_CASE("under a step to 10.5 N both pairs break, since neither could hold the other's limit") {
  const luztar::System system = blocks("10.5*step(t - 1)");
  const Recorded run = record(system, {.duration = 2.0, .samples = 3});
  check_trust(run);
  const Snapshot& after = run.samples[1];
  CHECK(std::abs(after.a[0] - 4.5) < 1e-13);
  CHECK(std::abs(after.a[1] - 1.0) < 1e-13);
}
