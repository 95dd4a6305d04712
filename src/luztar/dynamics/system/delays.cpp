#include "luztar/dynamics/system/delays.h"

#include <cmath>

#include "luztar/core/error.h"
#include "luztar/core/number_text.h"
#include "luztar/dynamics/system/state.h"
#include "luztar/dynamics/system/system_impl.h"
#include "luztar/model/check.h"

namespace luztar {

DelayLaw begun_delay(const Delay& delay, const ParameterValues& values, int owner,
                     ProgramBuilder& builder) {
  DelayLaw law{
      .time = evaluate(delay.time, values), .owner = owner, .has_history = delay.has_history};
  if (!(law.time > 0.0) || !std::isfinite(law.time))
    throw ModelError(known_place(delay.time.where(), delay.where),
                     "the time of delay() is " + rounded_text(law.time) + " s",
                     "it is above 0; without a delay write the expression alone");
  law.clock = builder.counter(owner);
  return law;
}

std::optional<Time> next_part(const SystemImpl& system, const State& state, int clock) {
  const auto d = static_cast<std::size_t>(clock - system.sampling.n_clocks);
  if (d >= state.ahead.past.size()) return std::nullopt;  // a state that begins
  const std::optional<Time> end = state.ahead.past[d].end_of(state.branch[clock]);
  return end ? std::optional(*end + system.delays()[d].time) : std::nullopt;
}

}  // namespace luztar
