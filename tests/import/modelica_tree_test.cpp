// Classes, components and equations as they are written.
#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"
#include "luztar/import/modelica_syntax.h"

namespace luztar {
namespace {}  // namespace

TEST_CASE("a class has its components, equations and texts") {
  const modelica::File file = modelica::parse(
      "within A.B; partial model M \"one\" + \"two\" parameter Real x(start = 1) = -2^2 \"about\"; "
      "equation connect(a.b, c[2].d); end M;",
      "m");
  CHECK(file.within == "A.B");
  REQUIRE(file.classes.size() == 1);
  const modelica::Class& one = file.classes[0];
  CHECK(one.partial);
  REQUIRE(one.components.size() == 1);
  CHECK(one.components[0].about == "about");
  CHECK(one.components[0].prefix == "parameter");
  CHECK(one.components[0].changes.value->word == "-");
  CHECK(one.equations.at(0).sides.at(1).word == "c[2].d");
}

}  // namespace luztar
