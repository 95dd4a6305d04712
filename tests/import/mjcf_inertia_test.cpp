// Inertia that is the same everywhere.
#include "luztar/import/mjcf_inertia.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

using test::has;
using test::refusal;

}  // namespace

TEST_CASE("two hinges: balanced they import, unbalanced they are refused") {
  const auto arm = [](const std::string& x) {
    return "<mujoco><worldbody><body><joint name=\"a\" axis=\"0 0 1\"/><inertial pos=\"0 0 0\" "
           "mass=\"1\" diaginertia=\"1 1 1\"/>"
           "<body pos=\"2 0 0\"><joint name=\"b\" axis=\"0 0 -1\"/><inertial pos=\"" +
           x + " 0 0\" mass=\"3\" diaginertia=\"1 1 1\"/></body></body></worldbody></mujoco>";
  };
  const std::string model = import_model(arm("0"), "m");
  CHECK(has(model, "[bodies.a]\ninertia = 14"));  // 1 + 1 + 3 2^2
  CHECK(has(model, "value = -1\n"));              // they turn against each other
  CHECK(has(refusal(arm("0.1")), "is not balanced about it"));
}

}  // namespace luztar
