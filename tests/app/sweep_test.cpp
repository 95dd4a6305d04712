// `luztar sweep` as a user meets it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/run_program.h"
#include "io/temporary_folder.h"

namespace luztar {
namespace {

using test::Outcome;
using test::run;
using test::TemporaryFolder;
using test::text_of;
using test::write_text;
using Rows = std::vector<std::vector<std::string>>;

const std::string kBelt = LUZTAR_SOURCE_DIR "/examples/belt.toml";

Outcome swept(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"sweep", kBelt, "--out", "o"});
  return run(folder.path(), arguments);
}

/// Cells without commas in them.
Rows rows_of(const std::string& text) {
  Rows rows;
  std::istringstream lines(text);
  for (std::string line, cell; std::getline(lines, line);) {
    std::istringstream cells(line);
    auto& row = rows.emplace_back();
    while (std::getline(cells, cell, ',')) row.push_back(cell);
  }
  return rows;
}

}  // namespace

TEST_CASE("a sweep gives the closed form of the belt at every point, the last --vary fastest") {
  const TemporaryFolder folder;
  const Outcome done = swept(folder, {"--vary", "v0=200:1000:3 mm/s", "--vary", "FS=8,10,2*FK",
                                      "--measure", "period(contact)", "--measure", "max(q.block)",
                                      "--duration", "60", "--transient", "5 s"});
  REQUIRE(done.status == 0);
  CHECK(done.out.find("9 points in ") != std::string::npos);
  const Rows rows = rows_of(text_of(folder.path() / "o" / "table.csv"));
  REQUIRE(rows.size() == 10);
  CHECK(rows[0] == std::vector<std::string>{"\"v0\"", "\"FS\"", "\"period(contact)\"",
                                            "\"max(q.block)\"", "\"words\""});
  for (std::size_t i = 1; i < rows.size(); ++i) {
    CAPTURE(i);
    const double v0 = std::stod(rows[i][0]), fs = std::stod(rows[i][1]);
    CHECK(v0 == std::vector<double>{0.2, 0.6, 1.0}[(i - 1) / 3]);
    CHECK(fs == std::vector<double>{8, 10, 12}[(i - 1) % 3]);
    const double d = (fs - 6) / 25, w = 5;
    const double slip = (2 * std::numbers::pi - 2 * std::atan(w * d / v0)) / w;
    CHECK(std::stod(rows[i][2]) == doctest::Approx(2 * d / v0 + slip).epsilon(1e-12));
    CHECK(std::stod(rows[i][3]) == doctest::Approx(0.24 + std::hypot(d, v0 / w)).epsilon(1e-12));
  }
}

TEST_CASE("the table has the same bytes with any number of threads") {
  const TemporaryFolder folder;
  std::string first;
  for (const std::string threads : {"1", "2", "5"}) {
    const Outcome done = swept(folder, {"--vary", "v0=0.02:1:23:log", "--measure", "rms(v.block)",
                                        "--measure", "stick_share(contact)", "--threads", threads});
    REQUIRE(done.status == 0);
    const std::string table = text_of(folder.path() / "o" / "table.csv");
    if (first.empty()) first = table;
    CHECK(table == first);
  }
  CHECK(rows_of(first).size() == 24);
}

TEST_CASE("a point that fails stays with its words, and the others are run") {
  const TemporaryFolder folder;
  const Outcome done = swept(folder, {"--vary", "FS=5,10", "--vary", "v0=0.1,0.2", "--measure",
                                      "events()", "--max-events", "12"});
  CHECK(done.status == 0);
  CHECK(done.out.find("failed; the first: ") != std::string::npos);
  const std::string table = text_of(folder.path() / "o" / "table.csv");
  CHECK(table.find("\n5,0.1,,\"") != std::string::npos);  // F_S < F_K
  CHECK(table.find("static") != std::string::npos);
  CHECK(table.find("\n10,0.1,") != std::string::npos);
  CHECK(table.find("more than 12 events") != std::string::npos);
}

TEST_CASE("blanks between values, and behind them a unit") {
  const TemporaryFolder folder;
  const auto values = [&](const std::string& vary) {
    const Outcome done = swept(folder, {"--vary", vary, "--measure", "events()"});
    CHECK(done.err == "");
    std::string found;
    for (const auto& row : rows_of(text_of(folder.path() / "o" / "table.csv")))
      found += row[0] + " ";
    return found;
  };
  CHECK(values("FS=8, 10, FK") == "\"FS\" 8 10 6 ");
  CHECK(values("FS=8, 10, 12 N") == "\"FS\" 8 10 12 ");
  CHECK(values("FS= 8 kN") == "\"FS\" 8000 ");
  CHECK(values("FS=8,10  N") == "\"FS\" 8 10 ");
  CHECK(values("v0= 20 : 1000 : 2 mm/s") == "\"v0\" 0.02 1 ");
  CHECK(values("v0=10:1000:2:log mm/s") == "\"v0\" 0.01 1 ");
}

TEST_CASE("what is wrong with a sweep is said before anything is run or written") {
  const TemporaryFolder folder;
  const std::vector<std::string> measure{"--measure", "events()"};
  const auto said = [&](std::vector<std::string> arguments) {
    const Outcome done = swept(folder, std::move(arguments));
    CHECK(done.status == 2);
    CHECK(done.out.empty());
    CHECK(!std::filesystem::exists(folder.path() / "o"));
    return done.err;
  };
  const auto with = [&](const std::string& vary) {
    return said({"--vary", vary, "--measure", "events()"});
  };
  CHECK(with("FSS=0:1:3").find("no parameter 'FSS'; did you mean 'FS'?") != std::string::npos);
  CHECK(with("v0").find("write NAME=FROM:TO:N") != std::string::npos);
  CHECK(with("v0=0:1").find("is no range; write FROM:TO:N") != std::string::npos);
  CHECK(with("v0=0:1:1").find("'1' is not how many values there are") != std::string::npos);
  CHECK(with("v0=0:1:3:lg").find("is no range") != std::string::npos);
  CHECK(with("v0=0:1:3:log").find("a logarithm needs both ends on one side of 0") !=
        std::string::npos);
  CHECK(with("v0=1,x").find("no parameter 'x'") != std::string::npos);
  CHECK(with("v0=1,1/0").find("not a finite number") != std::string::npos);
  CHECK(with("v0=1:2:3 mm").find("'mm' is not a unit of this; give it in m/s") !=
        std::string::npos);
  CHECK(with("v0=").find("'v0' has no values") != std::string::npos);
  CHECK(said({"--vary", "v0=1,2", "--vary", "v0=1,2", "--measure", "events()"})
            .find("'v0' is varied twice") != std::string::npos);
  CHECK(said({"--vary", "v0=1,2", "--measure", "max(q.blok)"})
            .find("no body 'blok'; did you mean 'block'?") != std::string::npos);
  CHECK(said({"--vary", "v0=1,2", "--measure", "events()", "--transient", "3 m"})
            .find("'m' is not a unit of this; give it in s") != std::string::npos);
  CHECK(said({"--vary", "v0=1,2", "--measure", "events()", "--transient", "-1"})
            .find("the transient is negative") != std::string::npos);
  CHECK(said({"--vary", "v0=1:2:20000", "--vary", "FS=10:11:20000", "--measure", "events()"})
            .find("more than 1e8 points") != std::string::npos);
  CHECK(said({"--measure", "events()"}).find("--vary") != std::string::npos);
  CHECK(with("FS=normal(9,1)").find("or --samples 1000") != std::string::npos);
  CHECK(said({"--vary", "v0=1,2", "--measure", "strobe(q.block, 1, 0)"})
            .find("'0' is no whole number from 1 to 10000") != std::string::npos);
  CHECK(said({"--vary", "v0=1,2", "--measure", "strobe(q.block, x, 2)"}).find("no parameter 'x'") !=
        std::string::npos);
  CHECK(said({"--vary", "v0=1,2", "--measure", "at_events(q.block, spring, 2)"})
            .find("'spring' has no events") != std::string::npos);
}

TEST_CASE("a value that is set and varied is an error, unless what is varied is made of it") {
  const TemporaryFolder folder;
  const auto with = [&](const std::string& change, const std::vector<std::string>& vary) {
    std::vector<std::string> arguments{"--set", change, "--measure", "events()"};
    for (const std::string& item : vary) arguments.insert(arguments.end(), {"--vary", item});
    if (vary.back().find('(') != std::string::npos)
      arguments.insert(arguments.end(), {"--samples", "3"});
    return swept(folder, arguments);
  };
  const auto refuses = [&](const std::string& change, const std::vector<std::string>& vary) {
    const Outcome done = with(change, vary);
    return done.status == 2 && done.out.empty() &&
           done.err ==
               "--set v0: 'v0' is set and varied: this value counts nowhere; leave it out, "
               "or do not vary 'v0'\n";
  };
  CHECK(refuses("v0=0.3", {"v0=0.1,0.2"}));
  CHECK(refuses("v0=2*FK", {"FK=6,7", "v0=0.1:0.2:3"}));
  CHECK(refuses("v0=0.3", {"v0=uniform(0.1, FK)"}));
  const auto first = [&](const std::string& change, const std::vector<std::string>& vary) {
    CHECK(with(change, vary).err == "");
    return rows_of(text_of(folder.path() / "o" / "table.csv")).at(1).at(0);
  };
  CHECK(first("v0=0.3", {"v0=v0,2*v0"}) == "0.3");
  CHECK(first("v0=0.3", {"FS=10+v0,12", "v0=1,2"}) == "10.3");
  CHECK(first("FK=1*v0", {"v0=2*FK,1"}) == "0.4");
  CHECK(first("v0=0.3", {"v0=uniform(v0,v0)"}) == "0.3");
  CHECK(first("FS=11", {"v0=0.1,0.2"}) == "0.1");
  // The same in the file; whoever only reads it does not sweep.
  write_text(folder.path() / "b.toml",
             text_of(kBelt) + "\n[sweep]\nvary = \"v0=0.1,0.2\"\nmeasure = \"events()\"\n");
  CHECK(run(folder.path(), {"sweep", "b.toml", "--set", "v0=0.3"})
            .err.starts_with("--set v0: 'v0' is set and varied"));
  CHECK(run(folder.path(), {"simulate", "b.toml", "--set", "v0=0.3", "-q"}).status == 0);
}

TEST_CASE("[sweep] of the file is what options leave open, and its mistakes have their place") {
  const TemporaryFolder folder;
  const auto with_table = [&](const std::string& table) {
    write_text(folder.path() / "b.toml", text_of(kBelt) + "\n[sweep]\n" + table);
  };
  const auto sweep_it = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"sweep", "b.toml", "--out", "o"});
    return run(folder.path(), more);
  };
  const auto table = [&] {
    return rows_of(text_of(folder.path() / "o" / "table.csv"));
  };
  with_table("vary = [\"v0=200:800:4 mm/s\"]\nmeasure = \"max(q.block)\"\ntransient = \"2 s\"\n");
  REQUIRE(sweep_it({}).status == 0);
  const Rows of_file = table();
  CHECK(of_file.size() == 5);
  REQUIRE(sweep_it({"--vary", "v0=0.2,0.4"}).status == 0);
  CHECK(table().at(1) == of_file.at(1));
  CHECK(table().at(2) == of_file.at(2));
  CHECK(table().size() == 3);
  with_table("vary = [\"v0=1,2\", \"FSS=1,2\"]\nmeasure = \"max(q.block)\"\n");
  const std::string place =
      "b.toml:" + std::to_string([&] {
        const std::string text = text_of(folder.path() / "b.toml");
        return std::count(text.begin(),
                          text.begin() + static_cast<std::ptrdiff_t>(text.find("FSS")), '\n') +
               1;
      }());
  CHECK(sweep_it({}).err.find(place + ":20: no parameter 'FSS'") != std::string::npos);
  CHECK(run(folder.path(), {"check", "b.toml"}).err.find(place + ":20: no parameter 'FSS'") !=
        std::string::npos);
  with_table("measure = [\"max(q.blok)\"]\n");
  CHECK(run(folder.path(), {"check", "b.toml"}).err.find("no body 'blok'") != std::string::npos);
  with_table("measure = [\"max(q.block)\"]\ntransient = 3\n");
  CHECK(run(folder.path(), {"check", "b.toml"}).status == 0);
  with_table(
      "vary = [\"v0=1:2\", \"FSS=1,2\"]\nmeasure = [\"last(q.block)\", \"most(v.block)\"]\n"
      "transient = \"3 m\"\n");
  const std::string all = sweep_it({}).err;  // of all mistakes at once
  for (const char* words : {"'1:2' is no range", "no parameter 'FSS'", "no measure 'most'",
                            "'m' is not a unit of this"})
    CHECK(all.find(words) != std::string::npos);
  with_table("vari = [\"v0=1,2\"]\n");
  CHECK(sweep_it({}).err.find("did you mean 'vary'?") != std::string::npos);
  with_table("vary = [1, 2]\n");
  CHECK(sweep_it({}).err.find("needs a text or a list of texts") != std::string::npos);
}

TEST_CASE("a state is carried there and back, line by line, with any number of threads") {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{
      "--vary",     "FS=8,10", "--vary",    "k=20:30:3",
      "--carry",    "k:back",  "--measure", "strobe(q.block, 2, 2)",
      "--duration", "10"};
  REQUIRE(swept(folder, arguments).status == 0);
  const std::string text = text_of(folder.path() / "o" / "table.csv");
  const Rows rows = rows_of(text);
  REQUIRE(rows.size() == 13);
  CHECK(text.starts_with("\"FS\",\"k\",\"way\",\"strobe(q.block, 2, 2)[1]\","));
  for (std::size_t i = 1; i < 13; ++i) {
    CHECK(rows[i][0] == (i <= 6 ? "8" : "10"));
    CHECK(rows[i][2] == ((i - 1) % 6 < 3 ? "1" : "-1"));
  }
  for (const char* threads : {"1", "2", "3"}) {
    auto more = arguments;
    more.insert(more.end(), {"--threads", threads});
    REQUIRE(swept(folder, more).status == 0);
    CHECK(text_of(folder.path() / "o" / "table.csv") == text);
  }
}

TEST_CASE("a page and a file for numpy beside the table, and none of a former sweep") {
  const TemporaryFolder folder;
  const auto has = [&](const char* name) {
    return std::filesystem::exists(folder.path() / "o" / name);
  };
  const std::vector<std::string> arguments{"--vary",    "v0=0.2:0.4:3", "--set",      "FS=2*FK",
                                           "--measure", "max(q.block)", "--duration", "5 s"};
  auto more = arguments;
  more.emplace_back("--npz");
  CHECK(swept(folder, more).out.find("o: table.csv table.npz sweep.html") != std::string::npos);
  CHECK(has("table.npz"));
  CHECK(text_of(folder.path() / "o" / "sweep.html").find("--set 'FS=2*FK' --duration '5 s'") !=
        std::string::npos);
  more = arguments;
  more.emplace_back("--no-report");
  CHECK(swept(folder, more).status == 0);
  CHECK(!has("table.npz"));
  CHECK(!has("sweep.html"));
  CHECK(has("table.csv"));
}

TEST_CASE("the page has values in SI and the unit of that, whatever the unit in the file is") {
  const TemporaryFolder folder;
  write_text(folder.path() / "b.toml",
             "[parameters]\nv0 = { value = 200, unit = \"mm/s\" }\nk = { value = 2, unit = "
             "\"N/cm\" }\ng = 3\n[bodies.b]\nmass = 1\nvelocity = \"v0\"\n[springs.s]\nbetween "
             "= [\"b\", \"ground\"]\nstiffness = \"k*g\"\n[simulation]\nduration = 1\n");
  REQUIRE(run(folder.path(), {"sweep", "b.toml", "-o", "o", "--vary", "v0=100,200 mm/s", "--vary",
                              "k=v0*10,300", "--vary", "g=1,2", "--measure", "max(q.b)"})
              .status == 0);
  CHECK(rows_of(text_of(folder.path() / "o" / "table.csv")).at(1).at(0) == "0.1");
  const std::string page = text_of(folder.path() / "o" / "sweep.html");
  CHECK(page.find(R"("name":"v0","unit":"m/s")") != std::string::npos);
  CHECK(page.find(R"("name":"k","unit":"N/m")") != std::string::npos);
  CHECK(page.find(R"("name":"g","unit":"")") != std::string::npos);
}

TEST_CASE("--resume takes the rows of the same sweep only, and no rows are lost without --force") {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{"--vary", "v0=0.1:1:4", "--measure", "events()"};
  auto resumed = arguments;
  resumed.push_back("--resume");
  CHECK(swept(folder, resumed).err.find("there are no rows to go on with") != std::string::npos);
  REQUIRE(swept(folder, arguments).status == 0);
  const std::string table = text_of(folder.path() / "o" / "table.csv");
  write_text(folder.path() / "o" / "rows.part", "luztar of another day\n1\t2\t\t.\n");
  CHECK(swept(folder, resumed).err.find("this is part of another study") != std::string::npos);
  const Outcome anew = swept(folder, arguments);
  CHECK(anew.status == 2);
  CHECK(anew.err.find("rows.part: there are rows of a sweep that was killed; --resume goes on with "
                      "them, --force begins anew") != std::string::npos);
  CHECK(text_of(folder.path() / "o" / "table.csv") == table);
  CHECK(text_of(folder.path() / "o" / "rows.part").starts_with("luztar of another day\n1"));
  auto both = resumed, forced = arguments;
  both.emplace_back("--force");
  CHECK(swept(folder, both).err.find("--resume excludes --force") != std::string::npos);
  std::filesystem::remove(folder.path() / "o" / "table.csv");
  forced.emplace_back("--force");
  CHECK(swept(folder, forced).status == 0);
  CHECK(text_of(folder.path() / "o" / "table.csv") == table);
  CHECK(!std::filesystem::exists(folder.path() / "o" / "rows.part"));
}

}  // namespace luztar
