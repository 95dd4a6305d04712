#include "luztar/exchange/modelica/export_modelica.h"

#include <optional>

#include "luztar/dynamics/system/settings_of.h"
#include "luztar/dynamics/system/system.h"
#include "luztar/exchange/modelica/modelica_bodies.h"
#include "luztar/exchange/modelica/modelica_formula.h"
#include "luztar/exchange/modelica/modelica_frictions.h"
#include "luztar/exchange/modelica/modelica_joints.h"
#include "luztar/exchange/modelica/modelica_springs.h"
#include "luztar/exchange/modelica/modelica_states.h"
#include "luztar/exchange/modelica/modelica_tables.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/shifts.h"
#include "luztar/version.h"

namespace luztar {
namespace {

void write_element(ModelicaJob& job, std::size_t index) {
  const NetworkElement& element = job.network().elements[index];
  if (shifts(element.deflection))
    return job.refuse(element.where,
                      "the arms of " + quote(element.name) +
                          " read a state, which has no counterpart in Modelica",
                      "give it constant arms");
  if (is_modelica_loss(job, element)) return;
  using Law = NetworkElement::Law;
  switch (element.law) {
    case Law::Spring:
      return write_modelica_spring(job, index);
    case Law::Internal:
      return write_modelica_stateful(job, index);
    case Law::Written:
      return write_modelica_law(job, index);
    case Law::Coulomb:
      return write_modelica_friction(job, index);
    case Law::Link:
      return write_modelica_link(job, index);
    case Law::Freewheel:
    case Law::Stop:
    case Law::Ratchet:
      return refuse_modelica_joint(job, index);
  }
}

std::string annotation_of(const Model& model) {
  const SimulationSettings run = settings_of(model.simulation, evaluate_parameters(model));
  std::string text = "experiment(StartTime = " + modelica_number(run.start) +
                     ", StopTime = " + modelica_number(run.start + run.duration);
  const double interval = run.interval > 0.0 ? run.interval
                          : run.samples > 1  ? run.duration / static_cast<double>(run.samples - 1)
                                             : 0.0;
  if (interval > 0.0) text += ", Interval = " + modelica_number(interval);
  return text + ", Tolerance = 1e-09), uses(Modelica(version = \"4.0.0\"))";
}

}  // namespace

std::string export_modelica(const Model& model, const std::string& name) {
  compile(model);  // what is wrong with it is told first
  const std::optional<Model> written = with_forces_written_out(model);
  const Model& whole = written ? *written : model;
  std::string own = name;
  if (!own.empty() && own[0] >= 'a' && own[0] <= 'z') own[0] -= 'a' - 'A';
  ModelicaJob job(whole, own);
  if (whole.simulation.at_rest)
    job.refuse(whole.simulation.rest, "start = \"equilibrium\" has no counterpart in Modelica",
               "write the positions that luztar equilibrium prints");
  write_modelica_parameters(job);
  write_modelica_tables(job);
  write_modelica_bodies(job);
  job.document().head("Elements");
  for (std::size_t i = 0; i < job.network().elements.size(); ++i) write_element(job, i);
  job.document().head("States");
  write_modelica_states(job);
  if (!job.refusals().empty()) throw ModelError(job.refusals());
  const std::string file = whole.file.substr(whole.file.find_last_of('/') + 1);
  return job.document().text({.name = modelica_identifier(own),
                              .about = whole.title,
                              .comment = "Made by luztar " + std::string(LUZTAR_VERSION) +
                                         (file.empty() ? "" : " from " + file) +
                                         "; Modelica Standard Library 4.0",
                              .annotation = annotation_of(whole)});
}

}  // namespace luztar
