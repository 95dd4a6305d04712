#include "luztar/dynamics/system/sampling.h"

#include <algorithm>

namespace luztar {

Sampling sampling_of(const std::vector<Controller>& controllers, const ParameterValues& values,
                     int owner, int output, ProgramBuilder& builder) {
  Sampling sampling;
  for (const Controller& controller : controllers) {
    ControllerLaw law;
    law.period = evaluate(controller.period, values);
    law.delay = evaluate(controller.delay, values);
    law.first = evaluate(controller.first, values);
    law.owner = owner++;
    law.output = output;
    law.size = static_cast<int>(controller.memory.size());
    law.clock = law.act_clock = builder.clock(law.first, law.period, law.owner);
    if (law.delay > 0.0) {
      law.act_clock = builder.clock(law.first + law.delay, law.period, law.owner);
      law.pending = sampling.n_pending;
      sampling.n_pending += law.size;
    }
    sampling.n_clocks = law.act_clock + 1;
    for (int k = 0; k < law.size; ++k) sampling.outputs.push_back({builder.output(), output++});
    sampling.n_outputs += law.size;
    sampling.controllers.push_back(std::move(law));
  }
  return sampling;
}

Grid Sampling::grid_of(int clock) const {
  const auto law = std::find_if(controllers.begin(), controllers.end(),
                                [clock](const auto& c) { return clock <= c.act_clock; });
  return clock == law->clock ? law->samples() : law->actions();
}

std::vector<double> first_pending(const Sampling& sampling, const std::vector<double>& internal) {
  std::vector<double> pending;
  for (const ControllerLaw& law : sampling.controllers)
    for (int k = 0; k < law.size && law.pending >= 0; ++k)
      pending.push_back(
          internal[static_cast<std::size_t>(law.output) + static_cast<std::size_t>(k)]);
  return pending;
}

}  // namespace luztar
