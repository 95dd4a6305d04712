// The page of a sweep: what was put in is in it, bit by bit, and no text of a user leaves its
// place. With LUZTAR_WRITE_PAGES=FOLDER the pages are written there, for
// tests/browser/sweep_test.py.
#include "luztar/io/sweep_page.h"

#include <bit>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/page_reader.h"
#include "sweep_tables.h"

namespace luztar {
namespace {

using nlohmann::json;

SweepPage about(const SweepResult& table) {
  SweepPage page{
      .title = "Mass on a belt: <b>stick-slip</b>",
      .command = "luztar simulate belt.toml --duration 50",
      .carried = !table.given.empty() && table.given.back() == "way" ? table.given.front() : ""};
  for (const std::string& name : table.given) {
    page.given_units.push_back(name == "v0" ? "m/s" : name == "FS" ? "N" : "");
  }
  for (const std::string& name : table.found) {
    const bool is_of_place = name.find("q.block") != name.npos;
    page.found_units.push_back(is_of_place ? "m" : name == "period(contact)" ? "s" : "");
  }
  return page;
}

std::string written_page(const std::string& name, const SweepPage& about,
                         const SweepResult& table) {
  std::string page = sweep_page(about, table);
  if (const char* folder = std::getenv("LUZTAR_WRITE_PAGES")) {
    std::ofstream(std::string(folder) + "/sweep_" + name + ".html") << page;
  }
  return page;
}

std::string written(const std::string& name, const SweepResult& table) {
  return written_page(name, about(table), table);
}

TEST_CASE("every number of the table is in the page, bit by bit") {
  for (const auto& [name, table] : {std::pair<std::string, SweepResult>{"line", table_of_line()},
                                    {"grid", table_of_grid(40, 25)},
                                    {"cube", table_of_cube()},
                                    {"random", table_of_random(2000)},
                                    {"ways", table_of_ways()},
                                    {"maps", table_of_maps()}}) {
    CAPTURE(name);
    const json data = test::data_of(written(name, table));
    CHECK(data["rows"] == table.rows());
    json columns = data["given"];
    columns.insert(columns.end(), data["found"].begin(), data["found"].end());
    const std::size_t width = table.given.size() + table.found.size();
    REQUIRE(columns.size() == width);
    std::size_t wrong = 0;
    for (std::size_t column = 0; column < width; ++column) {
      const std::vector<double> values = test::numbers_of(columns[column]["values"]);
      REQUIRE(values.size() == table.words.size());
      for (std::size_t row = 0; row < values.size(); ++row) {
        wrong += std::bit_cast<std::uint64_t>(values[row]) !=
                 std::bit_cast<std::uint64_t>(table.numbers[row * width + column]);
      }
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("names, units and words come back, words once each") {
  const SweepResult table = table_of_grid(40, 25);
  const json data = test::data_of(sweep_page(about(table), table));
  CHECK(data["given"][0]["name"] == "v0");
  CHECK(data["given"][0]["unit"] == "m/s");
  CHECK(data["given"][1]["unit"] == "N");
  CHECK(data["found"][2]["name"] == "period(contact)");
  CHECK(data["found"][0]["unit"] == "m");
  CHECK(data["found"][2]["unit"] == "s");
  CHECK(data["command"] == "luztar simulate belt.toml --duration 50");
  CHECK(data["words"] == json::array({kWords}));
  std::size_t failed = 0;
  for (std::size_t row = 0; row < table.words.size(); ++row) {
    if (table.words[row].empty()) continue;
    CHECK(data["failed"][2 * failed] == row);
    CHECK(data["failed"][2 * failed + 1] == 0);
    ++failed;
  }
  CHECK(data["failed"].size() == 2 * failed);
  CHECK(failed > 10);
}

TEST_CASE("axes are logarithmic where the page is told so; else it finds out") {
  const SweepResult table = table_of_grid(4, 3);
  SweepPage page = about(table);
  CHECK(!test::data_of(sweep_page(page, table))["given"][0].contains("log"));
  page.logarithmic = {false, true};
  const json data = test::data_of(written_page("told", page, table));
  CHECK(data["given"][0]["log"] == false);
  CHECK(data["given"][1]["log"] == true);
  page.found_units.clear();
  CHECK(test::data_of(sweep_page(page, table))["found"][0]["unit"] == "");
}

TEST_CASE("no text of a user ends the script, starts a tag or asks the network") {
  const SweepResult table = table_of_line();
  const std::string page = sweep_page(about(table), table);
  CHECK(page.find("alert('no')</script>") == page.npos);
  CHECK(page.find("<b>stick-slip") == page.npos);
  CHECK(page.find("<title>Mass on a belt: &lt;b&gt;stick-slip") != page.npos);
  CHECK(page.find("src=\"http") == page.npos);
  CHECK(page.find("default-src 'none'") != page.npos);
  CHECK(page.find("{{") == page.npos);
}

TEST_CASE("a page without a title is named by its command") {
  const SweepResult table = table_of_line();
  SweepPage page = about(table);
  page.title.clear();
  CHECK(test::data_of(sweep_page(page, table))["title"] == page.command);
}

TEST_CASE("a table without rows or measures makes a page too") {
  for (const auto& [name, table] :
       {std::pair<std::string, SweepResult>{"empty", TableOfRows({"v0"}, {"max(q.block)"})},
        {"bare", SweepResult{}}}) {
    const json data = test::data_of(written(name, table));
    CHECK(data["rows"] == 0);
    CHECK(data["failed"].empty());
  }
}

TEST_CASE("100,000 points with three measures are below 10 MB") {
  CHECK(written("large", table_of_grid(400, 250)).size() < 6'000'000);
}

}  // namespace
}  // namespace luztar
