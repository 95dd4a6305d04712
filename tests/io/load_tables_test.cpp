#include <string>

#include <doctest/doctest.h>

#include "io/mistakes.h"
#include "io/temporary_folder.h"
#include "luztar/io/write_model.h"
#include "luztar/symbolic/table_function.h"

using luztar::parse_model;
using luztar::test::mistakes_in;

namespace {

/// The tables start at line 1.
std::string with_tables(const std::string& tables, const std::string& value = "1") {
  return tables + "[bodies.a]\nmass = 1\n[forces.push]\non = \"a\"\nvalue = \"" + value +
         "\"\n[simulation]\nduration = 1\n";
}

const std::string kRows = "x = [0, 1]\ny = [0, 1]\n";

}  // namespace

TEST_CASE("tables are read with their units and written back") {
  const std::string table =
      "[tables.map]\nx = [0, 1000, 3000]\ny = [10, 9, 2]\nx_unit = \"rpm\"\ny_unit = \"N\"\n"
      "interpolation = \"linear\"\nbeyond = \"constant\"\n";
  const luztar::Model model = parse_model(with_tables(table, "2*map(v.a/0.1)"), "m.toml");
  REQUIRE(model.tables.size() == 1);
  CHECK(model.tables[0].function->upper == doctest::Approx(314.159265358979));
  CHECK(luztar::to_text(model.forces[0].value) == "2*map(v.a/0.1)");
  const std::string written = luztar::write_model(model);
  CHECK(written.find(table) != std::string::npos);
  CHECK(written.find("value = \"2*map(v.a/0.1)\"") != std::string::npos);
  CHECK(luztar::write_model(parse_model(written, "again.toml")) == written);
}

TEST_CASE("tables of two inputs are read with their units and written back") {
  const std::string table =
      "[tables.map]\nx = [0, 1000, 3000]\ny = [0, 10]\nz = [[10, 20], [9, 18], [2, 4]]\n"
      "x_unit = \"rpm\"\ny_unit = \"mm\"\nz_unit = \"kN\"\ninterpolation = \"linear\"\n"
      "beyond = \"constant\"\n";
  const luztar::Model model = parse_model(with_tables(table, "2*map(v.a/0.1, q.a)"), "m.toml");
  REQUIRE(model.tables.size() == 1);
  CHECK((*model.tables[0].function)(314.159265358979323846, 0.005) == doctest::Approx(3e3));
  CHECK(luztar::to_text(model.forces[0].value) == "2*map(v.a/0.1, q.a)");
  const std::string written = luztar::write_model(model);
  CHECK(written.find(table) != std::string::npos);
  CHECK(written.find("value = \"2*map(v.a/0.1, q.a)\"") != std::string::npos);
  CHECK(luztar::write_model(parse_model(written, "again.toml")) == written);
}

TEST_CASE(
    "a table of two inputs comes from a CSV file with x in its first column, y in its first "
    "line") {
  const luztar::test::TemporaryFolder folder;
  luztar::test::write_text(folder.path() / "map.csv",
                           "# torque\nrpm\\A;0;10;20\n0;0;1;2\n100;0;0.5;1\n");
  const std::string keys = "[tables.map]\ngrid = \"map.csv\"\nx_unit = \"rpm\"\n";
  luztar::test::write_text(folder.path() / "m.toml", with_tables(keys, "map(v.a, 15)"));
  const luztar::Model model = luztar::load_model((folder.path() / "m.toml").string());
  CHECK(model.tables[0].x == std::vector<double>{0, 100});
  CHECK(model.tables[0].y == std::vector<double>{0, 10, 20});
  CHECK(model.tables[0].z == std::vector<double>{0, 1, 2, 0, 0.5, 1});
  CHECK((*model.tables[0].function)(0.0, 15.0) == doctest::Approx(1.5));
  CHECK(luztar::write_model(model).find(keys) != std::string::npos);
}

TEST_CASE("mistakes in tables are told with their place and what to do") {
  const struct {
    std::string text;
    const char* message;
  } cases[] = {
      {with_tables("[tables.f]\nx = [0, 1, 1]\ny = [0, 1, 2]\n"),
       "m.toml:2:12: x does not increase; sort the rows and remove repeated x"},
      {with_tables("[tables.f]\nx = [0, 1]\ny = [0]\n", "f(0)"),
       "m.toml:3:5: y has 1 numbers, x has 2; give each x its y"},
      {with_tables("[tables.f]\nx = [0]\ny = [0]\n"),
       "m.toml:2:5: the table has fewer than two rows; it needs at least two"},
      {with_tables("[tables.f]\nx = [0, 1]\ny = [0, nan]\n"),
       "m.toml:3:9: `y` is not a finite number; give it a number"},
      {with_tables("[tables.f]\nx = [0, 1]\ny = [0, \"p\"]\n"),
       "m.toml:3:10: `y` of a table is of plain numbers; put the parameter where the table is "
       "called"},
      {with_tables("[tables.f]\nx = [0, \"p\", 2]\ny = [0, 1, 2]\n"),
       "m.toml:2:10: `x` of a table is of plain numbers; put the parameter where the table is "
       "called"},
      {with_tables("[tables.f]\ny = [0, 1]\n"),
       "m.toml:1:9: the table has no `x`; write x = [...], or file = \"data.csv\""},
      {with_tables("[tables.f]\nx = \"speed\"\ny = [0, 1]\n"),
       "m.toml:2:5: `x` is a text, not a list of numbers; write x = [...]; names of columns "
       "belong beside `file`"},
      {with_tables("[tables.f]\n" + kRows + "interpolation = \"linar\"\n"),
       "m.toml:4:18: no interpolation 'linar'; did you mean 'linear'?"},
      {with_tables("[tables.f]\n" + kRows + "beyond = \"constnt\"\n"),
       "m.toml:4:11: `beyond` cannot be 'constnt'; did you mean 'constant'?"},
      {with_tables("[tables.f]\n" + kRows + "z = [0]\n"),
       "m.toml:4:5: z has 1 rows, x has 2 numbers; write z = [[...], ...]: a row for each x, in it "
       "a number for each y"},
      {with_tables("[tables.f]\n" + kRows + "z = [[0, 1], 2]\n"),
       "m.toml:4:14: a row of z is a number; write z = [[...], ...]: a row for each x, in it a "
       "number for each y"},
      {with_tables("[tables.f]\n" + kRows + "z = [[0, 1], [2]]\n", "f(1, 1)"),
       "m.toml:4:14: this row of z has 1 numbers, y has 2; give each y its number"},
      {with_tables("[tables.f]\n" + kRows + "z = [[0, 1], [2, nan]]\n"),
       "m.toml:4:18: `z` is not a finite number; give it a number"},
      {with_tables("[tables.f]\n" + kRows + "z = [[0, 1], [2, \"p\"]]\n"),
       "m.toml:4:19: `z` of a table is of plain numbers; put the parameter where the table is "
       "called"},
      {with_tables("[tables.f]\nx = [0, 1]\ny = [0, 2, 2]\nz = [[0, 1, 2], [2, 3, 4]]\n"),
       "m.toml:3:12: y does not increase; sort the rows and remove repeated y"},
      {with_tables("[tables.f]\nx = [0, 1]\ny = [0]\nz = [[0], [2]]\n"),
       "m.toml:3:5: `y` has fewer than two numbers; it needs at least two"},
      {with_tables("[tables.f]\ny = [0, 1]\nz = [[0, 1]]\n"),
       "m.toml:1:9: the table has no `x`; write x = [...], or grid = \"data.csv\""},
      {with_tables("[tables.f]\nfile = \"a.csv\"\nz = [[0, 1]]\n"),
       "m.toml:3:1: `z` makes no sense beside `file`; a table of two inputs comes from grid = "
       "\"data.csv\": x in its first column, y in its first line"},
      {with_tables("[tables.f]\ngrid = \"no.csv\"\n"),
       "m.toml:2:9: no such file: 'no.csv'; data files are looked for beside the model file"},
      {with_tables("[tables.f]\n" + kRows + "z_unit = \"N\"\n"),
       "m.toml:4:1: no key 'z_unit' here; did you mean 'x_unit'?"},
      {with_tables("[tables.f]\n" + kRows + "z = [[0, 1], [2, 3]]\n", "f(1)"),
       "m.toml:9:10: in `value`: the table 'f' takes 2 arguments, not 1; it has two inputs: write "
       "f(x, y)"},
      {with_tables("[tables.f]\n" + kRows + "z = [[0, 1], [2, 3]]\n", "f(1, 2, 3)"),
       "m.toml:9:10: in `value`: the table 'f' takes 2 arguments, not 3; it has two inputs: write "
       "f(x, y)"},
      {with_tables("[tables.f]\n" + kRows + "z = [[0, 1], [2, 3]]\nz_unit = \"kg\"\n", "f(1, 1)"),
       "m.toml:10:10: force is in N or N m, but the table 'f' gives kg; check the unit of the "
       "parameter or the key"},
      {with_tables("[tables.f]\n" + kRows + "z = [[0, 1], [2, 3]]\ny_unit = \"rpm\"\n",
                   "1 + f(1, q.a)"),
       "m.toml:10:19: the table 'f' is over rpm, but 'q.a' is in m or rad; check the argument, or "
       "y_unit of the table"},
      {with_tables("[tables.f]\n" + kRows +
                   "z = [[0, 1], [2, 3]]\n[parameters]\np = \"f(1, 3)\"\n"),
       "m.toml:6:6: the table 'f' has y from 0 to 1 (SI) only, its argument is 3; give it more "
       "numbers in each row, or beyond = \"constant\" or \"extend\""},
      {with_tables("[tables.sin]\n" + kRows),
       "m.toml:1:9: the name 'sin' is reserved: it is a function; give the table another name"},
      {with_tables("[tables.a]\n" + kRows), "none"},  // a body too
      {with_tables("[tables.a]\n" + kRows + "[parameters]\na = 1\n"),
       "m.toml:5:1: the name 'a' is taken by a table in line 1; parameters, signals and tables "
       "need "
       "different names"},
      {with_tables("[tables.g]\n" + kRows, "g"),
       "m.toml:8:10: 'g' is a table; write its argument: g(...)"},
      {with_tables("[tables.g]\n" + kRows, "g(1, 2)"),
       "m.toml:8:10: in `value`: the table 'g' takes 1 argument; it has one input, x; a table "
       "with `z` has two"},
      {with_tables("[tables.road]\n" + kRows, "raod(1)"),
       "m.toml:8:10: in `value`: no function 'raod'; did you mean 'road'?"},
      {with_tables("[tables.g]\n" + kRows + "y_unit = \"kg\"\n", "g(q.a)"),
       "m.toml:9:10: force is in N or N m, but the table 'g' gives kg; check the unit of the "
       "parameter or the key"},
      {with_tables("[tables.g]\n" + kRows + "x_unit = \"rpm\"\n", "1 + g(q.a)"),
       "m.toml:9:16: the table 'g' is over rpm, but 'q.a' is in m or rad; check the argument, or "
       "x_unit of the table"},
      {with_tables("[tables.g]\n" + kRows + "[parameters]\np = \"g(3)\"\n"),
       "m.toml:5:6: the table 'g' has rows from 0 to 1 (SI) only, its argument is 3; give it more "
       "rows, or beyond = \"constant\" or \"extend\""},
      {with_tables("[tables.g]\n" + kRows +
                   "interpolation = \"hold\"\n[bodies.b]\n"
                   "motion = \"g(t)\"\n"),
       "m.toml:6:11: the motion of 'b' uses data with \"hold\": it jumps; a position must be "
       "continuous; use \"cubic\" or \"linear\""},
      {with_tables("[tables.f]\nfile = \"no.csv\"\n"),
       "m.toml:2:9: no such file: 'no.csv'; data files are looked for beside the model file"},
  };
  for (const auto& [text, message] : cases) CHECK(mistakes_in(text) == message);
}
