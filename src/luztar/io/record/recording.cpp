#include "luztar/io/record/recording.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/io/angles.h"
#include "luztar/io/channels.h"
#include "luztar/io/compare/run_recorder.h"

namespace luztar {
namespace {

bool nobody_asks(StopScope::Question asked) { return asked == nullptr || !asked(); }

/// Rows until there is no room for more.
class RowsAt : public Observer {
 public:
  RowsAt(Columns& to, StopScope::Question asked) : to_(to), asked_(asked) {}
  void sample(const Sample& sample) override { to_.add(sample); }
  bool progress(double) override { return to_.rows() < to_.capacity() && nobody_asks(asked_); }

 private:
  Columns& to_;
  StopScope::Question asked_;
};

/// The modes at the first output point.
class FirstModes : public Observer {
 public:
  void sample(const Sample& sample) override {
    if (modes.empty()) modes.assign(sample.mode.begin(), sample.mode.end());
  }
  bool progress(double) override { return modes.empty(); }
  std::vector<ModeNumber> modes{};
};

/// Both sides of events.
class Sides : public Observer {
 public:
  Sides(const std::vector<std::size_t>& wanted, bool samples, StopScope::Question asked,
        std::pair<Columns, Columns>& sides)
      : wanted_(wanted), samples_(samples), asked_(asked), sides_(sides) {}
  void event(const Event&) override { ++told_; }
  void around_event(const Sample& before, const Sample& after) override {
    for (; next_ < wanted_.size() && wanted_[next_] < told_; ++next_) {
      if (wanted_[next_] < begin_) continue;  // nobody told its sides
      sides_.first.add(before);
      sides_.second.add(after);
    }
    begin_ = told_;
  }
  bool wants_samples_around_events() const override { return true; }
  bool wants_samples_of_controllers() const override { return samples_; }
  bool progress(double) override {
    begin_ = told_;
    return next_ < wanted_.size() && nobody_asks(asked_);
  }

 private:
  const std::vector<std::size_t>& wanted_;
  bool samples_;
  StopScope::Question asked_;
  std::pair<Columns, Columns>& sides_;
  std::size_t told_{}, begin_{}, next_{};  ///< events; those before this instant; of wanted_
};

}  // namespace

double most_rows(const SimulationSettings& settings) {
  if (!settings.times.empty()) return static_cast<double>(settings.times.size());
  if (settings.interval <= 0.0) return static_cast<double>(settings.samples);
  return settings.duration / settings.interval + 2;
}

Recording::Recording(const Model& model, System system, StopScope::Question asked)
    : system_(std::move(system)),
      settings_(system_.settings()),
      asked_(asked),
      samples_of_controllers_(model.output.samples_are_events),
      event_sides_(model.output.event_sides),
      mode_times_(system_.elements(), settings_),
      columns_({}, 0) {
  ChannelSelection selection = select_channels(model, system_);
  report_ = std::make_unique<ReportBuilder>(
      model, system_, settings_, selection.complete ? nullptr : &selection.channels, false);
  columns_ = Columns(std::move(selection.channels), static_cast<std::size_t>(most_rows(settings_)));
  for (const SourceText& name : model.simulation.derivatives) {
    varied_.push_back(name.text);
    derivatives_.emplace_back(columns_.channels(), columns_.capacity());
  }
  slopes_.assign(varied_.size(), 0.0);
  if (columns_.capacity() == 0) settings_.give_rows(1);  // the modes at the start
}

void Recording::sample(const Sample& sample) {
  if (first_modes_.empty()) first_modes_.assign(sample.mode.begin(), sample.mode.end());
  mode_times_.sample(sample);
  if (columns_.capacity() == 0) return;
  report_->sample(sample);
  if (files_) files_->sample(sample);
  columns_.add(sample);
  for (std::size_t i = 0; i < varied_.size(); ++i) derivatives_[i].add_derivatives(sample, i);
}

void Recording::event_time(std::span<const double> slopes) {
  slopes_.assign(slopes.begin(), slopes.end());
  if (files_) files_->event_time(slopes);
}

void Recording::event(const Event& event) {
  events_.push_back(event);
  mode_times_.event(event);
  event_slopes_.insert(event_slopes_.end(), slopes_.begin(), slopes_.end());
  report_->event(event);
  if (files_) files_->event(event);
}

void Recording::around_event(const Sample& before, const Sample& after) {
  report_->around_event(before, after);
  if (files_) files_->around_event(before, after);
}

/// Every event would cost as much as a sample of all bodies: as the files of the command line.
bool Recording::wants_samples_around_events() const {
  return event_sides_ || system_.bodies().size() <= ResultWriter::kMostBodiesAroundEvents;
}

bool Recording::wants_samples_of_controllers() const { return samples_of_controllers_; }

bool Recording::progress(double) { return nobody_asks(asked_); }

void Recording::write_to(const Model& model, const std::string& folder, bool report) {
  if (report) report_->add_equations(model, system_);
  files_ = std::make_unique<ResultWriter>(model, system_, system_.settings(), folder,
                                          ResultFiles{.trajectory = true,
                                                      .report = report,
                                                      .told_report = report_.get(),
                                                      .told_mode_times = &mode_times_});
}

RunInfo Recording::run_for(Observer& to, State start, const SimulationSettings& settings,
                           const Executor& executor) const {
  std::optional<StopScope> scope;
  if (asked_ != nullptr) scope.emplace(asked_);
  return simulate(system_, std::move(start), settings, to, executor);
}

void Recording::run(State start, const Executor& executor) {
  start_ = start;
  mode_times_.begin_at(start.time);
  report_->begin_at(start.time);
  info_ = run_for(*this, std::move(start), settings_, executor);
  if (files_) files_->finish(info_);
  files_.reset();  // and the folder is free
}

void Recording::save(const Model& model, const std::string& folder) {
  const std::scoped_lock lock(saving_);
  write_to(model, folder, has_report_);
  const std::unique_ptr<ResultWriter> files = std::move(files_);
  replay(*files);
  files->finish(info_);
}

void Recording::take(FormerRun run, State start) {
  start_ = std::move(start);
  has_start_ = run.has_start;
  if (!has_start_) start_.time = run.summary.start;
  info_ = std::move(run.summary.info);
  events_ = std::move(run.events);
  event_slopes_ = std::move(run.event_slopes);
  first_modes_ = std::move(run.first_modes);
  has_report_ = !run.report.empty();
  report_->take_data(std::move(run.report));
  if (first_modes_.empty()) find_first_modes();
  const std::vector<double> none(first_modes_.size());
  const EnergyLedger no_energy;
  mode_times_.begin_at(start_.time);
  mode_times_.sample(
      {start_.time, {}, {}, {}, none, none, none, first_modes_, none, none, no_energy});
  for (const Event& event : events_) mode_times_.event(event);
  for (std::size_t i = 0; i < first_modes_.size(); ++i)
    mode_times_.used(i, run.summary.greatest_use[i]);
}

void Recording::find_first_modes() {
  first_modes_.assign(system_.elements().size(), 0);
  for (std::size_t i = events_.size(); i-- > 0;)
    if (events_[i].has_modes())
      first_modes_[static_cast<std::size_t>(events_[i].name)] = events_[i].from;
  if (has_start_) {
    SimulationSettings settings = settings_;
    settings.give_rows(1);
    FirstModes first;
    run_again(start_, settings, first);
    if (!first.modes.empty()) first_modes_ = std::move(first.modes);
  } else if (columns_.rows() > 0) {
    for (std::size_t i = 0; i < columns_.channels().size(); ++i)
      if (const Channel& channel = columns_.channels()[i]; channel.kind == Channel::Kind::Mode)
        first_modes_[channel.index] = static_cast<ModeNumber>(columns_.column(i)[0]);
  }
}

std::string Recording::report_data() const { return has_report_ ? report_->data(info_) : ""; }

std::string Recording::summary(const Model& model) const {
  return summary_json(model, system_, settings_, info_, &mode_times_);
}

std::string Recording::report(const Model& model) {
  const std::scoped_lock lock(saving_);
  if (!has_report_)
    throw ModelError({"report", 0, 0}, "the files of this run have no report",
                     "make it when the run is made: without --no-report, or run.save(\"run.npz\")");
  report_->add_equations(model, system_);
  return report_->render(info_);
}

RunRecord Recording::record(const Model& model, const std::string& name) const {
  RunRecorder recorder(model, system_, system_.settings(), name);
  recorder.begin_at(start_.time);
  columns_.replay(system_, info_.final_state.internal.size(), recorder);
  for (const Event& event : events_) recorder.event(event);
  return recorder.finish(info_);
}

void Recording::replay(Observer& to) const {
  if (event_sides_ || !varied_.empty()) return run_again(start_, settings_, to);
  columns_.replay(system_, info_.final_state.internal.size(), to);
  for (const Event& event : events_) to.event(event);
}

void Recording::run_again(State start, const SimulationSettings& settings, Observer& to) const {
  if (!has_start_)
    throw ModelError({"run", 0, 0}, "it went on from a state that its files do not have",
                     "keep runs that go on with run.save(\"run.npz\")");
  run_for(to, std::move(start), settings, {});
}

Columns Recording::at(const std::vector<double>& times) const {
  SimulationSettings settings = settings_;
  settings.times = times;
  Columns found(columns_.channels(), times.size());
  if (times.empty()) return found;
  State start = start_;
  start.sampled = kNoSample;  // a row that a former part gave counts too
  RowsAt look(found, asked_);
  run_again(std::move(start), settings, look);
  return found;
}

std::pair<Columns, Columns> Recording::around(const std::vector<std::size_t>& events) const {
  SimulationSettings settings = settings_;
  settings.give_rows(0);
  std::pair<Columns, Columns> found(Columns(columns_.channels(), events.size()),
                                    Columns(columns_.channels(), events.size()));
  if (events.empty()) return found;
  Sides look(events, samples_of_controllers_, asked_, found);
  run_again(start_, settings, look);
  return found;
}

std::vector<std::string> Recording::units(const Model& model) const {
  const CoordinateKinds coordinates = result_coordinates(model, system_);
  std::vector<std::string> units;
  for (const Channel& channel : columns_.channels())
    units.push_back(
        unit_of({system_.bodies(), system_.elements(), system_.states()}, channel, coordinates));
  return units;
}

}  // namespace luztar
