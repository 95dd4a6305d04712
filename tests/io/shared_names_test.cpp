// One name for a parameter, a body, an element and a state.
#include <algorithm>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/load_model.h"
#include "luztar/io/write_model.h"
#include "luztar/model/changes.h"
#include "luztar/simulate/simulate.h"
#include "mistakes.h"

using namespace luztar;
using test::mistakes_in;

namespace {

/// With P, B, E, S and C in front of names of parameters and signals, bodies, elements, states and
/// controllers.
constexpr const char* kText = R"~(
[parameters]
P_kt = 400
P_load = 2
P_seat = 3
[signals]
P_jolt = { value = "square(5*t)" }
[states.S_kt]
rate = "q.B_load - x.S_kt"
[controllers.C_load]
period = 0.1
memory = { u = 0, w = 0 }
update = ["u = 5*sin(t) - q.B_load", "w = w + f.E_kt"]
[bodies.B_load]
mass = "P_load"
[bodies.B_seat]
mass = "P_seat"
[bodies.B_kt]
motion = "0.1*sin(3*t)"
[bodies.B_t]
mass = 1
[springs.E_kt]
between = ["B_load", "B_seat"]
stiffness = "P_kt"
[springs.E_d]
between = ["B_t", "B_load"]
stiffness = 100
freeplay = 0.01
[frictions.E_t]
between = ["B_t", "ground"]
kinetic = 1
static = 1.3
normal = "1 + abs(f.E_kt)/100"
[frictions.E_seat]
between = ["B_seat", "B_kt"]
kinetic = 0.7
[forces.E_load]
on = "B_load"
value = "P_load*sin(t) + x.C_load.u + x.S_kt*0.1 + 0.1*f.E_kt"
[forces.E_jolt]
on = "B_seat"
value = "P_jolt"
[simulation]
duration = 3
)~";

/// `shared`: without them.
std::string text_of(bool shared) {
  return shared ? std::regex_replace(std::string(kText), std::regex("[PBESC]_"), "") : kText;
}

Trajectory run_of(const std::string& text) {
  const System system = compile(parse_model(text, "m.toml"));
  return simulate(system, initial_state(system), system.settings());
}

}  // namespace

TEST_CASE("shared names change nothing: every column keeps its bits, and so do events") {
  const Trajectory apart = run_of(text_of(false)), shared = run_of(text_of(true));
  REQUIRE(shared.info.status == Status::Finished);
  CHECK(shared.info.proofs.hold());
  CHECK(shared.q == apart.q);
  CHECK(shared.v == apart.v);
  CHECK(shared.f == apart.f);
  CHECK(shared.internal == apart.internal);
  REQUIRE(shared.events.size() == apart.events.size());
  CHECK(shared.events.size() > 7);
  for (std::size_t i = 0; i < shared.events.size(); ++i) {
    CHECK(shared.events[i].time.value == apart.events[i].time.value);
    CHECK(shared.events[i].name == apart.events[i].name);
  }
}

TEST_CASE("what shares its name with an element has its table in front in events") {
  const System system = compile(parse_model(text_of(true), "m.toml"));
  const std::vector<std::string> wanted{"kt",
                                        "d",
                                        "t",
                                        "seat",
                                        "load",
                                        "jolt",
                                        "signals.jolt",
                                        "bodies.kt",
                                        "states.kt",
                                        "controllers.load"};
  std::vector<std::string> names = system.event_names(), sorted = wanted;
  std::sort(names.begin(), names.end());
  std::sort(sorted.begin(), sorted.end());
  CHECK(names == sorted);
}

TEST_CASE("a model with shared names is written and read back") {
  const std::string once = write_model(parse_model(text_of(true), "m.toml"));
  CHECK(write_model(parse_model(once, "m.toml")) == once);
}

TEST_CASE("a plain name is the parameter; where it is none, the message says what there is") {
  const std::string text =
      "[bodies.load]\nmass = 1\n[springs.load]\nbetween = ['load', 'ground']\nstiffness = 9\n"
      "[states.load]\nrate = 1\n[simulation]\nduration = 1\n[forces.push]\non = ";
  CHECK(
      mistakes_in(text + "'load'\nvalue = '2*load'") ==
      "m.toml:12:12: 'load' is a state and a body and an element; write x.load, q.load or f.load");
  CHECK(mistakes_in(text + "'load'\nvalue = '2*load'\n[parameters]\nload = 1") == "none");
  CHECK(mistakes_in(text + "'k'\nvalue = 1\n[parameters]\nk = 1") ==
        "m.toml:11:7: no body 'k' (bodies: load); 'k' is a parameter");
  CHECK(mistakes_in(text + "'load'\nvalue = 'f.k'\n[parameters]\nk = 1") ==
        "m.toml:12:10: no element 'k'; 'k' is a parameter");
  const Model model = parse_model(text + "'load'\nvalue = 1", "m.toml");
  CHECK_THROWS_WITH_AS(check_parameter(model, "load", {}),
                       "no parameter 'load'; 'load' is a state and a body and an element",
                       ModelError);
  CHECK(mistakes_in(text + "'load'\nvalue = 'q.push'") ==
        "m.toml:12:10: no body 'push'; 'push' is an element");
}
