// The lists of tests/import/LIST.md: models of Modelica and MJCF beside independent integrations,
// which tests/import/modelica_reference.py and mjcf_reference.py made.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "io/temporary_folder.h"
#include "luztar/luztar.h"

namespace acceptance {
namespace {

namespace fs = std::filesystem;

const fs::path kLists = LUZTAR_SOURCE_DIR "/tests/import";

struct ReferenceRow {
  std::string channel;
  double end{};
  std::vector<double> values;
};

std::map<std::string, std::vector<ReferenceRow>> reference_rows(const std::string& file) {
  std::map<std::string, std::vector<ReferenceRow>> rows;
  std::istringstream text(luztar::test::text_of(kLists / file));
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with('#')) continue;
    std::istringstream cells(line);
    std::string name, cell;
    ReferenceRow row;
    std::getline(cells, name, ',');
    std::getline(cells, row.channel, ',');
    std::getline(cells, cell, ',');
    row.end = std::stod(cell);
    while (std::getline(cells, cell, ',')) row.values.push_back(std::stod(cell));
    rows[name].push_back(row);
  }
  return rows;
}

/// Positions and velocities at even times, by channel.
std::map<std::string, std::vector<double>> channels_of(const fs::path& source, double end,
                                                       std::size_t samples) {
  std::ostringstream duration;
  duration << end;
  const std::string text =
      luztar::import_model(luztar::test::text_of(source), source.string(),
                           {.model = "", .key = "", .duration = duration.str()});
  luztar::Model model = luztar::parse_model(text, source.string() + ".toml");
  std::vector<double> times;
  for (std::size_t i = 0; i < samples; ++i)
    times.push_back(end * static_cast<double>(i) / static_cast<double>(samples - 1));
  luztar::set_times(model, {.values = times, .where = {"times", 1, 1}});
  const luztar::System system = luztar::compile(model);
  const luztar::Trajectory run =
      luztar::simulate(system, luztar::initial_state(system), system.settings());
  REQUIRE(run.info.status == luztar::Status::Finished);
  std::map<std::string, std::vector<double>> channels;
  for (std::size_t b = 0; b < system.bodies().size(); ++b)
    for (const double time : times) {
      const auto at = std::find_if(run.time.begin(), run.time.end(),
                                   [&](double t) { return std::abs(t - time) <= 1e-12 * end; });
      REQUIRE(at != run.time.end());
      const auto sample = static_cast<std::size_t>(at - run.time.begin());
      channels["q." + system.bodies()[b].name].push_back(run.q[b][sample]);
      channels["v." + system.bodies()[b].name].push_back(run.v[b][sample]);
    }
  return channels;
}

/// Checks all models of a file of references; `most` is relative to the range of each channel.
std::size_t compare_with(const std::string& file, const std::string& folder,
                         const std::string& extension, double most) {
  std::size_t models = 0;
  for (const auto& [name, rows] : reference_rows(file)) {
    CAPTURE(name);
    const auto channels = channels_of(kLists / folder / (name + extension), rows.front().end,
                                      rows.front().values.size());
    for (const ReferenceRow& row : rows) {
      CAPTURE(row.channel);
      const auto [least, largest] = std::minmax_element(row.values.begin(), row.values.end());
      const std::vector<double>& got = channels.at(row.channel);
      double worst = 0.0;
      for (std::size_t i = 0; i < got.size(); ++i)
        worst = std::max(worst, std::abs(got[i] - row.values[i]));
      CHECK(worst <= most * (*largest - *least));
    }
    ++models;
  }
  return models;
}

}  // namespace

TEST_CASE("twenty models of Modelica agree with integrations of their equations by hand") {
  CHECK(compare_with("modelica_reference.csv", "modelica", ".mo", 1e-3) == 20);
}

TEST_CASE("twenty MJCF files agree with MuJoCo's own forces, integrated with exact friction") {
  CHECK(compare_with("mjcf_reference.csv", "mjcf", ".xml", 1e-6) == 20);
}

TEST_CASE("MJCF files without a counterpart are refused with line and column") {
  const std::map<std::string, std::string> reasons{
      {"refused_ball", "2:31: a 'ball' joint"},
      {"refused_cartpole", "5:24: what <joint> 'hinge' carries is not balanced"},
      {"refused_contact", "4:69: <geom> 'box' may touch <geom> 'floor'"},
      {"refused_double_pendulum", "5:40: what <joint> 'j2' carries is not balanced"},
      {"refused_filtered_servo", "4:38: 'timeconst' of <position>"},
      {"refused_free", "2:31: a free joint"},
      {"refused_mesh", "4:58: the mass of <geom> follows from a mesh"},
      {"refused_muscle", "4:12: <muscle> 'm'"},
      {"refused_spatial_tendon", "7:10: <spatial> 'wire'"},
      {"refused_weld", "7:12: <weld> in <equality>"}};
  for (const auto& [name, reason] : reasons) {
    CAPTURE(name);
    const std::string text = luztar::test::text_of(kLists / "mjcf" / (name + ".xml"));
    std::string words;
    try {
      luztar::import_model(text, "m.xml");
    } catch (const luztar::ModelError& error) {
      words = error.what();
    }
    CHECK(words.starts_with("m.xml:" + reason));
  }
}

}  // namespace acceptance
