// Base64 beside the words of RFC 4648 and the layout of IEEE 754.
#include "luztar/io/report/base64.h"

#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace luztar::report {
namespace {

std::string base64(const std::vector<double>& values) {
  std::string out;
  append_base64(out, values);
  return out;
}

// Expected values: Python's base64.b64encode(struct.pack("<...d", ...)).
TEST_CASE("a number is the base64 of its eight bytes, the lowest first") {
  CHECK(base64({}).empty());
  CHECK(base64({1.0}) == "AAAAAAAA8D8=");
  CHECK(base64({0.3, -2.5}) == "MzMzMzMz0z8AAAAAAAAEwA==");
  CHECK(base64({1e300, -0.0, 5e-324}) == "nHUAiDzkN34AAAAAAAAAgAEAAAAAAAAA");
}

TEST_CASE("what is not finite keeps its bits") {
  CHECK(base64({std::numeric_limits<double>::infinity()}) == "AAAAAAAA8H8=");
}

}  // namespace
}  // namespace luztar::report
