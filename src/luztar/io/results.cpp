#include "luztar/io/results.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "luztar/core/assert.h"
#include "luztar/io/angles.h"
#include "luztar/io/atomic_file.h"
#include "luztar/io/csv_files.h"

namespace luztar {
namespace {

/// Without bodies and elements, of which there may be millions.
Model words_of(const Model& model) {
  Model words;
  words.title = model.title;
  words.file = model.file;
  words.hash = model.hash;
  words.output = model.output;
  words.parameters = model.parameters;
  return words;
}

/// What a run that is taken up again had written is not whole any longer.
std::filesystem::path events_path(const std::filesystem::path& folder, const ResultFiles& files) {
  if (files.resume) remove_old(folder / "summary.json");
  return folder / "events.csv";
}

std::vector<std::string> derivative_names(const Model& model) {
  std::vector<std::string> names;
  for (const SourceText& name : model.simulation.derivatives) names.push_back(name.text);
  return names;
}

EventSides sides_of(const Model& model, const System& system,
                    const std::vector<Channel>& channels) {
  EventSides sides;
  if (!model.output.event_sides) return sides;
  const ChannelOwners owners{system.bodies(), system.elements(), system.states()};
  sides.channels = channels_of_sides(channels);
  for (const Channel& channel : sides.channels) sides.names.push_back(name_of(owners, channel));
  return sides;
}

}  // namespace

// A killed run leaves what it made up to so long ago.
constexpr std::chrono::seconds kFlushEvery{1};

struct ResultWriter::Impl {
  Impl(const Model& of_model, const System& of_system, const SimulationSettings& of_settings,
       const std::filesystem::path& folder, const ResultFiles& files);
  void sample(const Sample& sample);
  void finish(RunInfo info);
  void publish(bool goes_on);
  void flush();
  std::vector<AtomicFile*> files();  ///< that grow during the run

  Model model;  // what the summary says of it; copies: a writer may outlive what it was made from
  System system;
  SimulationSettings settings;
  ChannelSelection selection;
  std::filesystem::path folder, trajectory_path, derivatives_path, report_path, summary_path;
  FolderLock lock;  // before the files, so that it outlives them
  EventsFile events;
  AtomicFile summary_file;
  std::optional<TrajectoryFile> trajectory;
  std::optional<DerivativesFile> derivatives;
  std::optional<AtomicFile> report_file;
  std::optional<ReportBuilder> report;
  const ResultFiles given;
  std::optional<NpyFiles> npy;
  std::optional<ModeTimes> mode_times;
  std::chrono::steady_clock::time_point flushed{std::chrono::steady_clock::now()};
};

ResultWriter::Impl::Impl(const Model& of_model, const System& of_system,
                         const SimulationSettings& of_settings,
                         const std::filesystem::path& of_folder, const ResultFiles& files)
    : model(words_of(of_model)),
      system(of_system),
      settings(of_settings),
      selection(select_channels(of_model, system)),
      folder(of_folder),
      trajectory_path(folder / "trajectory.csv"),
      derivatives_path(folder / "derivatives.csv"),
      report_path(folder / "report.html"),
      summary_path(folder / "summary.json"),
      lock(folder),
      events(events_path(folder, files), system.elements(), system.event_names(),
             result_coordinates(of_model, system).elements,
             files.resume ? files.resume->events : KeptBytes{},
             sides_of(of_model, system, selection.channels), derivative_names(of_model)),
      summary_file(summary_path),
      given(files) {
  if (!files.resume) {
    remove_old(folder / kCheckpointName);
    if (given.mode_times && given.told_mode_times == nullptr)
      mode_times.emplace(system.elements(), settings);
  }
  if (files.trajectory && settings.gives_rows()) {
    if (model.output.csv) {
      trajectory.emplace(trajectory_path,
                         ChannelOwners{system.bodies(), system.elements(), system.states()},
                         selection.channels, files.resume ? files.resume->trajectory : KeptBytes{});
    }
    if (!of_model.simulation.derivatives.empty())
      derivatives.emplace(derivatives_path,
                          ChannelOwners{system.bodies(), system.elements(), system.states()},
                          selection.channels, derivative_names(of_model));
    if (model.output.npy) {
      npy.emplace(folder, system, selection.channels,
                  files.resume ? files.resume->arrays : std::vector<KeptRows>{});
    }
  }
  if (files.report) {
    report_file.emplace(report_path);
    if (given.told_report == nullptr)
      report.emplace(of_model, system, settings,
                     selection.complete ? nullptr : &selection.channels);
  }
}

void ResultWriter::Impl::sample(const Sample& sample) {
  if (trajectory) trajectory->row(sample);
  if (derivatives) derivatives->row(sample);
  if (npy) npy->row(sample);
  if (mode_times) mode_times->sample(sample);
  if (report) report->sample(sample);
  const auto now = std::chrono::steady_clock::now();
  if (now - flushed < kFlushEvery) return;
  flushed = now;
  flush();
}

std::vector<AtomicFile*> ResultWriter::Impl::files() {
  std::vector<AtomicFile*> files = npy ? npy->files() : std::vector<AtomicFile*>{};
  if (trajectory) files.push_back(&trajectory->file());
  files.push_back(&events.file());
  return files;
}

void ResultWriter::Impl::flush() {
  if (trajectory) trajectory->file().flush();
  if (derivatives) derivatives->file().flush();
  if (npy) npy->flush();
  events.file().flush();
}

void ResultWriter::Impl::finish(RunInfo info) {
  if (!selection.note.empty() && std::find(info.warnings.begin(), info.warnings.end(),
                                           selection.note) == info.warnings.end()) {
    info.warnings.push_back(selection.note);
  }
  summary_file.write(summary_json(model, system, settings, info, selection,
                                  mode_times ? &*mode_times : given.told_mode_times));
  if (report_file) report_file->write((report ? *report : *given.told_report).render(info));
  // All that can fail for want of space is done before the first file gets its name.
  if (npy) npy->flush();
  for (AtomicFile* file : npy ? npy->files() : std::vector<AtomicFile*>{}) file->close();
  if (trajectory) trajectory->file().close();
  if (derivatives) derivatives->file().close();
  events.file().close();
  if (report_file) report_file->close();
  summary_file.close();
  publish(info.status == Status::Stopped);
}

/// The summary is removed first and written last: files beside a summary belong to it.
/// @param goes_on  a checkpoint stays: --resume cuts the files back to it
void ResultWriter::Impl::publish(bool goes_on) {
  remove_old(summary_path);
  if (trajectory) {
    trajectory->file().publish();
  } else {
    remove_old(trajectory_path);
    remove_old(part_of(trajectory_path));  // of a run that was killed
  }
  if (derivatives) {
    derivatives->file().publish();
  } else {
    remove_old(derivatives_path);
    remove_old(part_of(derivatives_path));
  }
  const std::vector<std::string> written = npy ? npy->names() : std::vector<std::string>{};
  for (const std::string& name : NpyFiles::all_names()) {
    if (std::find(written.begin(), written.end(), name) != written.end()) continue;
    remove_old(folder / name);
    remove_old(part_of(folder / name));
  }
  for (AtomicFile* file : npy ? npy->files() : std::vector<AtomicFile*>{}) file->publish();
  if (report_file) {
    report_file->publish();
  } else {
    remove_old(report_path);
    remove_old(part_of(report_path));
  }
  events.file().publish();
  summary_file.publish();
  // Last: until now the run could be taken up again.
  if (!goes_on) remove_old(folder / kCheckpointName);
}

ResultWriter::ResultWriter(const Model& model, const System& system,
                           const SimulationSettings& settings, const std::string& folder,
                           const ResultFiles& files)
    : impl_(std::make_unique<Impl>(model, system, settings, folder, files)) {}

ResultWriter::~ResultWriter() = default;

void ResultWriter::begin_at(double start) {
  if (impl_->mode_times) impl_->mode_times->begin_at(start);
  if (impl_->report) impl_->report->begin_at(start);
}

const ModeTimes* ResultWriter::mode_times() const {
  return impl_->mode_times ? &*impl_->mode_times : impl_->given.told_mode_times;
}

void ResultWriter::sample(const Sample& sample) { impl_->sample(sample); }

void ResultWriter::event(const Event& event) {
  impl_->events.row(event);
  if (impl_->mode_times) impl_->mode_times->event(event);
  if (impl_->report) impl_->report->event(event);
}

void ResultWriter::event_time(std::span<const double> slopes) { impl_->events.time_slopes(slopes); }

void ResultWriter::around_event(const Sample& before, const Sample& after) {
  if (impl_->events.has_sides()) impl_->events.around(before, after);
  if (impl_->report) impl_->report->around_event(before, after);
}

/// Every event would cost as much as a sample of all bodies, so large networks go without.
bool ResultWriter::wants_samples_around_events() const {
  const bool few = impl_->system.bodies().size() <= kMostBodiesAroundEvents;
  return impl_->events.has_sides() || (impl_->report.has_value() && few);
}

bool ResultWriter::wants_samples_of_controllers() const {
  return impl_->model.output.samples_are_events;
}

const std::string& ResultWriter::note() const { return impl_->selection.note; }

void ResultWriter::flush() { impl_->flush(); }

ResultSizes ResultWriter::sizes() {
  impl_->flush();
  ResultSizes sizes;
  for (AtomicFile* file : impl_->files()) file->sync();
  if (impl_->trajectory) sizes.trajectory = impl_->trajectory->file().kept();
  sizes.events = impl_->events.file().kept();
  if (impl_->npy) sizes.arrays = impl_->npy->kept();
  return sizes;
}

void ResultWriter::keep_unfinished() {
  for (AtomicFile* file : impl_->files()) file->keep_unfinished();
}

void ResultWriter::finish(const RunInfo& info) { impl_->finish(info); }

RunInfo simulate_to_files(const Model& model, const System& system, const State& start,
                          const SimulationSettings& settings, const std::string& folder) {
  ResultWriter writer(model, system, settings, folder);
  RunInfo info = simulate(system, start, settings, writer);
  writer.finish(info);
  return info;
}

}  // namespace luztar
