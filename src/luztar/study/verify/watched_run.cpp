#include "luztar/study/verify/watched_run.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "luztar/dynamics/system/system.h"
#include "luztar/study/rest/equilibrium.h"

namespace luztar {
namespace {

class Watch : public Observer {
 public:
  Watch(const System& system, WatchedRun& to, std::int64_t most_steps,
        const std::set<std::string>& forces_of)
      : to_(to), most_steps_(most_steps) {
    for (const BodyInfo& body : system.bodies()) to_.bodies.push_back(body.name);
    to_.q.resize(to_.bodies.size());
    for (const ElementInfo& element : system.elements()) {
      ElementRange range{element.name};
      for (const double c : element.coefficients) range.arm = std::max(range.arm, std::abs(c));
      if (forces_of.contains(element.name)) wanted_.push_back(to_.elements.size());
      to_.elements.push_back(std::move(range));
    }
    to_.f.resize(to_.elements.size());
    to_.event_names = system.event_names();
  }

  void sample(const Sample& sample) override {
    to_.time.push_back(sample.time);
    for (std::size_t b = 0; b < to_.q.size(); ++b) to_.q[b].push_back(sample.q[b]);
    for (const std::size_t e : wanted_) to_.f[e].push_back(sample.f[e]);
    look(sample);
  }
  void event(const Event& event) override { to_.events.push_back(event); }
  void around_event(const Sample& before, const Sample& after) override {
    look(before);
    look(after);
  }
  bool wants_samples_around_events() const override { return true; }
  bool progress(double) override { return ++to_.steps <= most_steps_; }

 private:
  void look(const Sample& sample) {
    for (std::size_t e = 0; e < to_.elements.size(); ++e) {
      ElementRange& range = to_.elements[e];
      if (first_) {
        range.first_deflection = sample.d[e];
        range.first_rate = sample.rate[e];
      }
      range.deflection = std::max(range.deflection, std::abs(sample.d[e]));
      range.rate = std::max(range.rate, std::abs(sample.rate[e]));
      range.force = std::max(range.force, std::abs(sample.f[e]));
    }
    first_ = false;
  }

  WatchedRun& to_;
  std::int64_t most_steps_;
  std::vector<std::size_t> wanted_{};  ///< elements whose forces are kept
  bool first_{true};
};

}  // namespace

std::int64_t samples_to_watch(const Model& model) {
  constexpr std::int64_t kFew = 201, kMany = 2001;
  const SimulationSettings settings = compile(model, {}, StartOfFile::Unused).settings();
  std::int64_t samples = settings.samples;
  if (settings.interval > 0) {
    const double points = settings.duration / settings.interval;
    samples = points < static_cast<double>(kMany) ? static_cast<std::int64_t>(points) + 1 : kMany;
  }
  return std::clamp(samples, kFew, kMany);
}

WatchedRun watch(const Model& model, std::int64_t samples, std::int64_t most_steps,
                 const std::set<std::string>& forces_of) {
  WatchedRun run;
  try {
    const System system = compile(model);
    SimulationSettings settings = system.settings();
    settings.give_rows(samples);
    Watch observer(system, run, most_steps, forces_of);
    const RunInfo info = simulate(system, start_state(model, system), settings, observer);
    run.whole = info.status == Status::Finished;
    run.too_long = info.status == Status::Stopped;
    if (!run.whole) run.trouble = info.diagnosis.empty() ? to_text(info.status) : info.diagnosis;
    if (run.too_long) run.trouble = "it takes more steps than are allowed";
  } catch (const ModelError& error) {
    run.trouble = error.what();
  }
  return run;
}

}  // namespace luztar
