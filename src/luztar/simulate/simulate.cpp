#include "luztar/simulate/simulate.h"

#include <stdexcept>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/stop_request.h"
#include "luztar/dynamics/compile/change.h"
#include "luztar/dynamics/system/coupled_bodies.h"
#include "luztar/simulate/islands.h"
#include "luztar/simulate/one_sided.h"
#include "luztar/simulate/positions_of_bodies.h"
#include "luztar/simulate/runner.h"
#include "luztar/simulate/steps/stepping_runner.h"

namespace luztar {
namespace {

/// From here on parts of a network are worth their administration.
constexpr int kManyBodies = 200;

class Collector : public Observer {
 public:
  explicit Collector(const System& system) {
    for (auto* list : {&run.q, &run.v, &run.a}) list->resize(system.bodies().size());
    for (auto* list : {&run.d, &run.rate, &run.f}) list->resize(system.elements().size());
    run.mode.resize(system.elements().size());
    run.internal.resize(static_cast<std::size_t>(system.impl().n_internals()));
  }

  void sample(const Sample& s) override {
    run.time.push_back(s.time);
    for (std::size_t b = 0; b < s.q.size(); ++b) {
      run.q[b].push_back(s.q[b]);
      run.v[b].push_back(s.v[b]);
      run.a[b].push_back(s.a[b]);
    }
    for (std::size_t e = 0; e < s.d.size(); ++e) {
      run.d[e].push_back(s.d[e]);
      run.rate[e].push_back(s.rate[e]);
      run.f[e].push_back(s.f[e]);
      run.mode[e].push_back(s.mode[e]);
    }
    for (std::size_t i = 0; i < s.internal.size(); ++i) run.internal[i].push_back(s.internal[i]);
  }
  void event(const Event& event) override { run.events.push_back(event); }

  Trajectory run;
};

}  // namespace

const char* to_text(Status status) {
  switch (status) {
    case Status::Finished:
      return "finished";
    case Status::Stopped:
      return "stopped";
    case Status::TooManyEvents:
      return "too many events";
    case Status::Accumulation:
      return "events accumulate";
    case Status::NotFinite:
      return "not finite";
    case Status::NegativeNormal:
      return "negative normal force";
    case Status::Unsolved:
      return "unsolved";
    case Status::Contradiction:
      return "contradiction";
  }
  return "";
}

namespace {

RunInfo run_plain(const System& system, State start, const SimulationSettings& settings,
                  Observer& observer, const Executor& executor) {
  if (const std::string wrong = misfit(system, start); !wrong.empty())
    throw std::invalid_argument("simulate: this state is not one of this system: " + wrong);
  bring_into_coordinates(system.impl(), start);
  if (system.impl().n_delays() > 0 && start.resolved &&
      has_other_laws(system.impl(), settings, start))
    throw ModelError({}, "a run with delay() goes on with the same laws and settings only",
                     "what was before belongs to them: start it anew");
  if (settings.method == Method::Stepping) {
    if (!(settings.step > 0.0))
      throw std::invalid_argument("simulate: Method::Stepping needs a step > 0");
    if (const auto refused = not_for_steps(system.impl()); !refused.empty())
      throw std::invalid_argument("simulate: Method::Stepping has no steps for '" +
                                  refused.front().name + "', which " + refused.front().why);
    return StepRunner(system.impl(), std::move(start), settings, observer, executor).run();
  }
  if (system.impl().n_bodies() >= kManyBodies && !observer.wants_pieces() &&
      !system.impl().origin.varied)
    if (SystemCutter cutter(system.impl()); cutter.can_cut())
      return Islands(system.impl(), cutter, std::move(start), settings, observer).run();
  if (!start.resolved) return Runner(system.impl(), std::move(start), settings, observer).run();
  Runner runner(system.impl(), start, settings, observer);
  runner.go_on_from(start);
  return runner.run();
}

RunInfo run(const System& system, State start, const SimulationSettings& settings,
            Observer& observer, const Executor& executor) {
  if (!system.impl().origin.beside)
    return run_plain(system, std::move(start), settings, observer, executor);
  OneSided sides(system, start, settings, observer);
  RunInfo info = run_plain(system, std::move(start), settings, sides, executor);
  for (const std::string& problem : sides.problems())
    info.warnings.push_back("derivatives: " + problem);
  return info;
}

/// Nothing was decided yet: what is there is the start.
RunInfo left_at_start(const System& system, State start) {
  RunInfo info;
  info.status = Status::Stopped;
  info.diagnosis = "stopped on request before the first step";
  info.q = start.position;
  info.v = start.velocity;
  info.x.assign(start.internal.end() - static_cast<std::ptrdiff_t>(system.states().size()),
                start.internal.end());
  for (auto* of_bodies : {&info.energy.kinetic, &info.energy.motion_work})
    of_bodies->assign(system.bodies().size(), 0.0);
  for (auto* of_elements : {&info.energy.stored, &info.energy.dissipated, &info.energy.supplied})
    of_elements->assign(system.elements().size(), 0.0);
  info.final_state = std::move(start);
  return info;
}

RunInfo run_unless_asked(const System& system, State start, const SimulationSettings& settings,
                         Observer& observer, const Executor& executor) {
  State before = start;
  try {
    return run(system, std::move(start), settings, observer, executor);
  } catch (const StopAsked&) {
    return left_at_start(system, std::move(before));
  }
}

RunInfo run_in_coordinates(const System& system, State start, const SimulationSettings& settings,
                           Observer& observer, const Executor& executor) {
  return StopScope::is_open()
             ? run_unless_asked(system, std::move(start), settings, observer, executor)
             : run(system, std::move(start), settings, observer, executor);
}

RunInfo run_of_bodies(const System& system, State start, const SimulationSettings& settings,
                      Observer& observer, const Executor& executor) {
  if (system.impl().arms.coupled().empty())
    return run_in_coordinates(system, std::move(start), settings, observer, executor);
  PositionsOfBodies positions(system, observer);
  RunInfo info = run_in_coordinates(system, std::move(start), settings, positions, executor);
  to_positions(system.impl(), info.q);
  to_positions(system.impl(), info.v);
  return info;
}

}  // namespace

RunInfo simulate(const System& system, State start, const SimulationSettings& settings,
                 Observer& observer, const Executor& executor) {
  RunInfo info = run_of_bodies(system, std::move(start), settings, observer, executor);
  if (info.status == Status::Finished && !info.proofs.hold()) {
    info.status = info.proofs.are_finite() ? Status::Contradiction : Status::NotFinite;
    info.diagnosis = info.proofs.contradiction();
  }
  return info;
}

Trajectory simulate(const System& system, const State& start, const SimulationSettings& settings) {
  Collector collector(system);
  collector.run.info = simulate(system, start, settings, collector);
  return std::move(collector.run);
}

RunInfo advance(const System& system, State state, double until) {
  if (!(until > state.time))
    throw std::invalid_argument("advance: the state is at this time already, or later");
  SimulationSettings settings = system.settings();
  settings.duration = until - settings.start;
  settings.give_rows(0);
  Observer none;
  return simulate(system, std::move(state), settings, none);
}

}  // namespace luztar
