// `luztar compare` as a user meets it.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/run_program.h"
#include "io/temporary_folder.h"

namespace luztar {
namespace {

using test::Outcome;
using test::run;
using test::TemporaryFolder;
using test::text_of;
using test::write_text;
using ComparedJson = nlohmann::json;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t most = 0;
  for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
  return most;
}

/// A block of 2 kg against 4 N: q = v0 t - t^2 until it stops at v0 / 2, to stay.
constexpr const char* kBlock = R"(title = "Block that stops"
[parameters]
v0 = { value = 2, unit = "m/s" }
[bodies.block]
mass = 2
velocity = "v0"
[frictions.guide]
between = ["block", "ground"]
kinetic = 4
[simulation]
duration = 2
interval = 0.1
)";

/// Runs with v0 = 2 and 2.2 in a and b.
void run_both(const TemporaryFolder& folder, const std::vector<std::string>& options = {}) {
  write_text(folder.path() / "m.toml", kBlock);
  std::vector<std::string> a{"simulate", "m.toml", "--out", "a", "--quiet", "--no-report"};
  CHECK(run(folder.path(), a).status == 0);
  std::vector<std::string> b{"simulate", "m.toml", "--out",       "b",
                             "--set",    "v0=2.2", "--no-report", "--quiet"};
  b.insert(b.end(), options.begin(), options.end());
  CHECK(run(folder.path(), b).status == 0);
}

ComparedJson compared(const TemporaryFolder& folder, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "compare");
  arguments.insert(arguments.end(), {"--out", "-"});
  const Outcome outcome = run(folder.path(), arguments);
  CAPTURE(outcome.err);
  CHECK(outcome.status == 0);
  return ComparedJson::parse(outcome.out);
}

ComparedJson named(const ComparedJson& list, const std::string& name, const char* key = "name") {
  for (const ComparedJson& one : list)
    if (one[key] == name) return one;
  FAIL("no " << name);
  return {};
}

double number(const ComparedJson& json, const char* key) { return json[key].get<double>(); }

}  // namespace

TEST_CASE("compare finds the differences of two runs in closed form") {
  const TemporaryFolder folder;
  run_both(folder);
  const ComparedJson pair = compared(folder, {"a", "b"})["pairs"][0];
  CHECK(pair["same_model"] == true);
  REQUIRE(pair["parameters"].size() == 1);
  CHECK(pair["parameters"][0]["name"] == "v0");
  CHECK(pair["parameters"][0]["second"] == "2.2");
  CHECK(pair["settings"].empty());
  const ComparedJson q = named(pair["channels"], "q.block");
  CHECK(q["between"] == "same times");
  CHECK(q["unit"] == "m");
  CHECK(number(q, "greatest") == doctest::Approx(1.21 - 1.0).epsilon(1e-12));
  CHECK(number(q, "time") == doctest::Approx(1.1).epsilon(1e-12));
  CHECK(number(q, "relative") == doctest::Approx(0.21 / 1.21).epsilon(1e-12));
  const ComparedJson v = named(pair["channels"], "v.block");
  CHECK(number(v, "greatest") == doctest::Approx(0.2).epsilon(1e-12));
  CHECK(number(v, "rms") == doctest::Approx(std::sqrt((0.04 + 0.004 / 3) / 2)).epsilon(1e-12));
  const ComparedJson guide = named(pair["events"], "guide", "element");
  CHECK(guide["matched"] == 1);
  CHECK(number(guide, "shift") == doctest::Approx(0.1).epsilon(1e-12));
  CHECK(number(guide, "time") == doctest::Approx(1.0).epsilon(1e-12));
  CHECK(pair["first_lone"].is_null());
}

TEST_CASE("compare of runs with other rows is exact where q has its velocity beside it") {
  const TemporaryFolder folder;
  run_both(folder, {"--interval", "0.25"});
  const ComparedJson pair = compared(folder, {"a", "b"})["pairs"][0];
  CHECK(named(pair["settings"], "interval")["second"] == "0.25");
  const ComparedJson q = named(pair["channels"], "q.block");
  CHECK(q["between"] == "cubic Hermite");
  CHECK(q["rows"] == 21 + 4);  // 0.5, 1, 1.5 and 2 are there twice
  CHECK(named(pair["channels"], "f.guide")["between"] == "straight line");
  // Parabolas between rows, and the stop at a row of both.
  CHECK(run(folder.path(), {"simulate", "m.toml", "--interval", "0.25", "--out", "c", "--quiet"})
            .status == 0);
  const ComparedJson same = compared(folder, {"a", "c"})["pairs"][0]["channels"];
  CHECK(std::abs(number(named(same, "q.block"), "greatest")) < 1e-15);
  CHECK(std::abs(number(named(same, "v.block"), "greatest")) < 1e-15);
}

TEST_CASE("compare with measured data: columns by name, by --map, in their units") {
  const TemporaryFolder folder;
  run_both(folder);
  std::string data = "time [s],q.block [mm],x,other\n";  // 1 mm above run a
  for (const double t : {0.05, 0.25, 0.55, 0.75})
    data += std::to_string(t) + "," + std::to_string(1000 * (2 * t - t * t) + 1) + "," +
            std::to_string(2 * t - t * t) + ",0\n";
  write_text(folder.path() / "d.csv", data + "0.9,,,\n");
  const ComparedJson named_ones = compared(folder, {"a", "--with", "d.csv"})["with_data"][0];
  REQUIRE(named_ones.size() == 1);
  CHECK(named_ones[0]["rows"] == 4);
  CHECK(number(named_ones[0], "greatest") == doctest::Approx(-1e-3).epsilon(1e-6));
  CHECK(number(named_ones[0], "rms") == doctest::Approx(1e-3).epsilon(1e-6));
  const ComparedJson mapped =
      compared(folder, {"a", "b", "--with", "d.csv", "--map", "q.block=x [m]"})["with_data"];
  CHECK(std::abs(number(mapped[0][0], "greatest")) < 1e-6);
  CHECK(number(mapped[1][0], "greatest") == doctest::Approx(0.2 * 0.75).epsilon(1e-6));
  const auto wrong = [&](const std::string& map) {
    const Outcome outcome = run(folder.path(), {"compare", "a", "--with", "d.csv", "--map", map});
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK(has(wrong("q.blok=x"), "--map: the run has no channel 'q.blok'; did you mean 'q.block'?"));
  CHECK(has(wrong("q.block=x [N]"), "'N' is not a unit of q.block; give it in m"));
  CHECK(has(wrong("q.block"), "is not CHANNEL=COLUMN"));
  CHECK(has(wrong("q.block=y"), "has no column 'y'"));
}

TEST_CASE("compare tells events without a partner, and --tolerance makes it a failure") {
  const TemporaryFolder folder;
  run_both(folder);
  write_text(
      folder.path() / "held.toml",
      std::string(kBlock) + "[forces.push]\non = \"block\"\nvalue = \"if(t > 1.5, 5, 0)\"\n");
  const Outcome alone = run(folder.path(), {"compare", "a", "held.toml"});
  CHECK(alone.status == 0);
  CHECK(has(alone.out, "the model files differ in their text"));
  CHECK(has(alone.out, "first without a partner: "));
  CHECK(has(alone.out, "guide from stuck to forward (follow) at t = 1.5 s in"));
  CHECK(has(alone.out, "only B has d.push, f.push"));
  CHECK(run(folder.path(), {"compare", "a", "held.toml", "--tolerance", "10"}).status == 3);
  CHECK(run(folder.path(), {"compare", "a", "b", "--tolerance", "1e-3"}).status == 3);
  CHECK(run(folder.path(), {"compare", "a", "b", "--tolerance", "1.1"}).status == 0);
  CHECK(run(folder.path(), {"compare", "a", "m.toml", "--tolerance", "0"}).status == 0);
  CHECK(
      run(folder.path(), {"compare", "a", "b", "--channels", "q.*", "--tolerance", "0.2"}).status ==
      0);
}

TEST_CASE("compare in 80 columns, as JSON, CSV and a page; .npy files are read") {
  const TemporaryFolder folder;
  run_both(folder);
  const Outcome shown = run(
      folder.path(), {"compare", "a", "b", "m.toml", "--out", "new/c.csv", "--page", "new/c.html"});
  CHECK(shown.status == 0);
  CHECK(widest_line(shown.out) <= 80);
  CHECK(has(shown.out, "B less A"));
  CHECK(has(shown.out, "C less A"));
  CHECK(has(text_of(folder.path() / "new/c.csv"), "\nB,A,q.block,m,21,"));
  CHECK(has(text_of(folder.path() / "new/c.html"), "Block that stops"));
  CHECK(run(folder.path(), {"compare", "a", "b", "--page", "new/c.html"}).status == 1);  // is there
  CHECK(widest_line(run(folder.path(), {"compare", "--help"}).out) <= 80);

  write_text(folder.path() / "npy.toml", std::string(kBlock) + "[output]\nformat = \"npy\"\n");
  CHECK(run(folder.path(), {"simulate", "npy.toml", "--out", "arrays", "--quiet"}).status == 0);
  const ComparedJson pair = compared(folder, {"a", "arrays"})["pairs"][0];
  CHECK(pair["channels"].size() == 5);
  CHECK(pair["difference"] == 0.0);
}

TEST_CASE("compare refuses what is no run, in one line") {
  const TemporaryFolder folder;
  run_both(folder);
  const auto refused = [&](const std::vector<std::string>& arguments) {
    const Outcome outcome = run(folder.path(), arguments);
    CHECK(outcome.status == 2);
    CHECK(std::ranges::count(outcome.err, '\n') == 1);
    return outcome.err;
  };
  CHECK(has(refused({"compare", "a"}), "a: there is nothing to compare this with"));
  CHECK(has(refused({"compare", "a", "."}), "'.' has no summary.json"));
  CHECK(has(refused({"compare", "a", "b", "--channels", "x.*"}), "no channel of both fits 'x.*'"));
  write_text(folder.path() / "b/events.csv", "t,element,from,to,cause\noh\n");
  CHECK(has(refused({"compare", "a", "b"}), "b/events.csv:2:1: this is no event of a run"));
  write_text(folder.path() / "b/summary.json", "{}");
  CHECK(has(refused({"compare", "a", "b"}), "b/summary.json: this is no summary of a run"));
}

}  // namespace luztar
