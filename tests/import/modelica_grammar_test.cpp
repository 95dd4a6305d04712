// The grammar of Modelica.
#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"
#include "luztar/import/modelica_tree.h"

namespace luztar {
namespace {

using test::has;
using test::refusal;

}  // namespace

TEST_CASE("what is no Modelica is named where it stops") {
  CHECK(has(refusal("model M Real x = ; end M;"), "m:1:18: unexpected ';'"));
  CHECK(has(refusal("model M\n  Real x = 1;\n"), "the text ends before the model does"));
  std::string deep = "model M Real x = ";
  for (int i = 0; i < 1000; ++i) deep += "(";
  CHECK(has(refusal(deep), "nested more than 60 deep"));
  CHECK(has(refusal("model M /* open"), "m:1:"));
}

}  // namespace luztar
