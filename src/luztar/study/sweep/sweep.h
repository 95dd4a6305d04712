// Many runs of a model with different values of its parameters, and what is measured of each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "luztar/core/executor.h"
#include "luztar/study/sweep/measured_run.h"
#include "luztar/study/sweep/sweep_plan.h"

namespace luztar {

/// What became of one point.
struct SweepRow {
  std::vector<double> values;  ///< (columns) NaN where there is nothing to measure, or no run
  std::string words{};         ///< why the point failed; "" if it did not
};

/// Runs lines of a plan one after the other. What a line gives depends on nothing else.
class SweepWorker {
 public:
  /// @pre check_plan() passes; both outlive it
  SweepWorker(const Model& model, const SweepPlan& plan);
  /// Asked after every step of a run.
  void ask(std::function<bool()> goes_on) { goes_on_ = std::move(goes_on); }

  using TakeRow = std::function<void(std::int64_t point, const SweepRow& row)>;
  /// Runs the points of a line, each from where the one before ended, or if that failed from the
  /// start that the file says. False if it was stopped, as the answer was no.
  bool run(std::int64_t line, const TakeRow& take);

 private:
  bool run_point(std::int64_t point);
  State start_of(const System& system);

  const Model& model_;
  const SweepPlan& plan_;
  std::vector<double> values_;  ///< (parameters) of the point [SI]
  std::vector<std::string> parameters_;
  std::size_t columns_;
  ParameterValues overrides_;
  Recompiler compile_;
  std::function<bool()> goes_on_;
  std::vector<MeasuredRun> runs_;  ///< one, from the first point that compiles on
  std::optional<State> end_;       ///< of the point before, where it is handed over
  SweepRow row_;
};

/// Gets the rows: from any thread, at any time, in any order.
class SweepObserver {
 public:
  virtual ~SweepObserver() = default;
  virtual bool has(std::int64_t /*point*/) const { return false; }  ///< it need not be run
  virtual void row(std::int64_t point, const SweepRow& row) = 0;
  virtual bool goes_on() { return true; }  ///< asked before each line and after each step
};

/// Runs all lines that have a point that the observer does not have.
/// @param workers  that run at the same time, if the executor has as many threads
void sweep(const Model& model, const SweepPlan& plan, SweepObserver& observer, int workers = 1,
           const Executor& executor = {});

}  // namespace luztar
