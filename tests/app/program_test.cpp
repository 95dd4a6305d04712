// The program around its commands: help, version, check.
#include <string>

#include <doctest/doctest.h>

#include "app/run_program.h"
#include "io/belt_model.h"
#include "io/temporary_folder.h"
#include "luztar/version.h"

namespace luztar {
namespace {

using test::files_in;
using test::Outcome;
using test::run;
using test::TemporaryFolder;
using test::write_text;

TEST_CASE("--version and --help print to stdout, exit status 0") {
  TemporaryFolder desk;
  const Outcome version = run(desk.path(), {"--version"});
  CHECK(version.status == 0);
  CHECK(version.out == "luztar " LUZTAR_VERSION "\n");
  const Outcome help = run(desk.path(), {"--help"});
  CHECK(help.status == 0);
  CHECK(help.err == "");
  for (const std::string part : {"simulate", "check", "examples", "Examples:", "Exit status:"}) {
    CAPTURE(part);
    CHECK(help.out.find(part) != std::string::npos);
  }
  CHECK(run(desk.path(), {"--help", "simulate"}).status == 0);
  const Outcome simulate = run(desk.path(), {"simulate", "--help"});
  CHECK(simulate.status == 0);
  for (const std::string option :
       {"--out", "--duration", "--samples", "--interval", "--tolerance", "--max-events", "--set",
        "--continue", "--json", "--no-report", "--quiet"}) {
    CAPTURE(option);
    CHECK(simulate.out.find(option) != std::string::npos);
  }
}

TEST_CASE("no command, or one that does not exist, is exit status 2 with a hint") {
  TemporaryFolder desk;
  const Outcome none = run(desk.path(), {});
  CHECK(none.status == 2);
  CHECK(none.err == "luztar: A subcommand is required; see luztar --help\n");
  const Outcome wrong = run(desk.path(), {"simulat"});
  CHECK(wrong.status == 2);
  CHECK(wrong.err == "luztar: no command 'simulat'; did you mean 'simulate'?\n");
}

TEST_CASE("check validates every file with one line each and writes nothing") {
  TemporaryFolder desk;
  write_text(desk.path() / "belt.toml", test::kBelt);
  write_text(desk.path() / "bad.toml", "[bodies.seat]\nmas = 1\n[simulation]\nduration = 1\n");
  const Outcome good = run(desk.path(), {"check", "belt.toml", "belt.toml"});
  CHECK(good.status == 0);
  CHECK(good.err == "");
  CHECK(good.out == "belt.toml: ok (2 bodies, 3 elements)\nbelt.toml: ok (2 bodies, 3 elements)\n");
  const Outcome mixed = run(desk.path(), {"check", "bad.toml", "belt.toml", "none.toml"});
  CHECK(mixed.status == 2);
  CHECK(mixed.out == "belt.toml: ok (2 bodies, 3 elements)\n");
  CHECK(mixed.err.starts_with("bad.toml:1:9: 'seat' has neither a mass nor a motion; "));
  CHECK(mixed.err.find("\nbad.toml:2:1: no key 'mas' here; ") != std::string::npos);
  CHECK(mixed.err.find("\nnone.toml: ") != std::string::npos);
  CHECK(files_in(desk.path()) == std::set<std::string>{"belt.toml", "bad.toml"});
}

}  // namespace
}  // namespace luztar
