// Many runs of a model with different values of its parameters, and what is measured of each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "luztar/core/executor.h"
#include "luztar/study/measured_run.h"

namespace luztar {

/// A parameter and the values that it takes [SI].
struct Variation {
  std::string name;
  std::vector<double> values;
};

/// Reads "v=0.02:1:50" (from, to, how many, evenly), "v=0.02:1:50:log" (evenly in the logarithm) or
/// "v=1,2,5"; numbers are expressions of the model's parameters, a unit behind them is that of all:
/// "v=20:1000:50 mm/s". Throws ModelError.
Variation parse_variation(const Model& model, std::string_view text, const std::string& source);

/// All combinations of the variations, the last one running fastest.
struct SweepPlan {
  std::vector<Variation> variations;
  std::vector<Measure> measures;
  double transient{};  ///< what comes before is not measured, from the start of the run [s]

  std::int64_t points() const;
  /// (variations) values at a point, from 0.
  std::vector<double> at(std::int64_t point) const;
};

/// Throws ModelError for what no run could do: a name twice, nothing to measure, a parameter that
/// [repeat] counts by, channels of a network that runs in islands, a method without pieces.
void check_plan(const Model& model, const SweepPlan& plan);

/// What became of one point.
struct SweepRow {
  std::vector<double> values;  ///< (measures); NaN where there is nothing to measure, or no run
  std::string words{};         ///< why the point failed; "" if it did not
};

/// Runs points of a plan one after the other. What a point gives depends on nothing else.
class SweepWorker {
 public:
  /// @pre check_plan() passes; both outlive it
  SweepWorker(const Model& model, const SweepPlan& plan);
  /// Asked after every step of a run.
  void ask(std::function<bool()> goes_on) { goes_on_ = std::move(goes_on); }
  /// Valid until the next call; nullptr if the run was stopped, as the answer was no.
  const SweepRow* run(std::int64_t point);

 private:
  const Model& model_;
  const SweepPlan& plan_;
  ParameterValues overrides_;
  std::function<bool()> goes_on_;
  std::vector<MeasuredRun> runs_;  ///< one, from the first point that compiles on
  SweepRow row_;
};

/// Who gets the rows: of any thread, at any time, in any order.
class SweepObserver {
 public:
  virtual ~SweepObserver() = default;
  virtual bool has(std::int64_t /*point*/) const { return false; }  ///< it need not be run
  virtual void row(std::int64_t point, const SweepRow& row) = 0;
  virtual bool goes_on() { return true; }  ///< asked before each point and after each step
};

/// Runs all points that the observer does not have.
/// @param workers  that run at the same time, if the executor has as many threads
void sweep(const Model& model, const SweepPlan& plan, SweepObserver& observer, int workers = 1,
           const Executor& executor = {});

}  // namespace luztar
