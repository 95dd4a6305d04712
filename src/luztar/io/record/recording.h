// A run in memory: its columns, its events, and what its files and its report are made of.
#pragma once

#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "luztar/core/executor.h"
#include "luztar/core/settings.h"
#include "luztar/core/stop_request.h"
#include "luztar/io/mode_times.h"
#include "luztar/io/read_summary.h"
#include "luztar/io/record/columns.h"
#include "luztar/io/report.h"
#include "luztar/io/results.h"
#include "luztar/model/model.h"
#include "luztar/study/compare/run_record.h"

namespace luztar {

/// Output points of a run, or one more.
double most_rows(const SimulationSettings& settings);

/// A run that was made elsewhere.
struct FormerRun {
  RunSummary summary{};
  std::string report{};  ///< ReportBuilder::data(); "": none
  bool has_start{true};  ///< else it went on from a state that is not known
  std::vector<ModeNumber> first_modes{};
  std::vector<Event> events{};
  std::vector<double> event_slopes{};  ///< (events × varied) [s]
};

/// Keeps samples and events in memory, each channel in a column of its own, and what a report shows
/// of them, so that result files can be written afterwards.
class Recording : public Observer {
 public:
  /// @param asked  runs end where it says yes; nullptr: they ask the StopScope of their caller
  Recording(const Model& model, System system, StopScope::Question asked = nullptr);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  void event_time(std::span<const double> slopes) override;
  void around_event(const Sample& before, const Sample& after) override;
  bool wants_samples_around_events() const override;
  bool wants_samples_of_controllers() const override;
  bool progress(double time) override;

  /// Writes what comes to these files too while it comes.
  void write_to(const Model& model, const std::string& folder, bool report);
  /// Runs from `start`; writes the rest of the files.
  void run(State start, const Executor& executor);
  /// Is a run that was made elsewhere, but for its rows. @param start  where it began
  void take(FormerRun run, State start);
  /// Rows of it. @param data  (1 + channels + kLedgerColumns, rows)
  void take_rows(const double* data, std::size_t rows) { columns_.take(data, rows); }
  void take_derivatives(std::size_t i, const double* data, std::size_t rows) {
    derivatives_.at(i).take(data, rows);
  }
  /// Writes the result files of what was run. @param model  of the run
  void save(const Model& model, const std::string& folder);
  /// The report as HTML text. @param model  of the run
  std::string report(const Model& model);
  /// What the report shows, as JSON; "": it was lost on the way.
  std::string report_data() const;
  /// The text of summary.json. @param model  of the run
  std::string summary(const Model& model) const;
  /// What was recorded. @param model  of the run
  RunRecord record(const Model& model, const std::string& name) const;
  /// (channels) Units in SI, "" for modes and unknown ones. @param model  of the run
  std::vector<std::string> units(const Model& model) const;

  const System& system() const { return system_; }
  const RunInfo& info() const { return info_; }
  const Columns& columns() const { return columns_; }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<ModeNumber>& first_modes() const { return first_modes_; }  ///< (elements)
  /// What derivatives are by.
  const std::vector<std::string>& varied() const { return varied_; }
  const SimulationSettings& settings() const { return settings_; }
  const Columns& derivatives(std::size_t i) const { return derivatives_.at(i); }
  /// (events × varied) of their times [s]
  const std::vector<double>& event_slopes() const { return event_slopes_; }
  double start() const { return start_.time; }  ///< [s]
  bool has_start() const { return has_start_; }
  const ModeTimes& mode_times() const { return mode_times_; }

  /// Rows of the same run at other times, to the bit those of a run that is sampled there. Costs as
  /// much as the run up to the last of them. @param times  within the run, strictly increasing [s]
  Columns at(const std::vector<double>& times) const;
  /// Values just before and just after events, which must not be those that a run begins with or
  /// of method = "stepping": they have no sides, and no row. @param events  indices, increasing
  std::pair<Columns, Columns> around(const std::vector<std::size_t>& events) const;

 private:
  /// Where a former run does not have them.
  void find_first_modes();
  void replay(Observer& to) const;
  RunInfo run_for(Observer& to, State start, const SimulationSettings& settings,
                  const Executor& executor) const;
  /// Runs once more, for another observer. @param start  start_, or that with less
  /// of what a former part gave out
  void run_again(State start, const SimulationSettings& settings, Observer& to) const;

  System system_;
  SimulationSettings settings_;
  StopScope::Question asked_;
  bool samples_of_controllers_, event_sides_;
  std::unique_ptr<ReportBuilder> report_;
  std::unique_ptr<ResultWriter> files_;
  ModeTimes mode_times_;
  Columns columns_;
  std::vector<std::string> varied_;
  std::vector<Columns> derivatives_;           ///< (varied)
  std::vector<double> slopes_, event_slopes_;  ///< of the present events; of all
  std::mutex saving_;
  std::vector<Event> events_;
  std::vector<ModeNumber> first_modes_;
  State start_;
  bool has_start_{true}, has_report_{true};  ///< else it lost them on its way here
  RunInfo info_;
};

}  // namespace luztar
