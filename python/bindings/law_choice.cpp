// Choices among laws of friction for Python.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"
#include "fit_data.h"
#include "interrupt.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

/// A function of Python without arguments: the page of the best law as HTML text.
nb::object page_of(LawChoice choice, std::vector<Experiment> data, FitPage page) {
  return nb::cpp_function(
      [choice = std::move(choice), data = std::move(data), about = std::move(page)] {
        const nb::gil_scoped_release released;
        const auto best = std::ranges::find_if(
            choice.laws, [&](const FittedLaw& law) { return law.law.name == choice.best; });
        if (best == choice.laws.end())
          throw ModelError({choice.of, 0, 0}, "no law could be fitted: there is no page", "");
        const Model& model = best->law.model;
        FitPage written = about;
        written.title = model.title;
        written.file = model.file;
        written.doubts = choice.doubts;
        written.choice = &choice;
        return fit_page(model, Residuals(model, data, best->law.free), best->found.fit, written);
      });
}

/// The fields of luztar.law_choice.LawChoice; laws as lists of their fields, models as text.
WordsAndAnything law_choice(const SourcedModel& source, const Changes& values,
                            const Changes& settings, const std::string& friction,
                            const std::vector<GivenExperiment>& experiments,
                            const std::vector<GivenFree>& free, const std::string& loss,
                            int folds) {
  const std::vector<Change> parameters = changes_of(values), keys = changes_of(settings);
  LawChoice choice;
  std::vector<Experiment> data;
  {
    const nb::gil_scoped_release released;
    const Interrupt interrupt;
    const Model model = changed(source, parameters, keys);
    std::vector<FreeValue> unknowns = free_of(free);
    if (unknowns.empty() && !model.fit.free.empty()) unknowns = free_values(model);
    data = experiments_of(experiments, model);
    choice =
        choose_law(model, friction, data, unknowns,
                   {.loss = loss_named(loss), .folds = folds, .goes_on = [](const std::string&) {
                      return !Interrupt::asked();
                    }});
    const nb::gil_scoped_acquire held;
    interrupt.throw_if_asked();
  }
  nb::list laws;
  for (const FittedLaw& law : choice.laws)
    laws.append(nb::make_tuple(law.law.name, fields_of(law.found.fit), write_model(law.model),
                               law.n_values(), law.aic, law.bic, law.p, law.found.unseen));
  WordsAndAnything result;
  result["best"] = choice.best;
  result["undecided"] = nb::cast(choice.undecided);
  result["verdict"] = choice.verdict;
  result["doubts"] = nb::cast(choice.doubts);
  result["not_fitted"] = nb::cast(choice.not_fitted);
  result["laws"] = laws;
  result["page"] = page_of(std::move(choice), std::move(data), {.loss = loss_named(loss)});
  return result;
}

}  // namespace

void bind_law_choice(nb::module_& m) {
  m.def("law_choice", &law_choice, nb::arg("model"), nb::arg("values"), nb::arg("settings"),
        nb::arg("friction"), nb::arg("experiments"), nb::arg("free"), nb::arg("loss"),
        nb::arg("folds"));
}

}  // namespace luztar::python
