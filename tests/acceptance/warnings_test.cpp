// Warnings before a run: what is probably a mistake, and where it stands.
#include <string>

#include <doctest/doctest.h>

#include "luztar/luztar.h"

using namespace luztar;

namespace {

/// One line for each warning.
std::string warnings(const std::string& text) {
  const Model model = parse_model(text + "[simulation]\nduration = 1\n", "m.toml");
  std::string lines;
  for (const Diagnostic& warning : warnings_of(model, compile(model)))
    lines += to_text(warning).substr(0, to_text(warning).find(';')) + "\n";
  return lines;
}

}  // namespace

TEST_CASE("a parameter that nothing uses is named with its place") {
  CHECK(warnings("[parameters]\nm = 1\nk2 = 5\n[bodies]\nb = { mass = \"m\" }\n[forces]\n"
                 "F = { on = \"b\", value = 1 }\n") ==
        "m.toml:3:1: nothing uses the parameter 'k2'\n");
}

TEST_CASE("a body that nothing touches is named, one whose coordinate is read is not") {
  CHECK(warnings("[bodies]\nb = { mass = 1 }\nc = { mass = 1 }\ng = { motion = \"t^2\" }\n"
                 "[forces]\nF = { on = \"b\", value = \"q.g\" }\n") ==
        "m.toml:3:1: nothing touches the body 'c'\n");
}

TEST_CASE("a velocity that a massless body cannot start with is named where it stands") {
  CHECK(warnings("[bodies]\nb = { mass = 0, velocity = 2.0 }\n[dampers]\n"
                 "e = { between = [\"b\", \"ground\"], damping = 1 }\n") ==
        "m.toml:2:28: the massless body 'b' does not start with this velocity: its forces "
        "balance\n");
}

TEST_CASE("an element between given motions is named if there are bodies that move by forces") {
  const std::string model =
      "[bodies]\na = { motion = \"t^2\" }\nb = { motion = \"t^3\" }\n[springs]\n"
      "s = { between = [\"a\", \"b\"], stiffness = 1 }\n";
  CHECK(warnings(model).empty());  // all is given: it shows the law
  CHECK(warnings("[bodies]\nc = { mass = 1 }\n" + model.substr(9) +
                 "r = { between = [\"c\", \"b\"], stiffness = 1 }\n") ==
        "m.toml:6:1: 's' acts on given motions only and moves nothing\n");
}

TEST_CASE("pull = false without damping is named") {
  const std::string model =
      "[bodies]\nb = { mass = 1 }\n[springs]\n"
      "s = { between = [\"b\", \"ground\"], stiffness = 1, freeplay = 1, pull = false, damping = ";
  CHECK(warnings(model + "0 }\n") ==
        "m.toml:4:1: pull = false changes nothing for 's': without damping it never pulls\n");
  CHECK(warnings(model + "1 }\n").empty());
}
