// Freewheels, links, stops and massless bodies.
#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "io/model_text.h"

namespace luztar {
namespace {

using test::mistakes_in;

TEST_CASE("a link has bodies and an efficiency") {
  const Model model =
      parse_model(with_elements("[links.gear]\nbetween = ['a', 'b']\narms = [2, 'k']\n"
                                "[links.planets]\nacross = { a = 1, b = 2 }\n"),
                  "m.toml");
  REQUIRE(model.links.size() == 2);
  CHECK(model.links[0].name == "gear");
  REQUIRE(model.links[0].deflection.terms.size() == 2);
  CHECK(evaluate(model.links[0].deflection.terms[1].coefficient, {{"k", 7}}) == -7);
  CHECK(model.links[1].deflection.terms[1].body == 1);
  CHECK(mistakes_in(with_elements("[links.gear]\nbetween = ['a', 'b']\nstiffness = 3\n")) ==
        "m.toml:12:1: no key 'stiffness' here; a link is rigid; an elastic one is a spring");
  CHECK(mistakes_in(with_elements("[links.gear]\n")) ==
        "m.toml:10:8: no body is named; write between = [\"a\", \"b\"] or across = { a = 1, b = -1 "
        "}");
}

TEST_CASE("a freewheel has bodies, and a pitch if it is a ratchet") {
  const Model model =
      parse_model(with_elements("[freewheels.clutch]\nbetween = ['a', 'b']\narms = [2, 'k']\n"
                                "[freewheels.sun]\nacross = { a = 1, b = 2 }\n"),
                  "m.toml");
  REQUIRE(model.freewheels.size() == 2);
  CHECK_FALSE(model.freewheels[0].pitch.has_value());
  const Model ratchet = parse_model(
      with_elements("[freewheels.pawl]\nbetween = ['a', 'b']\npitch = '3*k'\n"), "m.toml");
  CHECK(evaluate(ratchet.freewheels[0].pitch.value(), {{"k", 7}}) == 21);
  for (const std::string pitch : {"0", "-0.1", "inf", "[1, 2]"}) {
    CAPTURE(pitch);
    const std::string mistakes = mistakes_in(
        with_elements("[freewheels.pawl]\nbetween = ['a', 'b']\npitch = " + pitch + "\n"));
    CHECK(mistakes.starts_with("m.toml:12:9: "));
  }
  CHECK(mistakes_in(with_elements("[freewheels.pawl]\nbetween = ['a', 'b']\npitch = 't'\n")) != "");
  CHECK(model.freewheels[0].name == "clutch");
  CHECK(evaluate(model.freewheels[0].deflection.terms[1].coefficient, {{"k", 7}}) == -7);
  CHECK(model.freewheels[1].deflection.terms[1].body == 1);
  CHECK(mistakes_in(with_elements("[freewheels.clutch]\nbetween = ['a', 'b']\nkinetic = 3\n")) ==
        "m.toml:12:1: no key 'kinetic' here; there is deflection, between, across, arms and pitch; "
        "see "
        "docs/model-elements.md, \"Elements\"");
  CHECK(
      mistakes_in(with_elements("[freewheels.clutch]\n")) ==
      "m.toml:10:13: no body is named; write between = [\"a\", \"b\"] or across = { a = 1, b = -1 "
      "}");
}

TEST_CASE("a stop has a gap, one edge of which may be infinite, and a restitution") {
  const char* const infinity[] = {"inf", "'inf'", "+inf", "'+inf'"};
  for (const char* upper : infinity) {
    CAPTURE(upper);
    const Model model = parse_model(with_elements("[stops.s]\nbetween = ['a', 'b']\ngap = [-0.5, " +
                                                  std::string(upper) + "]\n"),
                                    "m.toml");
    REQUIRE(model.stops.size() == 1);
    CHECK(evaluate(model.stops[0].lower, ParameterValues{}) == -0.5);
    CHECK(model.stops[0].upper.number() == INFINITY);
    CHECK(evaluate(model.stops[0].restitution, ParameterValues{}) == 0);
  }
  for (const char* lower : {"-inf", "'-inf'"}) {
    CAPTURE(lower);
    const Model model =
        parse_model(with_elements("[stops.s]\nbetween = ['a', 'b']\ngap = [" + std::string(lower) +
                                  ", 'k']\nrestitution = '1/2'\n"),
                    "m.toml");
    CHECK(model.stops[0].lower.number() == -INFINITY);
    CHECK(evaluate(model.stops[0].upper, {{"k", 7}}) == 7);
    CHECK(evaluate(model.stops[0].restitution, ParameterValues{}) == 0.5);
  }
}

TEST_CASE("mistakes in stops") {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {"", "m.toml:10:8: `gap` is missing; write gap = [lower, upper]"},
      {"gap = 1", "m.toml:12:7: `gap` needs a list of two numbers; write gap = [lower, upper]"},
      {"gap = [2, 1]",
       "m.toml:12:8: the gap of 's' has its lower edge 2 above its upper edge 1; write gap = "
       "[lower, upper]"},
      {"gap = [-inf, inf]",
       "m.toml:12:8: the gap of 's' has no edge; give one of them a number, or remove 's'"},
      {"gap = ['inf', 'inf']",
       "m.toml:12:9: both edges of the gap of 's' are the same infinity; give one of them a "
       "number, "
       "or remove 's'"},
      {"gap = [inf, 1]",
       "m.toml:12:8: the gap of 's' has its lower edge inf above its upper edge 1; write gap = "
       "[lower, upper]"},
      {"gap = [nan, 1]", "m.toml:12:8: `gap` is not a finite number; give it a number"},
      {"gap = ['-1/0', 1]",
       "m.toml:12:9: the lower edge of the gap of 's' is not a finite number; give it a finite "
       "number"},
      {"gap = ['2*inf', 1]",
       "m.toml:12:11: 'inf' is no number here; only a mass, and an edge of a gap, may "
       "be \"inf\", written alone"},
      {"gap = [0, 1]\nrestitution = 1.5",
       "m.toml:13:15: the restitution of 's' is 1.5; give a number from 0 (no rebound) to 1 (no "
       "loss)"},
      {"gap = [0, 1]\nrestitution = '-1e-9'",
       "m.toml:13:16: the restitution of 's' is -1e-09; give a number from 0 (no rebound) to 1 (no "
       "loss)"},
      {"gap = [0, 't']",
       "m.toml:12:12: 't' is not allowed here: this value is a constant; time belongs in motion, "
       "forces, force laws, `normal`, "
       "signals, the rates of states and the updates of controllers"},
      {"gap = [0, 1]\nrestituton = 1",
       "m.toml:13:1: no key 'restituton' here; did you mean "
       "'restitution'?"},
  };
  for (const auto& row : rows) {
    CAPTURE(row.text);
    CHECK(mistakes_in(with_elements("[stops.s]\nbetween = ['a', 'b']\n" + std::string(row.text))) ==
          row.expected);
  }
  const auto spring = [](const std::string& gap) {
    return mistakes_in(
        with_elements("[springs.s]\nbetween = ['a', 'b']\nstiffness = 1\n" + gap + "\n"));
  };
  CHECK(spring("gap = [-inf, 1]") == "none");
  CHECK(spring("gap = [0, 'inf']") == "none");
  CHECK(spring("gap = ['-inf', 'inf']") ==
        "m.toml:13:9: the gap of 's' has no edge; give one of them a number, or remove 's'");
  CHECK(spring("gap = [inf, inf]").find("are the same infinity") != std::string::npos);
  CHECK(spring("freeplay = inf").find("`freeplay` is not a finite number") != std::string::npos);
}

TEST_CASE("parameters with a unit must fit the keys of a stop") {
  const std::string text = with_elements(
      "[parameters.L]\nvalue = 3\nunit = 'mm'\n[parameters.X]\nvalue = 1\nunit = 's'\n"
      "[stops.s]\nbetween = ['a', 'b']\n");
  CHECK(mistakes_in(text + "gap = ['-L', 'L']\nrestitution = 0.5") == "none");
  CHECK(mistakes_in(text + "gap = [0, 'X']\nrestitution = 'X'") ==
        "m.toml:18:12: gap is in m or rad, but 'X' is in s; check the unit of the parameter or the "
        "key\n"
        "m.toml:19:16: this key is in 1, but 'X' is in s; check the unit of the parameter or the "
        "key");
}

TEST_CASE("names of links and stops are unique over the file") {
  CHECK(mistakes_in(with_elements("[links.k]\nbetween = ['a', 'b']\n")) == "none");  // k too
  CHECK(mistakes_in(with_elements("[stops.x]\nbetween = ['a', 'b']\ngap = [0, 1]\n"
                                  "[forces.x]\non = 'a'\nvalue = 1\n")) ==
        "m.toml:13:9: the name 'x' is taken by an element in line 10; elements need different "
        "names");
}

TEST_CASE("a body may be massless") {
  for (const char* keys : {"mass = 0", "mass = '0*2'", "inertia = 0", "mass = -0.0"}) {
    CAPTURE(keys);
    CHECK(mistakes_in(with_body(keys)) == "none");
  }
}

}  // namespace
}  // namespace luztar
