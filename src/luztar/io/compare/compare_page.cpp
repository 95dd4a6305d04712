#include "luztar/io/compare/compare_page.h"

#include <algorithm>
#include <map>
#include <utility>

#include "luztar/io/report/embedded.h"
#include "luztar/io/report/fill_page.h"
#include "luztar/io/report/json_stream.h"
#include "luztar/io/report/thin.h"
#include "luztar/version.h"

namespace luztar {
namespace {

using report::Json;

constexpr std::size_t kMostShownChannels = 24;
constexpr std::size_t kMostShownEvents = 1000;  // of a run
constexpr std::size_t kCurveSpans = 1000;       // of a curve with more than 4 points in each

using Values = std::vector<double>;

/// As "t" and "y".
void write_curve(Json& json, const Values& t, const Values& y) {
  if (t.size() <= 4 * kCurveSpans) {
    json.key("t").bytes(t).key("y").bytes(y);
    return;
  }
  report::ThinCurve thin(t.front(), t.back() - t.front(), kCurveSpans);
  for (std::size_t i = 0; i < t.size(); ++i) thin.add(t[i], y[i]);
  Values times, values;
  for (const report::Point& point : thin.points()) {
    times.push_back(point.t);
    values.push_back(point.y);
  }
  json.key("t").bytes(times).key("y").bytes(values);
}

void write_channel(Json& json, const Comparison& comparison, const std::string& name) {
  const auto write_of = [&](const RunRecord& run, const char* key) {
    const RecordedChannel* const channel = run.channel(name);
    if (channel == nullptr) return;
    json.key(key);
    json.open('{');
    write_curve(json, run.time, channel->values);
    json.close('}');
  };
  const auto write_difference = [&](const std::vector<ChannelDifference>& list, std::size_t run,
                                    bool data) {
    const auto one = std::ranges::find(list, name, &ChannelDifference::name);
    if (one == list.end()) return;
    json.open('{').key("run").count(run).key("data").flag(data);
    json.key("greatest").number(one->greatest).key("time").number(one->time);
    json.key("rms").number(one->rms).key("relative").number(one->relative());
    json.key("between").text(to_text(one->between));
    write_curve(json, one->t, one->d);
    json.close('}');
  };
  json.open('{').key("name").text(name);
  for (const RunRecord& run : comparison.runs)
    if (const RecordedChannel* const channel = run.channel(name); channel != nullptr) {
      json.key("unit").text(channel->unit);
      break;
    }
  json.key("runs").open('[');
  for (const RunRecord& run : comparison.runs) {
    json.open('{');
    write_of(run, "curve");
    json.close('}');
  }
  json.close(']');
  if (comparison.data) write_of(*comparison.data, "data");
  json.key("differences").open('[');
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i)
    write_difference(comparison.pairs[i].channels, i + 1, false);
  for (std::size_t i = 0; i < comparison.with_data.size(); ++i)
    write_difference(comparison.with_data[i], i, true);
  json.close(']').close('}');
}

/// Names of channels that are compared, those that differ most first where there are many, and how
/// many there are.
std::pair<std::vector<std::string>, std::size_t> chosen_channels(const Comparison& comparison) {
  std::vector<std::string> names;
  std::map<std::string, double> relative;
  const auto add = [&](const std::vector<ChannelDifference>& channels) {
    for (const ChannelDifference& one : channels) {
      const auto [place, is_new] = relative.try_emplace(one.name, one.relative());
      if (is_new) names.push_back(one.name);
      place->second = std::max(place->second, one.relative());
    }
  };
  for (const RunComparison& pair : comparison.pairs) add(pair.channels);
  for (const std::vector<ChannelDifference>& run : comparison.with_data) add(run);
  const std::size_t all = names.size();
  if (all > kMostShownChannels) {
    std::ranges::stable_sort(names, std::ranges::greater{},
                             [&](const std::string& name) { return relative[name]; });
    names.resize(kMostShownChannels);
  }
  return {names, all};
}

void write_runs(Json& json, const std::vector<RunRecord>& runs) {
  json.key("runs").open('[');
  for (const RunRecord& run : runs) {
    json.open('{').key("name").text(run.name).key("title").text(run.title);
    json.key("status").text(run.status).key("words").text(run.diagnosis);
    json.key("start").number(run.start).key("end").number(run.end);
    json.key("rows").count(run.time.size()).key("all").count(run.events.size());
    json.key("events").open('[');
    for (std::size_t i = 0; i < std::min(run.events.size(), kMostShownEvents); ++i) {
      const RecordedEvent& event = run.events[i];
      json.open('[').number(event.time).text(event.element).text(event.from).text(event.to);
      json.text(event.cause).close(']');
    }
    json.close(']').close('}');
  }
  json.close(']');
}

void write_values(Json& json, const char* key, const std::vector<DifferingValue>& values) {
  json.key(key).open('[');
  for (const DifferingValue& one : values)
    json.open('[').text(one.name).text(one.first).text(one.second).text(one.unit).close(']');
  json.close(']');
}

void write_pairs(Json& json, const std::vector<RunComparison>& pairs) {
  json.key("pairs").open('[');
  for (const RunComparison& pair : pairs) {
    json.open('{').key("sameModel").flag(pair.same_model);
    json.key("from").number(pair.from).key("to").number(pair.to);
    write_values(json, "parameters", pair.parameters);
    write_values(json, "settings", pair.settings);
    json.key("onlyFirst").texts(pair.only_first).key("onlySecond").texts(pair.only_second);
    json.key("events").open('[');
    for (const ElementEvents& one : pair.events) {
      json.open('{').key("element").text(one.element).key("matched").count(one.matched);
      json.key("onlyFirst").count(one.only_first).key("onlySecond").count(one.only_second);
      json.key("shift").number(one.shift).key("time").number(one.time).close('}');
    }
    json.close(']').close('}');
  }
  json.close(']');
}

std::string page_json(const Comparison& comparison) {
  std::string text;
  Json json(text);
  json.open('{').key("tool").text("luztar " LUZTAR_VERSION);
  double start = comparison.runs.front().start, end = comparison.runs.front().end;
  for (const RunRecord& run : comparison.runs) {
    start = std::min(start, run.start);
    end = std::max(end, run.end);
  }
  json.key("start").number(start).key("end").number(end);
  write_runs(json, comparison.runs);
  if (comparison.data) json.key("dataName").text(comparison.data->name);
  write_pairs(json, comparison.pairs);
  const auto [names, all] = chosen_channels(comparison);
  json.key("allChannels").count(all).key("channels").open('[');
  for (const std::string& name : names) write_channel(json, comparison, name);
  json.close(']').close('}');
  return text;
}

}  // namespace

std::string compare_page(const Comparison& comparison) {
  const std::string title = "Comparison: " + comparison.runs.front().title;
  return report::fill_page({.title = title,
                            .whole = "Whole run",
                            .files = "the result files of the runs, and those of --out",
                            .data = page_json(comparison),
                            .js = {timed_js, compare_js}});
}

}  // namespace luztar
