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
using luztar::RunComparison;
using luztar::RunRecord;

namespace {

constexpr std::size_t kMostLines = 40;  // of a table of channels or elements
constexpr int kNameWidth = 27;

std::string shortened(const std::string& name, std::size_t most = kNameWidth) {
  return name.size() <= most ? name : name.substr(0, most - 3) + "...";
}

std::string with_unit(const ChannelDifference& channel) {
  return shortened(channel.unit.empty() ? channel.name
                                        : fmt::format("{} [{}]", channel.name, channel.unit));
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
    text += fmt::format("  {:<27} {:>23} {:>23}\n", shortened(values[i].name),
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

template <class List, class Line>
std::string lines_json(const List& list, Line line) {
  std::vector<std::string> texts;
  for (const auto& one : list) texts.push_back("\n      " + line(one));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::string differences_json(const std::vector<ChannelDifference>& channels) {
  return lines_json(channels, [](const ChannelDifference& one) {
    return fmt::format(
        "{{\"name\": {}, \"unit\": {}, \"rows\": {}, \"between\": \"{}\", \"greatest\": {}, "
        "\"time\": {}, \"rms\": {}, \"size\": {}, \"relative\": {}}}",
        json_text(one.name), json_text(one.unit), one.rows, to_text(one.between),
        json_number(one.greatest), json_number(one.time), json_number(one.rms),
        json_number(one.size), json_number(one.relative()));
  });
}

std::string differing_json(const std::vector<DifferingValue>& values) {
  const auto text = [](const std::string& value) {
    return value.empty() ? "null" : json_text(value);
  };
  return lines_json(values, [&](const DifferingValue& one) {
    return fmt::format("{{\"name\": {}, \"first\": {}, \"second\": {}}}", json_text(one.name),
                       text(one.first), text(one.second));
  });
}

std::string lone_json(const std::optional<luztar::LoneEvent>& lone) {
  if (!lone) return "null";
  const luztar::RecordedEvent& event = lone->event;
  return fmt::format(
      "{{\"run\": \"{}\", \"time\": {}, \"element\": {}, \"from\": {}, \"to\": {}, \"cause\": {}}}",
      lone->of_first ? "first" : "second", json_number(event.time), json_text(event.element),
      json_text(event.from), json_text(event.to), json_text(event.cause));
}

std::string pair_json(const RunComparison& pair, const RunRecord& second) {
  const auto name = [](const std::string& text) {
    return json_text(text);
  };
  std::string text = fmt::format(
      "{{\n    \"second\": {}, \"same_model\": {}, \"same_end\": {}, \"from\": {}, \"to\": {},\n",
      json_text(second.name), pair.same_model, pair.same_end, json_number(pair.from),
      json_number(pair.to));
  text += fmt::format("    \"difference\": {},\n", json_number(pair.difference()));
  text += fmt::format("    \"parameters\": {},\n", differing_json(pair.parameters));
  text += fmt::format("    \"settings\": {},\n", differing_json(pair.settings));
  text += fmt::format("    \"channels\": {},\n", differences_json(pair.channels));
  text += fmt::format("    \"only_first\": {},\n", lines_json(pair.only_first, name));
  text += fmt::format("    \"only_second\": {},\n", lines_json(pair.only_second, name));
  text += fmt::format(
      "    \"events\": {},\n", lines_json(pair.events, [](const ElementEvents& one) {
        return fmt::format(
            "{{\"element\": {}, \"matched\": {}, \"only_first\": {}, \"only_second\": {}, "
            "\"shift\": {}, \"time\": {}}}",
            json_text(one.element), one.matched, one.only_first, one.only_second,
            json_number(one.shift), json_number(one.time));
      }));
  return text + fmt::format("    \"first_lone\": {}\n  }}", lone_json(pair.first_lone));
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
  const auto run = [](const RunRecord& one) {
    return fmt::format(
        "{{\"name\": {}, \"title\": {}, \"status\": {}, \"start\": {}, \"end\": {}, \"rows\": {}, "
        "\"events\": {}}}",
        json_text(one.name), json_text(one.title), json_text(one.status), json_number(one.start),
        json_number(one.end), one.time.size(), one.events.size());
  };
  std::string text = fmt::format("{{\n  \"luztar\": \"{}\",\n  \"runs\": {},\n  \"pairs\": [",
                                 LUZTAR_VERSION, lines_json(comparison.runs, run));
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i)
    text += (i == 0 ? "" : ", ") + pair_json(comparison.pairs[i], comparison.runs[i + 1]);
  text += fmt::format("],\n  \"data\": {},\n  \"with_data\": [",
                      comparison.data ? json_text(comparison.data->name) : "null");
  for (std::size_t i = 0; i < comparison.with_data.size(); ++i)
    text += (i == 0 ? "" : ", ") + differences_json(comparison.with_data[i]);
  return text + fmt::format("],\n  \"difference\": {}\n}}\n", json_number(comparison.difference()));
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
