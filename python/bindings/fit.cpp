// Fits and residuals for Python.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"
#include "fit_data.h"
#include "interrupt.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

using Vector = nb::ndarray<nb::numpy, double, nb::ndim<1>>;
using Matrix = nb::ndarray<nb::numpy, double, nb::ndim<2>>;

template <class Array>
Array array_of(std::vector<double> list, std::initializer_list<std::size_t> shape) {
  auto* kept = new std::vector<double>(std::move(list));
  const nb::capsule owner(kept,
                          [](void* p) noexcept { delete static_cast<std::vector<double>*>(p); });
  return Array(kept->data(), shape, owner);
}

/// A model beside data; it keeps the model.
struct Beside {
  Beside(Model changed_model, std::vector<Experiment> experiments, std::vector<FreeValue> free)
      : model(std::move(changed_model)),
        residuals(model, std::move(experiments), std::move(free)) {}
  Model model;
  Residuals residuals;
};

std::unique_ptr<Beside> beside(const SourcedModel& source, const Changes& values,
                               const Changes& settings,
                               const std::vector<GivenExperiment>& experiments,
                               const std::vector<GivenFree>& free) {
  const std::vector<Change> parameters = changes_of(values), keys = changes_of(settings);
  const nb::gil_scoped_release released;
  Model model = changed(source, parameters, keys);
  std::vector<Experiment> data = experiments_of(experiments, model);
  std::vector<FreeValue> unknowns = free_of(free);
  if (unknowns.empty()) unknowns = free_values(model);
  return std::make_unique<Beside>(std::move(model), std::move(data), std::move(unknowns));
}

/// (residuals, derivatives or None); None where a run did not come to its end.
nb::object evaluate(Beside& self, const std::vector<double>& x, bool derivatives) {
  std::vector<double> residual, slopes;
  bool there = false;
  {
    const nb::gil_scoped_release released;
    const Interrupt interrupt;
    there = self.residuals.evaluate(x, residual, derivatives ? &slopes : nullptr);
    const nb::gil_scoped_acquire held;
    interrupt.throw_if_asked();
  }
  if (!there) return nb::none();
  const std::size_t rows = residual.size();
  nb::object jacobian = nb::none();
  if (derivatives) jacobian = nb::cast(array_of<Matrix>(std::move(slopes), {rows, x.size()}));
  return nb::make_tuple(array_of<Vector>(std::move(residual), {rows}), jacobian);
}

/// A function of Python without arguments: the page as HTML text.
nb::object page_of(nb::object beside, Fit found, FitPage page) {
  return nb::cpp_function([beside, found = std::move(found), page = std::move(page)] {
    const auto& self = nb::cast<const Beside&>(beside);
    const nb::gil_scoped_release released;
    return fit_page(self.model, self.residuals, found, page);
  });
}

WordsAndAnything fit_beside(nb::object beside, const std::string& loss, int max_iterations,
                            const std::vector<std::string>& profiled) {
  auto& self = nb::cast<Beside&>(beside);
  Fit found;
  std::vector<Profile> profiles;
  std::vector<std::string> doubts;
  {
    const nb::gil_scoped_release released;
    const Interrupt interrupt;
    doubts = suspicions(self.residuals);
    found = fit(
        self.residuals,
        {.loss = loss_named(loss), .max_iterations = max_iterations, .goes_on = [](int, double) {
           return !Interrupt::asked();
         }});
    for (std::size_t i = 0; i < found.values.size(); ++i)
      if (std::ranges::find(profiled, found.values[i].name) != profiled.end() &&
          !Interrupt::asked())
        profiles.push_back(profile(self.residuals, found, i, {.loss = loss_named(loss)}));
    const nb::gil_scoped_acquire held;
    interrupt.throw_if_asked();
  }
  WordsAndAnything result = fields_of(found);
  result["doubts"] = nb::cast(doubts);
  nb::list likelihoods;
  for (const Profile& one : profiles)
    likelihoods.append(
        nb::make_tuple(one.name, one.value, one.rise, one.x, one.lower, one.upper, one.words));
  result["profiles"] = likelihoods;
  result["page"] = page_of(std::move(beside), std::move(found),
                           {.title = self.model.title,
                            .file = self.model.file,
                            .loss = loss_named(loss),
                            .doubts = std::move(doubts),
                            .profiles = std::move(profiles)});
  return result;
}

}  // namespace

std::vector<Experiment> experiments_of(const std::vector<GivenExperiment>& given,
                                       const Model& model) {
  std::vector<Experiment> data;
  for (const auto& [name, time, channels, set, own, fitted_until] : given) {
    Experiment& experiment = data.emplace_back(Experiment{name, time, {}, set, own, fitted_until});
    for (const auto& [channel, measured, noise] : channels)
      experiment.channels.push_back({channel, measured, noise});
  }
  return data.empty() ? read_experiments(model) : data;
}

std::vector<FreeValue> free_of(const std::vector<GivenFree>& given) {
  std::vector<FreeValue> free;
  for (const auto& [name, lower, upper, start] : given) free.push_back({name, lower, upper, start});
  return free;
}

namespace {

nb::list tuples_of(const std::vector<FittedChannel>& channels) {
  nb::list tuples;
  for (const FittedChannel& channel : channels)
    tuples.append(nb::make_tuple(channel.experiment, channel.name, channel.rows, channel.noise,
                                 channel.noise_is_given, channel.rms, channel.relative,
                                 channel.correlation, channel.words));
  return tuples;
}

}  // namespace

WordsAndAnything fields_of(const Fit& found) {
  nb::list values;
  for (const FittedValue& value : found.values)
    values.append(nb::make_tuple(value.name, value.value, value.error, value.lower, value.upper,
                                 value.start, value.balance, value.at_bound, value.words));
  WordsAndAnything result;
  result["found"] = found.found;
  result["words"] = found.words;
  result["values"] = values;
  result["channels"] = tuples_of(found.channels);
  result["validation"] = tuples_of(found.validation);
  result["correlation"] = nb::cast(found.correlation);
  result["covariance"] = nb::cast(found.covariance);
  result["cost"] = found.cost;
  result["iterations"] = found.iterations;
  result["runs"] = found.runs;
  result["runs_with_derivatives"] = found.runs_with_derivatives;
  result["warnings"] = nb::cast(found.warnings);
  const std::size_t rows = found.residual.size();
  result["residual"] = nb::cast(array_of<Vector>(found.residual, {rows}));
  return result;
}

void bind_fit(nb::module_& m) {
  nb::class_<Beside>(m, "Beside")
      .def("evaluate", &evaluate, nb::arg("x"), nb::arg("derivatives"))
      .def("fit", &fit_beside, nb::arg("loss"), nb::arg("max_iterations"), nb::arg("profiled"))
      .def("unknowns",
           [](const Beside& self) {
             ListOfTuples<nb::str, int> names;
             for (const auto& unknown : self.residuals.unknowns())
               names.append(nb::make_tuple(unknown.name, unknown.experiment));
             return names;
           })
      .def("rows", [](const Beside& self) { return self.residuals.rows(); })
      .def("start", [](const Beside& self) { return self.residuals.start(); })
      .def("lower", [](const Beside& self) { return self.residuals.lower(); })
      .def("upper", [](const Beside& self) { return self.residuals.upper(); })
      .def("words", [](const Beside& self) { return self.residuals.words(); })
      .def("runs", [](const Beside& self) {
        return std::make_pair(self.residuals.runs().plain, self.residuals.runs().with_derivatives);
      });
  m.def("beside", &beside, nb::arg("model"), nb::arg("values"), nb::arg("settings"),
        nb::arg("experiments"), nb::arg("free"));
}

}  // namespace luztar::python
