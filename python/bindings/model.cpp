// Model for Python: reading, checking, running.
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"
#include "interrupt.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

/// @param files  texts of the data files by name; null: they are read where they lie
SourcedModel parse(const std::string& text, const std::string& path,
                   const std::optional<std::map<std::string, nb::bytes>>& files) {
  SourcedModel source{{}, text, {}};
  if (files) {
    source.data_files.complete = true;
    for (const auto& [name, bytes] : *files)
      source.data_files.texts[name] = std::string(bytes.c_str(), bytes.size());
  }
  const nb::gil_scoped_release free;
  source.model = parse_model(text, path, {.data_files = &source.data_files});
  return source;
}

std::map<std::string, nb::bytes> data_files_of(const SourcedModel& source) {
  std::map<std::string, nb::bytes> files;
  for (const auto& [name, file] : source.data_files.texts)
    files.emplace(name, nb::bytes(file.data(), file.size()));
  return files;
}

using ModelState = std::tuple<std::string, std::string, std::map<std::string, nb::bytes>>;

std::string text_of(double number) { return to_text(Expression::number(number)); }

/// Where the run begins; `state` is of another run or, as text, of a file.
State start_of(const Model& model, const System& system, const State* state,
               const std::string& json, const std::string& path) {
  if (json.empty() && state == nullptr) return start_state(model, system);
  State start = state != nullptr ? *state : state_from_json(system, json, path);
  const SourceLocation where{json.empty() ? "start" : path, 0, 0};
  if (const std::string wrong = misfit(system, start); !wrong.empty())
    throw ModelError(where, "this state is not one of this model: " + wrong,
                     "go on with the model that it comes from");
  const SimulationSettings& settings = system.settings();
  const double end = settings.start + settings.duration;
  if (start.time < settings.start || start.time >= end)
    throw ModelError(where,
                     "its time, " + text_of(start.time) + " s, is not before the end of the run, " +
                         text_of(end) + " s",
                     "give a longer duration, counted from " + text_of(settings.start) + " s");
  return start;
}

std::unique_ptr<Recording> simulate(const SourcedModel& source, const Changes& values,
                                    const Changes& settings, const State* state,
                                    const std::string& json, const std::string& json_path,
                                    const std::string& folder, bool report, int threads,
                                    std::optional<std::vector<double>> times,
                                    const std::vector<std::string>& derivatives) {
  const std::vector<Change> parameters = changes_of(values), keys = changes_of(settings);
  std::unique_ptr<Recording> recording;
  {
    const nb::gil_scoped_release free;
    const Interrupt interrupt;
    Model model = changed(source, parameters, keys);
    if (!derivatives.empty()) set_derivatives(model, derivatives, "derivatives");
    if (times) set_times(model, {.values = std::move(*times), .where = {"times", 1, 1}});
    const bool goes_on = state != nullptr || !json.empty();
    const System system = compile(model, {}, goes_on ? StartOfFile::Unused : StartOfFile::Used);
    State start = start_of(model, system, state, json, json_path);
    recording = std::make_unique<Recording>(model, system, &Interrupt::asked);
    if (!folder.empty()) recording->write_to(model, folder, report);
    std::optional<ThreadPool> pool;
    if (threads != 1) pool.emplace(threads);
    recording->run(std::move(start), pool ? pool->executor() : Executor{});
    const nb::gil_scoped_acquire held;
    interrupt.throw_if_asked();
  }
  return recording;
}

/// Where the next run of a sweep begins that carries its state.
State begun_anew_in(const SourcedModel& source, const Changes& values, const Changes& settings,
                    const State& end) {
  const std::vector<Change> parameters = changes_of(values), keys = changes_of(settings);
  const Model model = changed(source, parameters, keys);
  return begun_anew(compile(model, {}, StartOfFile::Unused), end);
}

/// Calls `use` with the model of a run that had these changes.
template <class Use>
auto with_model_of_run(const SourcedModel& source, const Changes& values, const Changes& settings,
                       const Use& use) {
  const std::vector<Change> parameters = changes_of(values), keys = changes_of(settings);
  const nb::gil_scoped_release free;
  return use(changed(source, parameters, keys));
}

void save_run(const SourcedModel& source, const Changes& values, const Changes& settings,
              Recording& run, const std::string& folder) {
  with_model_of_run(source, values, settings, [&](Model model) {
    set_derivatives(model, run.varied(), "derivatives");
    run.save(model, folder);
  });
}

std::string report_of_run(const SourcedModel& source, const Changes& values,
                          const Changes& settings, Recording& run) {
  return with_model_of_run(source, values, settings,
                           [&](const Model& model) { return run.report(model); });
}

std::string summary_of_run(const SourcedModel& source, const Changes& values,
                           const Changes& settings, const Recording& run) {
  return with_model_of_run(source, values, settings,
                           [&](const Model& model) { return run.summary(model); });
}

std::vector<std::string> units_of_run(const SourcedModel& source, const Changes& values,
                                      const Changes& settings, const Recording& run) {
  return with_model_of_run(source, values, settings,
                           [&](const Model& model) { return run.units(model); });
}

RunRecord record_of_run(const SourcedModel& source, const Changes& values, const Changes& settings,
                        const Recording& run, const std::string& name) {
  return with_model_of_run(source, values, settings,
                           [&](const Model& model) { return run.record(model, name); });
}

/// (name, value in SI, unit as written, about, value in SI of one such unit).
ListOfTuples<nb::str, double, nb::str, nb::str, double> parameters_of(const SourcedModel& source) {
  const ParameterValues values = evaluate_parameters(source.model);
  ListOfTuples<nb::str, double, nb::str, nb::str, double> parameters;
  for (const Parameter& parameter : source.model.parameters)
    parameters.append(nb::make_tuple(parameter.name, values.at(parameter.name), parameter.unit,
                                     parameter.about, parameter.unit_factor));
  return parameters;
}

/// By units in SI: (unit that is shown instead, its factor).
std::map<std::string, std::tuple<std::string, double>> display_units_of(
    const SourcedModel& source) {
  std::map<std::string, std::tuple<std::string, double>> units;
  for (const DisplayUnit& shown : display_units(source.model.output))
    units[shown.si] = {shown.unit, shown.factor};
  return units;
}

ListOfTuples<nb::str, nb::str> parts_of(const SourcedModel& source) {
  ListOfTuples<nb::str, nb::str> parts;
  for_each_list(source.model, [&](PartKind kind, const auto& list) {
    for (const auto& part : list) parts.append(nb::make_tuple(word_of(kind), part.name));
  });
  return parts;
}

using BodyRows = ListOfTuples<nb::str, nb::str, double, bool, nb::str>;
using TermRows = ListOfTuples<int, double>;
using ElementRows =
    ListOfTuples<nb::str, nb::str, bool, std::optional<bool>, double, double, TermRows>;

/// (name, "free", "prescribed" or "steady", mass, whether it rotates, inertias that couple it).
BodyRows body_rows(const System& system, const CoordinateKinds& coordinates) {
  BodyRows rows;
  for (std::size_t i = 0; i < system.bodies().size(); ++i) {
    const BodyInfo& body = system.bodies()[i];
    const char* kind = body.prescribed ? "prescribed" : std::isinf(body.mass) ? "steady" : "free";
    rows.append(nb::make_tuple(body.name, kind, body.mass,
                               coordinates.bodies[i] == Coordinate::Angle, body.inertias));
  }
  return rows;
}

/// (name, kind, whether it has modes, whether d is an angle or None, lower, upper, [(body, arm)]).
ElementRows element_rows(const System& system, const CoordinateKinds& coordinates) {
  ElementRows rows;
  for (std::size_t i = 0; i < system.elements().size(); ++i) {
    const ElementInfo& element = system.elements()[i];
    TermRows terms;
    for (std::size_t k = 0; k < element.bodies.size(); ++k)
      terms.append(nb::make_tuple(element.bodies[k], element.coefficients[k]));
    rows.append(nb::make_tuple(element.name, word_of(element.kind), element.has_modes,
                               is_angle(coordinates.elements[i]), element.lower, element.upper,
                               terms));
  }
  return rows;
}

/// Which elements lie between which bodies, with the model's own values.
nb::typed<nb::tuple, BodyRows, ElementRows> network_of(const SourcedModel& source) {
  const System system = compile(source.model, {}, StartOfFile::Unused);
  const CoordinateKinds coordinates = result_coordinates(source.model, system);
  return nb::make_tuple(body_rows(system, coordinates), element_rows(system, coordinates));
}

std::vector<std::string> check(const SourcedModel& source, const Changes& values) {
  const std::vector<Change> parameters = changes_of(values);
  const nb::gil_scoped_release free;
  const Model model = changed(source, parameters);
  const System system = compile(model);
  check_sweep(model, system);
  std::vector<std::string> words;
  for (const Diagnostic& warning : warnings_of(model, system)) words.push_back(to_text(warning));
  return words;
}

}  // namespace

void bind_model(nb::module_& m) {
  nb::class_<SourcedModel>(m, "Model")
      .def("__getstate__",
           [](const SourcedModel& source) {
             return std::make_tuple(source.text, source.model.file, data_files_of(source));
           })
      .def("__setstate__",
           [](SourcedModel& source, const ModelState& state) {
             new (&source)
                 SourcedModel(parse(std::get<0>(state), std::get<1>(state), std::get<2>(state)));
           })
      .def_prop_ro("title", [](const SourcedModel& source) { return source.model.title; })
      .def_prop_ro("file", [](const SourcedModel& source) { return source.model.file; })
      .def_prop_ro("hash", [](const SourcedModel& source) { return source.model.hash; })
      .def("data_files", &data_files_of)
      .def("parameters", &parameters_of)
      .def("parts", &parts_of)
      .def("display_units", &display_units_of)
      .def("network", &network_of)
      .def("check", &check)
      .def(
          "toml",
          [](const SourcedModel& source, const std::string& data_folder) {
            return write_model(source.model, data_folder);
          },
          nb::arg("data_folder"))
      .def("simulate", &simulate, nb::arg("values"), nb::arg("settings"), nb::arg("state").none(),
           nb::arg("json"), nb::arg("json_path"), nb::arg("folder"), nb::arg("report"),
           nb::arg("threads"), nb::arg("times").none(), nb::arg("derivatives"))
      .def("begun_anew", &begun_anew_in, nb::arg("values"), nb::arg("settings"), nb::arg("end"))
      .def("save_run", &save_run, nb::arg("values"), nb::arg("settings"), nb::arg("run"),
           nb::arg("folder"))
      .def("report_of_run", &report_of_run, nb::arg("values"), nb::arg("settings"), nb::arg("run"))
      .def("summary_of_run", &summary_of_run, nb::arg("values"), nb::arg("settings"),
           nb::arg("run"))
      .def("record_of_run", &record_of_run, nb::arg("values"), nb::arg("settings"), nb::arg("run"),
           nb::arg("name"))
      .def("units_of_run", &units_of_run, nb::arg("values"), nb::arg("settings"), nb::arg("run"));
  m.def(
      "import_model",
      [](const std::string& text, const std::string& file, const std::string& model,
         const std::string& key, const std::string& duration) {
        const nb::gil_scoped_release free;
        return import_model(text, file, {.model = model, .key = key, .duration = duration});
      },
      nb::arg("text"), nb::arg("file"), nb::arg("model"), nb::arg("key"), nb::arg("duration"));
  m.def("parse", &parse, nb::arg("text"), nb::arg("path"), nb::arg("files") = nb::none());
}

}  // namespace luztar::python
