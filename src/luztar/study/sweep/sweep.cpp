#include "luztar/study/sweep/sweep.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <utility>

#include "luztar/study/rest/equilibrium.h"

namespace luztar {
namespace {

ParameterValues zeros(const std::vector<std::string>& names) {
  ParameterValues values;
  for (const std::string& name : names) values[name] = 0.0;
  return values;
}

bool has_all(const SweepPlan& plan, const SweepObserver& observer, std::int64_t line) {
  for (std::int64_t step = 0; step < plan.length(); ++step)
    if (!observer.has(plan.point_of(line, step))) return false;
  return true;
}

}  // namespace

SweepWorker::SweepWorker(const Model& model, const SweepPlan& plan)
    : model_(model),
      plan_(plan),
      parameters_(plan.parameters()),
      columns_(plan.columns().size()),
      overrides_(zeros(parameters_)),
      compile_(model, overrides_) {}

bool SweepWorker::run(std::int64_t line, const TakeRow& take) {
  end_.reset();
  for (std::int64_t step = 0; step < plan_.length(); ++step) {
    const std::int64_t point = plan_.point_of(line, step);
    if (!run_point(point)) return false;
    take(point, row_);
  }
  return true;
}

State SweepWorker::start_of(const System& system) {
  if (!end_) return start_state(model_, system);
  State end = std::move(*end_);
  end_.reset();
  return begun_anew(system, std::move(end));
}

/// False: it was stopped.
bool SweepWorker::run_point(std::int64_t point) {
  row_.values.assign(columns_, std::numeric_limits<double>::quiet_NaN());
  row_.words.clear();
  plan_.at(point, values_);
  for (std::size_t i = 0; i < values_.size(); ++i) overrides_[parameters_[i]] = values_[i];
  try {
    const System system =
        compile_.compile(overrides_, end_ ? StartOfFile::Unused : StartOfFile::Used);
    if (runs_.empty()) {
      runs_.emplace_back(system, plan_.measures);
      runs_.front().ask(goes_on_);
    }
    const SimulationSettings& settings = system.settings();
    const double transient = evaluate(plan_.transient, system.parameters());
    if (!(transient >= 0.0 && transient < settings.duration)) {
      row_.words = "the transient is as long as the run, or negative";
      return true;
    }
    RunInfo info = runs_.front().run(system, start_of(system), settings.start + transient);
    if (info.status == Status::Stopped) return false;
    if (info.status == Status::Finished) {
      const auto found = runs_.front().values();
      row_.values.assign(found.begin(), found.end());
      if (plan_.carry) end_ = std::move(info.final_state);
    } else {
      row_.words = std::string(to_text(info.status)) + ": " + info.diagnosis;
    }
  } catch (const ModelError& error) {
    row_.words = error.what();
    end_.reset();
  }
  return true;
}

void sweep(const Model& model, const SweepPlan& plan, SweepObserver& observer, int workers,
           const Executor& executor) {
  check_plan(model, plan);
  const std::int64_t lines = plan.lines();
  std::atomic<std::int64_t> next{0};
  const auto work = [&](int) {
    SweepWorker worker(model, plan);
    worker.ask([&observer] { return observer.goes_on(); });
    const auto take = [&observer](std::int64_t point, const SweepRow& row) {
      if (!observer.has(point)) observer.row(point, row);
    };
    for (std::int64_t line = next++; line < lines; line = next++) {
      if (has_all(plan, observer, line)) continue;
      if (!observer.goes_on() || !worker.run(line, take)) return;
    }
  };
  if (executor && workers > 1) {
    executor(workers, work);
  } else {
    work(0);
  }
}

}  // namespace luztar
