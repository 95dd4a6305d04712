#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "luztar/io/write_model.h"

using luztar::parse_model;
using luztar::test::mistakes_in;

namespace {

/// The states start at line 1.
std::string with_states(const std::string& states) {
  return states + "[bodies.a]\nmass = 1\n[simulation]\nduration = 1\n";
}

}  // namespace

TEST_CASE("states are read with their rate, start and unit, and written back") {
  const std::string text = with_states(
      "[states.i]\nrate = \"(q.a - x.i)/2 + x.T\"\nstart = 0.5\nunit = \"A\"\n"
      "[states.T]\nrate = \"v.a^2\"\n");
  const luztar::Model model = parse_model(text, "m.toml");
  REQUIRE(model.states.size() == 2);
  CHECK(model.states[0].name == "i");
  CHECK(model.states[0].unit == "A");
  CHECK(luztar::to_text(model.states[0].rate) == "(q.a - x.i)/2 + x.T");
  CHECK(model.states[0].start.number() == 0.5);
  const std::string written = luztar::write_model(model);
  CHECK(written.find("[states.i]\nrate = \"(q.a - x.i)/2 + x.T\"\nstart = 0.5\nunit = \"A\"\n") !=
        std::string::npos);
  CHECK(luztar::write_model(parse_model(written, "again.toml")) == written);
}

TEST_CASE("jumps of states are read as comparisons, and written back") {
  const std::string text = with_states(
      "[states.i]\njumps = [{ when = \"v.a >= 2\", to = \"x.i + 1\" }, "
      "{ when = \"if(t < 1, q.a, 0) - 1\", direction = \"either\", to = 0 }]\n");
  const luztar::Model model = parse_model(text, "m.toml");
  REQUIRE(model.states[0].jumps.size() == 3);
  const std::string written = luztar::write_model(model);
  CHECK(written.find("[states.i]\njumps = [{ when = \"v.a >= 2\", to = \"x.i + 1\" }, "
                     "{ when = \"if(t < 1, q.a, 0) - 1 > 0\", to = 0 }, { when = \"if(t < 1, q.a, "
                     "0) - 1 < 0\", to = 0 }]\n") != std::string::npos);
  CHECK(luztar::write_model(parse_model(written, "again.toml")) == written);
}

TEST_CASE("mistakes in states are told with their place and what to do") {
  const struct {
    const char* states;
    const char* message;
  } cases[] = {
      {"[states.i]\njumps = 1\n",
       "m.toml:2:9: a jump is a table of a condition and a value; write jumps = [{ when ="},
      {"[states.i]\njumps = [{ to = 1 }]\n", "m.toml:2:10: `when` is missing; write when ="},
      {"[states.i]\njumps = [{ when = \"t > 1\" }]\n", "m.toml:2:10: `to` is missing; write to ="},
      {"[states.i]\njumps = [{ when = 3, to = 1 }]\n",
       "m.toml:2:19: `when` is a number; write a comparison between quotes: when = \"v.car > 10\""},
      {"[states.i]\njumps = [{ when = \"q.c > 1\", to = 1 }]\n", "m.toml:2:20: no body 'c'"},
      {"[states.i]\njumps = [{ when = \"v.a >\", to = 1 }]\n",
       "m.toml:2:25: in `when`: it ends too early; write a comparison, such as when = "},
      {"[states.i]\njumps = [{ when = \"t >> 1\", to = 1 }]\n", "m.toml:2:23: in `when`: "},
      {"[states.i]\njumps = [{ when = \"t > 1\", direction = \"rising\", to = 1 }]\n",
       "m.toml:2:28: a comparison has no `direction`; remove it"},
      {"[states.i]\njumps = [{ when = \"t - 1\", direction = \"up\", to = 1 }]\n",
       "m.toml:2:41: no direction 'up'; use \"rising\", \"falling\" or \"either\""},
      {"[states.i]\njump = 1\nrate = 0\n", "m.toml:2:1: no key 'jump' here; did you mean 'jumps'?"},
      {"[states.i]\njumps = [{ when = \"t - 1\", edge = 1, to = 2 }]\n",
       "m.toml:2:28: no key 'edge' here; did you mean 'direction'?"},
      {"[states.i]\njumps = [{ when = \"t - 1\", too = 1, to = 2 }]\n",
       "m.toml:2:28: no key 'too' here; did you mean 'to'?"},
      {"[states.i]\nunit = \"A\"\njumps = [{ when = \"t > 1\", to = \"2 V\" }]\n",
       "m.toml:3:34: to is in A, but '2 V' is in V"},
      {"[states.i]\nstart = 1\n", "m.toml:1:9: `rate` is missing; write rate = \"...\""},
      {"[states.i]\nrate = 1\nspeed = 2\n",
       "m.toml:3:1: no key 'speed' here; there is rate, start, jumps and unit; see docs/"},
      {"[states.i]\nrate = \"x.j\"\n", "m.toml:2:9: no state 'j'; there is i"},
      {"[states.current]\nrate = \"x.curent\"\n",
       "m.toml:2:9: no state 'curent'; did you mean 'current'?"},
      {"[states.i]\nrate = \"i\"\n", "m.toml:2:9: 'i' is a state; its value is x.i"},
      {"[states.i]\nrate = \"d\"\n", "m.toml:2:9: 'd' is not allowed here; write q.BODY or v.BODY"},
      {"[states.i]\nrate = 1\nstart = \"x.i\"\n",
       "m.toml:3:10: 'x.i' is not allowed here; states belong in forces, force laws, `normal`, "
       "the rates of states and the updates of controllers"},
      {"[states.a]\nrate = 1\n", "none"},  // a body too
      {"[states.i]\nrate = 1\nunit = \"mA\"\n",
       "m.toml:3:9: a state cannot be in 'mA'; write its rate and start in SI with unit = \"A\""},
      {"[states.i]\nrate = 1\nunit = \"Amp\"\n", "m.toml:3:9: no unit 'Amp'"},
      {"[states.i]\nrate = 1\nstart = \"p\"\nunit = \"A\"\n[parameters]\np = { value = 1, unit = "
       "\"V\" }\n",
       "m.toml:3:10: start is in A, but 'p' is in V; check the unit of the parameter or the key"},
      {"[states.i]\nrate = \"p\"\nunit = \"A\"\n[parameters]\np = { value = 1, unit = \"A\" }\n",
       "m.toml:2:9: rate is in (A)/s, but 'p' is in A; check the unit of the parameter or the key"},
      {"[states.i]\nrate = 1\nstart = \"1/0\"\n", "m.toml:3:10: "},
      {"[states]\ni = 3\n",
       "m.toml:2:1: 'i' is a number, not a table; write a table "
       "[states.NAME]"},
  };
  for (const auto& [states, message] : cases) {
    CAPTURE(states);
    const std::string found = mistakes_in(with_states(states));
    CAPTURE(found);
    CHECK(found.find(message) != std::string::npos);
  }
}
