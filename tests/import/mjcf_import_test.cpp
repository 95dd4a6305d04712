// MJCF that is refused.
#include "luztar/import/mjcf_import.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

using test::has;
using test::refusal;

}  // namespace

TEST_CASE("MJCF: mistakes have their place") {
  const auto inside = [](const std::string& text) {
    return refusal("<mujoco>\n" + text + "\n</mujoco>");
  };
  CHECK(has(refusal("<mujoco><a></b></mujoco>"), "this is no XML"));
  CHECK(has(refusal("<robot/>"), "not with <mujoco>"));
  CHECK(has(inside("<include file=\"a.xml\"/>"), "m:2:2: <include> is not imported"));
  CHECK(has(inside("<worldbody><body><joint axis=\"0 x 1\"/></body></worldbody>"),
            "m:2:25: 'axis' has what is no number: '0 x 1'"));
  CHECK(has(inside("<worldbody><body><joint name=\"j\"/><geom size=\"1\"/></body></worldbody>"
                   "<actuator><motor joint=\"k\"/></actuator>"),
            "no joint 'k'"));
}

}  // namespace luztar
