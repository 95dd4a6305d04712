// `times` of [simulation] and beside a file.
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"
#include "luztar/io/write_model.h"
#include "luztar/model/changes.h"

namespace luztar {
namespace {

using Values = std::vector<double>;

std::string with_times(const std::string& times) {
  return "[bodies]\na = { mass = 1, velocity = 1 }\n[simulation]\nduration = 2\ntimes = " + times +
         "\n";
}

TEST_CASE("times: output points one by one") {
  const Model model = parse_model(with_times("[0, 0.1, '1/3', 2]"), "m.toml");
  REQUIRE(model.simulation.times.has_value());
  CHECK(model.simulation.times->values == Values{0.0, 0.1, 1.0 / 3.0, 2.0});
  CHECK(write_model(model).find("times = [0, 0.1, 0.3333333333333333, 2]\n") != std::string::npos);
}

TEST_CASE("times: those of a column, by its name or number") {
  const test::TemporaryFolder folder;
  test::write_text(folder.path() / "data.csv", "u,t\n5,0.5\n6,0.75\n4,1.5\n");
  const std::string path = (folder.path() / "m.toml").string();
  for (const char* column : {"\"t\"", "2"}) {
    const std::string text =
        with_times(std::string("{ file = \"data.csv\", time = ") + column + " }");
    const Model model = parse_model(text, path);
    REQUIRE(model.simulation.times.has_value());
    CHECK(model.simulation.times->values == Values{0.5, 0.75, 1.5});
    CHECK(parse_model(write_model(model), path).simulation.times->values ==
          model.simulation.times->values);
  }
  const std::string wrong =
      test::mistakes_in(with_times("{ file = \"data.csv\", time = \"T\" }"), path);
  CHECK(wrong.find("m.toml:5:38: '") != std::string::npos);
  CHECK(wrong.find("has no column 'T'; did you mean 't'?") != std::string::npos);
  const std::string order = test::mistakes_in(with_times("{ file = \"data.csv\" }"), path);
  CHECK(order.find("data.csv:4:1: time does not increase") != std::string::npos);
  CHECK(test::mistakes_in(with_times("{ file = \"no.csv\" }"), path).find("no.csv") !=
        std::string::npos);
  CHECK(times_of((folder.path() / "data.csv").string() + ":t", "--times").values ==
        Values{0.5, 0.75, 1.5});
  CHECK(times_of((folder.path() / "data.csv").string() + ":2", "--times").values ==
        Values{0.5, 0.75, 1.5});
  CHECK_THROWS_WITH_AS(times_of((folder.path() / "data.csv").string() + ":x", "--times"),
                       doctest::Contains("has no column 'x'"), ModelError);
}

TEST_CASE("times: mistakes have their place") {
  const auto mistake = [](const std::string& times) {
    return test::mistakes_in(with_times(times));
  };
  CHECK(mistake("[0, 1, 1]").find("m.toml:5:1: times does not increase: 1 s after 1 s") !=
        std::string::npos);
  CHECK(mistake("[3, 4]").find("no output time, 3 s to 4 s, lies in the run, 0 s to 2 s") !=
        std::string::npos);
  CHECK(mistake("[]").find("times has no number") != std::string::npos);
  CHECK(mistake("[0, 'x']").find("`times` is of plain numbers") != std::string::npos);
  CHECK(mistake("1").find("`times` is a number") != std::string::npos);
  CHECK(mistake("{ time = 1 }").find("times has no file") != std::string::npos);
  CHECK(mistake("[1]\nsamples = 5").find("times and samples are both given") != std::string::npos);
  CHECK(mistake("[1]\ninterval = 0.5").find("times and interval are both given") !=
        std::string::npos);
}

TEST_CASE("times: beside a file they replace the grid, and a grid replaces them") {
  Model model = parse_model(with_times("[1]"), "m.toml");
  set_setting(model, "samples", "3", "--samples");
  CHECK(!model.simulation.times.has_value());
  set_times(model, times_of("0, 500 ms,1.5", "--times"));
  CHECK(model.simulation.times->values == Values{0.0, 0.5, 1.5});
  CHECK(!model.simulation.samples.has_value());
  CHECK_THROWS_WITH_AS(times_of("0,two", "--times"), doctest::Contains("'two' is no time"),
                       ModelError);
}

}  // namespace
}  // namespace luztar
