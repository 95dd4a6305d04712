// summary.json as what a run has at its end.
#include "luztar/io/read_summary.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "io/belt_model.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"
#include "luztar/io/state_file.h"

namespace luztar {
namespace {

struct BeltRun : Observer {
  Model model = parse_model(test::kBelt, "belt.toml");
  System system = compile(model);
  ModeTimes times{system.elements(), system.settings()};
  RunInfo info = simulate(system, initial_state(system), system.settings(), *this);

  void sample(const Sample& sample) override { times.sample(sample); }
  void event(const Event& event) override { times.event(event); }
  std::string summary() const {
    return summary_json(model, system, system.settings(), info, &times);
  }
  std::string mistake_in(const std::string& json) const {
    try {
      read_summary(system, json, "s.json");
    } catch (const ModelError& error) {
      return error.what();
    }
    return "none";
  }
};

TEST_CASE("a summary gives back what the run had at its end") {
  BeltRun run;
  run.info.warnings = {"t = 1 s: one", "two"};
  const RunSummary read = read_summary(run.system, run.summary(), "s.json");
  CHECK(read.start == 0.0);
  CHECK(read.info.status == Status::Finished);
  CHECK(read.info.warnings == run.info.warnings);
  CHECK(read.info.kkt_residual == run.info.kkt_residual);
  CHECK(read.info.q == run.info.q);
  CHECK(read.info.v == run.info.v);
  CHECK(state_to_json(read.info.final_state) == state_to_json(run.info.final_state));
  CHECK(read.info.energy.kinetic == run.info.energy.kinetic);
  CHECK(read.info.energy.motion_work == run.info.energy.motion_work);
  CHECK(read.info.energy.stored == run.info.energy.stored);
  CHECK(read.info.energy.dissipated == run.info.energy.dissipated);
  CHECK(read.info.energy.supplied == run.info.energy.supplied);
  CHECK(read.info.energy.moved == run.info.energy.moved);
  CHECK(read.info.energy.residual == run.info.energy.residual);
  for (std::size_t kind = 0; kind < Proofs::kKinds; ++kind) {
    CHECK(read.info.proofs.of[kind].residual == run.info.proofs.of[kind].residual);
    CHECK(read.info.proofs.of[kind].scale == run.info.proofs.of[kind].scale);
    CHECK(read.info.proofs.of[kind].limit == run.info.proofs.of[kind].limit);
  }
  for (std::size_t i = 0; i < run.system.elements().size(); ++i)
    CHECK(read.greatest_use[i] == run.times.of(i, run.info.final_state.time).greatest_use);
  // Written again it is the same text.
  run.info = read.info;
  CHECK(run.summary() ==
        summary_json(run.model, run.system, run.system.settings(), read.info, &run.times));
}

TEST_CASE("how a run failed comes back too, and what was not computed is NaN") {
  BeltRun run;
  run.info.status = Status::NotFinite;
  run.info.diagnosis = "\"speed\" left the finite numbers";
  run.info.energy.kinetic = {};
  run.info.proofs.of[Proofs::Laws] = {1.0, 2.0, 0.25, "t = 1 s: it\nfails"};
  const RunSummary read = read_summary(run.system, run.summary(), "s.json");
  CHECK(read.info.status == Status::NotFinite);
  CHECK(read.info.diagnosis == run.info.diagnosis);
  CHECK(read.info.proofs.of[Proofs::Laws].what == "t = 1 s: it\nfails");
  CHECK_FALSE(read.info.proofs.hold());
  CHECK(std::isnan(read.info.energy.kinetic.at(0)));
  CHECK(read.info.warnings == run.info.warnings);  // that it has null is told when it is written
}

TEST_CASE("what is no summary of this model is told") {
  const BeltRun run;
  const std::string words =
      "s.json: this is no summary of a run of this model; give what luztar wrote, unchanged, with "
      "the model that was run";
  const std::string good = run.summary();
  REQUIRE(run.mistake_in(good) == "none");
  CHECK(run.mistake_in("") == words);
  CHECK(run.mistake_in("[1]") == words);
  for (const std::size_t size : {good.size() / 4, good.size() / 2, good.size() - 3})
    CHECK(run.mistake_in(good.substr(0, size)) == words);
  for (const std::string key : {"\"status\"", "\"diagnosis\"", "\"kkt_residual\"", "\"moved\"",
                                "\"proofs\"", "\"limit\"", "\"q\"", "\"warnings\"", "\"mass\""}) {
    std::string without = good;
    without.replace(without.find(key), key.size(), "\"other\"");
    CAPTURE(key);
    CHECK(run.mistake_in(without) == words);
  }
  std::string other_word = good;
  other_word.replace(other_word.find("finished"), 8, "finisht");
  CHECK(run.mistake_in(other_word) == words);
}

}  // namespace
}  // namespace luztar
