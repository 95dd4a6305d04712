#include "luztar/study/compare/compare_runs.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <unordered_map>
#include <utility>

#include "luztar/core/number_text.h"

namespace luztar {
namespace {

using Times = std::vector<double>;

Times within(const Times& times, double from, double to) {
  Times found;
  std::ranges::copy_if(times, std::back_inserter(found),
                       [=](double t) { return t >= from && t <= to; });
  return found;
}

/// Exact where the difference is a straight line between rows.
double rms_over_time(const Times& t, const std::vector<double>& d) {
  if (t.size() < 2) return d.empty() ? 0.0 : std::abs(d.front());
  double sum = 0.0;
  for (std::size_t i = 1; i < t.size(); ++i)
    sum += (t[i] - t[i - 1]) * (d[i - 1] * d[i - 1] + d[i - 1] * d[i] + d[i] * d[i]) / 3.0;
  return std::sqrt(sum / (t.back() - t.front()));
}

double rms_over_rows(const std::vector<double>& d) {
  double sum = 0.0;
  for (const double one : d) sum += one * one;
  return d.empty() ? 0.0 : std::sqrt(sum / static_cast<double>(d.size()));
}

struct Pair {
  const RunRecord &first, &second;
};

/// Without its RMS. @param times  within both
ChannelDifference difference_of(const Pair& runs, const RecordedChannel& a,
                                const RecordedChannel& b, const Times& times, bool same_times) {
  ChannelDifference found{.name = a.name, .unit = a.unit.empty() ? b.unit : a.unit};
  const bool has_slope = runs.second.channel(derivative_of(b.name)) != nullptr;
  found.between = same_times ? Between::SameTimes : has_slope ? Between::Hermite : Between::Line;
  const std::vector<double> x = values_at(runs.first, a, times);
  const std::vector<double> y = values_at(runs.second, b, times);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double d = y[i] - x[i];
    if (!std::isfinite(d)) continue;
    found.t.push_back(times[i]);
    found.d.push_back(d);
    found.size = std::max({found.size, std::abs(x[i]), std::abs(y[i])});
    if (std::abs(d) <= std::abs(found.greatest) && found.t.size() > 1) continue;
    found.greatest = d;
    found.time = times[i];
  }
  found.rows = found.t.size();
  return found;
}

bool is_mode(const RecordedChannel& channel) { return channel.name.starts_with("mode."); }

void compare_channels(const Pair& runs, RunComparison& found) {
  const Times mine = within(runs.first.time, found.from, found.to);
  const Times theirs = within(runs.second.time, found.from, found.to);
  Times times;
  std::ranges::set_union(mine, theirs, std::back_inserter(times));
  for (const RecordedChannel& channel : runs.first.channels) {
    if (is_mode(channel)) continue;
    const RecordedChannel* const other = runs.second.channel(channel.name);
    if (other == nullptr) {
      found.only_first.push_back(channel.name);
      continue;
    }
    ChannelDifference& one =
        found.channels.emplace_back(difference_of(runs, channel, *other, times, mine == theirs));
    one.rms = rms_over_time(one.t, one.d);
  }
  for (const RecordedChannel& channel : runs.second.channels)
    if (!is_mode(channel) && runs.first.channel(channel.name) == nullptr)
      found.only_second.push_back(channel.name);
}

/// Between the same modes; where none changes, for the same reason.
bool same_kind(const RecordedEvent& a, const RecordedEvent& b) {
  return a.from == b.from && a.to == b.to && (a.from != a.to || a.cause == b.cause);
}

/// Of one element, from the start that both runs share on.
struct EventLists {
  std::string element{};
  std::vector<const RecordedEvent*> first{}, second{};
};

std::vector<EventLists> by_element(const Pair& runs, double start) {
  std::vector<EventLists> lists;
  std::unordered_map<std::string, std::size_t> places;
  const auto add = [&](const RunRecord& run, auto list) {
    for (const RecordedEvent& event : run.events) {
      if (event.time < start) continue;
      const auto [place, is_new] = places.try_emplace(event.element, lists.size());
      if (is_new) lists.push_back({.element = event.element});
      (lists[place->second].*list).push_back(&event);
    }
  };
  add(runs.first, &EventLists::first);
  add(runs.second, &EventLists::second);
  return lists;
}

class EventMatch {
 public:
  explicit EventMatch(RunComparison& found) : found_(found) {}

  void add(const EventLists& lists) {
    ElementEvents events{.element = lists.element};
    std::size_t n = 0;
    for (; n < std::min(lists.first.size(), lists.second.size()); ++n) {
      const RecordedEvent &a = *lists.first[n], &b = *lists.second[n];
      if (!same_kind(a, b)) break;
      if (!is_of_both(a) && !is_of_both(b)) continue;
      ++events.matched;
      if (std::abs(b.time - a.time) <= std::abs(events.shift) && events.matched > 1) continue;
      events.shift = b.time - a.time;
      events.time = a.time;
    }
    events.only_first = lone(lists.first, n, true);
    events.only_second = lone(lists.second, n, false);
    if (events.matched + events.only_first + events.only_second > 0)
      found_.events.push_back(events);
  }

 private:
  bool is_of_both(const RecordedEvent& event) const { return event.time <= found_.to; }

  std::size_t lone(const std::vector<const RecordedEvent*>& list, std::size_t from, bool first) {
    std::size_t count = 0;
    for (std::size_t i = from; i < list.size(); ++i) {
      if (!is_of_both(*list[i])) continue;
      ++count;
      if (lone_ != nullptr && !is_before(*list[i], *lone_, first)) continue;
      lone_ = list[i];
      found_.first_lone = LoneEvent{first, *lone_};
    }
    return count;
  }

  /// Events of one time in the order of their run.
  bool is_before(const RecordedEvent& one, const RecordedEvent& other, bool first) const {
    if (one.time != other.time) return one.time < other.time;
    return found_.first_lone->of_first == first && &one < &other;
  }

  RunComparison& found_;
  const RecordedEvent* lone_{};  ///< the first one
};

template <class Value, class Text>
std::vector<DifferingValue> differing(const std::map<std::string, Value>& first,
                                      const std::map<std::string, Value>& second, Text text) {
  std::vector<DifferingValue> found;
  const auto in = [&](const auto& map, const std::string& name) {
    const auto place = map.find(name);
    return place == map.end() ? std::string() : text(place->second);
  };
  for (const auto& [name, value] : first)
    if (const auto other = second.find(name); other == second.end() || other->second != value)
      found.push_back({name, text(value), in(second, name), ""});
  for (const auto& [name, value] : second)
    if (!first.contains(name)) found.push_back({name, "", text(value), ""});
  return found;
}

}  // namespace

const char* to_text(Between between) {
  switch (between) {
    case Between::SameTimes:
      return "same times";
    case Between::Hermite:
      return "cubic Hermite";
    case Between::Line:
      break;
  }
  return "straight line";
}

double ChannelDifference::relative() const { return size > 0.0 ? std::abs(greatest) / size : 0.0; }

double RunComparison::difference() const {
  if (first_lone || !same_end) return std::numeric_limits<double>::infinity();
  double most = 0.0;
  for (const ChannelDifference& channel : channels) most = std::max(most, channel.relative());
  for (const ElementEvents& one : events)
    if (one.shift != 0.0) most = std::max(most, std::abs(one.shift) / (to - from));
  return most;
}

RunComparison compare_runs(const RunRecord& first, const RunRecord& second) {
  const Pair runs{first, second};
  RunComparison found;
  found.same_model = first.model_hash == second.model_hash;
  found.same_end = first.status == second.status;
  found.from = std::max(first.start, second.start);
  found.to = std::min(first.end, second.end);
  found.settings =
      differing(first.settings, second.settings, [](const auto& text) { return text; });
  found.parameters =
      differing(first.parameters, second.parameters, [](double value) { return cell_text(value); });
  for (DifferingValue& one : found.parameters)
    for (const RunRecord* run : {&first, &second})
      if (const auto unit = run->parameter_units.find(one.name); unit != run->parameter_units.end())
        one.unit = unit->second;
  compare_channels(runs, found);
  EventMatch match(found);
  for (const EventLists& lists : by_element(runs, found.from)) match.add(lists);
  return found;
}

std::vector<ChannelDifference> compare_with_data(const RunRecord& data, const RunRecord& run) {
  std::vector<ChannelDifference> found;
  if (run.time.empty()) return found;
  const Times times = within(data.time, run.time.front(), run.time.back());
  const bool same_times = std::ranges::includes(run.time, times);
  for (const RecordedChannel& measured : data.channels) {
    const RecordedChannel* const channel = run.channel(measured.name);
    if (channel == nullptr) continue;
    ChannelDifference& one =
        found.emplace_back(difference_of({data, run}, measured, *channel, times, same_times));
    one.rms = rms_over_rows(one.d);
  }
  return found;
}

double Comparison::difference() const {
  double most = 0.0;
  for (const RunComparison& pair : pairs) most = std::max(most, pair.difference());
  for (const std::vector<ChannelDifference>& run : with_data)
    for (const ChannelDifference& channel : run) most = std::max(most, channel.relative());
  return most;
}

Comparison compare(std::vector<RunRecord> runs, std::optional<RunRecord> data) {
  Comparison found{.runs = std::move(runs), .data = std::move(data)};
  for (std::size_t i = 1; i < found.runs.size(); ++i)
    found.pairs.push_back(compare_runs(found.runs.front(), found.runs[i]));
  if (found.data)
    for (const RunRecord& run : found.runs)
      found.with_data.push_back(compare_with_data(*found.data, run));
  return found;
}

}  // namespace luztar
