// `luztar derive` as a user meets it.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/run_program.h"
#include "io/temporary_folder.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;
using test::Outcome;
using test::run;
using test::TemporaryFolder;
using test::text_of;

const fs::path kFolder = fs::path(LUZTAR_SOURCE_DIR) / "examples";

std::size_t width(const std::string& line) {
  return static_cast<std::size_t>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

TEST_CASE("derive prints every example, with all there is to say, 80 columns wide") {
  TemporaryFolder desk;
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() != ".toml") continue;
    CAPTURE(entry.path().string());
    const Outcome outcome =
        run(desk.path(), {"derive", entry.path().string(), "--steps", "--as-published"});
    REQUIRE(outcome.status == 0);
    CHECK(outcome.err == "");
    CHECK(outcome.out.find("nan") == std::string::npos);
    std::istringstream lines(outcome.out);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, width(line));
    CHECK(widest <= 80);
  }
}

TEST_CASE("as many cases of rest as pairs are no single pairs") {
  TemporaryFolder desk;
  // Two pairs make three cases; no acceleration reaches the third pair.
  std::ofstream(desk.path() / "three.toml") << R"toml(
[bodies]
a = { mass = 1 }
b = { mass = 2 }
heavy = { mass = inf }
moved = { motion = "sin(t)" }
[frictions]
one = { between = ["a", "b"], kinetic = 1 }
floor = { between = ["b", "ground"], kinetic = 3 }
loose = { between = ["heavy", "moved"], kinetic = 1 }
[simulation]
duration = 1
)toml";
  const Outcome outcome = run(desk.path(), {"derive", "three.toml"});
  CHECK(outcome.status == 0);
  CHECK(outcome.out.find("Each pair at rest:") == std::string::npos);
  CHECK(outcome.out.find("one and floor at rest:") != std::string::npos);
}

TEST_CASE("derive writes files and knows its formats") {
  TemporaryFolder desk;
  const std::string model = (kFolder / "three_blocks.toml").string();
  for (const auto& [format, mark] :
       {std::pair{"text", "block1''"}, std::pair{"markdown", "## Model"},
        std::pair{"latex", "\\begin{document}"}, std::pair{"html", "<!doctype html>"},
        std::pair{"json", "\"sections\""}, std::pair{"c", "accelerations("},
        std::pair{"python", "def accelerations("}}) {
    CAPTURE(std::string(format));
    const Outcome outcome = run(desk.path(), {"derive", model, "--format", format, "-o", "out"});
    CHECK(outcome.status == 0);
    CHECK(outcome.out == "");
    CHECK(text_of(desk.path() / "out").find(mark) != std::string::npos);
  }
}

TEST_CASE("derive --linear prints A, B, C, D in symbols, 80 columns wide") {
  TemporaryFolder desk;
  std::ofstream(desk.path() / "mass.toml") << R"toml(
[parameters]
F = 3
k = 50
c = 0.6
m = 2
[bodies.block]
mass = "m"
[springs.spring]
between = ["block", "ground"]
stiffness = "k"
damping = "c"
[forces.push]
on = "block"
value = "F"
[simulation]
duration = 1
)toml";
  const Outcome outcome = run(desk.path(), {"derive", "mass.toml", "--linear", "--inputs", "F,m",
                                            "--outputs", "f.spring", "--at", "equilibrium"});
  CHECK(outcome.err == "");
  for (const char* part :
       {"About a place of rest: x' = A x + B u, y = C x + D u for small deviations, in SI\nunits.",
        "A        block  block'\n───────  ─────  ──────\nblock'   0      1\n"
        "block''  -k/m   -c/m\n",
        "block''  1/m  -block''/m\n", "T_spring  k      c\n"})
    CHECK_MESSAGE(outcome.out.find(part) != std::string::npos, part, outcome.out);
  for (const char* name : {"cam_follower", "steering", "newtons_cradle", "motor_map"}) {
    CAPTURE(name);
    const Outcome shown = run(
        desk.path(),
        {"derive", (kFolder / (std::string(name) + ".toml")).string(), "--linear", "--at", "0.01"});
    REQUIRE(shown.status == 0);
    std::istringstream lines(shown.out);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, width(line));
    CHECK(widest <= 80);
  }
}

TEST_CASE("derive --linear: what has no symbols is refused by name") {
  TemporaryFolder desk;
  const auto words = [&](const std::string& model, std::vector<std::string> more) {
    more.insert(more.begin(), {"derive", (kFolder / (model + ".toml")).string()});
    const Outcome outcome = run(desk.path(), more);
    CHECK(outcome.status == 2);
    CHECK(outcome.out == "");
    return outcome.err;
  };
  CHECK(words("emps", {"--linear"}).find("sampled controller") != std::string::npos);
  CHECK(words("slider_crank", {"--linear"}).find("'rod' holds along an expression") !=
        std::string::npos);
  CHECK(words("layers_8", {"--linear", "--at", "0.3"}).find("more than 6 bodies move") !=
        std::string::npos);
  CHECK(words("belt", {"--linear", "--format", "c"}).find("--linear:1:1: no functions") !=
        std::string::npos);
  CHECK(words("belt", {"--inputs", "v0"}).find("--linear") != std::string::npos);
}

TEST_CASE("derive refuses what check refuses, in the same words") {
  TemporaryFolder desk;
  for (const char* name : {"derive_model_that_check_refuses", "links_to_two_motions"}) {
    const std::string model =
        (fs::path(LUZTAR_SOURCE_DIR) / "tests/acceptance/findings" / name).string() + ".toml";
    const Outcome checked = run(desk.path(), {"check", model});
    for (const char* format : {"text", "json", "c", "python"}) {
      const Outcome outcome = run(desk.path(), {"derive", model, "-f", format});
      CHECK(outcome.status == checked.status);
      if (checked.status != 0) CHECK(outcome.out == "");
      if (checked.status != 0) CHECK(outcome.err == checked.err);
    }
  }
}

TEST_CASE("derive: a wrong model, format or file") {
  TemporaryFolder desk;
  CHECK(run(desk.path(), {"derive", "none.toml"}).status != 0);
  const std::string model = (kFolder / "belt.toml").string();
  CHECK(run(desk.path(), {"derive", model, "--format", "word"}).status == 2);
  CHECK(run(desk.path(), {"derive", model, "--out", "no/such/folder/file"}).status == 1);
}

}  // namespace
}  // namespace luztar
