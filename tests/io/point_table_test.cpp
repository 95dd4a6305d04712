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
    PointTable table(folder.path().string(), layout(), FormerRows::Refuse);
    fill(table, order);
    CHECK(table.rows_there() == 3);
    CHECK(table.finish(&given));
    CHECK(text_of(folder.path() / "table.csv") == kWhole);
    CHECK(!std::filesystem::exists(folder.path() / "rows.part"));
  }
}

TEST_CASE("rows of a process that was killed are taken, and one that is not whole is none") {
  for (const std::string torn : {"", "1", "1\t0.5", "1\t0.5\t2\t", "1\t0.5\t2\t\t0123abcd"}) {
    CAPTURE(torn);
    const TemporaryFolder folder;
    {
      PointTable killed(folder.path().string(), layout(), FormerRows::Refuse);
      fill(killed, {2, 0});
      killed.flush();
    }
    std::ofstream(folder.path() / "rows.part", std::ios::app | std::ios::binary) << torn;
    PointTable table(folder.path().string(), layout(), FormerRows::Take);
    CHECK(table.has(0));
    CHECK(!table.has(1));
    CHECK(table.has(2));
    CHECK(table.damaged().empty());  // that is how a kill leaves it
    fill(table, {1});
    table.finish(&given);
    CHECK(text_of(folder.path() / "table.csv") == kWhole);
  }
}

TEST_CASE("a file of rows with any byte changed gives the table of one without, and says so") {
  const TemporaryFolder whole;
  {
    PointTable killed(whole.path().string(), layout(), FormerRows::Refuse);
    fill(killed, {2, 0, 1});
  }
  const std::string text = text_of(whole.path() / "rows.part");
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const int change : {1, 2, 4, 8, 16, 32, 64}) {
      CAPTURE(i);
      CAPTURE(change);
      const TemporaryFolder folder;
      std::string changed = text;
      changed[i] = static_cast<char>(changed[i] ^ change);
      std::ofstream(folder.path() / "rows.part", std::ios::binary) << changed;
      {
        PointTable table(folder.path().string(), layout(), FormerRows::Take);
        const bool is_torn = i + 1 == text.size();  // there is no last line any more
        CHECK(table.damaged().size() == (is_torn ? 0 : 1));
        CHECK(table.rows_there() >= 1);
        CHECK(table.rows_there() <= 3);
        for (int row = 0; row < 3; ++row)
          if (!table.has(row)) fill(table, {row});
      }
      PointTable again(folder.path().string(), layout(), FormerRows::Take);
      CHECK(again.damaged().empty());  // said once
      CHECK(again.finish(&given));
      CHECK(text_of(folder.path() / "table.csv") == kWhole);
    }
  }
}

TEST_CASE("of several processes each says what is damaged in its rows, the first one the rest") {
  const TemporaryFolder folder;
  const std::string where = folder.path().string();
  for (const int rank : {0, 1, 2}) {
    PointTable killed(where, layout(), FormerRows::Refuse, {rank, 3});
    fill(killed, {rank});
  }
  for (const int rank : {1, 2}) {
    const auto path = folder.path() / ("rank" + std::to_string(rank)) / "rows.part";
    std::string text = text_of(path);
    text[text.size() - 2] = static_cast<char>(text[text.size() - 2] ^ 1);
    std::ofstream(path, std::ios::binary) << text;
  }
  PointTable first(where, layout(), FormerRows::Take, {0, 2});
  PointTable second(where, layout(), FormerRows::Take, {1, 2});
  REQUIRE(first.damaged().size() == 1);
  CHECK(first.damaged()[0].file.ends_with("rank2/rows.part"));
  CHECK(first.damaged()[0].lines == 1);
  REQUIRE(second.damaged().size() == 1);
  CHECK(second.damaged()[0].file.ends_with("rank1/rows.part"));
  CHECK(first.rows_there() == 1);
  fill(first, {2});
  fill(second, {1});
  CHECK(!first.finish(&given));
  CHECK(second.finish(&given));
  CHECK(text_of(folder.path() / "table.csv") == kWhole);
}

TEST_CASE("the last of several processes writes the table of all") {
  const TemporaryFolder folder;
  PointTable first(folder.path().string(), layout(), FormerRows::Refuse, {0, 2});
  PointTable second(folder.path().string(), layout(), FormerRows::Refuse, {1, 2});
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
      PointTable first(folder.path().string(), layout(), FormerRows::Refuse, {0, 2});
      PointTable second(folder.path().string(), layout(), FormerRows::Refuse, {1, 2});
      fill(first, {2});
      fill(second, {1});
    }
    PointTable table(folder.path().string(), layout(), FormerRows::Take, {count - 1, count});
    CHECK(table.rows_there() == 2);
    CHECK(!table.has(0));
    fill(table, {0});
    CHECK(table.finish(&given));
    CHECK(text_of(folder.path() / "table.csv") == kWhole);
  }
}

TEST_CASE("no rows of a process that was killed are lost unless that is asked for") {
  const ProcessRank alone{}, first{0, 2}, third{2, 3};
  struct Case {
    ProcessRank before, now;
    bool sees;  ///< one of several processes looks at its own rows, which others may not lose
  };
  for (const Case& c : {Case{alone, alone, true},
                        {alone, first, true},
                        {first, alone, true},
                        {first, first, true},
                        {third, alone, true},
                        {third, first, false}}) {
    CAPTURE(c.before.count);
    CAPTURE(c.now.count);
    const TemporaryFolder folder;
    const std::string where = folder.path().string();
    {
      PointTable killed(where, layout(), FormerRows::Refuse, c.before);
      fill(killed, {1});
    }
    auto other = layout();
    other.identity = "another study";
    const auto begun = [&](FormerRows former) {
      const PointTable table(where, other, former, c.now);
      return table.rows_there() == 0;
    };
    if (c.sees)
      CHECK_THROWS_WITH_AS(begun(FormerRows::Refuse),
                           doctest::Contains("there are rows of a sweep that was killed"),
                           ModelError);
    CHECK(PointTable(where, layout(), FormerRows::Take, c.before).has(1));
    CHECK(PointTable(where, layout(), FormerRows::TakeIfAny, c.before).has(1));
    CHECK_THROWS_AS(begun(FormerRows::TakeIfAny), ModelError);
    CHECK(begun(FormerRows::Drop));
    CHECK_THROWS_AS(PointTable(where, layout(), FormerRows::Take, c.now), ModelError);
    CHECK_NOTHROW(PointTable(where, other, FormerRows::Take, c.now));  // nothing of before is left
  }
}

TEST_CASE("a process that was killed before it had a row leaves nothing to lose") {
  for (const std::string left : {"", "a stu", "a study\n", "another study\n", "a study\n1\t0.5"}) {
    CAPTURE(left);
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "rows.part", std::ios::binary) << left;
    PointTable table(folder.path().string(), layout(), FormerRows::Refuse);
    fill(table, {0, 1, 2});
    CHECK(table.finish(&given));
    CHECK(text_of(folder.path() / "table.csv") == kWhole);
  }
}

TEST_CASE("rows of another study are not taken") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(PointTable(folder.path().string(), layout(), FormerRows::Take), ModelError);
  { PointTable first(folder.path().string(), layout(), FormerRows::Refuse); }
  auto other = layout();
  other.identity = "another";
  CHECK_THROWS_AS(PointTable(folder.path().string(), other, FormerRows::Take), ModelError);
  CHECK_NOTHROW(PointTable(folder.path().string(), layout(), FormerRows::Take));
}

}  // namespace luztar
