#include "luztar/exchange/stepped_model.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/model/check.h"
#include "luztar/study/rest/equilibrium.h"

namespace luztar {

System SteppedModel::compiled(const StepperInputs& inputs,
                              const ParameterValues& parameters) const {
  Model model = inputs.model();
  ParameterValues own = parameters;
  for (const StepperInput& input : given) own.erase(input.name);
  if (!given.empty()) model.simulation.at_rest = false;
  System system = compile(model, own);
  if (system.settings().method == Method::Stepping)
    throw ModelError({}, "a stepper goes from event to event, and this model has steps of its own",
                     "give it method = \"events\"");
  return system;
}

State SteppedModel::start_of(const StepperInputs& inputs, const System& system,
                             const ParameterValues& parameters) const {
  if (given.empty() || !file.simulation.at_rest) return start_state(inputs.model(), system);
  const System of_file = compile(file, parameters);
  const State rest = start_state(file, of_file);
  std::vector<double> position = rest.position, velocity = rest.velocity, internal;
  to_positions(of_file.impl(), position);
  to_positions(of_file.impl(), velocity);
  for (const InternalLaw& law : system.impl().internals) internal.push_back(law.start);
  std::copy_n(rest.internal.begin(), of_file.impl().first_state(), internal.begin());
  return initial_state(system, rest.time, std::move(position), std::move(velocity),
                       std::move(internal));
}

void refuse_call(const std::string& what) { throw std::invalid_argument(what); }

void refuse_unknown(const char* kind, std::string_view name, const std::vector<std::string>& known,
                    const std::string& otherwise) {
  refuse_call("no " + std::string(kind) + " " + quote(name) + "; " +
              suggest(std::string(name), known, otherwise));
}

}  // namespace luztar
