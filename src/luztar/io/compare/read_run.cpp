#include "luztar/io/compare/read_run.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <sstream>
#include <utility>

#include <nlohmann/json.hpp>

#include "luztar/core/number_text.h"
#include "luztar/core/quantity.h"
#include "luztar/io/compare/read_npy.h"
#include "luztar/io/read_file.h"
#include "luztar/io/read_table.h"

namespace luztar {
namespace {

namespace fs = std::filesystem;
using SummaryJson = nlohmann::json;

[[noreturn]] void fail_damaged(const std::string& path, const std::string& what, int line = 0) {
  throw ModelError({path, line, line > 0 ? 1 : 0}, what,
                   "give a folder that luztar simulate wrote, unchanged");
}

SummaryJson parse_json(const fs::path& path, const SourceLocation& asked_by) {
  try {
    return SummaryJson::parse(read_file(path.string(), asked_by));
  } catch (const SummaryJson::exception&) {
    fail_damaged(path.string(), "this is no JSON of a run");
  }
}

std::string text_of_setting(const SummaryJson& value) {
  if (value.is_string()) return value.get<std::string>();
  return value.is_number_float() ? cell_text(value.get<double>()) : value.dump();
}

void read_trajectory(const fs::path& path, const SourceLocation& asked_by, RunRecord& run) {
  std::vector<std::string> names = header_of(path.string(), asked_by);
  std::vector<ColumnChoice> columns;
  for (std::size_t c = 1; c < names.size(); ++c)
    columns.push_back({.number = static_cast<int>(c) + 1, .where = asked_by});
  DataSheet sheet = read_sheet(path.string(), {.number = 1, .where = asked_by}, columns, asked_by);
  run.time = std::move(sheet.time);
  for (std::size_t c = 0; c < columns.size(); ++c)
    run.channels.push_back({std::move(names[c + 1]), "", std::move(sheet.columns[c])});
}

/// t.npy, and a file for each kind of channel, with the names of its columns in channels.json.
void read_arrays(const fs::path& folder, const SourceLocation& asked_by, RunRecord& run) {
  run.time = read_npy((folder / "t.npy").string(), asked_by).values;
  const SummaryJson kinds = parse_json(folder / "channels.json", asked_by);
  for (const auto& [kind, names] : kinds.items()) {
    const NpyArray array = read_npy((folder / (kind + ".npy")).string(), asked_by);
    if (!names.is_array() || array.columns != names.size() || array.rows != run.time.size())
      fail_damaged((folder / (kind + ".npy")).string(),
                   "this does not fit t.npy and channels.json");
    for (std::size_t c = 0; c < names.size(); ++c) {
      RecordedChannel& channel = run.channels.emplace_back(
          RecordedChannel{kind + "." + names[c].get<std::string>(), "", {}});
      for (std::size_t i = 0; i < array.rows; ++i)
        channel.values.push_back(array.values[i * array.columns + c]);
    }
  }
}

/// t, element, from, to, cause, and what else there may be.
RecordedEvent event_of(const std::string& line, const std::string& path, int number) {
  std::istringstream cells(line);
  std::string time, cause;
  RecordedEvent event;
  for (std::string* cell : {&time, &event.element, &event.from, &event.to, &cause})
    std::getline(cells, *cell, ',');
  event.cause = cause.substr(0, cause.find(' '));  // "impact 0.3 N s"
  char* end = nullptr;
  event.time = std::strtod(time.c_str(), &end);
  if (time.empty() || *end != '\0' || cause.empty())
    fail_damaged(path, "this is no event of a run", number);
  return event;
}

void read_events(const fs::path& path, const SourceLocation& asked_by, RunRecord& run) {
  std::istringstream lines(read_file(path.string(), asked_by));
  std::string line;
  std::getline(lines, line);
  for (int number = 2; std::getline(lines, line); ++number)
    run.events.push_back(event_of(line, path.string(), number));
}

/// "position [mm]": the text before the brackets, and within.
std::pair<std::string, std::string> name_and_unit(const std::string& text) {
  const std::size_t open = text.rfind('[');
  if (open == text.npos || text.back() != ']') return {text, ""};
  const std::size_t end = text.find_last_not_of(' ', open == 0 ? 0 : open - 1);
  return {open == 0 ? "" : text.substr(0, end + 1), text.substr(open + 1, text.size() - open - 2)};
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 6 && text.find_first_not_of("0123456789") == text.npos;
}

ColumnChoice choice_of(const std::vector<std::string>& header, const DataColumn& column,
                       const SourceLocation& asked_by) {
  if (is_number(column.column)) return {.number = std::stoi(column.column), .where = asked_by};
  for (const std::string& name : header)  // its unit may stand in the header
    if (name != column.column && name_and_unit(name).first == column.column)
      return {.name = name, .where = asked_by};
  return {.name = column.column, .where = asked_by};
}

ColumnChoice time_of(const std::vector<std::string>& header, const std::string& wanted,
                     const SourceLocation& asked_by) {
  if (!wanted.empty()) return choice_of(header, {.column = wanted}, asked_by);
  for (const char* usual : {"t", "time"})
    for (const std::string& name : header)
      if (name_and_unit(name).first == usual) return {.name = name, .where = asked_by};
  return {.number = 1, .where = asked_by};
}

/// Those that are named, and those whose names are channels.
std::vector<DataColumn> all_columns(const std::vector<std::string>& header,
                                    std::vector<DataColumn> columns, const RunRecord& run) {
  for (const std::string& title : header) {
    const auto [name, unit] = name_and_unit(title);
    const bool is_named = std::ranges::find(columns, name, &DataColumn::channel) != columns.end();
    if (!is_named && run.channel(name) != nullptr) columns.push_back({name, title, unit});
  }
  return columns;
}

void check_channel(const RunRecord& run, const std::string& name, const SourceLocation& asked_by) {
  if (run.channel(name) != nullptr) return;
  std::vector<std::string> known;
  for (const RecordedChannel& channel : run.channels) known.push_back(channel.name);
  const std::string close = closest_name(name, known);
  throw ModelError(asked_by, "the run has no channel " + quote(name),
                   close.empty() ? "names are those of trajectory.csv, as q.BODY or f.ELEMENT"
                                 : "did you mean '" + close + "'?");
}

}  // namespace

void add_summary(const std::string& text, const std::string& path, RunRecord& run) {
  try {
    const SummaryJson json = SummaryJson::parse(text);
    const SummaryJson& model = json.at("model");
    run.title = model.at("title").get<std::string>();
    if (run.title.empty()) run.title = model.at("file").get<std::string>();
    run.model_hash = model.at("hash").get<std::string>();
    for (const auto& [name, value] : model.at("parameters").items())
      run.parameters[name] =
          value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
    if (model.contains("parameter_units"))
      for (const auto& [name, unit] : model["parameter_units"].items())
        run.parameter_units[name] = unit.get<std::string>();
    for (const auto& [name, value] : json.at("settings").items())
      run.settings[name] = text_of_setting(value);
    run.status = json.at("status").get<std::string>();
    run.diagnosis = json.at("diagnosis").get<std::string>();
    if (json.contains("start"))
      run.start = json["start"].get<double>();
    else
      run.start =
          run.time.empty() ? json.at("settings").at("start").get<double>() : run.time.front();
    run.end = json.at("final_state").at("time").get<double>();
    if (json.contains("units"))
      for (RecordedChannel& channel : run.channels)
        channel.unit = json["units"].value(channel.name, "");
  } catch (const SummaryJson::exception&) {
    fail_damaged(path, "this is no summary of a run");
  }
}

RunRecord read_run(const std::string& folder, const SourceLocation& asked_by) {
  const fs::path path(folder);
  if (!fs::exists(path / "summary.json"))
    throw ModelError(asked_by, quote(folder) + " has no summary.json",
                     "give a folder with the results of luztar simulate, or a model file");
  RunRecord run{.name = folder};
  if (fs::exists(path / "trajectory.csv"))
    read_trajectory(path / "trajectory.csv", asked_by, run);
  else if (fs::exists(path / "t.npy"))
    read_arrays(path, asked_by, run);
  const std::string summary = (path / "summary.json").string();
  add_summary(read_file(summary, asked_by), summary, run);
  if (fs::exists(path / "events.csv")) read_events(path / "events.csv", asked_by, run);
  return run;
}

DataColumn data_column(const std::string& text, const SourceLocation& asked_by) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == text.npos || equals + 1 == text.size())
    throw ModelError(asked_by, quote(text) + " is not CHANNEL=COLUMN",
                     "write \"q.block=position [mm]\": a channel, a column of the data, its unit");
  const auto [column, unit] = name_and_unit(text.substr(equals + 1));
  return {text.substr(0, equals), column, unit};
}

void to_si(std::vector<double>& values, const std::string& unit, const RecordedChannel& channel,
           const SourceLocation& asked_by) {
  const Unit given = parse_unit(unit, asked_by);
  if (!channel.unit.empty() && parse_unit(channel.unit, asked_by).dimension != given.dimension)
    throw ModelError(asked_by, quote(unit) + " is not a unit of " + channel.name,
                     "give it in " + channel.unit);
  for (double& value : values) value = given.to_si(value);
}

RunRecord read_data(const std::string& path, const std::string& time,
                    const std::vector<DataColumn>& columns, const RunRecord& run,
                    const SourceLocation& asked_by) {
  const std::vector<std::string> header = header_of(path, asked_by);
  std::vector<DataColumn> wanted = all_columns(header, columns, run);
  if (wanted.empty())
    throw ModelError({path, 1, 1}, "no column has the name of a channel",
                     "name them: --map \"q.BODY=COLUMN [UNIT]\"");
  std::vector<ColumnChoice> choices;
  for (DataColumn& column : wanted) {
    check_channel(run, column.channel, asked_by);
    choices.push_back(choice_of(header, column, asked_by));
    if (column.unit.empty()) column.unit = name_and_unit(choices.back().name).second;
  }
  DataSheet sheet = read_sheet(path, time_of(header, time, asked_by), choices, asked_by);
  RunRecord data{.name = path, .time = std::move(sheet.time)};
  data.start = data.time.front();
  data.end = data.time.back();
  for (std::size_t c = 0; c < wanted.size(); ++c) {
    RecordedChannel channel{wanted[c].channel, "", std::move(sheet.columns[c])};
    if (!wanted[c].unit.empty())
      to_si(channel.values, wanted[c].unit, *run.channel(channel.name), asked_by);
    channel.unit = run.channel(channel.name)->unit;
    data.channels.push_back(std::move(channel));
  }
  return data;
}

}  // namespace luztar
