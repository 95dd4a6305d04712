#include "luztar/io/results.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/belt_model.h"
#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"
#include "luztar/version.h"

namespace luztar {
namespace {

using test::files_in;
using test::kBelt;
using test::TemporaryFolder;
using test::text_of;
using test::write_text;

using Json = nlohmann::json;
using Names = std::set<std::string>;

const Names kAllFiles{"trajectory.csv", "events.csv", "summary.json", "report.html"};

struct Belt {
  Model model = parse_model(kBelt, "belt.toml");
  System system = compile(model);
  SimulationSettings settings = system.settings();

  RunInfo run_into(const std::filesystem::path& folder) const {
    return simulate_to_files(model, system, initial_state(system), settings, folder.string());
  }
};

std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::istringstream text(text_of(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

TEST_CASE("a run leaves four files and nothing else") {
  TemporaryFolder folder;
  const Belt belt;
  const RunInfo info = belt.run_into(folder.path() / "a" / "b");
  CHECK(info.status == Status::Finished);
  CHECK(files_in(folder.path() / "a" / "b") == kAllFiles);
}

TEST_CASE("trajectory.csv has the evenly spaced points and no others") {
  TemporaryFolder folder;
  const Belt belt;
  belt.run_into(folder.path());
  const auto lines = lines_of(folder.path() / "trajectory.csv");
  REQUIRE(lines.size() == 102);
  CHECK(lines[0] ==
        "t,q.belt,v.belt,a.belt,q.mass,v.mass,a.mass,d.holder,f.holder,d.stopper,f.stopper,"
        "d.contact,f.contact,mode.stopper,mode.contact");
  const auto commas = std::count(lines[0].begin(), lines[0].end(), ',');
  for (std::size_t i = 1; i < lines.size(); ++i) {
    CAPTURE(lines[i]);
    CHECK(std::strtod(lines[i].c_str(), nullptr) ==
          doctest::Approx(0.1 * static_cast<double>(i - 1)).epsilon(1e-14));
    CHECK(std::count(lines[i].begin(), lines[i].end(), ',') == commas);
    CHECK(lines[i].find(",,") == std::string::npos);  // no empty cell: all numbers are finite
  }
}

TEST_CASE("events.csv has a row for each mode change, in time order") {
  TemporaryFolder folder;
  const Belt belt;
  const RunInfo info = belt.run_into(folder.path());
  const auto lines = lines_of(folder.path() / "events.csv");
  CHECK(info.final_state.mode_changes > 5);
  CHECK(static_cast<std::int64_t>(lines.size()) == 1 + info.final_state.mode_changes);
  double last = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const double time = std::strtod(lines[i].c_str(), nullptr);
    CHECK(time >= last);
    last = time;
  }
}

TEST_CASE("impacts are rows with their impulse, in N m s where the stop limits an angle") {
  const Model model = parse_model(R"(
[bodies.wheel]
inertia = 2
velocity = 3
[bodies.rack]
mass = 4
velocity = 1
[links.teeth]
between = ["rack", "rack2"]
[bodies.rack2]
mass = 1
velocity = 1
[stops.buffer]
between = ["rack", "ground"]
gap = ["-inf", 0.5]
restitution = 0.2
[stops.pawl]
between = ["wheel", "ground"]
gap = [-1, 0.6]
restitution = 0.5
[simulation]
duration = 1.3
samples = 14
)",
                                  "pawl.toml");
  const System system = compile(model);
  TemporaryFolder folder;
  simulate_to_files(model, system, initial_state(system), system.settings(),
                    folder.path().string());
  const auto rows = lines_of(folder.path() / "events.csv");
  // The jump of momentum: 2 (3 + 1.5) at 0.2 s, (4 + 1) (1 + 0.2) at 0.5 s, and 2 (1.5 + 0.75)
  // where 1.6 rad at 1.5 rad/s have passed.
  const struct {
    double time;
    const char* element;
    double impulse;
    const char* unit;
  } expected[] = {{0.2, "pawl", 9, "N m s"},
                  {0.5, "buffer", 6, "N s"},
                  {0.2 + 1.6 / 1.5, "pawl", -4.5, "N m s"}};
  REQUIRE(rows.size() == 4);
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(rows[i + 1]);
    const std::string before = std::string(",") + expected[i].element + ",gap,gap,impact ";
    const std::size_t at = rows[i + 1].find(before);
    REQUIRE(at != std::string::npos);
    CHECK(std::stod(rows[i + 1]) == doctest::Approx(expected[i].time).epsilon(1e-13));
    std::size_t used = 0;
    const std::string impulse = rows[i + 1].substr(at + before.size());
    CHECK(std::stod(impulse, &used) == doctest::Approx(expected[i].impulse).epsilon(1e-13));
    CHECK(impulse.substr(used) == std::string(" ") + expected[i].unit);
  }
  CHECK(lines_of(folder.path() / "trajectory.csv")[0].ends_with(
      ",d.teeth,f.teeth,d.buffer,f.buffer,d.pawl,f.pawl,mode.buffer,mode.pawl"));
}

TEST_CASE("without samples there is no trajectory.csv, not even of a former run") {
  TemporaryFolder folder;
  Belt belt;
  belt.run_into(folder.path());
  belt.settings.samples = 0;
  write_text(folder.path() / "trajectory.csv.part", "of a run that was killed");
  belt.run_into(folder.path());
  CHECK(files_in(folder.path()) == Names{"events.csv", "summary.json", "report.html"});
}

TEST_CASE("a report that is not wanted is not left over from a former run") {
  TemporaryFolder folder;
  const Belt belt;
  belt.run_into(folder.path());
  ResultWriter writer(belt.model, belt.system, belt.settings, folder.path().string(),
                      {.trajectory = true, .report = false});
  CHECK_FALSE(writer.wants_samples_around_events());
  writer.finish(simulate(belt.system, initial_state(belt.system), belt.settings, writer));
  CHECK(files_in(folder.path()) == Names{"trajectory.csv", "events.csv", "summary.json"});
}

TEST_CASE("a run that is given up leaves the results of before as they were") {
  TemporaryFolder folder;
  const Belt belt;
  belt.run_into(folder.path());
  const std::string before = text_of(folder.path() / "trajectory.csv");
  {
    ResultWriter writer(belt.model, belt.system, belt.settings, folder.path().string());
    simulate(belt.system, initial_state(belt.system), belt.settings, writer);
  }
  CHECK(files_in(folder.path()) == kAllFiles);
  const bool same = text_of(folder.path() / "trajectory.csv") == before;
  CHECK(same);
}

TEST_CASE("the same run gives the same bytes in every file") {
  TemporaryFolder folder;
  const Belt belt;
  belt.run_into(folder.path() / "a");
  belt.run_into(folder.path() / "b");
  for (const auto& name : kAllFiles) {
    CAPTURE(name);
    const bool same = text_of(folder.path() / "a" / name) == text_of(folder.path() / "b" / name);
    CHECK(same);
  }
}

TEST_CASE("modes have the words of the model format") {
  const Belt belt;
  const struct {
    int name, mode;
    const char* word;
  } rows[] = {{2, 0, "stuck"}, {2, 1, "forward"}, {2, -1, "backward"}, {1, 0, "gap"},
              {1, 1, "upper"}, {1, -1, "lower"},  {0, 0, "input"},     {3, 0, "input"}};
  REQUIRE(belt.system.event_names() ==
          std::vector<std::string>{"holder", "stopper", "contact", "belt"});
  for (const auto& row : rows) {
    CAPTURE(row.name);
    CHECK(std::string(mode_word(belt.system, row.name, row.mode)) == row.word);
  }
}

}  // namespace
}  // namespace luztar
