// Equations and reductions for Python.
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

/// @param linear  A, B, C, D in symbols too  @param time  nothing: at rest, or at the start
std::string derive(const SourcedModel& source, const std::string& format, bool steps,
                   bool as_published, bool linear, const std::vector<std::string>& inputs,
                   const std::vector<std::string>& outputs, bool at_start,
                   std::optional<double> time) {
  const nb::gil_scoped_release free;
  compile(source.model);  // what only the engine refuses
  if (const auto language = language_of(format)) return generate_functions(source.model, *language);
  DerivationSettings settings{steps, as_published};
  using About = LinearSettings::About;
  if (linear)
    settings.linear = regime_of(source.model, {.inputs = inputs,
                                               .outputs = outputs,
                                               .about = time       ? About::Time
                                                        : at_start ? About::Start
                                                                   : About::Equilibrium,
                                               .time = time.value_or(0.0)});
  return print(derivation(source.model, settings), document_format(format));
}

/// A reduction with the model that it came from.
struct FullReduction {
  Model full;
  Reduction reduction;
};

FullReduction reduce_model(const SourcedModel& source, const std::vector<std::string>& limits,
                           const Changes& values) {
  const std::vector<Change> parameters = changes_of(values);
  const nb::gil_scoped_release free;
  Model full = changed(source, parameters);
  std::vector<ParameterLimit> parsed;
  for (const std::string& text : limits) parsed.push_back(parse_limit(text));
  Reduction reduction = reduce(full, parsed);
  compile(reduction.model);
  return {std::move(full), std::move(reduction)};
}

WordsAndAnything verify(const FullReduction& reduced) {
  std::optional<Verification> done;
  {
    const nb::gil_scoped_release free;
    done = verify_reduction(reduced.full, reduced.reduction);
  }
  nb::list rows;
  for (const VerificationStage& stage : done->stages)
    for (const VerificationRow& row : stage.rows)
      rows.append(nb::make_tuple(to_text(stage.limits), row.small, row.error, row.order));
  Document document{reduced.full.title, {}, {verification_section(*done, reduced.reduction)}};
  WordsAndAnything result;
  result["verdict"] = to_text(done->verdict);
  result["converges"] = done->verdict == Verdict::Converges;
  result["order"] = done->order;
  result["reason"] = done->reason;
  result["rows"] = rows;
  result["text"] = print(document, DocumentFormat::Text);
  return result;
}

}  // namespace

void bind_derive(nb::module_& m) {
  nb::class_<FullReduction>(m, "Reduction")
      .def("toml", [](const FullReduction& self) { return write_model(self.reduction.model); })
      .def("limits", [](const FullReduction& self) { return to_text(self.reduction.limits); })
      .def("document",
           [](const FullReduction& self, const std::string& format) {
             return print(reduction_document(self.full, self.reduction), document_format(format));
           })
      .def("steps",
           [](const FullReduction& self) {
             ListOfTuples<nb::str, std::vector<std::string>, nb::str> steps;
             for (const ReductionStep& step : self.reduction.steps)
               steps.append(nb::make_tuple(step.rule, step.names, step.condition));
             return steps;
           })
      .def("ends_at_once",
           [](const FullReduction& self) { return luztar::ends_at_once(self.reduction.model); })
      .def("verify", &verify);
  m.def("derive", &derive, nb::arg("model"), nb::arg("format"), nb::arg("steps"),
        nb::arg("as_published"), nb::arg("linear"), nb::arg("inputs"), nb::arg("outputs"),
        nb::arg("at_start"), nb::arg("time").none());
  m.def("reduce", &reduce_model, nb::arg("model"), nb::arg("limits"), nb::arg("values"));
}

}  // namespace luztar::python
