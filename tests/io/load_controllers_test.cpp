#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/io/write_model.h"

using luztar::parse_model;
using luztar::test::mistakes_in;

namespace {

/// The controllers start at line 1.
std::string with_controllers(const std::string& controllers) {
  return controllers + "[bodies.a]\nmass = 1\n[simulation]\nduration = 1\n";
}

}  // namespace

TEST_CASE("controllers are read with their memory and update, and written back") {
  const std::string text = with_controllers(
      "[controllers.pd]\nperiod = 0.5\ndelay = 0.25\nfirst = 0.1\n"
      "memory = { old = 0.25, u = 0 }\n"
      "update = [\"u = -2*q.a - (q.a - old)\", \"old=q.a\"]\n"
      "[controllers.next]\nperiod = 1\nmemory = { w = 0 }\nupdate = \"w = x.pd.u + t\"\n");
  const luztar::Model model = parse_model(text, "m.toml");
  REQUIRE(model.controllers.size() == 2);
  const luztar::Controller& pd = model.controllers[0];
  CHECK(pd.delay.number() == 0.25);
  CHECK(pd.memory[0].name == "old");
  CHECK(pd.memory[0].start.number() == 0.25);
  CHECK(pd.update[1].to == "old");
  CHECK(luztar::to_text(pd.update[1].value) == "q.a");
  const std::string written = luztar::write_model(model);
  CHECK(written.find("[controllers.pd]\nperiod = 0.5\ndelay = 0.25\nfirst = 0.1\n"
                     "memory = { old = 0.25, u = 0 }\n"
                     "update = [\"u = -2*q.a - (q.a - old)\", \"old = q.a\"]\n") !=
        std::string::npos);
  CHECK(luztar::write_model(parse_model(written, "again.toml")) == written);
}

TEST_CASE("mistakes in controllers are told with their place and what to do") {
  const struct {
    const char* controllers;
    const char* message;
  } cases[] = {
      {"[controllers.c]\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n",
       "m.toml:1:14: `period` is missing; write period = ... in seconds"},
      {"[controllers.c]\nperiod = 0\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n",
       "m.toml:2:10: the period of 'c' is not positive (0); it must be greater than 0"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\n",
       "m.toml:1:14: `update` is missing; write update = [\"NAME = expression\", ...]"},
      {"[controllers.c]\nperiod = 1\nupdate = [\"u = 1\"]\n",
       "m.toml:1:14: 'c' has no memory; write memory = { NAME = 0 } with what it computes"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u\"]\n",
       "m.toml:4:12: this is no assignment; write \"NAME = expression\", with a name of `memory`"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\" w = 1\"]\n",
       "m.toml:4:13: no 'w' in the memory of 'c'; there is u"},
      {"[controllers.c]\nperiod = 1\nmemory = { sum = 0 }\nupdate = [\"sum = summ + 1\"]\n",
       "m.toml:4:18: no parameter, signal or value in memory 'summ'; did you mean 'sum'?"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = 3 +* 1\"]\n",
       "m.toml:4:19: in `update`: "},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = q.b\"]\n",
       "m.toml:4:16: no body 'b'; there is a"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = x.c.w\"]\n",
       "m.toml:4:16: no 'w' in the memory of 'c'; did you mean 'c.u'?"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = x.d.w\"]\n",
       "m.toml:4:16: no controller 'd'; there is c"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = c\"]\n",
       "m.toml:4:16: 'c' is a controller; what it holds is x.c.NAME, with a name of its memory"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = x.c\"]\n",
       "m.toml:4:16: 'c' is a controller; what it holds is x.c.NAME, with a name of its memory"},
      {"[controllers.c]\nperiod = 1\ndelay = 1\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n",
       "m.toml:3:9: the delay of 'c' is 1 s, its period 1 s; make it shorter than the period; "
       "memory holds values of samples before"},
      {"[controllers.c]\nperiod = 1e-13\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n",
       "m.toml:2:10: 'c' takes more than 1e12 samples; make its period longer"},
      {"[controllers.c]\nperiod = 1\nmemory = { t = 0 }\nupdate = [\"t = 1\"]\n",
       "m.toml:3:12: the name 't' is reserved: in formulas it is the time; give the value in "
       "memory another one"},
      {"[controllers.c]\nperiod = \"p\"\nmemory = { p = 0 }\nupdate = [\"p = 1\"]\n[parameters]\n"
       "p = 1\n",
       "m.toml:3:12: the name 'p' is that of a parameter; give the value in memory another name"},
      {"[controllers.c]\nperiod = \"p\"\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n[parameters]\n"
       "p = { value = 1, unit = \"m\" }\n",
       "m.toml:2:11: this key is in s, but 'p' is in m; check the unit of the parameter or the "
       "key"},
      {"[controllers.c]\nperiod = \"t\"\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n",
       "m.toml:2:11: 't' is not allowed here: this value is a constant"},
      {"[controllers.c]\nperiod = 1\nmemory = { u = \"x.c.u\" }\nupdate = [\"u = 1\"]\n",
       "m.toml:3:17: 'x.c.u' is not allowed here"},
      {"[states.a]\nrate = 1\n"
       "[controllers.a]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n",
       "the name 'a' is taken by a state in line 1; states and controllers need different names"},
  };
  for (const auto& [controllers, message] : cases) {
    CAPTURE(controllers);
    const std::string found = mistakes_in(with_controllers(controllers));
    CAPTURE(found);
    CHECK(found.find(message) != std::string::npos);
  }
}

TEST_CASE("a mistyped memory is told once: what needs it is passed over") {
  const std::string found =
      mistakes_in(with_controllers("[controllers.c]\nperiod = 1\nmemry = { u = 0, e = 0 }\n"
                                   "update = [\"e = q.a\", \"u = 3*e\"]\n[forces.g]\non = \"a\"\n"
                                   "value = \"x.c.u + x.c.e\"\n"));
  CAPTURE(found);
  CHECK(found.find("m.toml:3:1: no key 'memry' here; did you mean 'memory'?") != std::string::npos);
  CHECK(found.find("m.toml:1:14: 'c' has no memory") != std::string::npos);
  CHECK(found.find(":4:") == std::string::npos);
  CHECK(found.find(":7:") == std::string::npos);
}

TEST_CASE("what a controller holds has no place in constants and motions") {
  const std::string controller =
      "[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n";
  const std::string found =
      mistakes_in(with_controllers(
          controller + "[bodies.b]\nmotion = \"x.c.u\"\n[springs.s]\nbetween = [\"a\", \"b\"]\n"
                       "stiffness = \"x.c.u\"\n"));
  CHECK(found.find("m.toml:6:11: 'x.c.u' is not allowed here") != std::string::npos);
  CHECK(found.find("m.toml:9:14: 'x.c.u' is not allowed here") != std::string::npos);
}

TEST_CASE("steps refuse a controller by name") {
  const luztar::Model model = parse_model(
      "[controllers.c]\nperiod = 1\nmemory = { u = 0 }\nupdate = [\"u = 1\"]\n[bodies.a]\nmass = "
      "1\n[simulation]\nduration = 1\nmethod = \"stepping\"\nstep = 0.1\n",
      "m.toml");
  std::string words;
  try {
    luztar::compile(model);
  } catch (const luztar::ModelError& error) {
    words = error.what();
  }
  CAPTURE(words);
  CHECK(words.find("method = \"stepping\" has no steps for 'c', which is a sampled controller; use "
                   "method = \"events\"") != std::string::npos);
}
