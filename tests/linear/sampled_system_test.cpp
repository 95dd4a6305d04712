// A sampled loop beside its run.
#include "luztar/study/linear/sampled_system.h"

#include <cmath>
#include <complex>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/linear/linearize.h"

using namespace luztar;
using About = LinearSettings::About;

TEST_CASE("a sampled loop steps from period to period as the run does") {
  // Two controllers, of 2 and 6 ms, one with a delay; all is linear about 0.
  const std::string text = R"~(
[parameters]
r = 0
[signals.push]
value = "r"
[bodies.cart]
mass = 2
position = 0.1
velocity = -0.4
[bodies.tool]
mass = 0.5
[springs.s]
between = ["tool", "cart"]
stiffness = 900
damping = 1.5
[controllers.fast]
period = 0.002
delay = 0.0007
memory = { u = 0.3 }
update = ["u = r - 40*q.cart - 6*v.cart + 0.2*u + x.slow.i"]
[controllers.slow]
period = 0.006
memory = { i = 0.05, old = 0.02 }
update = ["i = i - 2*q.tool + old + push", "old = 0.3*q.cart"]
[forces.motor]
on = "cart"
value = "x.fast.u"
[forces.load]
on = "tool"
value = "2*push"
[simulation]
duration = 1
)~";
  const Model model = parse_model(text, "model");
  const LinearSystem system =
      linearize(model, {.inputs = {"r"}, .outputs = {"q.cart", "q.tool"}, .about = About::Start});
  CHECK(system.period == doctest::Approx(0.006).epsilon(1e-14));
  REQUIRE(system.states.size() == 8);
  for (const double r : {0.0, 0.7}) {
    const System compiled = compile(model, {{"r", r}});
    SimulationSettings settings = compiled.settings();
    settings.give_rows(0);
    settings.interval = 0.006;
    const Trajectory run = simulate(compiled, initial_state(compiled), settings);
    // Before the first sample: the pending value of the memory is what is held.
    std::vector<double> x{0.1, 0.0, -0.4, 0.0, 0.3, 0.05, 0.02, 0.3};
    for (std::size_t k = 0; k < 100; ++k) {
      CHECK(x[0] == doctest::Approx(run.q[0][k]).epsilon(1e-9).scale(0.1));
      CHECK(x[1] == doctest::Approx(run.q[1][k]).epsilon(1e-9).scale(0.1));
      CHECK(x[3] == doctest::Approx(run.v[1][k]).epsilon(1e-9).scale(1));
      std::vector<double> next(x.size(), 0.0);
      for (std::size_t i = 0; i < x.size(); ++i) {
        next[i] = system.b[i][0] * r;
        for (std::size_t j = 0; j < x.size(); ++j) next[i] += system.a[i][j] * x[j];
      }
      x = next;
    }
  }
}
