#include "luztar/model/shifts.h"

#include <string>

#include <doctest/doctest.h>

#include "luztar/core/error.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/io/load_model.h"
#include "luztar/io/write_model.h"

using namespace luztar;

namespace {

std::string drive(const std::string& element) {
  return "[bodies.a]\nmass = 1\n[bodies.b]\nmass = 1\n[states.gear]\nstart = 1\n"
         "jumps = [{ when = \"t > 1\", to = 2 }]\n" +
         element + "\n[simulation]\nduration = 2\n";
}

std::string refusal(const std::string& text) {
  try {
    compile(parse_model(text, "drive.toml"));
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

bool is_refused(const std::string& text, const std::string& words) {
  const std::string message = refusal(text);
  CAPTURE(message);
  return message.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("an element shifts where its arms or its deflection read a state") {
  const Model model =
      parse_model(drive("[links.l]\nbetween = [\"a\", \"b\"]\narms = [1, \"x.gear\"]\n"
                        "[springs.s]\ndeflection = \"q.a - 2*x.gear*q.b\"\nstiffness = 1\n"
                        "[dampers.d]\nbetween = [\"a\", \"b\"]\ndamping = 1"),
                  "drive.toml");
  CHECK(shifts(model.links[0].deflection));
  CHECK(shifts(model.springs[0].deflection));
  CHECK_FALSE(shifts(model.dampers[0].deflection));
  const auto beside = with_shifts_beside(model);
  REQUIRE(beside);
  CHECK(beside->shifts == std::vector<std::string>{"s", "l"});
  CHECK(to_text(*beside->links[0].deflection.formula) == "q.a - x.gear*q.b + x.shift.l");
  CHECK_FALSE(beside->dampers[0].deflection.formula);
  const Model again = parse_model(write_model(model), "again.toml");
  CHECK(shifts(again.links[0].deflection));
  CHECK_FALSE(again.links[0].deflection.formula);
}

TEST_CASE("what cannot shift is refused by name") {
  CHECK(is_refused(drive("[forces.f]\nbetween = [\"a\", \"b\"]\narms = [1, \"x.gear\"]\nvalue = 1"),
                   "'f' acts along constant arms"));
  CHECK(is_refused(drive("[links.l]\nbetween = [\"a\", \"b\"]\narms = [1, \"x.gaer\"]"),
                   "no state 'gaer'; did you mean 'gear'?"));
  CHECK(is_refused(drive("[stops.s]\ndeflection = \"q.a + x.gear\"\ngap = [-9, 9]"),
                   "reads a state that changes none of its arms"));
  CHECK(
      is_refused("[bodies.a]\nmass = 1\n[bodies.b]\nmass = 1\n[states.x]\nrate = 1\n"
                 "[links.l]\nbetween = [\"a\", \"b\"]\narms = [1, \"x.x\"]\n",
                 "'x.x' has a rate"));
  CHECK(is_refused(drive("[controllers.c]\nperiod = 0.1\nmemory = { r = 1 }\nupdate = [\"r = 2\"]\n"
                         "[links.l]\nbetween = [\"a\", \"b\"]\narms = [1, \"x.c.r\"]"),
                   "arms read states that jump"));
}
