#include "luztar/io/results.h"

#include <filesystem>
#include <optional>
#include <string>

#include "luztar/core/assert.h"
#include "luztar/io/angles.h"
#include "luztar/io/atomic_file.h"
#include "luztar/io/csv_files.h"
#include "luztar/io/report.h"

namespace luztar {
namespace {

std::vector<bool> angles_of(const Model& model, const System& system) {
  const std::vector<bool> rotates = rotating_bodies(model, system);
  std::vector<bool> angles;
  for (const ElementInfo& element : system.elements()) angles.push_back(is_angle(element, rotates));
  return angles;
}

bool has_samples(const SimulationSettings& settings) {
  return settings.samples > 0 || settings.interval > 0;
}

}  // namespace

struct ResultWriter::Impl {
  Impl(const Model& of_model, const System& of_system, const SimulationSettings& of_settings,
       const std::filesystem::path& folder, const ResultFiles& files);
  void finish(const RunInfo& info);
  void publish();

  Model model;  // copies: a writer may outlive what it was made from
  System system;
  SimulationSettings settings;
  std::filesystem::path trajectory_path, report_path, summary_path;
  FolderLock lock;  // before the files, so that it outlives them
  EventsFile events;
  AtomicFile summary_file;
  std::optional<TrajectoryFile> trajectory;
  std::optional<AtomicFile> report_file;
  std::optional<ReportBuilder> report;
};

ResultWriter::Impl::Impl(const Model& of_model, const System& of_system,
                         const SimulationSettings& of_settings, const std::filesystem::path& folder,
                         const ResultFiles& files)
    : model(of_model),
      system(of_system),
      settings(of_settings),
      trajectory_path(folder / "trajectory.csv"),
      report_path(folder / "report.html"),
      summary_path(folder / "summary.json"),
      lock(folder),
      events(folder / "events.csv", system.elements(), system.event_names(),
             angles_of(model, system)),
      summary_file(summary_path) {
  if (files.trajectory && has_samples(settings)) {
    trajectory.emplace(trajectory_path, system.bodies(), system.elements());
  }
  if (files.report) {
    report_file.emplace(report_path);
    report.emplace(model, system, settings);
  }
}

void ResultWriter::Impl::finish(const RunInfo& info) {
  summary_file.write(summary_json(model, system, settings, info));
  if (report) report_file->write(report->render(info));
  // All that can fail for want of space is done before the first file gets its name.
  if (trajectory) trajectory->file().close();
  events.file().close();
  if (report) report_file->close();
  summary_file.close();
  publish();
}

/// The summary goes first and comes last: whoever finds one finds the files that belong to it.
void ResultWriter::Impl::publish() {
  remove_old(summary_path);
  if (trajectory) {
    trajectory->file().publish();
  } else {
    remove_old(trajectory_path);
    remove_old(part_of(trajectory_path));  // of a run that was killed
  }
  if (report) {
    report_file->publish();
  } else {
    remove_old(report_path);
    remove_old(part_of(report_path));
  }
  events.file().publish();
  summary_file.publish();
}

ResultWriter::ResultWriter(const Model& model, const System& system,
                           const SimulationSettings& settings, const std::string& folder,
                           const ResultFiles& files)
    : impl_(std::make_unique<Impl>(model, system, settings, folder, files)) {}

ResultWriter::~ResultWriter() = default;

void ResultWriter::sample(const Sample& sample) {
  if (impl_->trajectory) impl_->trajectory->row(sample);
  if (impl_->report) impl_->report->sample(sample);
}

void ResultWriter::event(const Event& event) {
  impl_->events.row(event);
  if (impl_->report) impl_->report->event(event);
}

void ResultWriter::around_event(const Sample& before, const Sample& after) {
  if (impl_->report) impl_->report->around_event(before, after);
}

/// Every event would cost as much as a sample of all bodies, so large networks go without.
bool ResultWriter::wants_samples_around_events() const {
  constexpr std::size_t kMostBodies = 200;
  return impl_->report.has_value() && impl_->system.bodies().size() <= kMostBodies;
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
