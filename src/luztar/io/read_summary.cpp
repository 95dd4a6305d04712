#include "luztar/io/read_summary.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "luztar/core/error.h"
#include "luztar/io/results.h"
#include "luztar/io/state_file.h"

namespace luztar {
namespace {

using RunJson = nlohmann::json;

/// JSON has null for what is no finite number.
double number_in(const RunJson& value) {
  return value.is_null() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

[[noreturn]] void fail_as_summary(const std::string& path) {
  throw ModelError({path, 0, 0}, "this is no summary of a run of this model",
                   "give what luztar wrote, unchanged, with the model that was run");
}

Status status_in(const RunJson& summary, const std::string& path) {
  const auto word = summary.at("status").get<std::string>();
  for (int i = 0; i <= static_cast<int>(Status::Contradiction); ++i)
    if (word == to_text(static_cast<Status>(i))) return static_cast<Status>(i);
  fail_as_summary(path);
}

/// One number of each body, element or state.
template <class Infos>
std::vector<double> numbers_in(const RunJson& lines, const Infos& infos, const char* key) {
  std::vector<double> numbers;
  for (const auto& info : infos) numbers.push_back(number_in(lines.at(info.name).at(key)));
  return numbers;
}

EnergyLedger energy_in(const RunJson& energy, const System& system) {
  const RunJson& bodies = energy.at("bodies");
  const RunJson& elements = energy.at("elements");
  return {.kinetic = numbers_in(bodies, system.bodies(), "kinetic"),
          .motion_work = numbers_in(bodies, system.bodies(), "motion_work"),
          .stored = numbers_in(elements, system.elements(), "stored"),
          .dissipated = numbers_in(elements, system.elements(), "dissipated"),
          .supplied = numbers_in(elements, system.elements(), "supplied"),
          .initial = number_in(energy.at("initial")),
          .moved = number_in(energy.at("moved")),
          .residual = number_in(energy.at("residual")),
          .numerical = energy.contains("numerical") ? number_in(energy["numerical"]) : 0.0,
          .changes = number_in(energy.at("changes"))};
}

Proofs proofs_in(const RunJson& lines) {
  Proofs proofs;
  for (std::size_t i = 0; i < Proofs::kKinds; ++i) {
    const RunJson& line = lines.at(to_text(static_cast<Proofs::Kind>(i)));
    proofs.of[i] = {number_in(line.at("residual")), number_in(line.at("scale")),
                    number_in(line.at("limit")), line.at("what").get<std::string>()};
  }
  return proofs;
}

RunInfo info_in(const RunJson& summary, const System& system, const std::string& path) {
  RunInfo info{.status = status_in(summary, path),
               .diagnosis = summary.at("diagnosis").get<std::string>(),
               .kkt_residual = number_in(summary.at("kkt_residual")),
               .energy = energy_in(summary.at("energy"), system),
               .proofs = proofs_in(summary.at("proofs")),
               .q = {},
               .v = {},
               .x = {}};
  for (const RunJson& warning : summary.at("warnings"))
    info.warnings.push_back(warning.get<std::string>());
  if (!info.warnings.empty() && info.warnings.back() == kNullWarning) info.warnings.pop_back();
  const RunJson& end = summary.at("final_state");
  info.q = numbers_in(end.at("bodies"), system.bodies(), "q");
  info.v = numbers_in(end.at("bodies"), system.bodies(), "v");
  if (!system.states().empty()) info.x = numbers_in(end.at("states"), system.states(), "x");
  return info;
}

std::vector<double> uses_in(const RunJson& summary, const System& system) {
  std::vector<double> uses;
  const RunJson lines = summary.value("stick_slip", RunJson::object());
  for (const ElementInfo& element : system.elements())
    uses.push_back(
        lines.contains(element.name) ? number_in(lines.at(element.name).at("greatest_use")) : 0.0);
  return uses;
}

}  // namespace

RunSummary read_summary(const System& system, const std::string& json, const std::string& path) {
  try {
    const RunJson summary = RunJson::parse(json);
    RunSummary read{info_in(summary, system, path), 0.0, uses_in(summary, system)};
    const RunJson& from = summary.contains("start") ? summary : summary.at("settings");
    read.start = number_in(from.at("start"));
    read.info.final_state = state_from_json(system, json, path);
    return read;
  } catch (const RunJson::exception&) {
    fail_as_summary(path);
  }
}

}  // namespace luztar
