#include "luztar/io/read_table.h"

#include <chrono>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "luztar/io/read_file.h"

using luztar::ColumnChoice;
using luztar::DataColumns;
using luztar::ModelError;
using luztar::parse_table;

namespace {

using Numbers = std::vector<double>;

const ColumnChoice kFirst{"", 1, {"m.toml", 4, 8}};
const ColumnChoice kSecond{"", 2, {"m.toml", 5, 9}};

std::string mistake_in(const std::string& text, const ColumnChoice& time = kFirst,
                       const ColumnChoice& value = kSecond) {
  try {
    parse_table(text, "data.csv", time, value);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no mistake";
}

}  // namespace

TEST_CASE("mistakes in a grid are told with their place in the file") {
  const struct {
    std::string text, message;
  } cases[] = {
      {"", "g.csv:1:1: the file has no data; it needs a line of y and two of x and z"},
      {"x,0\n0,1\n1,2\n", "g.csv:1:1: the first line has fewer than two y; it needs at least two"},
      {"x,0,1\n0,1,2\n",
       "g.csv:2:1: the file has fewer than two rows of data; it needs at least two"},
      {"x,0,1\n0,1,2\n1,2\n",
       "g.csv:3:1: this line has 2 cells, the first one has 3; give it an x, and a number for each "
       "y"},
      {"x,1,1\n0,1,2\n1,2,3\n",
       "g.csv:1:5: y does not increase; sort the columns and remove repeated y"},
      {"x,0,1\n1,1,2\n1,2,3\n",
       "g.csv:3:1: x does not increase; sort the lines and remove repeated x"},
      {"x,0,1\n0,1,nan\n1,2,3\n", "g.csv:2:5: 'nan' is not a finite number; remove this line"},
      {"x,0,1\n0,1,\n1,2,3\n", "g.csv:2:5: a number is missing; complete this line"},
      {"x,0,b\n0,1,2\n1,2,3\n", "g.csv:1:5: 'b' is not a number; write it like 0.25 or 2.5e-1"},
  };
  for (const auto& [text, message] : cases) {
    std::string found = "no mistake";
    try {
      luztar::parse_grid(text, "g.csv");
    } catch (const ModelError& error) {
      found = error.what();
    }
    CHECK(found == message);
  }
}

TEST_CASE("separator, header, comments, line ends and byte order mark do not change the numbers") {
  for (const char* text : {
           "0,1\n1,2\n2,4\n",
           "0;1\n1;2\n2;4",
           "0\t1\r\n1\t2\r\n2\t4\r\n",
           "t,z\n0,1\n1,2\n2,4\n",
           "\xEF\xBB\xBF"
           "0,1\n1,2\n2,4\n",
           "\xEF\xBB\xBFt,z\n0,1\n1,2\n2,4\n",
           "# measured\n\n\"t\" , \"z\"\n 0 , 1 \n# gap\n1,+2\n\n2e0,4.0\n",
           "t,z,w\n0,1,x\n1,2,\n2,4,5,6,7\n",
       }) {
    CAPTURE(text);
    const DataColumns data = parse_table(text, "data.csv", kFirst, kSecond);
    CHECK(data.time == Numbers{0, 1, 2});
    CHECK(data.value == Numbers{1, 2, 4});
  }
}

TEST_CASE("columns are chosen by name or number") {
  const std::string text = "z,w,t\n1,7,0\n2,8,1\n";
  const DataColumns named = parse_table(text, "d", {"t", 1, {}}, {"w", 2, {}});
  CHECK(named.time == Numbers{0, 1});
  CHECK(named.value == Numbers{7, 8});
  const DataColumns numbered = parse_table(text, "d", {"", 3, {}}, {"", 1, {}});
  CHECK(numbered.value == Numbers{1, 2});
}

TEST_CASE("a wrong cell is reported at its place in the data file") {
  struct Row {
    const char* text;
    const char* expected;
  };
  const Row rows[] = {
      {"", "data.csv:1:1: the file has no data; it needs at least two rows"},
      {"# only\n\n", "data.csv:2:1: the file has no data; it needs at least two rows"},
      {"t,z\n", "data.csv:1:1: the file has fewer than two rows of data"},
      {"0,1\n", "data.csv:1:1: the file has fewer than two rows of data"},
      {"0 1\n1 2\n", "data.csv:1:1: only one column; separate columns by comma, semicolon or tab"},
      {"t,z\n0,1\n1, x2\n", "data.csv:3:4: 'x2' is not a number"},
      {"0,1\n1,2,3\n2\n", "data.csv:3:2: column 2 is missing"},
      {"0,1\n1,\n", "data.csv:2:3: a number is missing"},
      {"0,1\n1,nan\n", "data.csv:2:3: 'nan' is not a finite number"},
      {"0,1\ninf,2\n", "data.csv:2:1: 'inf' is not a finite number"},
      {"0,1\n1e999,2\n", "data.csv:2:1: '1e999' is not a number"},
      {"0,1\n0,2\n", "data.csv:2:1: time does not increase"},
      {"0,1\n2,2\n1,3\n", "data.csv:3:1: time does not increase"},
      {"0;1\n1;0,5\n", "data.csv:2:3: '0,5' is not a number; write decimals with a point"},
      {"0,1\n1x,2\n", "data.csv:2:1: '1x' is not a number"},
      {"0x,1\n1,2\n", "data.csv:1:1: '0x' is not a number"},
      {"0,0x10\n1,2\n", "data.csv:1:3: '0x10' is not a number"},
      {"0,+-1\n1,2\n", "data.csv:1:3: '+-1' is not a number"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(mistake_in(row.text).substr(0, std::string(row.expected).size()) == row.expected);
  }
}

TEST_CASE("a wrong column is reported where the model names it") {
  const std::string text = "time,height\n0,1\n1,2\n";
  CHECK(mistake_in(text, {"tine", 1, {"m.toml", 4, 8}}) ==
        "m.toml:4:8: 'data.csv' has no column 'tine'; did you mean 'time'?");
  CHECK(mistake_in(text, kFirst, {"", 3, {"m.toml", 5, 9}}) ==
        "m.toml:5:9: 'data.csv' has no column 3; it has 2 columns");
  CHECK(mistake_in("0,1\n1,2\n", {"t", 1, {"m.toml", 4, 8}}) ==
        "m.toml:4:8: 'data.csv' has no column 't'; its first line has numbers: use column numbers");
}

TEST_CASE("a file that is not there, or no file, is reported where the model names it") {
  const luztar::SourceLocation asked_by{"m.toml", 3, 9};
  const auto read = [&](const std::string& path) {
    return luztar::read_data_file(path, "m.toml", nullptr, asked_by);
  };
  CHECK_THROWS_WITH_AS(read("/nowhere.csv"),
                       "m.toml:3:9: no such file: '/nowhere.csv'; data files are looked for beside "
                       "the model file",
                       ModelError);
  CHECK_THROWS_AS(read("/"), ModelError);
  // A device without an end must not hang us.
  CHECK_THROWS_AS(read("/dev/zero"), ModelError);
}

TEST_CASE("25,000 rows are read quickly and exactly") {
  std::string text = "t,z\n";
  constexpr int kRows = 25'000;
  for (int i = 0; i < kRows; ++i) {
    text += std::to_string(i) + "e-3," + std::to_string(i * 7) + ".125\n";
  }
  const auto start = std::chrono::steady_clock::now();
  const DataColumns data = parse_table(text, "data.csv", kFirst, kSecond);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  CHECK(data.time.size() == kRows);
  CHECK(data.time.back() == 24.999);
  CHECK(data.value.back() == 24'999 * 7 + 0.125);
  CHECK(seconds.count() < 1);  // 10 ms where this was written, with sanitizers
}
