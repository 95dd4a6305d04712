// Equilibria and small motions for Python.
#include <complex>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/complex.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "bindings.h"
#include "changed_model.h"

namespace nb = nanobind;

namespace luztar::python {
namespace {

WordsAndAnything rest(const SourcedModel& source, const Changes& values,
                      const std::map<std::string, double>& sliding) {
  const std::vector<Change> parameters = changes_of(values);
  Equilibrium found;
  {
    const nb::gil_scoped_release free;
    found = equilibrium(changed(source, parameters), {.sliding = sliding});
  }
  nb::dict bodies, elements, states;
  for (const RestBody& body : found.bodies) {
    bodies[body.name.c_str()] =
        nb::make_tuple(body.position, body.lower, body.upper, body.given, body.floats);
  }
  for (const RestElement& element : found.elements) {
    elements[element.name.c_str()] =
        nb::make_tuple(element.force, element.deflection, element.state);
  }
  for (const auto& [name, value] : found.states) states[name.c_str()] = value;
  WordsAndAnything result;
  result["found"] = found.found;
  result["reason"] = found.reason;
  result["kind"] = to_text(found.kind);
  result["by_friction"] = found.by_friction;
  result["exact_ranges"] = found.exact_ranges;
  result["start_rests"] = found.start_rests;
  result["bodies"] = bodies;
  result["states"] = states;
  result["elements"] = elements;
  return result;
}

WordsAndAnything modes(const SourcedModel& source, const Changes& values, bool at_start,
                       const std::vector<std::string>& stuck,
                       const std::map<std::string, std::optional<double>>& slip,
                       const std::vector<std::string>& contact,
                       const std::vector<std::string>& open) {
  const std::vector<Change> parameters = changes_of(values);
  SmallMotions found;
  {
    const nb::gil_scoped_release free;
    found = small_motions(
        changed(source, parameters),
        {.at_start = at_start, .stuck = stuck, .slip = slip, .contact = contact, .free = open});
  }
  nb::list motions, pattern;
  for (const SmallMotion& motion : found.motions) {
    motions.append(nb::make_tuple(motion.value, motion.frequency, motion.damping,
                                  to_text(motion.stability), motion.shape));
  }
  for (const ElementPattern& element : found.pattern)
    pattern.append(nb::make_tuple(element.name, element.state, element.rate));
  WordsAndAnything result;
  result["bodies"] = found.bodies;
  result["coordinates"] = found.coordinates;
  result["basis"] = found.basis;
  result["mass"] = found.mass;
  result["damping"] = found.damping;
  result["stiffness"] = found.stiffness;
  result["pattern"] = pattern;
  result["motions"] = motions;
  result["stability"] = to_text(found.stability);
  return result;
}

}  // namespace

void bind_study(nb::module_& m) {
  m.def("equilibrium", &rest, nb::arg("model"), nb::arg("values"), nb::arg("sliding"));
  m.def("modes", &modes, nb::arg("model"), nb::arg("values"), nb::arg("at_start"), nb::arg("stuck"),
        nb::arg("slip"), nb::arg("contact"), nb::arg("open"));
}

}  // namespace luztar::python
