// A table that is filled in any order.
#include "luztar/io/point_table.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/core/error.h"

namespace luztar {
namespace {

using test::TemporaryFolder;
using test::text_of;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

PointTable::Layout layout() {
  return {.given = {"v0"}, .found = {"max(q.b)", "events()"}, .rows = 3, .identity = "a study"};
}

std::vector<double> given(std::int64_t row) { return {0.1 * static_cast<double>(row)}; }

const std::string kWhole =
    "\"v0\",\"max(q.b)\",\"events()\",\"words\"\n0,1.5,2,\n0.1,,,\"too \"\"many\"\" events\"\n"
    "0.2,-0.1,3,\n";

void fill(PointTable& table, const std::vector<int>& rows) {
  for (const int row : rows) {
    if (row == 0) table.add(0, std::vector<double>{1.5, 2.0}, "");
    if (row == 1) table.add(1, std::vector<double>{kNaN, kNaN}, "too \"many\"\nevents");
    if (row == 2) table.add(2, std::vector<double>{-0.1, 3.0}, "");
  }
}

}  // namespace

TEST_CASE("the bytes of a table do not depend on the order of its rows") {
  for (const std::vector<int>& order : {std::vector<int>{0, 1, 2}, {2, 0, 1}}) {
    const TemporaryFolder folder;
    PointTable table(folder.path().string(), layout(), false);
    fill(table, order);
    CHECK(table.rows_there() == 3);
    CHECK(table.finish(&given));
    CHECK(text_of(folder.path() / "table.csv") == kWhole);
    CHECK(!std::filesystem::exists(folder.path() / "rows.part"));
  }
}

TEST_CASE("rows of a process that was killed are taken, up to one that is not whole") {
  for (const std::string torn :
       {"", "1", "1\t0.5", "1\t0.5\t2\t", "1\t0.5\t2\t\t.", "9\t1\t2\t\t.\n", "x\n"}) {
    CAPTURE(torn);
    const TemporaryFolder folder;
    {
      PointTable killed(folder.path().string(), layout(), false);
      fill(killed, {2, 0});
      killed.flush();
    }
    std::ofstream(folder.path() / "rows.part", std::ios::app | std::ios::binary) << torn;
    PointTable table(folder.path().string(), layout(), true);
    CHECK(table.has(0));
    CHECK(!table.has(1));
    CHECK(table.has(2));
    fill(table, {1});
    table.finish(&given);
    CHECK(text_of(folder.path() / "table.csv") == kWhole);
  }
}

TEST_CASE("the last of several processes writes the table of all") {
  const TemporaryFolder folder;
  PointTable first(folder.path().string(), layout(), false, {0, 2});
  PointTable second(folder.path().string(), layout(), false, {1, 2});
  fill(first, {0, 2});
  fill(second, {1});
  CHECK(!first.finish(&given));
  CHECK(!std::filesystem::exists(folder.path() / "table.csv"));
  CHECK(second.finish(&given));
  CHECK(text_of(folder.path() / "table.csv") == kWhole);
  CHECK(!std::filesystem::exists(folder.path() / "rank0"));
  CHECK(!std::filesystem::exists(folder.path() / "rank1"));
}

TEST_CASE("rows of processes that were killed are taken by fewer or more") {
  for (const int count : {1, 3}) {
    CAPTURE(count);
    const TemporaryFolder folder;
    {
      PointTable first(folder.path().string(), layout(), false, {0, 2});
      PointTable second(folder.path().string(), layout(), false, {1, 2});
      fill(first, {2});
      fill(second, {1});
    }
    PointTable table(folder.path().string(), layout(), true, {count - 1, count});
    CHECK(table.rows_there() == 2);
    CHECK(!table.has(0));
    fill(table, {0});
    CHECK(table.finish(&given));
    CHECK(text_of(folder.path() / "table.csv") == kWhole);
  }
}

TEST_CASE("rows of another study are not taken") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(PointTable(folder.path().string(), layout(), true), ModelError);
  { PointTable first(folder.path().string(), layout(), false); }
  auto other = layout();
  other.identity = "another";
  CHECK_THROWS_AS(PointTable(folder.path().string(), other, true), ModelError);
  CHECK_NOTHROW(PointTable(folder.path().string(), layout(), true));
}

}  // namespace luztar
