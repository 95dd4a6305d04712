// `luztar reduce` as a user meets it.
#include <filesystem>
#include <string>

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
using test::write_text;

const std::string kBlocks = LUZTAR_SOURCE_DIR "/examples/two_blocks_on_ground.toml";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("reduce prints the steps and writes a model that runs; files are kept without --force") {
  const TemporaryFolder folder;
  const Outcome first =
      run(folder.path(), {"reduce", kBlocks, "--limit", "M1=inf", "--out", "new/heavy.toml"});
  CHECK(first.status == 0);
  CHECK(first.err == "");
  CHECK(contains(first.out, "Step 3: parallel frictions"));
  const std::string model = text_of(folder.path() / "new" / "heavy.toml");
  CHECK(contains(model, "--limit M1=inf"));
  CHECK(contains(model, "kinetic = \"FT12 + FT20\""));
  CHECK(contains(
      model, "\n# A block on a block on the ground. The four"));  // of the file that it comes from
  CHECK(run(folder.path(), {"simulate", "new/heavy.toml", "-q"}).status == 0);
  const Outcome again =
      run(folder.path(), {"reduce", kBlocks, "--limit", "M2=inf", "--out", "new/heavy.toml"});
  CHECK(again.status == 1);
  CHECK(contains(again.err, "'new/heavy.toml' exists already"));
  CHECK(text_of(folder.path() / "new" / "heavy.toml") == model);
  CHECK(run(folder.path(),
            {"reduce", kBlocks, "--limit", "M2=inf", "--out", "new/heavy.toml", "--force"})
            .status == 0);
  CHECK(text_of(folder.path() / "new" / "heavy.toml") != model);
}

TEST_CASE("reduce --out - prints the model alone, --format the steps in another form") {
  const TemporaryFolder folder;
  const Outcome model = run(folder.path(), {"reduce", kBlocks, "--limit", "M1=inf", "--out", "-"});
  CHECK(model.status == 0);
  CHECK(contains(model.out, "[bodies.block2]"));
  CHECK(!contains(model.out, "Step"));
  const Outcome latex =
      run(folder.path(), {"reduce", kBlocks, "--limit", "M1=inf", "--format", "latex"});
  CHECK(contains(latex.out, "\\documentclass"));
}

TEST_CASE("data of a reduced model are found from where it lies") {
  const TemporaryFolder folder;
  const std::string guide = LUZTAR_SOURCE_DIR "/examples/janecek_guide_measured.toml";
  CHECK(run(folder.path(), {"reduce", guide, "--limit", "kvis=0", "--out", "dry.toml"}).status ==
        0);
  const Outcome check = run(folder.path(), {"check", "dry.toml"});
  CHECK(check.out == "dry.toml: ok (2 bodies, 2 elements)\n");
}

TEST_CASE("reduce refuses what the model does not have with its place, exit status 2") {
  const TemporaryFolder folder;
  write_text(folder.path() / "m.toml",
             "[bodies.a]\nmass = 1\n[forces.F]\non = \"a\"\nvalue = 1\n"
             "[simulation]\nduration = 1\n");
  const Outcome outcome =
      run(folder.path(), {"reduce", "m.toml", "--limit", "a.mass=0", "--out", "r.toml"});
  CHECK(outcome.status == 2);
  CHECK(outcome.err ==
        "m.toml:1:9: nothing holds the massless body 'a'; keep its mass, or what holds it\n");
  CHECK(!fs::exists(folder.path() / "r.toml"));
}

// docs/reduction.md: a heavy block that creeps has the friction F_K, the reduced model F_S.
TEST_CASE("reduce --verify tells by its exit status where there is no convergence") {
  const TemporaryFolder folder;
  write_text(folder.path() / "m.toml",
             "[parameters]\nM = 4\n[bodies.a]\nmass = 1\n[bodies.top]\nmass = \"M\"\n"
             "[frictions.floor]\nbetween = [\"a\", \"ground\"]\nkinetic = 1\nstatic = 3\n"
             "[frictions.lid]\nbetween = [\"top\", \"a\"]\nkinetic = 1\nstatic = 3\n"
             "[forces.push]\non = \"a\"\nvalue = \"5*sin(3*t)\"\n"
             "[forces.pull]\non = \"top\"\nvalue = \"9*sin(5*t)\"\n"
             "[simulation]\nduration = 3\n");
  const Outcome wrong = run(folder.path(), {"reduce", "m.toml", "--limit", "M=inf", "--verify"});
  CHECK(wrong.status == 4);
  CHECK(
      contains(wrong.err,
               "m.toml: not verified: the full model does not tend to the reduced one: the error"));
  CHECK(contains(wrong.out, "Verdict: does not converge"));
  CHECK(contains(wrong.out, "a limit joins them"));
  const Outcome right = run(folder.path(), {"reduce", kBlocks, "--limit", "M1=inf", "--verify"});
  CHECK(right.status == 0);
  CHECK(contains(right.out, "Verdict: converges, order 0.9"));
  for (const char* format : {"markdown", "latex", "html", "json"}) {
    const Outcome other = run(
        folder.path(), {"reduce", kBlocks, "--limit", "M1=inf", "--verify", "--format", format});
    CHECK(contains(other.out, "Verdict: converges, order 0.9"));
    CHECK(other.err == "");
  }
  const Outcome model =
      run(folder.path(), {"reduce", kBlocks, "--limit", "M1=inf", "--verify", "--out", "-"});
  CHECK(!contains(model.out, "Verdict"));
  CHECK(contains(model.err, "Verdict: converges, order 0.9"));
}

TEST_CASE("a reduced model without a run is written with a word and exit status 4") {
  const TemporaryFolder folder;
  const std::string gap =
      LUZTAR_SOURCE_DIR "/tests/acceptance/findings/reduce_massless_in_gap.toml";
  const Outcome outcome = run(folder.path(), {"reduce", gap, "--limit", "m=0", "--out", "r.toml"});
  CHECK(outcome.status == 4);
  CHECK(contains(outcome.err,
                 "the reduced model ends at once: t = 0 s: a force acts on the massless body 'b'"));
  CHECK(fs::exists(folder.path() / "r.toml"));
  CHECK(run(folder.path(), {"simulate", "r.toml", "-q"}).status == 4);
  const Outcome verified = run(folder.path(), {"reduce", gap, "--limit", "m=0", "--verify"});
  CHECK(verified.status == 4);
  CHECK(
      contains(verified.err, "not verified, cannot tell: the reduced model ended early: t = 0 s"));
}

}  // namespace luztar
