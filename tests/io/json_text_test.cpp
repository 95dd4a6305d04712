// Numbers and texts of the report's data.
#include "luztar/io/report/json_text.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace luztar::report {
namespace {

double noisy(int i) { return std::sin(0.37 * i) * std::cos(0.0123 * i * i); }

TEST_CASE("no text can end the script element, and every text reads back") {
  for (const std::string text :
       {"</script><script>alert(1)</script>", "<!--", "a \"b\" \\ \n\t\x01", "Sitzführung µ", ""}) {
    std::string json;
    append_string(json, text);
    CHECK(json.find('<') == json.npos);
    CHECK(nlohmann::json::parse(json).get<std::string>() == text);
  }
}

TEST_CASE("a column resolves its range to a millionth, whatever its offset") {
  for (const double offset : {0.0, 1.0, -3e4, 1e9}) {
    for (const double range : {1.0, 1e-3, 250.0}) {
      std::vector<double> values;
      for (int i = 0; i < 50; ++i) values.push_back(offset + range * noisy(i));
      std::string text;
      append_column(text, values);
      const nlohmann::json read = nlohmann::json::parse(text);
      REQUIRE(read.size() == values.size());
      CAPTURE(offset);
      for (std::size_t i = 0; i < values.size(); ++i) {
        CHECK(std::abs(read[i].get<double>() - values[i]) <=
              1e-6 * range + 2e-16 * std::abs(offset));
      }
    }
  }
}

TEST_CASE("equal values are one exact number, and no NaN or minus zero is ever written") {
  const auto text = [](std::vector<double> values) {
    std::string out;
    append_column(out, values);
    return out;
  };
  CHECK(text({0.1, 0.1, 0.1}) == "0.1");
  CHECK(text({-0.0, 0.0}) == "0");
  CHECK(text({}) == "[]");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(text({nan, 1.0, 2.0}) == "[null,1,2]");
  CHECK(text({1.0, nan, 2.0}) == "[1,null,2]");
  CHECK(text({std::numeric_limits<double>::infinity(), 1.0}) == "[null,1]");
}

TEST_CASE("digits follow the range and not the size, from 7 to 17") {
  CHECK(digits_for(1.0, 1.0) == 7);
  CHECK(digits_for(1.0, 1000.0) == 10);
  CHECK(digits_for(1e-3, 1e9) == 17);
  CHECK(digits_for(0.0, 1.0) == 17);
  CHECK(digits_for(1.0, std::numeric_limits<double>::infinity()) == 17);
}

}  // namespace
}  // namespace luztar::report
