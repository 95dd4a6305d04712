// Linear systems for Python.
#include <complex>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/complex.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

using Rows = LinearSystem::Rows;

nb::list variables(const std::vector<LinearVariable>& from, const std::vector<std::string>& units) {
  nb::list made;
  for (std::size_t i = 0; i < from.size(); ++i)
    made.append(nb::make_tuple(from[i].name, units[i], from[i].value));
  return made;
}

/// @param time  nothing: at rest, or where the file starts
WordsAndAnything linear(const SourcedModel& source, const Changes& values,
                        const std::vector<std::string>& inputs,
                        const std::vector<std::string>& outputs, bool at_start,
                        std::optional<double> time) {
  const std::vector<Change> parameters = changes_of(values);
  using About = LinearSettings::About;
  LinearSystem found;
  LinearUnits units;
  {
    const nb::gil_scoped_release free;
    const Model model = changed(source, parameters);
    found = linearize(model, {.inputs = inputs,
                              .outputs = outputs,
                              .about = time       ? About::Time
                                       : at_start ? About::Start
                                                  : About::Equilibrium,
                              .time = time.value_or(0.0)});
    units = linear_units(model, found);
  }
  nb::list modes;
  for (const LinearElement& element : found.modes)
    modes.append(nb::make_tuple(element.name, element.state, element.rate));
  nb::dict followers;
  for (const auto& [body, others] : found.followers) followers[body.c_str()] = others;
  WordsAndAnything result;
  result["A"] = found.a;
  result["B"] = found.b;
  result["C"] = found.c;
  result["D"] = found.d;
  result["states"] = variables(found.states, units.states);
  result["inputs"] = variables(found.inputs, units.inputs);
  result["outputs"] = variables(found.outputs, units.outputs);
  result["period"] = found.period;
  result["time"] = found.time;
  result["at_rest"] = found.at_rest;
  result["modes"] = modes;
  result["followers"] = followers;
  result["notes"] = found.notes;
  return result;
}

std::vector<std::complex<double>> poles_of(const Rows& a) {
  LinearSystem system;
  system.a = a;
  system.states.resize(a.size());
  return poles(system);
}

WordsAndAnything transfer(const Rows& a, const Rows& b, const Rows& c, const Rows& d, double period,
                          std::size_t output, std::size_t input) {
  LinearSystem system;
  system.a = a;
  system.b = b;
  system.c = c;
  system.d = d;
  system.states.resize(a.size());
  system.period = period;
  const TransferFunction made = transfer_function(system, output, input);
  WordsAndAnything result;
  result["numerator"] = made.numerator;
  result["denominator"] = made.denominator;
  result["zeros"] = made.zeros;
  result["poles"] = made.poles;
  result["static_gain"] = made.static_gain;
  return result;
}

}  // namespace

void bind_linear(nb::module_& m) {
  m.def("linearize", &linear, nb::arg("model"), nb::arg("values"), nb::arg("inputs"),
        nb::arg("outputs"), nb::arg("at_start"), nb::arg("time").none());
  m.def("linear_poles", &poles_of, nb::arg("a"));
  m.def("linear_transfer", &transfer, nb::arg("a"), nb::arg("b"), nb::arg("c"), nb::arg("d"),
        nb::arg("period"), nb::arg("output"), nb::arg("input"));
}

}  // namespace luztar::python
