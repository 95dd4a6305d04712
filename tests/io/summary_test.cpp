// summary.json: what was run, how it ended, where the energy went.
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "io/belt_model.h"
#include "io/temporary_folder.h"
#include "luztar/io/load_model.h"
#include "luztar/io/results.h"
#include "luztar/version.h"

namespace luztar {
namespace {

using test::TemporaryFolder;
using test::text_of;

using Json = nlohmann::json;

struct Belt {
  Model model = parse_model(test::kBelt, "belt.toml");
  System system = compile(model);
  SimulationSettings settings = system.settings();

  RunInfo run_into(const std::filesystem::path& folder) const {
    return simulate_to_files(model, system, initial_state(system), settings, folder.string());
  }
};

TEST_CASE("the summary tells what was run and how it ended") {
  TemporaryFolder folder;
  const Belt belt;
  const RunInfo info = belt.run_into(folder.path());
  const Json json = Json::parse(text_of(folder.path() / "summary.json"));
  CHECK(json["luztar"] == LUZTAR_VERSION);
  CHECK(json["model"]["title"] == "Mass on a belt");
  CHECK(json["model"]["file"] == "belt.toml");
  CHECK(json["model"]["hash"] == belt.model.hash);
  CHECK(json["model"]["parameters"] == Json({{"FS", 6}, {"speed", 0.2}}));
  CHECK(json["settings"] == Json({{"start", 0},
                                  {"duration", 10},
                                  {"samples", 101},
                                  {"tolerance", 1e-12},
                                  {"max_events", 1000000}}));
  CHECK(json["status"] == to_text(Status::Finished));
  CHECK(json["counts"]["steps"] == info.final_state.steps);
  CHECK(json["counts"]["events"] == info.final_state.events);
  CHECK(json["counts"]["mode_changes"] == info.final_state.mode_changes);
  CHECK(json["final_state"]["bodies"]["mass"]["q"] == info.q[1]);
  CHECK(json["final_state"]["bodies"]["mass"]["v"] == info.v[1]);
  CHECK(json["warnings"].is_array());
}

TEST_CASE("the ledger of the summary closes, summed again from its entries") {
  // Oracle: kinetic + stored + dissipated = initial + work of motions and forces.
  TemporaryFolder folder;
  Belt().run_into(folder.path());
  const Json energy = Json::parse(text_of(folder.path() / "summary.json"))["energy"];
  double sum = -energy["initial"].get<double>();
  for (const auto& body : energy["bodies"]) {
    sum += body["kinetic"].get<double>() - body["motion_work"].get<double>();
  }
  for (const auto& element : energy["elements"]) {
    sum += element["stored"].get<double>() + element["dissipated"].get<double>() -
           element["supplied"].get<double>();
  }
  const double moved = energy["moved"];
  CHECK(moved > 1);
  CHECK(std::abs(sum) < 1e-11 * moved);
  CHECK(std::abs(energy["relative_residual"].get<double>()) < 1e-11);
  CHECK(energy["elements"]["contact"]["dissipated"].get<double>() > 0.1);
}

TEST_CASE("the summary tells how often and how long pairs stick, summed again from the events") {
  TemporaryFolder folder;
  const Belt belt;
  struct Watch : Observer {
    double since{0.0}, longest{0.0};
    bool inside{false};  // the run begins sliding or sticking: its first stretch does not count
    void sample(const Sample&) override {}
    void event(const Event& event) override {
      if (event.name != 2 || !event.has_modes()) return;
      const bool leaves = event.from == 0 && event.to != 0;
      if (leaves && inside) longest = std::max(longest, event.time.value - since);
      if (event.from != 0 && event.to == 0) since = event.time.value, inside = true;
    }
  } watch;
  simulate(belt.system, initial_state(belt.system), belt.settings, watch);
  belt.run_into(folder.path());
  const Json json = Json::parse(text_of(folder.path() / "summary.json"));
  const Json& contact = json["stick_slip"]["contact"];
  CHECK(contact["longest_stick"] == doctest::Approx(watch.longest));
  CHECK(contact["sticks"] > 2);
  const double whole = contact["stick_time"].get<double>() + contact["slip_time"].get<double>();
  CHECK(whole == doctest::Approx(10.0).epsilon(1e-12));
  CHECK(contact["greatest_use"] == 1);
  const Json& stopper = json["contacts"]["stopper"];
  CHECK(stopper["contacts"] > 0);
  CHECK(stopper["contact_time"].get<double>() + stopper["gap_time"].get<double>() ==
        doctest::Approx(10.0).epsilon(1e-12));
  CHECK(!json["contacts"].contains("contact"));
}

TEST_CASE("the summary has the units of the columns that were written") {
  const TemporaryFolder folder;
  Belt belt;
  belt.run_into(folder.path());
  const Json units = Json::parse(text_of(folder.path() / "summary.json"))["units"];
  CHECK(units["q.mass"] == "m");
  CHECK(units["a.mass"] == "m/s2");
  CHECK(units["f.contact"] == "N");
  CHECK(!units.contains("mode.contact"));
  belt.model.output.channels = std::vector{SourceText{"v.*", {}}};
  const RunInfo info = belt.run_into(folder.path());
  const Json chosen =
      Json::parse(summary_json(belt.model, belt.system, belt.settings, info))["units"];
  CHECK(chosen.size() == 2);
  CHECK(chosen["v.belt"] == "m/s");
}

TEST_CASE("numbers that are not finite become null, with a warning") {
  const Belt belt;
  RunInfo info;
  info.final_state = initial_state(belt.system);
  info.q = {0, std::nan("")};
  info.v = {std::numeric_limits<double>::infinity(), 0};
  const Json json = Json::parse(summary_json(belt.model, belt.system, belt.settings, info));
  CHECK(json["final_state"]["bodies"]["mass"]["q"].is_null());
  CHECK(json["final_state"]["bodies"]["belt"]["v"].is_null());
  CHECK(json["energy"]["bodies"]["mass"]["kinetic"].is_null());  // was never computed
  REQUIRE(json["warnings"].size() == 1);
  CHECK(json["warnings"][0].get<std::string>().find("not finite") != std::string::npos);
}

}  // namespace
}  // namespace luztar
