// XML with places.
#include "luztar/import/mjcf_xml.h"

#include <string>

#include <doctest/doctest.h>

#include "import/refusals.h"

namespace luztar {
namespace {

using test::has;
using test::refusal;

}  // namespace

TEST_CASE("elements and attributes have their lines and columns") {
  const mjcf::Element root =
      mjcf::parse_xml("<?xml version=\"1.0\"?>\n<a>\n <!-- <b> -->\n  <c d=\"1\"/>\n</a>", "x");
  REQUIRE(root.children.size() == 1);
  CHECK(root.children[0].where == SourceLocation{"x", 4, 4});
  CHECK(root.children[0].attributes.at(0).where == SourceLocation{"x", 4, 6});
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<a>";
  CHECK(has(refusal(deep), "nested more than 200 deep"));
}

}  // namespace luztar
