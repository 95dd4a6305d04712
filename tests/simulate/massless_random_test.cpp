// Random networks with massless bodies: what must hold in every one of them, judged from outside.
// Where F_S = F_K these laws have one solution only.
#include <cmath>

#include <doctest/doctest.h>

#include "simulate/massless_network.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

#ifdef NDEBUG
constexpr std::uint64_t kNetworks = 500;
#else
constexpr std::uint64_t kNetworks = 60;
#endif

}  // namespace

TEST_CASE("random massless bodies: forces balance, every law holds, the ledger closes") {
  int in_contact = 0, sliding = 0, stuck = 0;
  for (std::uint64_t seed = 0; seed < kNetworks; ++seed) {
    CAPTURE(seed);
    const MasslessNetwork network = massless_network(seed);
    const System system = compile(network.model);
    LawWatch watch(network);
    const RunInfo info =
        simulate(system, initial_state(system), {.duration = 2.0, .samples = 201}, watch);
    CHECK(info.diagnosis == "");
    CHECK(std::abs(info.energy.residual) <= 1e-11 * info.energy.moved);
    CAPTURE(watch.where);
    CHECK(watch.worst < 1e-9);
    CHECK(watch.slip < 1e-12);
    in_contact += watch.in_contact;
    sliding += watch.sliding;
    stuck += watch.stuck;
  }
  // Every network shows a few hundred samples; none of the modes is rare.
  const int few = 20 * static_cast<int>(kNetworks);
  CHECK(in_contact > few);
  CHECK(sliding > few);
  CHECK(stuck > few);
}
