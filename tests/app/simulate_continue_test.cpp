// `luztar simulate --continue`.
#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/desk.h"

namespace luztar {
namespace {

using namespace test;

TEST_CASE("a run continued from its results has the bytes of the whole run") {
  const Desk desk;
  const std::vector<std::string> grid{"belt.toml", "--interval", "0.125"};
  CHECK(desk.simulate(with(grid, {"--out", "whole"})).status == 0);
  CHECK(desk.simulate(with(grid, {"--out", "first", "--duration", "4.3"})).status == 0);
  CHECK(desk.simulate(with(grid, {"--out", "rest", "--continue", "first"})).status == 0);
  const auto end_of = [&](const std::string& folder) {
    auto end = desk.summary(folder)["final_state"];
    end["state"].erase("sizes");  // of what was given out: the first part's end is in it
    return end;
  };
  CHECK(end_of("rest") == end_of("whole"));
  CHECK(desk.summary("rest")["energy"] == desk.summary("whole")["energy"]);
  for (const std::string name : {"trajectory.csv", "events.csv"}) {
    const std::string rest = text_of(desk.path() / "rest" / name);
    const std::string both =
        text_of(desk.path() / "first" / name) + rest.substr(rest.find('\n') + 1);
    const bool same = both == text_of(desk.path() / "whole" / name);
    CAPTURE(name);
    CHECK(same);
  }
}

TEST_CASE("finding: a run continued with another force starts where the first part ended") {
  const TemporaryFolder desk;
  write_text(desk.path() / "push.toml",
             "[parameters]\nF = 1\n[bodies.block]\nmass = 1\n[forces.push]\non = \"block\"\n"
             "value = \"F\"\n[simulation]\nduration = 1\nsamples = 0\n");
  const auto simulate = [&](const std::vector<std::string>& more) {
    return run(desk.path(), with({"simulate", "push.toml", "--no-report"}, more));
  };
  CHECK(simulate({"--out", "o0"}).status == 0);
  for (int i = 1; i < 10; ++i) {
    const std::string force = i % 2 == 0 ? "F=1" : "F=0";
    const Outcome piece =
        simulate({"--set", force, "--duration", std::to_string(i + 1), "--continue",
                  "o" + std::to_string(i - 1), "--out", "o" + std::to_string(i)});
    CHECK(piece.status == 0);
  }
  const Json last = Json::parse(text_of(desk.path() / "o9" / "summary.json"));
  // Five seconds of pushing, five of coasting: 0.5 + 1, 1.5 + 2 ...
  CHECK(last["final_state"]["bodies"]["block"]["v"].get<double>() == doctest::Approx(5.0));
  CHECK(last["final_state"]["bodies"]["block"]["q"].get<double>() == doctest::Approx(27.5));
  CHECK(std::abs(last["energy"]["residual"].get<double>()) < 1e-13);
  CHECK(last["energy"]["changes"].get<double>() == 0.0);
}

TEST_CASE("going on with another model names the element that differs") {
  const TemporaryFolder desk;
  const std::string one =
      "[bodies.b]\nmass = 1\nvelocity = 1\n[simulation]\nduration = 1\n[springs.x]\n"
      "between = [\"b\", \"ground\"]\nstiffness = 1\n";
  write_text(desk.path() / "one.toml", one);
  write_text(desk.path() / "two.toml",
             one + "[springs.y]\nbetween = [\"b\", \"ground\"]\nstiffness = 1\n");
  CHECK(run(desk.path(), {"simulate", "one.toml", "--out", "o"}).status == 0);
  CHECK(run(desk.path(), {"simulate", "two.toml", "--out", "p"}).status == 0);
  const Outcome more =
      run(desk.path(), {"simulate", "two.toml", "--continue", "o", "--duration", "2"});
  CHECK(more.status == 2);
  CHECK(more.err.find("the state is of a model without element 'y'") != std::string::npos);
  const Outcome less =
      run(desk.path(), {"simulate", "one.toml", "--continue", "p", "--duration", "2"});
  CHECK(less.status == 2);
  CHECK(less.err.find("the state is of a model with element 'y', which this one lacks") !=
        std::string::npos);
}

TEST_CASE("going on refuses to replace the first part, and to go nowhere") {
  const Desk desk;
  CHECK(desk.simulate({"belt.toml", "--out", "o", "--duration", "5"}).status == 0);
  const std::string before = text_of(desk.path() / "o" / "summary.json");
  const Outcome same = desk.simulate({"belt.toml", "--out", "o", "--continue", "o"});
  CHECK(same.status == 2);
  CHECK(same.err ==
        "--continue: the results in 'o' would be replaced by those of the rest; give "
        "another folder with --out\n");
  CHECK(text_of(desk.path() / "o" / "summary.json") == before);
  const Outcome nowhere =
      desk.simulate({"belt.toml", "--out", "p", "--continue", "o", "--duration", "5"});
  CHECK(nowhere.status == 2);
  CHECK(nowhere.err ==
        "o/summary.json: its time, 5 s, is not before the end of the run, 5 s; give "
        "a longer --duration, counted from 0 s\n");
}

}  // namespace
}  // namespace luztar
