// Recordings of runs that were made elsewhere: out of files and other processes.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"
#include "interrupt.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

using ColumnsOfRun = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class Number>
using ListOfRun = nb::ndarray<const Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// In progress: Python adds what it finds by the names of channels.
struct Former {
  Former(const Model& of_model, System of_system, State of_start)
      : system(std::move(of_system)),
        start(std::move(of_start)),
        recording(std::make_unique<Recording>(of_model, system, &Interrupt::asked)) {}
  System system;
  State start;
  FormerRun run;
  std::unique_ptr<Recording> recording;
};

/// @param start  "" where the model says where it began, else a state as text
std::unique_ptr<Former> former_run(const SourcedModel& source, const Changes& values,
                                   const Changes& settings,
                                   std::optional<std::vector<double>> times,
                                   const std::vector<std::string>& derivatives, bool start_is_known,
                                   const std::string& start, const std::string& summary,
                                   const std::string& path) {
  const std::vector<Change> parameters = changes_of(values), keys = changes_of(settings);
  const nb::gil_scoped_release free;
  Model model = changed(source, parameters, keys);
  if (!derivatives.empty()) set_derivatives(model, derivatives, "derivatives");
  if (times) set_times(model, {.values = std::move(*times), .where = {"times", 1, 1}});
  const bool goes_on = !start_is_known || !start.empty();
  System system = compile(model, {}, goes_on ? StartOfFile::Unused : StartOfFile::Used);
  State first = !start_is_known ? State{}
                : start.empty() ? start_state(model, system)
                                : state_from_json(system, start, path);
  auto former = std::make_unique<Former>(model, system, std::move(first));
  former->run.summary = read_summary(system, summary, path);
  former->run.has_start = start_is_known;
  return former;
}

void check_shape(const ColumnsOfRun& columns, const Recording& recording) {
  if (columns.shape(0) != 1 + recording.columns().channels().size() + kLedgerColumns)
    throw nb::value_error("the rows do not fit the channels of the run");
}

void take_modes(Former& former, const ListOfRun<std::int8_t>& modes) {
  const std::size_t elements = former.system.elements().size();
  if (modes.size() != 0 && modes.size() != elements)
    throw nb::value_error("the modes at the start do not fit the elements");
  for (std::size_t i = 0; i < modes.size(); ++i) {
    if (std::abs(modes(i)) > 1) throw nb::value_error("a mode is none of -1, 0, 1");
    former.run.first_modes.push_back(modes(i));
  }
}

/// Numbers of what happened, each of shape (events,).
void take_events(Former& former, const ListOfRun<double>& t, const ListOfRun<std::int32_t>& name,
                 const ListOfRun<std::int8_t>& from, const ListOfRun<std::int8_t>& to,
                 const ListOfRun<std::int8_t>& cause, const ListOfRun<double>& impulse,
                 const ListOfRun<double>& d, const ListOfRun<double>& slopes) {
  const std::size_t count = t.size();
  for (const std::size_t size :
       {name.size(), from.size(), to.size(), cause.size(), impulse.size(), d.size()})
    if (size != count) throw nb::value_error("the columns of the events have different lengths");
  if (slopes.size() != count * former.recording->varied().size())
    throw nb::value_error("the derivatives of the times do not fit the events");
  const auto names = static_cast<int>(former.system.event_names().size());
  for (std::size_t i = 0; i < count; ++i) {
    const bool is_event = name(i) >= 0 && name(i) < names && std::abs(from(i)) <= 1 &&
                          std::abs(to(i)) <= 1 && cause(i) >= 0 &&
                          cause(i) <= static_cast<int>(Event::Cause::Tooth) &&
                          std::isfinite(t(i)) && (i == 0 || t(i) >= t(i - 1));
    if (!is_event) throw nb::value_error("an event is none of this model");
    former.run.events.push_back({Time{t(i)}, name(i), from(i), to(i),
                                 static_cast<Event::Cause>(cause(i)), impulse(i), d(i)});
  }
  former.run.event_slopes.assign(slopes.data(), slopes.data() + slopes.size());
}

std::unique_ptr<Recording> finish(Former& former, const std::string& report) {
  if (former.recording == nullptr) throw nb::value_error("the run is finished");
  // The page holds it inside of a <script>.
  if (report.find_first_of("<>&") != std::string::npos)
    throw nb::value_error("the report is none of luztar");
  former.run.report = report;
  const nb::gil_scoped_release free;
  former.recording->take(std::move(former.run), std::move(former.start));
  return std::move(former.recording);
}

}  // namespace

void bind_former_run(nb::module_& m) {
  nb::class_<Former>(m, "FormerRun")
      .def("channels", [](const Former& former) { return channel_names(*former.recording); })
      .def("event_names", [](const Former& former) { return former.system.event_names(); })
      .def("mode_words", [](const Former& former) { return mode_words(*former.recording); })
      .def(
          "take_rows",
          [](Former& former, const ColumnsOfRun& columns) {
            check_shape(columns, *former.recording);
            former.recording->take_rows(columns.data(), columns.shape(1));
          },
          nb::arg("columns"))
      .def(
          "take_derivatives",
          [](Former& former, std::size_t index, const ColumnsOfRun& columns) {
            check_shape(columns, *former.recording);
            former.recording->take_derivatives(index, columns.data(), columns.shape(1));
          },
          nb::arg("index"), nb::arg("columns"))
      .def("take_modes", &take_modes, nb::arg("modes"))
      .def("take_events", &take_events, nb::arg("t"), nb::arg("name"), nb::arg("from_"),
           nb::arg("to"), nb::arg("cause"), nb::arg("impulse"), nb::arg("d"), nb::arg("slopes"))
      .def("finish", &finish, nb::arg("report"));
  m.def("former_run", &former_run, nb::arg("model"), nb::arg("values"), nb::arg("settings"),
        nb::arg("times").none(), nb::arg("derivatives"), nb::arg("start_is_known"),
        nb::arg("start"), nb::arg("summary"), nb::arg("path"));
}

}  // namespace luztar::python
