#include "luztar/io/compare/compare_page.h"

#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/page_reader.h"

namespace luztar {
namespace {

RunRecord run_of(const std::string& name, std::size_t rows, std::size_t channels, double value) {
  RunRecord run{.name = name, .title = "A <title> & more", .status = "finished"};
  for (std::size_t i = 0; i < rows; ++i) run.time.push_back(static_cast<double>(i));
  run.end = run.time.back();
  for (std::size_t c = 0; c < channels; ++c)
    run.channels.push_back({"f." + std::to_string(c), "N",
                            std::vector<double>(rows, 1.0 + value * static_cast<double>(c))});
  return run;
}

}  // namespace

TEST_CASE("the page of a comparison has the runs and the channels that differ most") {
  std::vector<RunRecord> runs{run_of("a", 3, 30, 0.0), run_of("b", 3, 30, 0.5)};
  runs[1].events.push_back({1.5, "pair", "stuck", "forward", "break"});
  const std::string page = compare_page(compare(std::move(runs)));
  CHECK(page.find("<title>Comparison: A &lt;title&gt; &amp; more") != std::string::npos);
  const nlohmann::json data = test::data_of(page);
  CHECK(data["runs"][1]["events"][0][1] == "pair");
  CHECK(data["allChannels"] == 30);
  REQUIRE(data["channels"].size() == 24);
  CHECK(data["channels"][0]["name"] == "f.29");
  CHECK(data["channels"][0]["unit"] == "N");
  CHECK(data["channels"][0]["differences"][0]["greatest"] == 14.5);
  CHECK(data["pairs"][0]["events"][0]["onlySecond"] == 1);
}

TEST_CASE("long curves are thinned in the page of a comparison") {
  const auto size = [](std::size_t rows) {
    return compare_page(compare({run_of("a", rows, 1, 0.0), run_of("b", rows, 1, 0.5)})).size();
  };
  CHECK(size(200'000) < 1.5 * static_cast<double>(size(4000)));
}

}  // namespace luztar
