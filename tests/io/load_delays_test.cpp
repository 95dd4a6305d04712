#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "luztar/io/state_file.h"
#include "luztar/io/write_model.h"

using luztar::parse_model;
using luztar::test::mistakes_in;

namespace {

std::string with_force(const std::string& value, const std::string& rest = "") {
  return "[forces.f]\non = \"a\"\nvalue = \"" + value + "\"\n[bodies.a]\nmass = 1\n" + rest +
         "[simulation]\nduration = 1\n";
}

std::string refused(const std::string& text) {
  try {
    compile(parse_model(text, "m.toml"));
  } catch (const luztar::ModelError& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST_CASE("delays are read and written back") {
  const std::string text = with_force("2*delay(q.a - 1, 0.1) + delay(v.a, 0.2, sin(t))");
  const std::string written = luztar::write_model(parse_model(text, "m.toml"));
  CHECK(written.find("2*delay(q.a - 1, 0.1) + delay(v.a, 0.2, sin(t))") != std::string::npos);
  CHECK(luztar::write_model(parse_model(written, "again.toml")) == written);
}

TEST_CASE("mistakes in delays are told with their place and what to do") {
  const struct {
    const char* value;
    const char* message;
  } cases[] = {
      {"delay(q.a)", "m.toml:3:10: in `value`: delay takes 2 or 3 arguments, not 1"},
      {"delay(q.a, 1, 2, 3)", "m.toml:3:10: in `value`: delay takes 2 or 3 arguments, not 4"},
      {"delay(q.a, t)", "m.toml:3:21: the time of delay() is a constant, and 't' changes; write"},
      {"delay(q.a, 1 + q.a)", "m.toml:3:25: the time of delay() is a constant, and 'q.a' changes"},
      {"delay(q.b, 1)", "m.toml:3:16: no body 'b'"},
      {"delay(q.a + delay(v.a, 1), 2)",
       "m.toml:3:22: a delay() stands in another one; add their times: delay(x, T1 + T2)"},
      {"delay(q.a, 1, v.a)",
       "m.toml:3:24: the history of delay() follows from the time alone; write delay(x, T,"},
  };
  for (const auto& [value, message] : cases) {
    CAPTURE(value);
    const std::string mistakes = mistakes_in(with_force(value));
    CAPTURE(mistakes);
    CHECK(mistakes.find(message) != std::string::npos);
  }
  const std::string constant = "[bodies.a]\nmass = \"delay(2, 1)\"\n[simulation]\nduration = 1\n";
  CHECK(mistakes_in(constant).find("delay() is not allowed here: this value is a constant") !=
        std::string::npos);
  const std::string path =
      with_force("1", "[springs.k]\ndeflection = \"delay(q.a, 1)\"\nstiffness = 1\n");
  CHECK(
      mistakes_in(path).find("delay() is not allowed here: a deflection follows from positions") !=
      std::string::npos);
}

TEST_CASE("a delay is in seconds, and its history in the unit of what it delays") {
  const std::string units =
      "[parameters]\nT = { value = 1, unit = \"m\" }\nk = { value = 1, unit = \"N\" }\n"
      "u = { value = 1, unit = \"m\" }\n";
  CHECK(mistakes_in(units + with_force("k*delay(t, T)"))
            .find("the time of delay() is in m; write it in s") != std::string::npos);
  CHECK(mistakes_in(units + with_force("delay(k*sin(t), 1, u)"))
            .find("delay() of N with a history in m") != std::string::npos);
}

TEST_CASE("the time of a delay is above 0, and what has no mass has no past") {
  CHECK(refused(with_force("delay(q.a, 0)"))
            .find("the time of delay() is 0 s; it is above 0; without a delay write") !=
        std::string::npos);
  const std::string massless =
      with_force("delay(v.m, 0.1)",
                 "[bodies.m]\nmass = 0\n[dampers.c]\nbetween = [\"m\", \"a\"]\ndamping = 1\n");
  CHECK(refused(massless).find(
            "m.toml:3:10: 'delay(v.m, 0.1)' reads the massless body 'm': its place would follow") !=
        std::string::npos);
}

TEST_CASE("a state without its past is not one of a model with delays") {
  const auto system = compile(parse_model(with_force("-delay(q.a, 0.5)"), "m.toml"));
  const luztar::State state = initial_state(system);
  CHECK(luztar::state_from_json(system, luztar::state_to_json(state), "s") == state);
  luztar::State other = state;
  other.ahead.past.clear();
  CHECK(misfit(system, other) == "it has 0 delays, this model has 1");
  other = state;
  other.ahead.past[0].pieces.push_back(other.ahead.past[0].pieces[0]);
  other.ahead.past[0].pieces[1].part = -1;
  CHECK(misfit(system, other) == "the past of a delay has no order, or no numbers");
}
