// `luztar fit` as a user meets it.
#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>

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
using Json = nlohmann::json;

constexpr const char* kExample = LUZTAR_SOURCE_DIR "/examples/air_spring_fit.toml";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t widest(const std::string& text) {
  std::istringstream lines(text);
  std::size_t most = 0;
  for (std::string line; std::getline(lines, line);) most = std::max(most, line.size());
  return most;
}

/// A block that slides to rest, its data, and [fit] with these lines.
void write(const TemporaryFolder& folder, const std::string& fit, const std::string& data) {
  write_text(folder.path() / "data.csv", data);
  const std::string model = R"([parameters]
F = { value = 3, unit = "N" }
[bodies.block]
mass = 2
velocity = 2
[frictions.guide]
between = ["block", "ground"]
kinetic = "F"
[simulation]
duration = 1
[fit]
)";
  write_text(folder.path() / "m.toml", model + fit + "\n");
}

/// q = 2 t - t^2: 4 N on 2 kg.
constexpr const char* kData = "t,x\n0,0\n0.2,0.36\n0.4,0.64\n0.5,\n0.6,0.84\n0.7,nan\n0.8,0.96\n";

}  // namespace

TEST_CASE("fit finds what the example was made with, in 80 columns, JSON and CSV") {
  const TemporaryFolder folder;
  const Outcome shown = run(folder.path(), {"fit", kExample, "--out", "fit.json", "--residuals",
                                            "rows.csv", "--model", "fitted.toml"});
  CHECK(shown.status == 0);
  CHECK(widest(shown.out) <= 80);
  CHECK(contains(shown.out, "fitted after"));
  const Json json = Json::parse(text_of(folder.path() / "fit.json"));
  CHECK(json["found"] == true);
  for (const Json& value : json["values"]) {
    const std::string name = value["name"];
    const double made_with = name == "n" ? 1.28 : name == "C" ? 200 : name == "FK" ? 18 : 26;
    CAPTURE(name);
    CHECK(value["lower"] < made_with);
    CHECK(value["upper"] > made_with);
  }
  CHECK(run(folder.path(), {"check", "fitted.toml"}).status == 0);
  CHECK(run(folder.path(), {"fit", kExample, "--out", "fit.json"}).status == 1);  // it is there
  CHECK(run(folder.path(), {"fit", kExample, "--out", "fit.json", "--force"}).status == 0);
  CHECK(contains(run(folder.path(), {"fit", kExample, "-o", "new/fit.csv"}).out, "FK"));
  CHECK(widest(run(folder.path(), {"fit", "--help"}).out) <= 80);
}

TEST_CASE("data with gaps and another unit; bounds; values in place of those of the file") {
  const TemporaryFolder folder;
  write(folder, R"(data = "data.csv"
time = "t"
match = { "q.block" = { column = "x", unit = "dm", noise = 0.01 } }
free = ["F=0:50"])",
        "t,x\n0,0\n0.2,3.6\n0.4,6.4\n0.5,\n0.6,8.4\n0.7,nan\n0.8,9.6\n");
  const Json json = Json::parse(run(folder.path(), {"fit", "m.toml", "--out", "-"}).out);
  CHECK(json["values"][0]["value"].get<double>() == doctest::Approx(4.0));
  CHECK(json["channels"][0]["rows"] == 5);
  CHECK(json["channels"][0]["noise"].get<double>() == doctest::Approx(0.001));
  const Json held =
      Json::parse(run(folder.path(), {"fit", "m.toml", "--free", "F=0:3.5", "-o", "-"}).out);
  CHECK(held["values"][0]["value"] == 3.5);
  CHECK(held["values"][0]["at_bound"] == true);
}

TEST_CASE("rows for validation are compared; a fitted model is a model to be fitted") {
  const TemporaryFolder folder;
  write(folder, R"(data = "data.csv"
time = "t"
match = { "q.block" = "x" }
free = ["F"]
validation = 0.5)",
        "t,x\n0,0\n0.2,0.36\n0.4,0.64\n0.6,0.83\n0.8,0.97\n");
  const Outcome shown =
      run(folder.path(), {"fit", "m.toml", "--out", "fit.json", "--model", "new/f.toml"});
  CHECK(contains(shown.out, "not fitted, for validation"));
  const Json validation = Json::parse(text_of(folder.path() / "fit.json"))["validation"];
  REQUIRE(validation.size() == 1);
  CHECK(validation[0]["rows"] == 2);
  CHECK(validation[0]["rms"].get<double>() == doctest::Approx(0.01));  // 0.84, 0.96
  const Outcome again = run(folder.path(), {"fit", "new/f.toml"});
  CHECK(contains(again.out, "fitted after 1 iteration:"));
}

TEST_CASE("the likelihood of a value is followed, in words, JSON and a page") {
  const TemporaryFolder folder;
  const Outcome shown = run(
      folder.path(), {"fit", kExample, "--profile", "n", "-o", "fit.json", "--page", "fit.html"});
  CHECK(shown.status == 0);
  CHECK(widest(shown.out) <= 80);
  const Json profile = Json::parse(text_of(folder.path() / "fit.json"))["profiles"][0];
  CHECK(profile["name"] == "n");
  CHECK(profile["lower"].get<double>() == doctest::Approx(1.278).epsilon(0.001));
  CHECK(profile["value"].size() == profile["rise"].size());
  CHECK(contains(text_of(folder.path() / "fit.html"), "\"profiles\":[{"));
  const Outcome wrong = run(folder.path(), {"fit", kExample, "--profile", "m"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, "no value 'm' is fitted"));
}

TEST_CASE("what is wrong has its place and words that lead on") {
  const TemporaryFolder folder;
  const auto words = [&](const std::string& fit, const char* data = kData) {
    write(folder, fit, data);
    const Outcome outcome = run(folder.path(), {"fit", "m.toml"});
    CHECK(outcome.status == 2);
    const bool has_all = contains(fit, "data =") && contains(fit, "free =");
    if (has_all) CHECK(run(folder.path(), {"check", "m.toml"}).err == outcome.err);
    return outcome.err;
  };
  const std::string file = "data = \"data.csv\"\ntime = \"t\"\n";
  const std::string match = "match = { \"q.block\" = \"x\" }\n";
  CHECK(contains(words(file + "match = { \"q.block\" = \"y\" }\nfree = [\"F\"]"),
                 "has no column 'y'"));
  CHECK(contains(words(file + "match = { \"q.blok\" = \"x\" }\nfree = [\"F\"]"),
                 "did you mean 'q.block'?"));
  CHECK(contains(words(file + match + "free = [\"G\"]"), "no parameter and no start value"));
  CHECK(contains(words(file + match), "nothing is free"));
  CHECK(contains(words("free = [\"F\"]"), "there are no data to fit to"));
  CHECK(contains(words(file + match + "free = [\"F=5:1\"]"), "no room between its bounds"));
  CHECK(contains(words(file + match + "free = [\"F\"]\nloss = \"hubr\""), "did you mean 'huber'?"));
  CHECK(contains(words(file + match + "free = [\"F\"]", "t,x\n0,0\n0.2,abc\n"),
                 "data.csv:3:5: 'abc' is not a number"));
  CHECK(contains(words(file + match + "free = [\"F\"]", "t,x\n0,0\n0,1\n"),
                 "time does not increase"));
  CHECK(contains(words(file + "match = { \"q.block\" = { column = \"x\", unit = \"mmm\" } }\n"
                              "free = [\"F\"]"),
                 "mmm"));
}

TEST_CASE("laws are compared: a verdict in words, files of the best law") {
  const TemporaryFolder folder;
  std::string data = "t,x\n";  // 4 N on 2 kg until it rests after 1 s, and numbers of 1 mm
  for (int i = 0; i < 60; ++i) {
    const double t = std::min(0.02 * i, 1.0);
    data += std::to_string(0.02 * i) + "," +
            std::to_string(2 * t - t * t + 0.001 * std::sin(37.0 * i)) + "\n";
  }
  write(folder, "data = \"data.csv\"\ntime = \"t\"\nmatch = { \"q.block\" = \"x\" }", data);
  const Outcome shown = run(folder.path(), {"fit", "m.toml", "--compare", "guide", "--model",
                                            "best.toml", "-o", "laws.json", "--set", "F=2"});
  CHECK(shown.status == 0);
  CHECK(widest(shown.out) <= 80);
  CHECK(contains(shown.out, "coulomb: dry friction of one level"));
  const Json json = Json::parse(text_of(folder.path() / "laws.json"));
  CHECK(json["best"] == "coulomb");
  CHECK(json["laws"].size() == 7);
  CHECK(json["values"][0]["name"] == "guide_kinetic");
  CHECK(json["values"][0]["value"].get<double>() == doctest::Approx(4.0).epsilon(0.01));
  CHECK(run(folder.path(), {"check", "best.toml"}).status == 0);
  CHECK(contains(run(folder.path(), {"fit", "m.toml", "--compare", "gide"}).err,
                 "did you mean 'guide'?"));
}

TEST_CASE("a sign that is turned round and a unit that is another one are told") {
  const TemporaryFolder folder;
  const std::string fit =
      "data = \"data.csv\"\ntime = 1\nmatch = { \"q.block\" = 2 }\nfree = [\"F\"]";
  write(folder, fit, "0,0\n0.1,-.19\n0.2,-.36\n0.3,-.51\n0.4,-.64\n0.5,-.75\n0.6,-.84\n0.7,-.91\n");
  CHECK(contains(run(folder.path(), {"fit", "m.toml"}).out, "is its sign turned round?"));
  write(folder, fit, "0,0\n0.1,190\n0.2,360\n0.3,510\n0.4,640\n0.5,750\n0.6,840\n0.7,910\n");
  CHECK(contains(run(folder.path(), {"fit", "m.toml"}).out, "is its unit"));
}

}  // namespace luztar
