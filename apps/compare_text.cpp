#include "apps/compare_text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "apps/fit_text.h"
#include "apps/json_text.h"

using luztar::ChannelDifference;
using luztar::Comparison;
using luztar::DifferingValue;
using luztar::ElementEvents;
using luztar::JsonWriter;
using luztar::RunComparison;
using luztar::RunRecord;

namespace {

constexpr std::size_t kMostLines = 40;  // of a table of channels or elements
constexpr int kNameWidth = 27;

std::string shortened(const std::string& name, std::size_t most = kNameWidth) {
  return name.size() <= most ? name : name.substr(0, most - 3) + "...";
}

/// A channel, a parameter or a setting.
std::string with_unit(const auto& value) {
  return shortened(value.unit.empty() ? value.name
                                      : fmt::format("{} [{}]", value.name, value.unit));
}

std::string run_text(const RunRecord& run, const std::string& letter) {
  std::string text = fmt::format("  {}  {}\n", letter, shortened(run.name, 74));
  if (!run.title.empty()) text += fmt::format("     {}\n", shortened(run.title, 74));
  const std::string end =
      fmt::format("{} at t = {} s, {} rows, {} events", run.status, shown_number(run.end, 10),
                  run.time.size(), run.events.size());
  text += wrapped(run.diagnosis.empty() ? end : end + ": " + run.diagnosis, "     ");
  return text;
}

std::string differing_text(const std::vector<DifferingValue>& values, const std::string& letter,
                           const std::string& what) {
  if (values.empty()) return "";
  std::string text = fmt::format("\n  {:<27} {:>23} {:>23}\n", what, "A", letter);
  for (std::size_t i = 0; i < values.size() && i < kMostLines; ++i)
    text += fmt::format("  {:<27} {:>23} {:>23}\n", with_unit(values[i]),
                        shortened(values[i].first.empty() ? "-" : values[i].first, 23),
                        shortened(values[i].second.empty() ? "-" : values[i].second, 23));
  if (values.size() > kMostLines)
    text += fmt::format("  and {} more\n", values.size() - kMostLines);
  return text;
}

/// Those that differ, the greatest first where there are many.
std::vector<const ChannelDifference*> shown_channels(const std::vector<ChannelDifference>& all) {
  std::vector<const ChannelDifference*> shown;
  for (const ChannelDifference& channel : all)
    if (channel.greatest != 0.0) shown.push_back(&channel);
  if (shown.size() > kMostLines) {
    std::ranges::stable_sort(shown, std::ranges::greater{}, &ChannelDifference::relative);
    shown.resize(kMostLines);
  }
  return shown;
}

/// How the values between rows were found.
std::string between_text(const std::vector<ChannelDifference>& channels) {
  const auto has = [&](luztar::Between between) {
    return std::ranges::find(channels, between, &ChannelDifference::between) != channels.end();
  };
  if (has(luztar::Between::SameTimes)) return " at the same times";
  if (!has(luztar::Between::Hermite)) return "\n  between rows: straight lines";
  return "\n  between rows: q by a cubic Hermite polynomial of q and v, else straight lines";
}

std::string differences_text(const std::vector<ChannelDifference>& channels) {
  const std::vector<const ChannelDifference*> shown = shown_channels(channels);
  std::size_t same = 0;
  for (const ChannelDifference& channel : channels)
    if (channel.greatest == 0.0) ++same;
  std::string text;
  if (!shown.empty())
    text += fmt::format("\n  {:<27} {:>11} {:>11} {:>11} {:>11}\n", "difference", "greatest",
                        "at t [s]", "RMS", "of largest");
  for (const ChannelDifference* channel : shown)
    text += fmt::format("  {:<27} {:>11} {:>11} {:>11} {:>9} %\n", with_unit(*channel),
                        shown_number(channel->greatest, 4), shown_number(channel->time, 6),
                        shown_number(channel->rms, 4), shown_number(100 * channel->relative(), 3));
  if (channels.size() - same > shown.size())
    text += fmt::format("  and {} more that differ less\n", channels.size() - same - shown.size());
  if (same > 0) text += fmt::format("  {} of {} channels do not differ\n", same, channels.size());
  return text;
}

std::string lone_text(const luztar::LoneEvent& lone, const std::string& letter) {
  const luztar::RecordedEvent& event = lone.event;
  return wrapped(fmt::format("first without a partner: {} from {} to {} ({}) at t = {} s in {}",
                             event.element, event.from, event.to, event.cause,
                             shown_number(event.time, 10), lone.of_first ? "A" : letter),
                 "  ");
}

std::string events_text(const RunComparison& pair, const std::string& letter) {
  if (pair.events.empty()) return "";
  std::string text = fmt::format("\n  {:<27} {:>8} {:>7} {:>7} {:>13} {:>11}\n", "events",
                                 "matched", "A only", letter + " only", "shift [s]", "at t [s]");
  for (std::size_t i = 0; i < pair.events.size() && i < kMostLines; ++i) {
    const ElementEvents& one = pair.events[i];
    const bool matched = one.matched > 0;
    text += fmt::format("  {:<27} {:>8} {:>7} {:>7} {:>13} {:>11}\n", shortened(one.element),
                        one.matched, one.only_first, one.only_second,
                        matched ? shown_number(one.shift, 6) : "-",
                        matched ? shown_number(one.time, 6) : "-");
  }
  if (pair.events.size() > kMostLines)
    text += fmt::format("  and {} more elements\n", pair.events.size() - kMostLines);
  if (pair.first_lone) text += lone_text(*pair.first_lone, letter);
  return text;
}

std::string names_text(const std::vector<std::string>& names, const std::string& letter) {
  constexpr std::size_t kMostNames = 12;
  if (names.empty()) return "";
  std::string list;
  for (std::size_t i = 0; i < names.size() && i < kMostNames; ++i)
    list += (i == 0 ? "" : ", ") + names[i];
  if (names.size() > kMostNames) list += fmt::format(" and {} more", names.size() - kMostNames);
  return wrapped(fmt::format("only {} has {}", letter, list), "  ");
}

std::string pair_text(const RunComparison& pair, const std::string& letter) {
  std::string text = fmt::format("\n{} less A", letter);
  if (pair.from > pair.to) return text + ": the runs have no time in common\n";
  text += fmt::format(", t = {} s to {} s", shown_number(pair.from, 8), shown_number(pair.to, 8));
  if (!pair.channels.empty()) text += fmt::format(", {} rows", pair.channels.front().rows);
  if (!pair.channels.empty()) text += between_text(pair.channels);
  text += "\n";
  if (!pair.same_model) text += "  the model files differ in their text\n";
  text += differing_text(pair.parameters, letter, "parameters [SI]");
  text += differing_text(pair.settings, letter, "settings");
  text += differences_text(pair.channels);
  text += names_text(pair.only_first, "A") + names_text(pair.only_second, letter);
  return text + events_text(pair, letter);
}

std::string data_text(const RunRecord& data, const std::vector<ChannelDifference>& channels,
                      const std::string& letter) {
  std::string text = wrapped(fmt::format("{} less data of {}", letter, data.name), "");
  if (channels.empty()) return text + "  no row is within the time of the run\n";
  text.pop_back();
  return "\n" + text + ", " + std::to_string(channels.front().rows) + " rows" +
         between_text(channels) + "\n" + differences_text(channels);
}

// --- JSON ------------------------------------------------------------------------------------

constexpr JsonWriter::Layout kLines = JsonWriter::Layout::Lines;

void add_channels(JsonWriter& json, std::string_view key,
                  const std::vector<ChannelDifference>& channels) {
  json.open_array(key, kLines);
  for (const ChannelDifference& one : channels) {
    open_line(json);
    json.field("name", one.name);
    json.field("unit", one.unit);
    json.field("rows", one.rows);
    json.field("between", to_text(one.between));
    json.field("greatest", json_number(one.greatest));
    json.field("time", json_number(one.time));
    json.field("rms", json_number(one.rms));
    json.field("size", json_number(one.size));
    json.field("relative", json_number(one.relative()));
    json.close();
  }
  json.close();
}

void add_differing(JsonWriter& json, std::string_view key,
                   const std::vector<DifferingValue>& values) {
  const auto add = [&](std::string_view name, const std::string& text) {
    if (text.empty()) return json.field(name, luztar::JsonToken{"null"});
    json.field(name, text);
  };
  json.open_array(key, kLines);
  for (const DifferingValue& one : values) {
    open_line(json);
    json.field("name", one.name);
    if (!one.unit.empty()) json.field("unit", one.unit);
    add("first", one.first);
    add("second", one.second);
    json.close();
  }
  json.close();
}

void add_events(JsonWriter& json, const RunComparison& pair) {
  json.open_array("events", kLines);
  for (const ElementEvents& one : pair.events) {
    open_line(json);
    json.field("element", one.element);
    json.field("matched", one.matched);
    json.field("only_first", one.only_first);
    json.field("only_second", one.only_second);
    json.field("shift", json_number(one.shift));
    json.field("time", json_number(one.time));
    json.close();
  }
  json.close();
  if (!pair.first_lone) return json.field("first_lone", luztar::JsonToken{"null"});
  const luztar::RecordedEvent& event = pair.first_lone->event;
  json.open_object("first_lone", JsonWriter::Layout::Line);
  json.field("run", pair.first_lone->of_first ? "first" : "second");
  json.field("time", json_number(event.time));
  json.field("element", event.element);
  json.field("from", event.from);
  json.field("to", event.to);
  json.field("cause", event.cause);
  json.close();
}

void add_pair(JsonWriter& json, const RunComparison& pair, const RunRecord& second) {
  json.open_object();
  json.field("second", second.name);
  json.field("same_model", pair.same_model);
  json.field("same_end", pair.same_end);
  json.field("from", json_number(pair.from));
  json.field("to", json_number(pair.to));
  json.field("difference", json_number(pair.difference()));
  add_differing(json, "parameters", pair.parameters);
  add_differing(json, "settings", pair.settings);
  add_channels(json, "channels", pair.channels);
  json.list("only_first", pair.only_first);
  json.list("only_second", pair.only_second);
  add_events(json, pair);
  json.close();
}

void add_runs(JsonWriter& json, const std::vector<RunRecord>& runs) {
  json.open_array("runs", kLines);
  for (const RunRecord& run : runs) {
    open_line(json);
    json.field("name", run.name);
    json.field("title", run.title);
    json.field("status", run.status);
    json.field("start", json_number(run.start));
    json.field("end", json_number(run.end));
    json.field("rows", run.time.size());
    json.field("events", run.events.size());
    json.close();
  }
  json.close();
}

std::string letter_of(std::size_t run) {
  return run < 26 ? std::string(1, static_cast<char>('A' + run)) : fmt::format("R{}", run + 1);
}

}  // namespace

std::string comparison_text(const Comparison& comparison) {
  std::string text;
  for (std::size_t i = 0; i < comparison.runs.size(); ++i)
    text += run_text(comparison.runs[i], letter_of(i));
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i)
    text += pair_text(comparison.pairs[i], letter_of(i + 1));
  for (std::size_t i = 0; i < comparison.with_data.size(); ++i)
    text += data_text(*comparison.data, comparison.with_data[i], letter_of(i));
  return text;
}

std::string comparison_json(const Comparison& comparison) {
  JsonWriter json;
  json.open_object();
  json.field("luztar", LUZTAR_VERSION);
  add_runs(json, comparison.runs);
  json.open_array("pairs", kLines);
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i)
    add_pair(json, comparison.pairs[i], comparison.runs[i + 1]);
  json.close();
  if (comparison.data) json.field("data", comparison.data->name);
  json.open_array("with_data", kLines);
  for (const std::vector<ChannelDifference>& run : comparison.with_data)
    add_channels(json, {}, run);
  json.close();
  json.field("difference", json_number(comparison.difference()));
  json.close();
  return json.text();
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text = "run,beside,channel,unit,rows,greatest,time,rms,size,relative\n";
  const auto add = [&](const std::string& run, const std::string& beside,
                       const std::vector<ChannelDifference>& channels) {
    for (const ChannelDifference& one : channels)
      text += fmt::format("{},{},{},{},{},{},{},{},{},{}\n", run, beside, one.name, one.unit,
                          one.rows, csv_number(one.greatest), csv_number(one.time),
                          csv_number(one.rms), csv_number(one.size), csv_number(one.relative()));
  };
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i)
    add(letter_of(i + 1), "A", comparison.pairs[i].channels);
  for (std::size_t i = 0; i < comparison.with_data.size(); ++i)
    add(letter_of(i), "data", comparison.with_data[i]);
  return text;
}
