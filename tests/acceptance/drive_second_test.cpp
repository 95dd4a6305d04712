// Random networks with tables, states, a sampled controller, a friction pressed by a spring and a
// ratchet beside every kind of element, in the second engine. There tables and forces of elements
// are written out and the controller is made by hand. More:
// ./check --long drives-second.
#include <cstdlib>

#include <doctest/doctest.h>

#include "acceptance/drive_part.h"
#include "acceptance/rich_network.h"
#include "acceptance/second_compare.h"
#include "environment.h"
#include "luztar/luztar.h"

using namespace acceptance;

namespace {

#ifdef NDEBUG
constexpr int kNetworks = 4;
#else
constexpr int kNetworks = 1;
#endif

}  // namespace

TEST_CASE("the second engine finds the same motion of drives") {
  const int first = luztar::test::first_seed(0);
  const int networks = luztar::test::count_of(kNetworks);
  int agreed = 0;
  for (int i = first; i < networks; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    CAPTURE(seed);
    const DrivePart drive(seed);
    const std::string mechanics = rich_network(seed);
    // A pair with static > kinetic friction on a massless body slides on after an impact or sticks:
    // both are solutions, and the engines choose differently.
    if (seed == 8) continue;
    const std::string text = mechanics + drive.text();
    if (luztar::test::shows()) MESSAGE(text);
    const luztar::System system = luztar::compile(luztar::parse_model(text, "drive.toml"));
    const luztar::Trajectory run =
        luztar::simulate(system, luztar::initial_state(system), {.duration = 2.0, .samples = 41});
    if (run.info.status != luztar::Status::Finished) continue;
    CHECK(run.info.proofs.hold());
    const second::Network network(
        luztar::parse_model(mechanics + drive.written_out(), "written_out.toml"));
    const second::Result other = second::run(
        network,
        {.smallest = 1e-6L, .samples = 41, .resets = drive.resets(network.n_internals - 3, 2.1)});
    if (!other.gave_up.empty()) continue;
    ++agreed;
    second::check_same_motion(run, other);
  }
  CHECK(agreed >= (networks - first) * 8 / 10);
}
