#include "luztar/study/linear/linear_point.h"

#include <algorithm>
#include <string>
#include <utility>

#include "luztar/core/number_text.h"
#include "luztar/model/delays.h"
#include "luztar/model/kinds.h"
#include "luztar/model/shifts.h"
#include "luztar/study/rest/equilibrium.h"

namespace luztar {
namespace {

using About = LinearSettings::About;

class LastSample : public Observer {
 public:
  void sample(const Sample& now) override {
    const auto copy = [](auto from, auto& to) {
      to.assign(from.begin(), from.end());
    };
    copy(now.q, values.q);
    copy(now.v, values.v);
    copy(now.a, values.a);
    copy(now.d, values.d);
    copy(now.rate, values.rate);
    copy(now.f, values.f);
    copy(now.internal, values.internal);
    copy(now.mode, values.mode);
    values.time = now.time;
  }
  ValuesAtPoint values;
};

/// Its numbers are those at `time`, in the modes of the series that led there.
State at_its_anchor(State state, const ValuesAtPoint& values, const System& system) {
  if (!state.reached.position.empty()) {
    state.position = state.reached.position;
    state.velocity = state.reached.velocity;
    state.internal = state.reached.internal;
    state.anchor = {state.time, 0.0};
  }
  for (std::size_t b = 0; b < values.q.size(); ++b) {
    if (system.impl().motion_slot(static_cast<int>(b)) < 0) continue;
    state.position[b] = values.q[b];
    state.velocity[b] = values.v[b];
  }
  return state;
}

Equilibrium found_rest(const Model& model) {
  Equilibrium rest = equilibrium(model, {.ranges = false});
  if (!rest.found)
    throw ModelError({}, "there is no equilibrium to linearise about: " + rest.reason,
                     "linearise about the start, or about a time of a run");
  if (rest.is_disproved())
    throw ModelError({},
                     "the place of rest that was found does not hold: mass * acceleration / "
                     "force = " +
                         rounded_text(rest.proved),
                     "linearise about the start, or about a time of a run");
  return rest;
}

/// The same without the settings that stand in the way of derivatives.
Model plain_run(Model model) {
  SimulationTable& run = model.simulation;
  run.derivatives.clear();
  if (!run.span) run.span = run.duration;
  run.samples.reset();
  run.interval.reset();
  run.times.reset();
  run.method = Method::Events;
  run.step.reset();
  run.adaptive = false;
  model.output.checkpoint.reset();
  return model;
}

void run_to(double time, State start, const System& system, LinearPoint& point) {
  SimulationSettings settings = system.settings();
  settings.duration = time - settings.start;
  settings.give_rows(0);
  settings.times = {time};
  LastSample last;
  RunInfo info = simulate(system, std::move(start), settings, last);
  if (info.status != Status::Finished || last.values.q.empty())
    throw ModelError({},
                     "the run to t = " + cell_text(time) + " s ended at t = " +
                         cell_text(info.final_state.time) + " s: " + info.diagnosis,
                     "linearise about an earlier time");
  point.values = std::move(last.values);
  point.state = at_its_anchor(std::move(info.final_state), point.values, system);
}

double time_of(const Model& model, const LinearSettings& settings) {
  const double start = evaluate(model.simulation.start, evaluate_parameters(model));
  if (settings.about != About::Time) return start;
  if (!(settings.time >= start))
    throw ModelError({"time " + cell_text(settings.time), 0, 0},
                     "the run begins later, at t = " + cell_text(start) + " s",
                     "give a time of the run");
  return settings.time;
}

void refuse_large(const Model& model) {
  constexpr std::size_t kMost = 1000;
  if (model.bodies.size() > kMost)
    throw ModelError(
        {}, "A, B, C, D of more than " + std::to_string(kMost) + " bodies are not computed",
        "linearise a part of the model");
}

/// Arms that a state shifts are constants of the modes, but derivatives do not know them.
void refuse_arms_of_states(const Model& model) {
  for_each_element(model, [](const auto& element) {
    if (shifts(element.deflection))
      throw ModelError(element.where,
                       "the arms of '" + element.name +
                           "' read a state, and A, B, C, D of such a model are not computed",
                       "give it the arms of one gear");
  });
}

}  // namespace

LinearPoint linear_point(const Model& model, const LinearSettings& settings) {
  if (find_delay(model) != nullptr)
    refuse_delays(model, "no A, B, C, D of finite size have", "leave it out, or use a state");
  refuse_large(model);
  refuse_arms_of_states(model);
  const Model plain = plain_run(model);
  LinearPoint point;
  point.at_rest = settings.about == About::Equilibrium;
  const double time = time_of(plain, settings);
  point.inputs = with_varied_inputs(plain, settings.inputs, time);
  Model& varied = point.inputs.model;
  varied.simulation.duration =
      Expression::number(time - evaluate(plain.simulation.start, evaluate_parameters(plain)));
  const bool begins_at_rest = std::exchange(varied.simulation.at_rest, false);
  const System system = compile(varied);
  const bool from_rest = point.at_rest || begins_at_rest;
  run_to(time, from_rest ? rest_state(system, found_rest(plain)) : initial_state(system), system,
         point);
  for (const auto& names : point.inputs.parameters)
    for (const std::string& name : names) varied.simulation.derivatives.push_back({name, {}});
  if (settings.inputs.empty()) {  // a system with derivatives by something
    Parameter none;
    none.name = "no_input_";
    none.value = Expression::number(0.0);
    varied.parameters.push_back(none);
    varied.simulation.derivatives.push_back({none.name, {}});
  }
  varied.simulation.at_instant = true;
  point.system = compile(varied, {}, StartOfFile::Unused);
  return point;
}

}  // namespace luztar
