// Stepper for Python.
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

/// (name, degree): 0 held, -1 interpolated, else of a polynomial.
using GivenInputs = std::vector<std::tuple<std::string, int>>;
using ProofRows = ListOfTuples<nb::str, double, double, double, double, bool, nb::str>;
using EventRows = ListOfTuples<double, nb::str, nb::str, nb::str, nb::str, double, double>;

StepperInput input_of(const std::string& name, int degree) {
  using Kind = StepperInput::Kind;
  const Kind kind = degree < 0 ? Kind::Interpolated : degree == 0 ? Kind::Held : Kind::Polynomial;
  return {name, kind, degree};
}

std::unique_ptr<Stepper> stepper_of(const SourcedModel& source, const Changes& values,
                                    const Changes& settings, const GivenInputs& given) {
  const std::vector<Change> parameters = changes_of(values), keys = changes_of(settings);
  const nb::gil_scoped_release free;
  std::vector<StepperInput> inputs;
  for (const auto& [name, degree] : given) inputs.push_back(input_of(name, degree));
  return std::make_unique<Stepper>(changed(source, parameters, keys), inputs);
}

/// @param all  changes so far, of which `names` are new
void set_parameters(Stepper& stepper, const SourcedModel& source, const Changes& all,
                    const std::vector<std::string>& names) {
  const std::vector<Change> changes = changes_of(all);
  const nb::gil_scoped_release free;
  const ParameterValues values = evaluate_parameters(changed(source, changes));
  ParameterValues now;
  for (const std::string& name : names) now[name] = values.at(name);
  stepper.set_parameters(now);
}

int step(Stepper& stepper, double h, bool until_event) {
  const nb::gil_scoped_release free;
  return static_cast<int>(stepper.step(h, until_event));
}

int step_to(Stepper& stepper, double t, bool until_event) {
  const nb::gil_scoped_release free;
  return static_cast<int>(stepper.step_to(t, until_event));
}

EventRows event_rows(const Stepper& stepper) {
  EventRows rows;
  const System& system = stepper.system();
  for (const Event& event : stepper.events()) {
    const auto word = [&](ModeNumber mode) {
      return event.has_modes() ? mode_word(system, event.name, mode) : "input";
    };
    rows.append(nb::make_tuple(event.time.value,
                               system.event_names()[static_cast<std::size_t>(event.name)],
                               word(event.from), word(event.to), cause_word(event.cause),
                               event.impulse, event.deflection));
  }
  return rows;
}

ListOfTuples<nb::str, nb::str, int, double> input_rows(const Stepper& stepper) {
  ListOfTuples<nb::str, nb::str, int, double> rows;
  for (const Stepper::Input& input : stepper.inputs()) {
    const bool is_line = input.kind == StepperInput::Kind::Interpolated;
    rows.append(nb::make_tuple(input.name, input.unit, is_line ? -1 : input.degree, input.start));
  }
  return rows;
}

ListOfTuples<nb::str, nb::str> output_rows(const Stepper& stepper) {
  ListOfTuples<nb::str, nb::str> rows;
  for (const Stepper::Variable& output : stepper.outputs())
    rows.append(nb::make_tuple(output.name, output.unit));
  return rows;
}

/// (status, diagnosis, warnings, proofs)
nb::typed<nb::tuple, nb::str, nb::str, std::vector<std::string>, ProofRows> look(Stepper& stepper) {
  const RunInfo info = stepper.info();
  ProofRows proofs;
  for (std::size_t i = 0; i < Proofs::kKinds; ++i) {
    const Proof& proof = info.proofs.of[i];
    proofs.append(nb::make_tuple(to_text(static_cast<Proofs::Kind>(i)), proof.residual, proof.scale,
                                 proof.relative(), proof.limit, proof.holds(), proof.what));
  }
  return nb::make_tuple(to_text(info.status), info.diagnosis, info.warnings, proofs);
}

StepperState state_of_bytes(const Stepper& stepper, const nb::bytes& bytes) {
  return stepper.state_of(std::string_view(bytes.c_str(), bytes.size()));
}

}  // namespace

void bind_stepper(nb::module_& m) {
  nb::class_<StepperState>(m, "StepperState")
      .def_prop_ro("time", &StepperState::time)
      .def("bytes", [](const StepperState& state) {
        const std::string text = state.bytes();
        return nb::bytes(text.data(), text.size());
      });
  nb::class_<Stepper>(m, "Stepper")
      .def("inputs", &input_rows)
      .def("outputs", &output_rows)
      .def("parameters", [](const Stepper& stepper) { return stepper.parameters(); })
      .def("input", &Stepper::input, nb::arg("name"))
      .def("output", &Stepper::output, nb::arg("name"))
      .def(
          "set", [](Stepper& stepper, int input, double value) { stepper.set(input, value); },
          nb::arg("input"), nb::arg("value"))
      .def(
          "set_polynomial",
          [](Stepper& stepper, int input, const std::vector<double>& coefficients) {
            stepper.set(input, coefficients);
          },
          nb::arg("input"), nb::arg("coefficients"))
      .def("apply_inputs", &Stepper::apply_inputs)
      .def("input_value", &Stepper::input_value, nb::arg("input"))
      .def("step", &step, nb::arg("h"), nb::arg("until_event"))
      .def("step_to", &step_to, nb::arg("t"), nb::arg("until_event"))
      .def("value", &Stepper::value, nb::arg("output"))
      .def("events", &event_rows)
      .def("look", &look)
      .def("save", &Stepper::save)
      .def("restore", &Stepper::restore, nb::arg("state"))
      .def("state_of", &state_of_bytes, nb::arg("bytes"))
      .def("set_parameters", &set_parameters, nb::arg("model"), nb::arg("all"), nb::arg("names"))
      .def_prop_ro("time", &Stepper::time)
      .def_prop_ro("next_time_event", &Stepper::next_time_event)
      .def_prop_ro("status", [](const Stepper& stepper) { return to_text(stepper.status()); })
      .def_prop_ro("diagnosis", [](const Stepper& stepper) { return stepper.diagnosis(); });
  m.def("stepper", &stepper_of, nb::arg("model"), nb::arg("values"), nb::arg("settings"),
        nb::arg("inputs"));
}

}  // namespace luztar::python
