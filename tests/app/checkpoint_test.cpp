// `luztar simulate --checkpoint` and `--resume`, with a real kill -9.
#include <csignal>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/run_program.h"
#include "io/belt_model.h"
#include "io/temporary_folder.h"

namespace luztar {
namespace {

using test::files_in;
using test::Outcome;
using test::Program;
using test::run;
using test::TemporaryFolder;
using test::text_of;
using test::write_text;

using Arguments = std::vector<std::string>;

Arguments with(Arguments arguments, const Arguments& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

/// A chain that slips now and then, in islands, with every kind of result.
const std::string kChain = R"toml(
[parameters]
n = 210
[bodies.plate]
mass = inf
velocity = 0.02
[repeat.chain]
count = "n"
parameters.s = { uniform = [0.9, 1.1], seed = 1 }
parameters.x = { uniform = [-0.15, 0.15], seed = 2 }
bodies.block = { mass = 1, position = "x" }
[repeat.chain.springs.couple]
between = ["block", "block[i+1]"]
where = "i < count"
stiffness = 60
[repeat.chain.springs.leaf]
between = ["block", "plate"]
stiffness = 20
[repeat.chain.frictions.floor]
between = ["block", "ground"]
kinetic = "6*s"
static = "10*s"
[simulation]
duration = 4
samples = 200
[output]
channels = ["q.block_*0", "mode.floor_*"]
format = ["csv", "npy"]
)toml";

/// Kills a run again and again, each time a little later. A kill may come when the results are
/// complete and the checkpoint is gone, while the process ends: then nothing is left to do.
int run_through_kills(const TemporaryFolder& desk, const Arguments& options) {
  int kills = 0;
  Arguments how = with({"simulate", "m.toml", "--out", "killed"}, options);
  for (double seconds = 0.02; true; seconds *= 1.3) {
    Program program(desk.path(), how);
    test::pause_for(seconds);
    program.send(SIGKILL);
    const Outcome outcome = program.wait();
    if (outcome.status == 0) return kills;
    REQUIRE(outcome.status == 128 + SIGKILL);
    ++kills;
    const bool goes_on = std::filesystem::exists(desk.path() / "killed" / "checkpoint.bin");
    if (!goes_on && std::filesystem::exists(desk.path() / "killed" / "summary.json")) return kills;
    if (goes_on) {
      how = with({"simulate", "m.toml", "--resume", "killed"}, options);
    }
  }
}

void check_kills(const std::string& model, const Arguments& options) {
  TemporaryFolder desk;
  write_text(desk.path() / "m.toml", model);
  const Arguments all = with({"--checkpoint", "0", "--quiet"}, options);
  REQUIRE(run(desk.path(), with({"simulate", "m.toml", "--out", "whole"}, all)).status == 0);
  const int kills = run_through_kills(desk, all);
  MESSAGE(kills << " kills");
  CHECK(files_in(desk.path() / "killed") == files_in(desk.path() / "whole"));
  for (const std::string& name : files_in(desk.path() / "whole")) {
    CAPTURE(name);
    CHECK(text_of(desk.path() / "killed" / name) == text_of(desk.path() / "whole" / name));
  }
}

TEST_CASE("kill -9 at any moment loses nothing and doubles nothing: events") {
  check_kills(test::kBelt, {"--duration", "2000", "--samples", "20000"});
}

TEST_CASE("kill -9 at any moment loses nothing and doubles nothing: a chain in islands") {
  check_kills(kChain, {});
}

TEST_CASE("kill -9 at any moment loses nothing and doubles nothing: a chain in steps") {
  std::string chain = kChain;
  chain.replace(chain.find("duration = 4"), 12, "duration = 4\nmethod = \"stepping\"\nstep = 1e-3");
  check_kills(chain, {});
}

TEST_CASE("a run without --resume leaves what a killed one left, unless it is forced") {
  TemporaryFolder desk;
  write_text(desk.path() / "m.toml", test::kBelt);
  const Arguments endless{"simulate", "m.toml",       "--out", "o",          "--duration", "1e11",
                          "--quiet",  "--max-events", "1e12",  "--interval", "1000"};
  Program program(desk.path(), with(endless, {"--checkpoint", "0"}));
  while (!std::filesystem::exists(desk.path() / "o" / "checkpoint.bin")) test::pause_for(0.01);
  program.send(SIGKILL);
  program.wait();
  const auto files = files_in(desk.path() / "o");
  const std::string checkpoint = text_of(desk.path() / "o" / "checkpoint.bin");
  for (const Arguments& again : {Arguments{}, Arguments{"--checkpoint", "0"}}) {
    const Arguments same{"simulate", "m.toml", "--out", "o", "--quiet"};
    const Outcome refused = run(desk.path(), with(same, again));
    CHECK(refused.status == 2);
    CHECK(refused.err.find("--resume goes on with it, --force begins anew") != std::string::npos);
    CHECK(files_in(desk.path() / "o") == files);
    CHECK(text_of(desk.path() / "o" / "checkpoint.bin") == checkpoint);
  }
  CHECK(run(desk.path(), {"simulate", "m.toml", "--resume", "o", "--force"}).status == 2);
  const Arguments forced{"simulate", "m.toml", "--out", "o", "--quiet", "--force"};
  CHECK(run(desk.path(), forced).status == 0);
  CHECK(!std::filesystem::exists(desk.path() / "o" / "checkpoint.bin"));
}

TEST_CASE("what --resume cannot go on with is said in a line") {
  TemporaryFolder desk;
  write_text(desk.path() / "m.toml", test::kBelt);
  const Outcome none = run(desk.path(), {"simulate", "m.toml", "--resume", "o"});
  CHECK(none.status == 2);
  CHECK(none.err.find("there is no checkpoint to go on from") != std::string::npos);
  CHECK(run(desk.path(), {"simulate", "m.toml", "--resume", "o", "--out", "p"}).status == 2);
  const Outcome whole =
      run(desk.path(), {"simulate", "m.toml", "--out", "o", "--checkpoint", "0", "--quiet"});
  CHECK(whole.status == 0);
  CHECK(files_in(desk.path() / "o") ==
        std::set<std::string>{"trajectory.csv", "events.csv", "summary.json"});
}

}  // namespace
}  // namespace luztar
