#include "luztar/io/compare/read_run.h"

#include <string>

#include <doctest/doctest.h>

#include "io/belt_model.h"
#include "io/temporary_folder.h"
#include "luztar/io/compare/run_recorder.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"

namespace luztar {
namespace {

using test::TemporaryFolder;
using test::write_text;

struct RecordedBelt {
  Model model = parse_model(test::kBelt, "belt.toml");
  System system = compile(model);
  SimulationSettings settings = system.settings();

  void run_into(const std::filesystem::path& folder) const {
    simulate_to_files(model, system, initial_state(system), settings, folder.string());
  }
};

const SourceLocation kAsked{"run", 0, 0};

std::string refused(const TemporaryFolder& folder) {
  try {
    read_run(folder.path().string(), kAsked);
  } catch (const ModelError& error) {
    return error.what();
  }
  return "no mistake";
}

RunRecord data(const TemporaryFolder& folder, const std::string& text,
               const std::vector<DataColumn>& columns = {}, const std::string& time = "") {
  write_text(folder.path() / "d.csv", text);
  RunRecord run{.name = "run"};
  run.channels = {{"q.mass", "m", {}}, {"f.spring", "N", {}}};
  return read_data((folder.path() / "d.csv").string(), time, columns, run, kAsked);
}

}  // namespace

TEST_CASE("a run in memory is recorded as its result files are read, to the bit") {
  const TemporaryFolder folder;
  const RecordedBelt belt;
  belt.run_into(folder.path());
  const RunRecord read = read_run(folder.path().string(), kAsked);
  RunRecorder recorder(belt.model, belt.system, belt.settings, "memory");
  const RunRecord recorded =
      recorder.finish(simulate(belt.system, initial_state(belt.system), belt.settings, recorder));
  CHECK(read.title == recorded.title);
  CHECK(read.model_hash == recorded.model_hash);
  CHECK(read.status == "finished");
  CHECK(read.parameters == recorded.parameters);
  CHECK(read.parameter_units == recorded.parameter_units);
  CHECK(read.settings == recorded.settings);
  CHECK(read.time == recorded.time);
  CHECK(read.end == recorded.end);
  REQUIRE(read.channels.size() == recorded.channels.size());
  for (std::size_t c = 0; c < read.channels.size(); ++c) {
    CHECK(read.channels[c].name == recorded.channels[c].name);
    CHECK(read.channels[c].unit == recorded.channels[c].unit);
    CHECK(read.channels[c].values == recorded.channels[c].values);
  }
  CHECK(read.channel("q.mass")->unit == "m");
  REQUIRE(read.events.size() == recorded.events.size());
  REQUIRE(!read.events.empty());
  for (std::size_t e = 0; e < read.events.size(); ++e) {
    CHECK(read.events[e].time == recorded.events[e].time);
    CHECK(read.events[e].element == recorded.events[e].element);
    CHECK(read.events[e].to == recorded.events[e].to);
    CHECK(read.events[e].cause == recorded.events[e].cause);
  }
}

TEST_CASE("folders without a run and damaged files are refused with their names") {
  const TemporaryFolder folder;
  CHECK(refused(folder).find("has no summary.json") != std::string::npos);
  write_text(folder.path() / "summary.json", "{");
  CHECK(refused(folder).find("summary.json: this is no summary of a run") != std::string::npos);
  RecordedBelt().run_into(folder.path());
  write_text(folder.path() / "events.csv",
             "t,element,from,to,cause\n1,a,stuck,forward,break\n2,a\n");
  CHECK(refused(folder).find("events.csv:3:1: this is no event of a run") != std::string::npos);
}

TEST_CASE("measured columns by name, with units in the header or given") {
  const TemporaryFolder folder;
  const RunRecord named = data(folder, "f.spring,time [s],q.mass [mm],x\n1,0,3,7\n2,1,,8\n");
  REQUIRE(named.channels.size() == 2);
  CHECK(named.time == std::vector<double>{0, 1});
  CHECK(named.channel("q.mass")->values[0] == 0.003);  // 3 mm, not 3 * 0.001
  CHECK(named.channel("f.spring")->values[1] == 2);
  const std::string text = "s;pos [mm];load\n0;1;2\n1;2;3\n";
  const RunRecord mapped = data(folder, text, {{"q.mass", "pos", ""}, {"f.spring", "load", "kN"}});
  CHECK(mapped.channel("q.mass")->values[1] == 0.002);
  CHECK(mapped.channel("f.spring")->values[0] == 2000);
  const RunRecord numbered = data(folder, "0,5\n1,6\n", {{"q.mass", "2", ""}});
  CHECK(numbered.channels[0].values == std::vector<double>{5, 6});
  CHECK(data(folder, "a,b,q.mass\n1,0,5\n0,1,6\n", {}, "b").time == std::vector<double>{0, 1});
  CHECK_THROWS_WITH(data(folder, "t,x\n0,1\n1,2\n"), doctest::Contains("--map"));
  CHECK_THROWS_WITH(data(folder, "t,x\n0,1\n1,2\n", {{"q.mass", "x", "kg"}}),
                    doctest::Contains("'kg' is not a unit of q.mass; give it in m"));
}

TEST_CASE("a channel and its column as text") {
  const DataColumn column = data_column("q.mass=position [mm]", kAsked);
  CHECK(column.channel == "q.mass");
  CHECK(column.column == "position");
  CHECK(column.unit == "mm");
  CHECK(data_column("q.mass=3", kAsked).column == "3");
  for (const char* text : {"q.mass", "=x", "q.mass="})
    CHECK_THROWS_AS(data_column(text, kAsked), ModelError);
}

}  // namespace luztar
