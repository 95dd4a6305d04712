// Every way that docs/model.md calls wrong, with the message and the place that it gets.
#include <algorithm>
#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "io/model_text.h"

using luztar::test::mistakes_in;

namespace {

struct Row {
  const char* text;
  const char* expected;
};

std::string spring(const std::string& keys) {
  return with_elements("[springs.s]\nbetween = ['a', 'b']\n" + keys);
}

}  // namespace

TEST_CASE("the example of docs/model.md") {
  CHECK(mistakes_in("[bodies.base]\nmotion = 't'\n[bodies.seat]\nmass = 1\n[simulation]\n"
                    "duration = 1\n[springs.s]\nstiffness = 1\nbetween = [\"seet\", \"base\"]\n",
                    "guide.toml") ==
        "guide.toml:9:13: no body 'seet' (bodies: base, seat); did you mean 'seat'?");
}

TEST_CASE("bodies") {
  const Row rows[] = {
      {"",
       "m.toml:3:9: 'x' has neither a mass nor a motion; write mass = ..., inertia = ... or "
       "motion = ..."},
      {"mass = 5e-324",
       "m.toml:4:8: the mass of 'x' is too small to divide by; give 'x' a larger mass, or 0"},
      {"mass = -1", "m.toml:4:8: the mass of 'x' is negative (-1); it must be 0 or more"},
      {"mass = nan", "m.toml:4:8: `mass` is not a finite number; give it a number"},
      {"mass = -inf", "m.toml:4:8: `mass` is not a finite number; give it a number"},
      {"mass = '1/0'",
       "m.toml:4:9: the mass of 'x' is not a finite number; give it a finite number"},
      {"mass = '2*inf'",
       "m.toml:4:11: 'inf' is no number here; only a mass, and an edge of a gap, may "
       "be \"inf\", written alone"},
      {"mass = true",
       "m.toml:4:8: `mass` is true or false, not a number; write a number, or an "
       "expression between quotes"},
      {"mass = 1\ninertia = 2",
       "m.toml:5:1: `inertia` makes no sense beside `mass`; remove one of them"},
      {"mass = 1\nmotion = 't'",
       "m.toml:5:11: 'x' has a mass and a motion; a prescribed motion needs no mass: remove one of "
       "them"},
      {"motion = 't'\nposition = 1",
       "m.toml:5:1: `position` makes no sense beside `motion`; remove one of them"},
      {"motion = 'd'",
       "m.toml:4:11: 'd' is not allowed here; d and v belong in the `force` of a "
       "spring or damper"},
      {"motion = 'q.x'",
       "m.toml:4:11: 'q.x' is not allowed here; q.BODY, v.BODY and f.ELEMENT belong in the `value` "
       "of "
       "[forces], in `normal`, in the rates of states and in the updates of controllers"},
      {"mass = 1\nposition = inf",
       "m.toml:5:12: `position` is not a finite number; give it a "
       "number"},
      {"mass = 't'",
       "m.toml:4:9: 't' is not allowed here: this value is a constant; time belongs in motion, "
       "forces, force laws, `normal`, "
       "signals, the rates of states and the updates of controllers"},
      {"mass = 1\nvelocty = 2", "m.toml:5:1: no key 'velocty' here; did you mean 'velocity'?"},
      {"mass = 1\nposition = '2 + (3'",
       "m.toml:5:17: in `position`: this parenthesis is not closed; write ')' where it ends"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistakes_in(with_body(row.text)) == row.expected);
  }
}

TEST_CASE("springs and dampers") {
  const Row rows[] = {
      {"", "m.toml:10:10: `stiffness` is missing; write stiffness = ... or force = \"...\""},
      {"stiffness = inf", "m.toml:12:13: `stiffness` is not a finite number; give it a number"},
      {"stiffness = 1\nfreeplay = -1",
       "m.toml:13:12: the freeplay of 's' is negative (-1); it must be 0 or more"},
      {"stiffness = 1\ngap = [2, 1]",
       "m.toml:13:8: the gap of 's' has its lower edge 2 above its "
       "upper edge 1; write gap = [lower, upper]"},
      {"stiffness = 1\ngap = [2]",
       "m.toml:13:7: `gap` needs a list of two numbers; write gap = [lower, upper]"},
      {"stiffness = 1\ngap = [0, 1]\nfreeplay = 1",
       "m.toml:14:1: `freeplay` makes no sense beside `gap`; remove one of them"},
      {"force = 'd'\nstiffness = 1",
       "m.toml:13:1: `stiffness` makes no sense beside `force`; remove one of them"},
      {"force = 'd + q.a'",
       "m.toml:12:14: 'q.a' is not allowed here; q.BODY, v.BODY and f.ELEMENT belong in the "
       "`value` of "
       "[forces], in `normal`, in the rates of states and in the updates of controllers"},
      {"stiffness = 'd'",
       "m.toml:12:14: 'd' is not allowed here; d and v belong in the `force` of "
       "a spring or damper"},
      {"stiffness = 1\ntable = 'x.csv'", "m.toml:13:1: `table` is not supported yet; remove it"},
      {"stiffness = 1\narms = [1, 0]",
       "m.toml:13:12: this arm or coefficient of 's' is 0; leave the body out instead"},
      {"stiffness = 1\narms = 3",
       "m.toml:13:8: `arms` needs a list of two numbers; write arms = [ra, rb]"},
      {"stiffness = 1\nacross = { a = 1 }",
       "m.toml:13:1: `across` makes no sense beside `between`; remove one of them"},
      {"stiffness = 'kk'", "m.toml:12:14: no parameter 'kk'; there is k"},
      {"stiffness = 'a'",
       "m.toml:12:14: 'a' is a body; its position is q.a, its velocity v.a; both "
       "only in [forces] and `normal`"},
      {"stiffness = 's'",
       "m.toml:12:14: 's' is an element; its force is f.s; only in [forces], `normal`, rates "
       "and updates"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistakes_in(spring(row.text)) == row.expected);
  }
  CHECK(mistakes_in(with_elements("[dampers.c]\nbetween = ['a', 'b']\n")) ==
        "m.toml:10:10: `damping` is missing; write damping = ... or force = \"...\"");
  CHECK(mistakes_in(with_elements("[dampers.c]\nbetween=['a', 'b']\ndamping=1\nforce='v'\n")) ==
        "m.toml:12:1: `damping` makes no sense beside `force`; remove one of them");
}

TEST_CASE("where an element acts") {
  const Row rows[] = {
      {"",
       "m.toml:10:10: no body is named; write between = [\"a\", \"b\"] or across = { a = 1, b = "
       "-1 }"},
      {"between = ['a', 'a']", "m.toml:12:18: both ends are 'a'; name two different bodies"},
      {"between = ['ground', 'ground']",
       "m.toml:12:23: both ends are 'ground'; name two different bodies"},
      {"between = ['a']",
       "m.toml:12:11: `between` needs a list of two bodies; write between = "
       "[\"a\", \"b\"]; one of them may be \"ground\""},
      {"between = 'a'",
       "m.toml:12:11: `between` needs a list of two bodies; write between = "
       "[\"a\", \"b\"]; one of them may be \"ground\""},
      {"between = ['a', 3]",
       "m.toml:12:17: a body's name expected, not a number; write it between quotes"},
      {"between = ['a', 'xyz']",
       "m.toml:12:18: no body 'xyz' (bodies: a, b); name a body of the "
       "file or \"ground\""},
      {"across = {}",
       "m.toml:12:10: `across` needs a table of bodies with coefficients; write "
       "across = { sun = 1, ring = 2, carrier = -3 }"},
      {"across = { a = 1, b = 0 }",
       "m.toml:12:23: this arm or coefficient of 's' is 0; leave the body out instead"},
      {"across = { a = 1, c = 2 }",
       "m.toml:12:19: no body 'c' (bodies: a, b); name a body of the "
       "file or \"ground\""},
      {"across = { a = 1 }\narms = [1, 2]",
       "m.toml:13:1: `arms` makes no sense beside `across`; remove one of them"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistakes_in(with_elements("[springs.s]\nstiffness = 1\n" + std::string(row.text))) ==
          row.expected);
  }
}

TEST_CASE("forces") {
  const Row rows[] = {
      {"on = 'a'", "m.toml:10:9: `value` is missing; write value = \"...\""},
      {"value = 1",
       "m.toml:10:9: no body is named; write on = \"BODY\", between = [\"a\", \"b\"] or "
       "across = { a = 1, b = -1 }"},
      {"value = 1\non = 'ground'", "m.toml:12:7: 'ground' does not move; name a body"},
      {"value = 1\non = 'c'",
       "m.toml:12:7: no body 'c' (bodies: a, b); name a body of the file or \"ground\""},
      {"value = 1\non = 3", "m.toml:12:6: `on` is a number, not a text; write it between quotes"},
      {"value = 1\non = 'a'\nbetween = ['a', 'b']",
       "m.toml:13:1: `between` makes no sense beside `on`; remove one of them"},
      {"on = 'a'\nvalue = '1/0'",
       "m.toml:12:10: the value of 'f' is not a finite number; give it a finite number"},
      {"on = 'a'\nvalue = 'd'", "m.toml:12:10: 'd' is not allowed here; write q.BODY or v.BODY"},
      {"on = 'a'\nvalue = 'q.aa'", "m.toml:12:10: no body 'aa'; there is a and b"},
      {"on = 'a'\nvalue = 'q.ground'",
       "m.toml:12:10: 'ground' does not move; leave 'q.ground' out"},
      {"on = 'a'\nvalue = 'w.a'",
       "m.toml:12:10: 'w.' has no meaning; write q.BODY for a position, v.BODY for a velocity, "
       "x.STATE for a state or f.ELEMENT for a force"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistakes_in(with_elements("[forces.f]\n" + std::string(row.text))) == row.expected);
  }
}

TEST_CASE("parameters") {
  const Row rows[] = {
      {"p = 'p'",
       "m.toml:6:1: these parameters need each other: p -> p; give one of them a value of its own"},
      {"p = 'r'\nr = 's'\ns = 'p'",
       "m.toml:6:1: these parameters need each other: p -> r -> s -> p; "
       "give one of them a value of its own"},
      {"p = '1/0'",
       "m.toml:6:6: the parameter 'p' is not a finite number; check divisions by zero, "
       "roots and logarithms"},
      {"p = inf", "m.toml:6:5: `p` is not a finite number; give it a number"},
      {"p = 'log(-1)'",
       "m.toml:6:6: the parameter 'p' is not a finite number; check divisions by "
       "zero, roots and logarithms"},
      {"p = '2*stifness'\nstiffness = 1",
       "m.toml:6:8: no parameter 'stifness'; did you mean 'stiffness'?"},
      {"p = 't'",
       "m.toml:6:6: 't' is not allowed here: this value is a constant; time belongs in motion, "
       "forces, force laws, `normal`, "
       "signals, the rates of states and the updates of controllers"},
      {"t = 1",
       "m.toml:6:1: the name 't' is reserved: in formulas it is the time; give the parameter "
       "another name"},
      {"pi = 1",
       "m.toml:6:1: the name 'pi' is reserved: in formulas it is a number; give the parameter "
       "another name"},
      {"luz = 1",
       "m.toml:6:1: the name 'luz' is reserved: it is a function; give the parameter another name"},
      {"a-b = 1",
       "m.toml:6:1: 'a-b' is not a name; use a letter, then letters, digits and _, at "
       "most 200"},
      {"1a = 1",
       "m.toml:6:1: '1a' is not a name; use a letter, then letters, digits and _, at most "
       "200"},
      {"p = { unit = 'm' }", "m.toml:6:1: the parameter 'p' has no `value`; write value = ..."},
      {"p = { value = 1, unit = 'mx' }",
       "m.toml:6:26: no unit 'mx'; see docs/units.md, \"Units by name\""},
      {"p = { value = '2*3', unit = 'mm' }",
       "m.toml:6:30: an expression cannot be in 'mm'; write the expression in SI with unit = "
       "\"m\""},
      {"p = { value = 1, units = 'm' }", "m.toml:6:18: no key 'units' here; did you mean 'unit'?"},
      {"p = 1979-05-27",
       "m.toml:6:5: `p` is a date or time, not a number; write a number, or an "
       "expression between quotes"},
      {"p = [1]",
       "m.toml:6:5: `p` is a list, not a number; write a number, or an expression "
       "between quotes"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistakes_in(with_parameters(row.text)) == row.expected);
  }
}

TEST_CASE("dimensions of parameters used alone") {
  const char* const parameters =
      "[parameters]\nL = { value = 1, unit = 'mm' }\nF = { value = 1, unit = 'kN' }\n"
      "M = { value = 1, unit = 'kg' }\nJ = { value = 1, unit = 'kg m2' }\n"
      "K = { value = 1, unit = 'N/mm' }\nC = { value = 1, unit = 'N s/m' }\n"
      "T = { value = 1, unit = 'ms' }\nphi = { value = 1, unit = 'deg' }\n"
      "KR = { value = 1, unit = 'N m/rad' }\nw = { value = 1, unit = 'rpm' }\n";
  const auto model = [&](const std::string& mass, const std::string& position,
                         const std::string& velocity, const std::string& spring,
                         const std::string& duration) {
    return parameters + std::string("[bodies.a]\nmass = ") + mass + "\nposition = " + position +
           "\nvelocity = " + velocity + "\n[springs.s]\nbetween = ['a', 'ground']\n" + spring +
           "\n[simulation]\nduration = " + duration + "\n";
  };
  CHECK(mistakes_in(model("'M'", "'L'", "1", "stiffness = 'K'\nrest = 'L'\ndamping = 'C'",
                          "'T'")) == "none");
  CHECK(mistakes_in(model("'J'", "'phi'", "'w'", "stiffness = 'KR'\nfreeplay = 'phi'", "1")) ==
        "none");
  CHECK(mistakes_in(model("'L'", "0", "0", "stiffness = 1", "1")) ==
        "m.toml:13:9: mass is in kg or kg m2, but 'L' is in mm; check the unit of the parameter or "
        "the key");
  CHECK(
      mistakes_in(model("1", "'F'", "'L'", "stiffness = 'C'\nfreeplay = 'T'", "'F'")) ==
      "m.toml:14:13: position is in m or rad, but 'F' is in kN; check the unit of the parameter or "
      "the key\n"
      "m.toml:15:13: velocity is in m/s or rad/s, but 'L' is in mm; check the unit of the "
      "parameter or the key\n"
      "m.toml:18:14: stiffness is in N/m or N m/rad, but 'C' is in N s/m; check the unit of the "
      "parameter or the key\n"
      "m.toml:19:13: freeplay or gap is in m or rad, but 'T' is in ms; check the unit of the "
      "parameter or the key\n"
      "m.toml:21:13: this key is in s, but 'F' is in kN; check the unit of the parameter or the "
      "key");
  // A product is not looked into.
  CHECK(mistakes_in(model("'1000*L'", "0", "0", "stiffness = 1", "1")) == "none");
}

TEST_CASE("simulation") {
  const Row rows[] = {
      {"", "m.toml:3:2: `duration` is missing; write duration = ... in seconds"},
      {"duration = -1", "m.toml:4:12: duration is negative; give seconds"},
      {"duration = 1\nsamples = 2.5",
       "m.toml:5:11: samples = 2.5 is out of range; give a whole number from 0 to 1e+09"},
      {"duration = 1\nsamples = -1",
       "m.toml:5:11: samples = -1 is out of range; give a whole number from 0 to 1e+09"},
      {"duration = 1\nsamples = 1000000001",
       "m.toml:5:11: samples = 1000000001 is out of range; "
       "give a whole number from 0 to 1e+09"},
      {"duration = 1\ninterval = 0",
       "m.toml:5:12: interval is not positive; give the seconds between output points"},
      {"duration = 1\ninterval = 1e-10",
       "m.toml:5:12: interval gives more than 1e9 output points; make it longer"},
      {"duration = 1\ninterval = 0.1\nsamples = 3",
       "m.toml:5:12: samples and interval are both given; keep one of them"},
      {"duration = 1\ntolerance = 1e-16",
       "m.toml:5:13: tolerance = 1e-16 is out of range; give a number from 1e-15 to 1e-2"},
      {"duration = 1\ntolerance = 0.1",
       "m.toml:5:13: tolerance = 0.1 is out of range; give a number from 1e-15 to 1e-2"},
      {"duration = 1\nmax_events = 0",
       "m.toml:5:14: max_events = 0 is out of range; give a whole number from 1 to 1e+12"},
      {"duration = 1\nmethod = 'stepping'",
       "m.toml:3:2: method = \"stepping\" has no `step`; write step = ... in seconds"},
      {"duration = 1\nmethod = 'stepping'\nstep = 0",
       "m.toml:6:8: step is not positive; give seconds"},
      {"duration = 1\nmethod = 'stepping'\nstep = 1e-13",
       "m.toml:6:8: step gives more than 1e12 steps; make it longer"},
      {"duration = 1\nmethod = 'stepping'\nstep = 'q'",
       "m.toml:6:9: no parameter 'q'; define it under [parameters]"},
      {"duration = 1\nmethod = 'stepping'\nstep = 0.1\nadaptive = 1",
       "m.toml:7:12: `adaptive` is a number, not true or false; write adaptive = true or false"},
      {"duration = 1\nstep = 0.1",
       "m.toml:5:8: `step` belongs to method = \"stepping\"; remove `step`, and add interval = ... "
       "if "
       "it was meant for the output; or add method = \"stepping\""},
      {"duration = 1\nadaptive = true",
       "m.toml:3:2: `adaptive` belongs to method = \"stepping\"; add method = \"stepping\", or "
       "remove `adaptive`"},
      {"duration = 1\nmethod = 'euler'",
       "m.toml:5:11: no method 'euler'; use method = \"events\" or \"stepping\""},
      {"duration = 1\nstart = 1e20",
       "m.toml:4:12: start + duration is out of range; choose a "
       "smaller start"},
      {"duration = 1\ntolerence = 1e-9",
       "m.toml:5:1: no key 'tolerence' here; did you mean "
       "'tolerance'?"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistakes_in(with_simulation(row.text)) == row.expected);
  }
  for (const char* fine : {"duration = 0", "duration = 1\nsamples = 0", "duration = 1\nsamples = 1",
                           "duration = 1e9\ninterval = 1", "duration = '2*3'\nmethod = 'events'",
                           "duration = 1\nmethod = 'stepping'\nstep = '1/3'\nadaptive = true",
                           "duration = 1\nstart = -5\nmax_events = 1000000000000"}) {
    CAPTURE(fine);
    CHECK(mistakes_in(with_simulation(fine)) == "none");
  }
}

TEST_CASE("whole tables") {
  CHECK(mistakes_in("") ==
        "m.toml:1:1: there is no table [simulation]; add [simulation] with "
        "duration = ...\n"
        "m.toml:1:1: the model has no bodies; add at least one [bodies.NAME]");
  CHECK(mistakes_in(with_body("mass = 1\n[spring.s]\n"))
            .starts_with("m.toml:5:2: no table [spring]; did you mean [springs.NAME]?\n"));
  CHECK(mistakes_in(with_body("mass = 1\n[repeat]\n")) == "none");  // an empty one repeats nothing
  CHECK(mistakes_in(with_body("mass = 1\n[springs]\ns = 1\n")) ==
        "m.toml:6:1: 's' is a number, not a table; write a table [springs.NAME]");
  CHECK(mistakes_in(with_body("mass = 1\n[[springs]]\ns = 1\n")) ==
        "m.toml:5:3: `springs` is a list; write tables [springs.NAME]");
  CHECK(mistakes_in(with_elements("[springs.k]\nbetween=['a','b']\nstiffness='k'\n")) == "none");
}

TEST_CASE("independent mistakes are told at once, and dependent ones only once") {
  // p cannot be read: nobody complains about what uses it.
  CHECK(mistakes_in("[parameters]\np = '2*'\nr = 'p + 1'\n[bodies.a]\nmass = 'r'\nvelocty = 1\n"
                    "[frictions.f]\nbetween = ['a', 'b']\nkinetic = 'r'\nstatic = 0\n"
                    "[simulation]\nduration = 'r'\nsamples = -3\n") ==
        "m.toml:2:8: in `p`: the expression ends too early; write a number, a name or '(' here\n"
        "m.toml:6:1: no key 'velocty' here; did you mean 'velocity'?\n"
        "m.toml:8:18: no body 'b' (bodies: a); name a body of the file or \"ground\"\n"
        "m.toml:13:11: samples = -3 is out of range; give a whole number from 0 to 1e+09");
}

TEST_CASE("a message stays one short line whatever the names are") {
  const std::string name(100'000, 'x');
  const std::string text = mistakes_in(with_body("mass = 1\n\"a\\n" + name + "\" = 3"));
  CHECK(text.size() < 200);
  CHECK(text.find('\n') == std::string::npos);
}

TEST_CASE("a thousand mistakes are cut short") {
  std::string keys = "mass = 1\n";
  for (int i = 0; i < 1000; ++i) keys += "x" + std::to_string(i) + " = 1\n";
  const std::string text = mistakes_in(with_body(keys));
  CHECK(std::count(text.begin(), text.end(), '\n') == 99);
  CHECK(text.ends_with("(and 900 more mistakes)"));
}
