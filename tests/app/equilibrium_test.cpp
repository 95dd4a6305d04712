// `luztar equilibrium`, `luztar modes` and start = "equilibrium" as a user meets them.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/run_program.h"
#include "io/temporary_folder.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::run;
using test::TemporaryFolder;
using test::text_of;
using test::write_text;
using Json = nlohmann::json;

const std::string kPads = LUZTAR_SOURCE_DIR "/examples/preloaded_pads.toml";
const std::string kSqueal = LUZTAR_SOURCE_DIR "/examples/brake_squeal.toml";
const std::string kChain = LUZTAR_SOURCE_DIR "/examples/burridge_knopoff.toml";
const std::string kHung =
    "[parameters]\nG = 5\n[bodies.a]\nmass = 2\n[springs.s]\nbetween = [\"a\", \"ground\"]\n"
    "stiffness = 100\n[forces.weight]\non = \"a\"\nvalue = \"-G\"\n"
    "[simulation]\nstart = \"equilibrium\"\nduration = 1\nsamples = 3\n";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Characters, not bytes, of the longest line.
std::size_t widest(const std::string& text) {
  std::istringstream lines(text);
  std::size_t most = 0;
  for (std::string line; std::getline(lines, line);)
    most = std::max<std::size_t>(most, std::count_if(line.begin(), line.end(), [](char c) {
                                   return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
                                 }));
  return most;
}

/// A row of trajectory.csv: t, q, v, a, ...
std::vector<double> row(const fs::path& folder, int number) {
  std::istringstream lines(text_of(folder / "trajectory.csv"));
  std::string line, cell;
  for (int i = 0; i <= number; ++i) std::getline(lines, line);
  std::istringstream cells(line);
  std::vector<double> values;
  while (std::getline(cells, cell, ',')) values.push_back(std::stod(cell));
  return values;
}

}  // namespace

TEST_CASE("equilibrium prints 80 columns, and JSON and CSV with the same numbers") {
  const TemporaryFolder folder;
  const Outcome shown = run(folder.path(), {"equilibrium", kPads, "--out", "new/rest.csv"});
  CHECK(shown.status == 0);
  CHECK(shown.err == "");
  CHECK(contains(shown.out, "lever              0.006          0.0055          0.0065"));
  CHECK(contains(shown.out, "start: does not rest where the file has it"));
  CHECK(widest(shown.out) <= 80);
  const std::string table = text_of(folder.path() / "new" / "rest.csv");
  CHECK(table.starts_with("body,position,lower,upper\nlever,0.006"));
  const Json json = Json::parse(run(folder.path(), {"equilibrium", kPads, "--out", "-"}).out);
  CHECK(json["found"] == true);
  CHECK(json["kind"] == "stable");
  CHECK(json["bodies"][1]["position"] == 0.004);
  CHECK(json["elements"].size() == 6);
  CHECK(run(folder.path(), {"equilibrium", kPads, "-o", "new/rest.csv"}).status == 1);
  CHECK(run(folder.path(), {"equilibrium", kPads, "-o", "new/rest.csv", "--set", "F=60"}).status ==
        1);
  CHECK(text_of(folder.path() / "new" / "rest.csv") == table);
  CHECK(run(folder.path(), {"equilibrium", kPads, "-o", "new/rest.csv", "--set", "F=60", "--force"})
            .status == 0);
  CHECK(text_of(folder.path() / "new" / "rest.csv") != table);
  CHECK(widest(run(folder.path(), {"equilibrium", "--help"}).out) <= 80);
}

TEST_CASE("equilibrium: no rest is exit status 4, a wrong model or argument 2") {
  const TemporaryFolder folder;
  write_text(
      folder.path() / "m.toml",
      "[bodies.a]\nmass = 1\n[forces.F]\non = \"a\"\nvalue = 1\n[simulation]\nduration = 1\n");
  const Outcome none = run(folder.path(), {"equilibrium", "m.toml", "--out", "rest.csv"});
  CHECK(none.status == 4);
  CHECK(none.out == "");
  CHECK(contains(none.err, "m.toml: no equilibrium: "));
  CHECK(contains(none.err, "'a' is left with a force of 1"));
  CHECK(!fs::exists(folder.path() / "rest.csv"));
  CHECK(run(folder.path(), {"equilibrium"}).status == 2);
  CHECK(run(folder.path(), {"equilibrium", kPads, "--no-such"}).status == 2);
  const Outcome wrong = run(folder.path(), {"equilibrium", kPads, "--set", "no=1"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "no parameter 'no'"));
  const std::string servo = LUZTAR_SOURCE_DIR "/examples/hunting_servo.toml";
  const Outcome state = run(folder.path(), {"modes", servo});
  CHECK(state.status == 2);
  CHECK(contains(state.err, "hunting_servo.toml:"));
  CHECK(contains(state.err, "the state 'sum' changes by its own rate"));
  for (const char* command : {"equilibrium", "modes"})
    CHECK(run(folder.path(), {command, "none.toml"}).status != 0);
  const Outcome rest =
      run(folder.path(), {"equilibrium", servo});  // its units are those of the file
  CHECK(rest.err == "");
  CHECK(rest.status == 0);
}

TEST_CASE("modes prints 80 columns, and JSON and CSV with the same numbers") {
  const TemporaryFolder folder;
  const Outcome shown =
      run(folder.path(), {"modes", kSqueal, "--set", "mu=0.75", "--out", "modes.csv"});
  CHECK(shown.status == 0);
  CHECK(contains(shown.out, "unstable: mode 2 is a growing vibration (flutter)"));
  CHECK(widest(shown.out) <= 80);
  const std::string table = text_of(folder.path() / "modes.csv");
  CHECK(table.starts_with("mode,re,im,frequency,damping,stability,re.along,im.along,"));
  CHECK(std::count(table.begin(), table.end(), '\n') == 3);
  CHECK(contains(table, ",unstable,"));
  const Json json =
      Json::parse(run(folder.path(), {"modes", kSqueal, "--set", "mu=0.75", "--out", "-"}).out);
  CHECK(json["modes"].size() == 2);
  CHECK(json["stability"] == "unstable");
  CHECK(contains(table, json["modes"][1]["re"].dump()));
  CHECK(run(folder.path(), {"modes", kSqueal, "-o", "modes.csv"}).status == 1);
  CHECK(run(folder.path(), {"modes", kSqueal, "-o", "modes.csv", "--force"}).status == 0);
  const Outcome chain = run(folder.path(), {"modes", LUZTAR_SOURCE_DIR "/examples/layers_8.toml"});
  CHECK(widest(chain.out) <= 80);
  CHECK(widest(run(folder.path(), {"modes", "--help"}).out) <= 80);
}

TEST_CASE("modes: names and places that are none are exit status 2, each in words") {
  const TemporaryFolder folder;
  const auto words = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all{"modes", kSqueal};
    all.insert(all.end(), more.begin(), more.end());
    const Outcome outcome = run(folder.path(), all);
    CHECK(outcome.status == 2);
    CHECK(outcome.out == "");
    return outcome.err;
  };
  CHECK(contains(words({"--stuck", "linning"}), "did you mean 'lining'?"));
  CHECK(contains(words({"--slip", "holder_x"}), "'holder_x' does not stick and slip"));
  CHECK(contains(words({"--slip", "lining=vv"}), "no parameter 'vv'"));
  CHECK(contains(words({"--contact", "nothing"}), "'nothing'"));
  CHECK(contains(words({"--at", "nowhere"}), "--at"));
}

TEST_CASE(
    "simulate: start = \"equilibrium\" begins at rest; check looks for it, --continue does not") {
  const TemporaryFolder folder;
  write_text(folder.path() / "m.toml", kHung);
  CHECK(run(folder.path(), {"check", "m.toml"}).status == 0);
  CHECK(run(folder.path(), {"simulate", "m.toml", "--out", "a", "-q"}).status == 0);
  for (const int number : {1, 2, 3}) {
    CHECK(row(folder.path() / "a", number)[1] == doctest::Approx(-0.05).epsilon(1e-14));
    CHECK(std::abs(row(folder.path() / "a", number)[2]) < 1e-15);
  }
  // Another weight: another place; going on with it, the same place and no rest.
  CHECK(run(folder.path(), {"simulate", "m.toml", "--set", "G=8", "--out", "b", "-q"}).status == 0);
  CHECK(row(folder.path() / "b", 3)[1] == doctest::Approx(-0.08).epsilon(1e-14));
  CHECK(run(folder.path(), {"simulate", "m.toml", "--set", "G=8", "--duration", "2", "--continue",
                            "a", "--out", "c", "-q"})
            .status == 0);
  // -0.05 - 0.03 (1 - cos(t sqrt(50))) one second later
  CHECK(row(folder.path() / "c", 1)[1] ==
        doctest::Approx(-0.05 - 0.03 * (1 - std::cos(std::sqrt(50.0)))).epsilon(1e-12));
}

TEST_CASE("start = \"equilibrium\" that is none has its place and the reason") {
  const TemporaryFolder folder;
  const auto words = [&](const std::string& from, const std::string& to) {
    std::string text = kHung;
    text.replace(text.find(from), from.size(), to);
    write_text(folder.path() / "m.toml", text);
    const Outcome outcome = run(folder.path(), {"simulate", "m.toml", "--out", "o", "-q"});
    CHECK(outcome.status == 2);
    CHECK(!fs::exists(folder.path() / "o"));
    const Outcome check = run(folder.path(), {"check", "m.toml"});
    CHECK(check.status == 2);
    return outcome.err;
  };
  const std::string adrift = words("stiffness = 100", "stiffness = 0");
  CHECK(contains(adrift, "m.toml:12:10: there is no equilibrium to start from"));
  CHECK(contains(adrift, "'a' is left with a force of -5"));
  CHECK(contains(words("mass = 2", "mass = 2\nvelocity = 1"),
                 "m.toml:5:12: the velocity of 'a' counts for nothing: the run starts at rest"));
  CHECK(contains(words("G = 5", "G = 5\nequilibrium = 1"), "'equilibrium' is a parameter here"));
  CHECK(contains(words("[forces.weight]", "[states.x]\nrate = 1\n[forces.weight]"),
                 "'x.x' is left with a change of 1"));
  CHECK(contains(words("equilibrium", "equilibrum"), "'equilibrum'"));
}

}  // namespace luztar
