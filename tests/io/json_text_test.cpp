// Numbers and texts of the report's data.
#include "luztar/io/report/json_text.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/page_reader.h"

namespace luztar::report {
namespace {

TEST_CASE("no text can end the script element, and every text reads back") {
  for (const std::string text :
       {"</script><script>alert(1)</script>", "<!--", "a \"b\" \\ \n\t\x01", "Sitzführung µ", ""}) {
    std::string json;
    append_string(json, text);
    CHECK(json.find('<') == json.npos);
    CHECK(nlohmann::json::parse(json).get<std::string>() == text);
  }
}

std::string column_text(const std::vector<double>& values) {
  std::string out;
  append_column(out, values);
  return out;
}

TEST_CASE("a column keeps the bits of its numbers, and what is not finite is NaN") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> values = {1.0 / 3.0, -1e-300, -0.0, nan, infinity, 5e-324, -infinity};
  const nlohmann::json column = nlohmann::json::parse(column_text(values));
  const std::vector<double> read = test::column_of(column, values.size());
  REQUIRE(read.size() == values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    CAPTURE(i);
    if (std::isfinite(values[i]))
      CHECK(read[i] == values[i]);
    else
      CHECK(std::isnan(read[i]));
  }
  CHECK(!std::signbit(read[2]));  // pages would show -0
}

TEST_CASE("equal values are one exact number") {
  CHECK(column_text({0.1, 0.1, 0.1}) == "0.1");
  CHECK(column_text({-0.0, 0.0}) == "0");
  CHECK(column_text({std::numeric_limits<double>::infinity()}) == "null");
  CHECK(column_text({}) == "\"\"");
}

}  // namespace
}  // namespace luztar::report
