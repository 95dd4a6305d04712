#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"

using luztar::Model;
using luztar::ModelError;
using luztar::Table;

namespace {

using Numbers = std::vector<double>;

/// A folder with road.csv from 0 s to 2 s, and models beside it.
class Beside {
 public:
  Beside() { luztar::test::write_text(folder_.path() / "road.csv", "t,z\n0,1\n1,3\n2,7\n"); }

  // The keys of the signal z start at line 2.
  Model load(const std::string& keys, const std::string& more = "", double duration = 2) const {
    const std::string text = "[signals.z]\n" + keys + "\n[bodies.a]\nmass = 1\n" + more +
                             "\n[simulation]\nduration = " + std::to_string(duration) + "\n";
    return luztar::parse_model(text, (folder_.path() / "m.toml").string());
  }

  std::string mistakes_in(const std::string& keys, const std::string& more = "",
                          double duration = 2) const {
    try {
      load(keys, more, duration);
    } catch (const ModelError& error) {
      return without_folder(error.what());
    }
    return "none";
  }

 private:
  std::string without_folder(std::string text) const {
    const std::string folder = folder_.path().string() + "/";
    for (std::size_t at; (at = text.find(folder)) != std::string::npos;) {
      text.erase(at, folder.size());
    }
    return text;
  }

  luztar::test::TemporaryFolder folder_;
};

}  // namespace

TEST_CASE("data are found beside the model, scaled, and keep their interpolation") {
  const Beside beside;
  const Model model = beside.load("file = 'road.csv'");
  const Table& plain = std::get<Table>(model.signals[0].value);
  CHECK(plain.file == "road.csv");
  CHECK(plain.time == Numbers{0, 1, 2});
  CHECK(plain.value == Numbers{1, 3, 7});
  CHECK(plain.interpolation == Table::Interpolation::Cubic);

  const Model scaled = beside.load(
      "file = 'road.csv'\ntime = 't'\nvalue = 'z'\ninterpolation = 'hold'\nscale = '1/2'\noffset = "
      "-1");
  const Table& table = std::get<Table>(scaled.signals[0].value);
  CHECK(table.value == Numbers{-0.5, 0.5, 2.5});
  CHECK(table.interpolation == Table::Interpolation::Hold);

  const Model numbered = beside.load(
      "file = 'road.csv'\ntime = 1\nvalue = 1\ninterpolation = "
      "'linear'");
  CHECK(std::get<Table>(numbered.signals[0].value).value == Numbers{0, 1, 2});
}

TEST_CASE("signals are used by name in motions, forces, laws and other signals") {
  const Beside beside;
  CHECK(beside.mistakes_in("file = 'road.csv'",
                           "[signals.y]\nvalue = '2*z + sin(t)'\n[bodies.b]\nmotion = 'y'\n"
                           "[springs.s]\nbetween = ['a', 'b']\nforce = 'd*z'\n"
                           "[forces.f]\non = 'a'\nvalue = 'z - y'\n") == "none");
}

TEST_CASE("mistakes in signals") {
  const Beside beside;
  struct Row {
    const char* keys;
    const char* more;
    const char* expected;
  };
  const Row rows[] = {
      {"", "",
       "m.toml:1:10: the signal has neither data nor a value; write file = \"data.csv\" or "
       "value = \"expression of t\""},
      {"file = 'rode.csv'", "", "m.toml:2:9: no such file: 'rode.csv'; did you mean 'road.csv'?"},
      {"file = 3", "", "m.toml:2:8: `file` is a number, not a text; write it between quotes"},
      {"file = 'road.csv'\nvalue = 'y'", "",
       "m.toml:3:10: 'road.csv' has no column 'y'; its first line has 't', 'z'; a column may be a "
       "number "
       "too"},
      {"file = 'road.csv'\ntime = 0.5", "",
       "m.toml:3:8: `time` is not a column; give a name of the first line, or a number from 1"},
      {"file = 'road.csv'\ninterpolation = 'cubik'", "",
       "m.toml:3:18: no interpolation 'cubik'; did you mean 'cubic'?"},
      {"file = 'road.csv'\nscale = 'p'", "[parameters]\np = 1",
       "m.toml:3:10: `scale` of data must be a plain number; multiply or add the parameter where "
       "the "
       "signal is used"},
      {"file = 'road.csv'\nscale = 1e308\noffset=1e308", "",
       "m.toml:2:1: the scaled data are not finite; check scale and offset"},
      {"value = 't'\nscale = 2", "",
       "m.toml:3:1: `scale` makes no sense beside `value`; remove one of them"},
      {"value = 'z'", "",
       "m.toml:1:10: the signal 'z' uses itself; define one of them without the "
       "other"},
      {"value = 'y'", "[signals.y]\nvalue = 'z'",
       "m.toml:1:10: the signals 'z' and 'y' use each other; define one of them without the other"},
      {"value = 'd'", "",
       "m.toml:2:10: 'd' is not allowed here; d and v belong in the `force` of a "
       "spring or damper"},
      {"value = 't'", "[springs.s]\nbetween = ['a', 'ground']\nstiffness = 'z'",
       "m.toml:7:14: the signal 'z' is not allowed here: this value is a constant; signals belong "
       "in motion, forces, force laws, `normal`, "
       "the rates of states and the updates of controllers"},
      {"value = 't'", "[parameters]\nz = 1",
       "m.toml:6:1: the name 'z' is taken by a signal in line 1; parameters, signals and "
       "tables need different names"},
      {"file = 'road.csv'\ninterpolation = 'hold'",
       "[signals.y]\nvalue = 'z'\n[bodies.b]\nmotion = '2*y'",
       "m.toml:9:11: the motion of 'b' uses data with \"hold\": it jumps; a position must be "
       "continuous; use \"cubic\" or \"linear\""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.keys);
    CAPTURE(row.more);
    CHECK(beside.mistakes_in(row.keys, row.more) == row.expected);
  }
}

TEST_CASE("data must cover the run") {
  const Beside beside;
  CHECK(beside.mistakes_in("file = 'road.csv'", "", 2) == "none");
  CHECK(beside.mistakes_in("file = 'road.csv'", "", 2.5) ==
        "m.toml:1:10: the data of 'z' reach from 0 s to 2 s, the simulation from 0 s to 2.5 s; "
        "change start and duration, or use longer data");
}

TEST_CASE("signals inside signals cannot grow without bound") {
  const Beside beside;
  std::string doubling;
  std::string last = "z";
  for (int i = 0; i < 60; ++i) {
    const std::string next = "s" + std::to_string(i);
    doubling += "[signals." + next + "]\nvalue = '" + last + " + " + last + "'\n";
    last = next;
  }
  const std::string text = beside.mistakes_in("value = 't'", doubling);
  CHECK(text.find("this expression grows too large when its signals and forces are inserted") !=
        std::string::npos);
}

TEST_CASE("a model of kept data files is the same, and reads no file") {
  const luztar::test::TemporaryFolder folder;
  luztar::test::write_text(folder.path() / "road.csv", "t,z\n0,1\n1,3\n2,7\n");
  luztar::test::write_text(folder.path() / "map.csv", "x,0,1\n0,1,2\n1,3,4\n");
  luztar::test::write_text(folder.path() / "line.csv", "0,1\n1,2\n");
  const std::string text =
      "[tables.two]\ngrid = 'map.csv'\n[tables.one]\nfile = 'line.csv'\n"
      "[signals.z]\nfile = 'road.csv'\n[bodies.a]\nmass = 1\n"
      "[simulation]\nduration = 2\ntimes = { file = 'road.csv' }\n";
  luztar::DataFiles files;
  luztar::LoadOptions options{.data_files = &files};
  luztar::parse_model(text, (folder.path() / "m.toml").string(), options);
  CHECK(files.texts.size() == 3);
  files.complete = true;
  const Model model = luztar::parse_model(text, "/nowhere/m.toml", options);
  CHECK(std::get<Table>(model.signals[0].value).value == Numbers{1, 3, 7});
  CHECK(model.tables[0].z == Numbers{1, 2, 3, 4});
  CHECK(model.tables[1].y == Numbers{1, 2});
  CHECK(model.simulation.times->values == Numbers{0, 1, 2});
}
