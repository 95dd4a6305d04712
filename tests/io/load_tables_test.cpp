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
       "m.toml:4:1: a table of two inputs is not supported: `z`; tables have one input, x; add "
       "or multiply tables for more"},
      {with_tables("[tables.sin]\n" + kRows),
       "m.toml:1:9: the name 'sin' is reserved; give the table another name"},
      {with_tables("[tables.a]\n" + kRows),
       "m.toml:4:9: the name 'a' is taken by a table in line 1; bodies, elements, states, "
       "controllers, signals, tables and parameters need different names"},
      {with_tables("[tables.g]\n" + kRows, "g"),
       "m.toml:8:10: 'g' is a table; write its argument: g(...)"},
      {with_tables("[tables.g]\n" + kRows, "g(1, 2)"),
       "m.toml:8:10: in `value`: the table 'g' takes 1 argument; tables have one input; add or "
       "multiply tables for more"},
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
