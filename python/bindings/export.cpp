// Models for other programs.
#include <string>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

/// @param kinds  "cs", "me", or both: ""
/// @return notes: what it does not have, and why
std::vector<std::string> write_fmu(const SourcedModel& source, const Changes& values,
                                   const std::string& path, int version, const std::string& kinds,
                                   const std::vector<std::string>& inputs,
                                   const std::vector<std::string>& outputs,
                                   const std::string& library, bool compiled,
                                   const std::string& compiler) {
  const std::vector<Change> changes = changes_of(values);
  const nb::gil_scoped_release free;
  FmuSource fmu{.path = source.model.file,
                .text = source.text,
                .data_files = source.data_files,
                .parameters = {}};
  const ParameterValues all = evaluate_parameters(changed(source, changes));
  for (const Change& change : changes) fmu.parameters[change.name] = all.at(change.name);
  const std::string file = std::filesystem::path(path).stem().string();
  return export_fmu(fmu,
                    {.version = version,
                     .for_steps = kinds != "me",
                     .for_equations = kinds != "cs",
                     .must_have_equations = kinds == "me",
                     .inputs = inputs,
                     .outputs = outputs,
                     .name = file,
                     .library = library,
                     .compiled = compiled,
                     .compiler = compiler},
                    path)
      .notes;
}

/// @return the text of a file of Modelica
std::string modelica_of(const SourcedModel& source, const Changes& values,
                        const std::string& name) {
  const std::vector<Change> changes = changes_of(values);
  const nb::gil_scoped_release free;
  return export_modelica(changed(source, changes), name);
}

}  // namespace

void bind_export(nb::module_& m) {
  m.def("export_fmu", &write_fmu, nb::arg("model"), nb::arg("values"), nb::arg("path"),
        nb::arg("version"), nb::arg("kinds"), nb::arg("inputs"), nb::arg("outputs"),
        nb::arg("library"), nb::arg("compiled"), nb::arg("compiler"));
  m.def("export_modelica", &modelica_of, nb::arg("model"), nb::arg("values"), nb::arg("name"));
}

}  // namespace luztar::python
