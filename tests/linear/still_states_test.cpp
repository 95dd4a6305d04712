// Places of rest of models with states and controllers beside closed forms, an elimination of its
// own and runs that come to rest.
#include "luztar/study/rest/still_states.h"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/simulate/simulate.h"
#include "luztar/study/linear/linearize.h"
#include "luztar/study/rest/equilibrium.h"
#include "random.h"

using namespace luztar;

namespace {

const std::string kSlide = R"~(
[parameters]
ref = 0.3
k = 40
Kp = 60
Ki = 25
load = 7
[bodies.slide]
mass = 2
[springs.s]
between = ["slide", "ground"]
stiffness = "k"
[dampers.d]
between = ["slide", "ground"]
damping = 12
)~";
const std::string kState = R"~(
[states.sum]
rate = "ref - q.slide"
[forces.motor]
on = "slide"
value = "Kp*(ref - q.slide) + Ki*x.sum - load"
[simulation]
duration = 120
)~";
const std::string kSampled = R"~(
[controllers.loop]
period = 0.01
delay = 0.002
memory = { sum = 0, u = 0 }
update = ["sum = sum + 0.01*(ref - q.slide)", "u = Kp*(ref - q.slide) + Ki*sum"]
[forces.motor]
on = "slide"
value = "x.loop.u - load"
[simulation]
duration = 120
)~";

/// Solves a x = b by elimination with pivots.
std::vector<double> eliminated(std::vector<std::vector<double>> a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k; i < n; ++i)
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = 0; k < n; ++k) b[k] /= a[k][k];
  return b;
}

class LastState : public Observer {
 public:
  void sample(const Sample& now) override {
    q.assign(now.q.begin(), now.q.end());
    internal.assign(now.internal.begin(), now.internal.end());
  }
  std::vector<double> q, internal;
};

/// A run from the start of the file comes to the same place.
void compare_with_run(const Model& model, const Equilibrium& rest) {
  const System system = compile(model);
  LastState last;
  const RunInfo info = simulate(system, initial_state(system), system.settings(), last);
  REQUIRE_MESSAGE(info.status == Status::Finished, info.diagnosis);
  for (std::size_t b = 0; b < last.q.size(); ++b)
    CHECK(rest.bodies[b].position == doctest::Approx(last.q[b]).epsilon(1e-9));
  REQUIRE(rest.internal.size() == last.internal.size());
  for (std::size_t i = 0; i < last.internal.size(); ++i)
    CHECK(rest.internal[i] == doctest::Approx(last.internal[i]).epsilon(1e-9));
}

std::string words_of_mistake(const std::string& text) {
  try {
    equilibrium(parse_model(text, "model"));
  } catch (const ModelError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("an integrator holds the load at rest: Ki x = load + k ref") {
  const Model model = parse_model(kSlide + kState, "model");
  const Equilibrium rest = equilibrium(model);
  REQUIRE(rest.found);
  CHECK(rest.bodies.size() == 1);
  CHECK(rest.bodies[0].position == doctest::Approx(0.3).epsilon(1e-14));
  REQUIRE(rest.states.size() == 1);
  CHECK(rest.states[0].first == "sum");
  CHECK(rest.states[0].second == doctest::Approx((7 + 40 * 0.3) / 25).epsilon(1e-14));
  CHECK(rest.elements[0].force == doctest::Approx(12).epsilon(1e-14));
  CHECK(rest.proved <= 1e-13);
  compare_with_run(model, rest);
  const LinearSystem linear = linearize(model, {.inputs = {"ref"}});
  CHECK(linear.at_rest);
  CHECK(linear.states[2].value == doctest::Approx(0.76).epsilon(1e-14));
  CHECK(linear.a == LinearSystem::Rows{{0, 1, 0}, {-50, -6, 12.5}, {-1, 0, 0}});
}

TEST_CASE("a sampled integrator rests at its fixed point") {
  const Model model = parse_model(kSlide + kSampled, "model");
  const Equilibrium rest = equilibrium(model);
  REQUIRE(rest.found);
  REQUIRE(rest.states.size() == 2);
  CHECK(rest.states[0].first == "loop.sum");
  CHECK(rest.states[0].second == doctest::Approx(0.76).epsilon(1e-13));
  CHECK(rest.states[1].first == "loop.u");
  CHECK(rest.states[1].second == doctest::Approx(19).epsilon(1e-13));
  CHECK(rest.bodies[0].position == doctest::Approx(0.3).epsilon(1e-13));
  compare_with_run(model, rest);
  const LinearSystem linear = linearize(model, {.inputs = {"ref"}, .outputs = {"q.slide"}});
  CHECK(linear.period == 0.01);
  CHECK(linear.outputs[0].value == doctest::Approx(0.3).epsilon(1e-13));
}

TEST_CASE("laws that read states, gears that stay, currents: by hand") {
  const Model model = parse_model(R"~(
[parameters]
U = 12
R = 3
K = 0.5
[bodies.rotor]
inertia = 0.1
[bodies.drum]
inertia = 0.2
[links.gear]
between = ["rotor", "drum"]
arms = [1, 4]
[states.current]
rate = "(U - R*x.current - K*v.rotor)/0.01"
[states.stiff]
rate = "2 - x.stiff^2"
start = 1
[states.number]
rate = "0"
start = 3
[springs.shaft]
between = ["drum", "ground"]
force = "x.stiff*x.number*d"
[forces.torque]
on = "rotor"
value = "K*x.current"
[simulation]
duration = 1
)~",
                                  "model");
  const Equilibrium rest = equilibrium(model);
  REQUIRE(rest.found);
  CHECK(rest.states[0].second == doctest::Approx(4).epsilon(1e-14));
  CHECK(rest.states[1].second == doctest::Approx(std::sqrt(2)).epsilon(1e-14));
  CHECK(rest.states[2].second == 3.0);
  // d = q_rotor - ... of the gear stays: rotor - 4 drum = 0, and the spring has 4 times the torque.
  const double drum = 4 * 2 / (3 * std::sqrt(2));
  CHECK(rest.bodies[1].position == doctest::Approx(drum).epsilon(1e-13));
  CHECK(rest.bodies[0].position == doctest::Approx(4 * drum).epsilon(1e-12));
  CHECK(rest.elements[0].name == "shaft");
  CHECK(rest.elements[0].force == doctest::Approx(8).epsilon(1e-13));
  CHECK(rest.proved <= 1e-12);
}

TEST_CASE("what goes on changing is named") {
  const std::string mass =
      "[bodies.a]\nmass = 1\n[springs.s]\nbetween = [\"a\", \"ground\"]\n"
      "stiffness = 3\n[simulation]\nduration = 1\n";
  const Equilibrium state =
      equilibrium(parse_model("[states.wear]\nrate = \"1 + q.a^2\"\n" + mass, "model"));
  CHECK(!state.found);
  CHECK(state.reason.find("'x.wear' is left with a change of 1") != std::string::npos);
  const Equilibrium counter = equilibrium(parse_model(
      "[controllers.c]\nperiod = 0.1\nmemory = { n = 0 }\nupdate = [\"n = n + 1\"]\n" + mass,
      "model"));
  CHECK(!counter.found);
  CHECK(counter.reason.find("'x.c.n' is left with a change of 1") != std::string::npos);
  CHECK(words_of_mistake("[bodies.b]\nmotion = \"t\"\n[states.w]\nrate = \"q.b - x.w\"\n" + mass)
            .find("depends on the place of 'b'") != std::string::npos);
}

TEST_CASE("random linear networks with states and controllers beside elimination") {
  testing::Random random{44};
  for (int round = 0; round < 40; ++round) {
    const int bodies = 1 + random.below(3), states = 1 + random.below(3);
    const auto size = static_cast<std::size_t>(bodies + states);
    const bool sampled = random.below(2) == 0;
    std::vector<std::vector<double>> a(size, std::vector<double>(size));
    std::vector<double> b(size);
    std::string text, held;
    const auto name = [&](std::size_t i) {
      const auto n = static_cast<std::size_t>(bodies);
      return i < n ? "q.b" + std::to_string(i)
                   : (sampled ? "x.c.s" : "x.s") + std::to_string(i - n);
    };
    std::string update;
    for (std::size_t i = 0; i < size; ++i) {
      // Force or rate: b - a (q, x), with a large diagonal of any sign.
      b[i] = random(-1, 1);
      std::string sum = std::to_string(b[i]);
      b[i] = std::stod(sum);
      for (std::size_t j = 0; j < size; ++j) {
        const double drawn =
            i == j ? random(2, 4) * (random.below(2) == 0 ? 1 : -1) : random(-0.8, 0.8);
        const std::string number = std::to_string(drawn);
        a[i][j] = std::stod(number);
        sum += " - (" + number + ")*" + name(j);
      }
      const std::string own = std::to_string(i);
      if (i < static_cast<std::size_t>(bodies)) {
        text += "[bodies.b" + own + "]\nmass = 1\nposition = 0.1\n[forces.f" + own + "]\non = \"b" +
                own + "\"\nvalue = \"" + sum + "\"\n";
      } else if (sampled) {
        const std::string state = name(i).substr(4);
        held += (held.empty() ? "" : ", ") + state + " = 0.2";
        update +=
            (update.empty() ? "\"" : ", \"") + state + " = " + name(i) + " + 0.05*(" + sum + ")\"";
      } else {
        text += "[states." + name(i).substr(2) + "]\nrate = \"" + sum + "\"\nstart = 0.2\n";
      }
    }
    if (sampled)
      text +=
          "[controllers.c]\nperiod = 0.1\nmemory = { " + held + " }\nupdate = [" + update + "]\n";
    text += "[simulation]\nduration = 1\n";
    INFO(text);
    const Equilibrium rest = equilibrium(parse_model(text, "model"));
    REQUIRE_MESSAGE(rest.found, rest.reason);
    const std::vector<double> expected = eliminated(a, b);
    for (std::size_t i = 0; i < size; ++i) {
      const auto n = static_cast<std::size_t>(bodies);
      const double found = i < n ? rest.bodies[i].position : rest.states[i - n].second;
      CHECK(std::abs(found - expected[i]) <= 1e-12);
    }
  }
}
