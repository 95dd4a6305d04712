// How runs of the program end: by themselves, by a signal, beside another one.
#include <csignal>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/desk.h"

namespace luztar {
namespace {

using namespace test;

TEST_CASE("too many events end a run with exit status 4 and its results so far") {
  const Desk desk;
  const Outcome outcome =
      desk.simulate({"belt.toml", "--duration", "1000", "--max-events", "7", "--out", "o"});
  CHECK(outcome.status == 4);
  CHECK(outcome.err.starts_with("belt.toml: ended early: t = "));
  CHECK(outcome.err.find("results up to there are in o\n") != std::string::npos);
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  CHECK(files_in(desk.path() / "o") == kAllFiles);
  const Json summary = desk.summary("o");
  CHECK(summary["status"] != "finished");
  CHECK(summary["diagnosis"] != "");
  CHECK(summary["counts"]["events"] >= 7);
}

TEST_CASE("a force that is no number ends a run in words, and no file or line says nan") {
  TemporaryFolder desk;
  for (const std::string force : {"log(t - 1)", "1/(t - 0.5)", "sqrt(-v.x)/t"}) {
    write_text(desk.path() / "f.toml",
               "[bodies.x]\nmass = 1\n[forces.push]\non = \"x\"\nvalue = \"" + force +
                   "\"\n[simulation]\nduration = 1\n");
    const Outcome outcome = run(desk.path(), {"simulate", "f.toml", "--out", "o"});
    CAPTURE(force);
    CHECK(outcome.status == 4);
    CHECK(outcome.err.find("'push'") != std::string::npos);
    std::string all = outcome.out + outcome.err;
    for (const std::string name : {"trajectory.csv", "events.csv", "summary.json"}) {
      all += text_of(desk.path() / "o" / name);
    }
    for (const std::string word : {"nan", "NaN", "inf", ",,"}) {
      CAPTURE(word);
      CHECK(all.find(word) == std::string::npos);
    }
    CHECK(Json::accept(text_of(desk.path() / "o" / "summary.json")));
  }
}

TEST_CASE("Ctrl-C and SIGTERM keep what was computed, exit status 130") {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Desk desk;
    Program program(desk.path(), with({"simulate"}, kEndless));
    REQUIRE(test::appears(desk.path() / "o" / "summary.json.part"));
    test::pause_for(0.5);
    program.send(signal);
    const Outcome outcome = program.wait();
    CHECK(outcome.status == 130);
    CHECK(files_in(desk.path() / "o") == kAllFiles);
    const Json summary = desk.summary("o");
    CHECK(summary["status"] == "stopped");
    CHECK(summary["final_state"]["time"].get<double>() > 0);
    CHECK(summary["counts"]["steps"].get<double>() > 0);
  }
}

TEST_CASE("kill -9 leaves no file with a final name") {
  const Desk desk;
  Program program(desk.path(), with({"simulate"}, kEndless));
  REQUIRE(test::appears(desk.path() / "o" / "summary.json.part"));
  test::pause_for(0.5);
  program.send(SIGKILL);
  CHECK(program.wait().status == 128 + SIGKILL);
  for (const auto& name : files_in(desk.path() / "o")) {
    CAPTURE(name);
    CHECK(name.ends_with(".part"));
  }
  // What is left is no obstacle, and gone after the next run.
  CHECK(desk.simulate({"belt.toml", "--out", "o"}).status == 0);
  CHECK(files_in(desk.path() / "o") == kAllFiles);
}

TEST_CASE("two runs do not write into one folder at a time") {
  const Desk desk;
  Program first(desk.path(), with({"simulate"}, kEndless));
  REQUIRE(test::appears(desk.path() / "o" / "summary.json.part"));
  const Outcome second = run(desk.path(), with({"simulate"}, kEndless), "/dev/null");
  CHECK(second.status == 1);
  first.send(SIGINT);
  CHECK(first.wait().status == 130);
}

TEST_CASE("a run over a second shows its progress on a terminal and wipes it away") {
  const Desk desk;
  const Outcome outcome = test::run_on_terminal(desk.path(), with({"simulate"}, kEndless), 2.5);
  CHECK(outcome.status == 130);
  CHECK(outcome.out.find(" % [") != std::string::npos);
  CHECK(outcome.out.find(" left") != std::string::npos);
  const std::size_t last_bar = outcome.out.rfind(" left");
  CHECK(outcome.out.find("Mass on a belt", last_bar) != std::string::npos);
  CHECK(outcome.out.find("\r ", last_bar) != std::string::npos);
}

}  // namespace
}  // namespace luztar
