// `luztar simulate` as a user meets it.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/desk.h"

namespace luztar {
namespace {

using namespace test;

std::size_t widest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t widest = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto characters =
        std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; });
    widest = std::max(widest, static_cast<std::size_t>(characters));
  }
  return widest;
}

TEST_CASE("simulate writes out/MODEL and prints a summary of 80 columns") {
  const Desk desk;
  const Outcome outcome = desk.simulate({"belt.toml"});
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");  // silence in a pipe
  CHECK(files_in(desk.path() / "out" / "belt") == kAllFiles);
  CHECK(widest_line(outcome.out) <= 80);
  for (const std::string part :
       {"Mass on a belt", "t = 10 s", "mode changes", "dissipated", "mass ",
        "out/belt: summary.json events.csv trajectory.csv report.html"}) {
    CAPTURE(part);
    CHECK(outcome.out.find(part) != std::string::npos);
  }
  for (const std::string part : {"nan", "inf", "-0 ", "\r"}) {
    CAPTURE(part);
    CHECK(outcome.out.find(part) == std::string::npos);
  }
}

TEST_CASE("the summary shows states of the model with their units, at the end") {
  const Desk desk;
  write_text(desk.path() / "motor.toml",
             "[states.current]\nrate = \"-2*x.current\"\nstart = 3\nunit = \"A\"\n"
             "[states.count]\nrate = 2\n[bodies.a]\nmass = 1\nvelocity = 1\n"
             "[simulation]\nduration = 1\n");
  const Outcome outcome = desk.simulate({"motor.toml"});
  CHECK(outcome.status == 0);
  CHECK(widest_line(outcome.out) <= 80);
  const std::string states =
      "\n  states at the end\n"
      "  current                           0.40600584971 A\n"
      "  count                                         2\n";  // 3 exp(-2)
  CAPTURE(outcome.out);
  CHECK(outcome.out.find(states) != std::string::npos);
}

TEST_CASE("the summary is in the units of the output, its file in SI") {
  const Desk desk;
  write_text(desk.path() / "rotor.toml",
             "[bodies.rotor]\ninertia = \"2 kg m2\"\nposition = \"90 deg\"\nvelocity = \"60 "
             "rpm\"\n[bodies.sled]\nmass = \"1 t\"\nvelocity = \"36 km/h\"\n[simulation]\n"
             "duration = \"1 s\"\n[output]\nunits = [\"deg\", \"rpm\", \"km/h\"]\n");
  const Outcome outcome = desk.simulate({"rotor.toml", "--out", "o"});
  CHECK(outcome.status == 0);
  CHECK(widest_line(outcome.out) <= 80);
  CAPTURE(outcome.out);
  CHECK(outcome.out.find("  rotor                                       450 deg                 60 "
                         "rpm\n") != std::string::npos);
  CHECK(outcome.out.find("  sled                                         10 m                   36 "
                         "km/h\n") != std::string::npos);
  CHECK(text_of(desk.path() / "o" / "summary.json").find("6.28318530717958") != std::string::npos);
}

TEST_CASE("--json prints the summary and nothing else") {
  const Desk desk;
  const Outcome outcome = desk.simulate({"belt.toml", "--json", "--out", "o"});
  CHECK(outcome.status == 0);
  CHECK(outcome.err == "");
  CHECK(Json::accept(outcome.out));
  CHECK(outcome.out == text_of(desk.path() / "o" / "summary.json"));
}

TEST_CASE("--quiet prints nothing, --no-report and --samples 0 leave files out") {
  const Desk desk;
  const Outcome outcome =
      desk.simulate({"belt.toml", "--quiet", "--no-report", "--samples", "0", "--out", "o"});
  CHECK(outcome.status == 0);
  CHECK(outcome.out + outcome.err == "");
  CHECK(files_in(desk.path() / "o") == Names{"events.csv", "summary.json"});
}

TEST_CASE("options replace what the file says, as expressions too, and the summary tells") {
  const Desk desk;
  const Outcome outcome = desk.simulate({"belt.toml", "--out", "o", "--set", "FS=4+1", "--set",
                                         "speed=FS/10", "--duration", "2*FS", "--interval", "0.5",
                                         "--tolerance", "1e-10", "--max-events", "500"});
  CHECK(outcome.status == 0);
  const Json summary = desk.summary("o");
  CHECK(summary["model"]["parameters"] == Json({{"FS", 5}, {"speed", 0.5}}));
  CHECK(summary["settings"] == Json({{"start", 0},
                                     {"duration", 10},
                                     {"interval", 0.5},
                                     {"tolerance", 1e-10},
                                     {"max_events", 500}}));
}

TEST_CASE("the method of a run and its step are options too") {
  const Desk desk;
  CHECK(desk.simulate({"belt.toml", "--out", "o", "--method", "stepping", "--step", "speed/100",
                       "--samples", "11"})
            .status == 0);
  const Json steps = desk.summary("o");
  CHECK(steps["settings"]["method"] == "stepping");
  CHECK(steps["settings"]["step"] == 0.002);
  CHECK(steps["settings"]["adaptive"] == false);
  CHECK(steps["counts"]["steps"] == 5000);
  CHECK(steps["energy"].contains("numerical"));
  const Outcome none = desk.simulate({"belt.toml", "--out", "p", "--method", "stepping"});
  CHECK(none.status == 2);
  CHECK(none.err.find("method = \"stepping\" has no `step`; write step = ... in seconds") !=
        std::string::npos);
}

TEST_CASE("threads change nothing but the time") {
  const Desk desk;
  std::ofstream(desk.path() / "rows.toml") << R"toml(
[bodies.plate]
motion = "0.1*sin(3*t)"
[repeat.row]
count = 5000
[repeat.row.parameters]
F = { uniform = [0.1, 3], seed = 4 }
[repeat.row.bodies.block]
mass = 1
[repeat.row.springs.leaf]
between = ["block", "plate"]
stiffness = 30
[repeat.row.frictions.floor]
between = ["block", "ground"]
kinetic = "F"
[simulation]
duration = 0.1
samples = 3
method = "stepping"
step = 2e-3
)toml";
  for (const std::string threads : {"1", "3"})
    CHECK(desk.simulate({"rows.toml", "--out", "on" + threads, "--threads", threads, "--no-report"})
              .status == 0);
  for (const std::string file : {"trajectory.csv", "events.csv", "summary.json"})
    CHECK(text_of(desk.path() / "on1" / file) == text_of(desk.path() / "on3" / file));
  CHECK(desk.summary("on3")["counts"]["mode_changes"] > 100);
}

TEST_CASE("wrong options are one line with advice, exit status 2, and nothing is written") {
  const Desk desk;
  const struct {
    std::vector<std::string> arguments;
    std::string message;
  } rows[] = {
      {{"belt.toml", "--set", "FSS=3"}, "--set FSS: no parameter 'FSS'; did you mean 'FS'?"},
      {{"belt.toml", "--set", "FS"}, "--set FS: this is not NAME=VALUE; "},
      {{"belt.toml", "--set", "FS=3+"}, "--set FS:1:"},
      {{"belt.toml", "--set", "FS="}, "--set FS: no value; "},
      {{"belt.toml", "--set", "FS=1"}, "belt.toml:"},  // below the kinetic level
      {{"belt.toml", "--set", "speed=1/0"}, "--set speed:1:"},
      {{"belt.toml", "--duration", "-1"}, "--duration:1:1: "},
      {{"belt.toml", "--duration", "nan"}, "--duration:1:1: "},
      {{"belt.toml", "--samples", "2.5"}, "--samples:1:1: "},
      {{"belt.toml", "--interval", "0"}, "--interval:1:1: "},
      {{"belt.toml", "--tolerance", "1"}, "--tolerance:1:1: "},
      {{"belt.toml", "--max-events", "0"}, "--max-events:1:1: "},
      {{"belt.toml", "--samples", "3", "--interval", "1"}, "luztar: "},
      {{"belt.toml", "--sample", "3"}, "luztar: "},
      {{"belt.toml", "belt.toml"}, "luztar: "},
      {{}, "luztar: MODEL is required; see luztar simulate --help"},
      {{"none.toml"}, "none.toml: "},
      {{"belt.toml", "--continue", "none.json"}, "none.json: "},
  };
  for (const auto& row : rows) {
    const Outcome outcome = desk.simulate(row.arguments);
    CAPTURE(row.message);
    CAPTURE(outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.out == "");
    CHECK(outcome.err.starts_with(row.message));
    CHECK(outcome.err.find("; ") != std::string::npos);
    CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
    CHECK(files_in(desk.path()) == Names{"belt.toml"});
  }
}

TEST_CASE("every mistake of a model has its line, exit status 2, and nothing is written") {
  TemporaryFolder desk;
  write_text(desk.path() / "bad.toml",
             "[bodies.seat]\nmass = 1\n[springs.s]\nbetween = [\"seet\", \"ground\"]\n"
             "stiffness = -\"\"\n");
  write_text(desk.path() / "wrong.toml",
             "[bodies.seat]\nmass = 1\n[springs.s]\nbetween = [\"seet\", \"ground\"]\n"
             "stiffness = \"kk\"\n[simulation]\nduration = 1\n");
  const Outcome bad = run(desk.path(), {"simulate", "bad.toml"});
  CHECK(bad.status == 2);
  CHECK(bad.err.starts_with("bad.toml:5:"));
  const Outcome wrong = run(desk.path(), {"simulate", "wrong.toml"});
  CHECK(wrong.status == 2);
  CHECK(wrong.out == "");
  CHECK(wrong.err.starts_with("wrong.toml:4:13: no body 'seet'"));
  CHECK(wrong.err.find("\nwrong.toml:5:") != std::string::npos);
  CHECK(files_in(desk.path()) == Names{"bad.toml", "wrong.toml"});
}

TEST_CASE("trouble with the file system is one line, exit status 1") {
  const Desk desk;
  const Outcome outcome = desk.simulate({"belt.toml", "--out", "belt.toml/o"});
  CHECK(outcome.status == 1);
  CHECK(outcome.err == "luztar: cannot create the folder 'belt.toml/o': Not a directory\n");
  const Outcome full = run(desk.path(), {"simulate", "belt.toml"}, "/dev/full");
  CHECK(full.status == 1);
  CHECK(full.err == "luztar: cannot write to standard output: No space left on device\n");
}

TEST_CASE("memory is bounded without samples: a run five times as long needs no more") {
  const Desk desk;
  const auto memory_of = [&](const std::string& duration) {
    const Outcome outcome =
        desk.simulate({"belt.toml", "--out", "o", "--samples", "0", "--no-report", "--quiet",
                       "--duration", duration, "--max-events", "1e9"});
    REQUIRE(outcome.status == 0);
    return outcome.memory;
  };
  const long small = memory_of("2e4");  // what sanitizers keep of their own has come to its size
  const long large = memory_of("1e5");
  CAPTURE(small);
  CAPTURE(large);
  CHECK(large - small < 4096);  // [KiB]
}

#ifdef NDEBUG
TEST_CASE("the guide takes less than 0.2 s from process start to all four files") {
  TemporaryFolder desk;
  const std::string model = LUZTAR_SOURCE_DIR "/examples/janecek_guide.toml";
  std::vector<double> seconds;
  for (int i = 0; i < 5; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    REQUIRE(run(desk.path(), {"simulate", model, "--out", "o"}).status == 0);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    seconds.push_back(taken.count());
  }
  std::sort(seconds.begin(), seconds.end());
  CHECK(files_in(desk.path() / "o") == kAllFiles);
  CHECK(seconds[2] < 0.2);  // the median: other programs share the machine
}
#endif

}  // namespace
}  // namespace luztar
