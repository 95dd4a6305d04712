// Actuators of MJCF as forces, and what may touch.
#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

std::string driven(const std::string& actuator) {
  return "<mujoco>\n<worldbody><body><joint name=\"j\" axis=\"0 0 1\"/><geom size=\"0.5\" "
         "mass=\"10\"/></body></worldbody>\n<actuator>" +
         actuator + "</actuator>\n</mujoco>";
}

}  // namespace

TEST_CASE("a servo of position and a general actuator of the same gains are the same force") {
  const std::string force = "value = \"30*a_ctrl - 30*(q.j) - 4*(v.j)\"\n";
  for (const char* actuator : {"<position name=\"a\" joint=\"j\" kp=\"30\" kv=\"4\"/>",
                               "<general name=\"a\" joint=\"j\" biastype=\"affine\" gainprm=\"30\" "
                               "biasprm=\"0 -30 -4\"/>"}) {
    const std::string model = import_model(driven(actuator), "m");
    CHECK_MESSAGE(test::has(model, force), model);
  }
}

TEST_CASE("the gear of a motor is the arm of its force") {
  const std::string model = import_model(driven("<motor name=\"a\" joint=\"j\" gear=\"7\"/>"), "m");
  CHECK(test::has(model, "arms = [7, 1]\nvalue = \"a_ctrl\"\n"));
}

TEST_CASE("actuators without a counterpart are refused at their place") {
  const auto says = [](const std::string& actuator, const std::string& part) {
    const std::string words = test::refusal(driven(actuator));
    CHECK_MESSAGE(test::has(words, part), words);
    CHECK_MESSAGE(test::has(words, "m:3:12"), words);
  };
  says("<motor name=\"a\"/>", "acts on no joint and no tendon");
  says("<motor name=\"a\" joint=\"j\" gear=\"0\"/>", "is 0");
  says("<general name=\"a\" joint=\"j\" biastype=\"muscle\"/>", "'muscle' has no counterpart");
  says("<damper name=\"a\" joint=\"j\" kv=\"1\"/>", "has no counterpart");
}

}  // namespace luztar
