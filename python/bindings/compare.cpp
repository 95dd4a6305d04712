// Records of runs and of data, and comparisons of them, for Python.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "luztar/luztar.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

using List = nb::typed<nb::list, nb::any>;
using NumberList = nb::ndarray<nb::numpy, double, nb::ndim<1>>;

NumberList array_of(std::vector<double> list) {
  auto* kept = new std::vector<double>(std::move(list));
  const nb::capsule owner(kept,
                          [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return NumberList(kept->data(), {kept->size()}, owner);
}

/// (name, unit, rows, between, greatest, time, rms, size, times, differences) of each.
nb::list channels_of(const std::vector<ChannelDifference>& channels) {
  nb::list list;
  for (const ChannelDifference& one : channels)
    list.append(nb::make_tuple(one.name, one.unit, one.rows, to_text(one.between), one.greatest,
                               one.time, one.rms, one.size, array_of(one.t), array_of(one.d)));
  return list;
}

nb::list values_of(const std::vector<DifferingValue>& values) {
  nb::list list;
  for (const DifferingValue& one : values)
    list.append(nb::make_tuple(one.name, one.first, one.second));
  return list;
}

/// The fields of luztar.comparison.Pair.
WordsAndAnything pair_of(const RunComparison& pair) {
  WordsAndAnything result;
  result["same_model"] = pair.same_model;
  result["same_end"] = pair.same_end;
  result["start"] = pair.from;
  result["end"] = pair.to;
  result["parameters"] = values_of(pair.parameters);
  result["settings"] = values_of(pair.settings);
  result["channels"] = channels_of(pair.channels);
  result["only_first"] = nb::cast(pair.only_first);
  result["only_second"] = nb::cast(pair.only_second);
  nb::list events;
  for (const ElementEvents& one : pair.events)
    events.append(nb::make_tuple(one.element, one.matched, one.only_first, one.only_second,
                                 one.shift, one.time));
  result["events"] = events;
  result["first_lone"] = nb::none();
  if (pair.first_lone) {
    const RecordedEvent& event = pair.first_lone->event;
    result["first_lone"] = nb::make_tuple(pair.first_lone->of_first, event.time, event.element,
                                          event.from, event.to, event.cause);
  }
  result["difference"] = pair.difference();
  return result;
}

/// Every member of a RunRecord; channels are (name, unit, values), events (time, element, from, to,
/// cause).
using RecordState =
    std::tuple<std::vector<std::string>, double, double, std::map<std::string, double>,
               std::map<std::string, std::string>, std::map<std::string, std::string>,
               std::vector<double>,
               std::vector<std::tuple<std::string, std::string, std::vector<double>>>,
               std::vector<std::tuple<double, std::string, std::string, std::string, std::string>>>;

RecordState state_of(const RunRecord& run) {
  RecordState state{{run.name, run.title, run.model_hash, run.status, run.diagnosis},
                    run.start,
                    run.end,
                    run.parameters,
                    run.parameter_units,
                    run.settings,
                    run.time,
                    {},
                    {}};
  for (const RecordedChannel& one : run.channels)
    std::get<7>(state).emplace_back(one.name, one.unit, one.values);
  for (const RecordedEvent& one : run.events)
    std::get<8>(state).emplace_back(one.time, one.element, one.from, one.to, one.cause);
  return state;
}

RunRecord record_of_state(const RecordState& state) {
  const auto& [words, start, end, parameters, units, settings, time, channels, events] = state;
  if (words.size() != 5) throw nb::value_error("this is no record of a run");
  RunRecord run{words[0],   words[1], words[2], words[3], words[4], start, end,
                parameters, units,    settings, time,     {},       {}};
  for (const auto& [name, unit, values] : channels) run.channels.push_back({name, unit, values});
  for (const auto& [t, element, from, to, cause] : events)
    run.events.push_back({t, element, from, to, cause});
  return run;
}

/// channel, unit or "" for SI, values
using GivenColumn = std::tuple<std::string, std::string, std::vector<double>>;

/// Columns of channels of the run.
RunRecord record_of_data(const std::string& name, std::vector<double> time,
                         const std::vector<GivenColumn>& columns, const RunRecord& run) {
  RunRecord record{.name = name, .time = std::move(time)};
  if (!record.time.empty()) {
    record.start = record.time.front();
    record.end = record.time.back();
  }
  for (const auto& [name_of_channel, unit, values] : columns) {
    const RecordedChannel& channel = *run.channel(name_of_channel);
    record.channels.push_back({channel.name, channel.unit, values});
    if (!unit.empty()) to_si(record.channels.back().values, unit, channel, {"data", 0, 0});
  }
  return record;
}

RunRecord data_of_file(const std::string& path, const std::string& time,
                       const std::vector<std::string>& columns, const RunRecord& run) {
  std::vector<DataColumn> chosen;
  for (const std::string& text : columns) chosen.push_back(data_column(text, {"columns", 0, 0}));
  return read_data(path, time, chosen, run, {"data", 0, 0});
}

}  // namespace

void bind_compare(nb::module_& m) {
  nb::class_<RunRecord>(m, "RunRecord")
      .def("__getstate__", &state_of)
      .def("__setstate__",
           [](RunRecord& run, const RecordState& state) {
             new (&run) RunRecord(record_of_state(state));
           })
      .def_ro("name", &RunRecord::name)
      .def_ro("title", &RunRecord::title)
      .def_ro("status", &RunRecord::status)
      .def_ro("end", &RunRecord::end)
      .def("time", [](const RunRecord& run) { return array_of(run.time); })
      .def("events", [](const RunRecord& run) { return run.events.size(); })
      .def("names",
           [](const RunRecord& run) {
             std::vector<std::string> names;
             for (const RecordedChannel& channel : run.channels) names.push_back(channel.name);
             return names;
           })
      .def(
          "unit",
          [](const RunRecord& run, const std::string& name) {
            const RecordedChannel* const channel = run.channel(name);
            return channel == nullptr ? std::string() : channel->unit;
          },
          nb::arg("name"))
      .def(
          "column",
          [](const RunRecord& run, const std::string& name) {
            const RecordedChannel* const channel = run.channel(name);
            if (channel == nullptr) throw nb::key_error(name.c_str());
            return array_of(channel->values);
          },
          nb::arg("name"));

  nb::class_<Comparison>(m, "Comparison")
      .def("pairs",
           [](const Comparison& self) {
             List list;
             for (const RunComparison& pair : self.pairs) list.append(pair_of(pair));
             return list;
           })
      .def("with_data",
           [](const Comparison& self) {
             List list;
             for (const auto& run : self.with_data) list.append(channels_of(run));
             return list;
           })
      .def("difference", &Comparison::difference)
      .def("page", &compare_page, nb::call_guard<nb::gil_scoped_release>());

  m.def(
      "read_run",
      [](const std::string& folder) {
        return read_run(folder, {folder, 0, 0});
      },
      nb::arg("folder"));
  m.def("data_of_file", &data_of_file, nb::arg("path"), nb::arg("time"), nb::arg("columns"),
        nb::arg("run"));
  m.def("record_of_data", &record_of_data, nb::arg("name"), nb::arg("time"), nb::arg("columns"),
        nb::arg("run"));
  m.def(
      "unit_factor",  // in SI of one of the unit, which must be one of `si`
      [](const std::string& unit, const std::string& si) {
        std::vector<double> one{1.0};
        to_si(one, unit, {.name = si, .unit = si}, {"units", 0, 0});
        return one.front();
      },
      nb::arg("unit"), nb::arg("si"));
  m.def(
      "compare",
      [](const std::vector<RunRecord>& runs, const std::optional<RunRecord>& data) {
        return compare(runs, data);
      },
      nb::arg("runs"), nb::arg("data").none());
}

}  // namespace luztar::python
