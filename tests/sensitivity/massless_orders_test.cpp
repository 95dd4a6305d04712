// How massless bodies answer: a damper, a spring, both.
#include "luztar/sensitivity/massless_orders.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "varied.h"

using namespace luztar;
using namespace luztar::testing;

namespace {

constexpr const char* kPlate = R"(
[parameters]
c = 4
k = 10
[bodies.plate]
mass = 0
[springs.spring]
between = ["plate", "ground"]
stiffness = "k"
)";

}  // namespace

TEST_CASE("a damper gives a velocity, a spring a rate") {
  for (const bool damped : {true, false}) {
    CAPTURE(damped);
    const std::string damper =
        "[dampers.damper]\nbetween = [\"plate\", \"ground\"]\ndamping = \"c\"\n";
    const System system = varied(kPlate + (damped ? damper : ""), {"c", "k"});
    const Numbers<Dual<2>> numbers = numbers_of(system);
    const State state = initial_state(system);
    Holding<Dual<2>> holding(numbers);
    holding.build(state, {}, {});
    REQUIRE(holding.massless_bodies() == std::vector<int>{0});
    MasslessOrders<Dual<2>> orders;
    orders.prepare(numbers, state, holding);
    CHECK(orders.n_damped() == (damped ? 1 : 0));
    CHECK(orders.n_static() == (damped ? 0 : 1));
    std::vector<Dual<2>> w{orders.along(0, {Dual<2>(8.0)})};
    orders.solve(w);
    CHECK(w[0].value == doctest::Approx(damped ? 2.0 : 0.8));
    CHECK(w[0].slope[0] == doctest::Approx(damped ? -0.5 : 0.0));
    CHECK(w[0].slope[1] == doctest::Approx(damped ? 0.0 : -0.08));
  }
}
