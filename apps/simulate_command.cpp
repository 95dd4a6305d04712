#include "apps/simulate_command.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/overrides.h"
#include "apps/progress_bar.h"
#include "apps/standard_output.h"
#include "apps/summary_text.h"
#include "luztar/luztar.h"

namespace {

namespace fs = std::filesystem;
using luztar::ModelError;
using luztar::SourceLocation;

constexpr std::size_t kMostWarnings = 20;  // of the model, in a summary

/// Writes the results of a run, shows how far it is, and ends it when the user asks for it.
class Run : public luztar::ResultWriter {
 public:
  Run(const luztar::Model& model, const luztar::System& system,
      const luztar::SimulationSettings& settings, const std::string& folder,
      const luztar::ResultFiles& files, double start)
      : ResultWriter(model, system, settings, folder, files),
        bar_(start, settings.start + settings.duration) {
    begin_at(start);
  }

  bool progress(double time) override {
    bar_.show(time);
    return !InterruptGuard::interrupted();
  }
  void stiff(const std::string& element) override { bar_.name_stiff(element); }
  void clear_bar() { bar_.clear(); }

 private:
  ProgressBar bar_;
};

std::string folder_of(const SimulateArguments& arguments) {
  if (!arguments.resume.empty()) return arguments.resume;
  if (!arguments.folder.empty()) return arguments.folder;
  return (fs::path("out") / fs::path(arguments.model).stem()).string();
}

std::string state_text(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  std::string text;
  char block[1 << 16];
  std::size_t size{};
  while (file && (size = std::fread(block, 1, sizeof block, file.get())) > 0) {
    text.append(block, size);
  }
  if (!file || std::ferror(file.get()) != 0) {
    throw ModelError(SourceLocation{path, 0, 0},
                     "cannot read this: " + std::generic_category().message(errno),
                     "--continue wants a summary.json, its folder or a state");
  }
  return text;
}

/// Going on into the same folder would replace the results of the first part.
void keep_first_part(const std::string& state_file, const std::string& folder) {
  std::error_code none;
  if (!fs::equivalent(fs::absolute(state_file, none).parent_path(), folder, none)) return;
  throw ModelError(SourceLocation{"--continue", 0, 0},
                   "the results in '" + folder + "' would be replaced by those of the rest",
                   "give another folder with --out");
}

luztar::State state_to_continue(const luztar::System& system, const SimulateArguments& arguments) {
  std::error_code none;
  std::string path = arguments.state;
  if (fs::is_directory(path, none)) path = (fs::path(path) / "summary.json").string();
  luztar::State state = luztar::state_from_json(system, state_text(path), path);
  keep_first_part(path, folder_of(arguments));
  const auto& settings = system.settings();
  const double end = settings.start + settings.duration;
  if (state.time >= end || state.time < settings.start) {
    throw ModelError(
        SourceLocation{path, 0, 0},
        fmt::format("its time, {} s, is not before the end of the run, {} s", state.time, end),
        fmt::format("give a longer --duration, counted from {} s", settings.start));
  }
  return state;
}

/// A run that goes on needs no place for its bodies to start at.
luztar::StartOfFile start_of(const SimulateArguments& arguments) {
  const bool goes_on = !arguments.state.empty() || !arguments.resume.empty();
  return goes_on ? luztar::StartOfFile::Unused : luztar::StartOfFile::Used;
}

/// One line about a run that did not reach its end, or is not to be trusted.
void print_early_end(const luztar::RunInfo& info, const std::string& model,
                     const std::string& folder, bool can_be_resumed) {
  if (info.status == luztar::Status::Finished) return;
  if (info.status == luztar::Status::Contradiction) {
    fmt::print(stderr, "{}: {}; all results are in {}\n", model, info.diagnosis, folder);
    return;
  }
  const std::string why = info.diagnosis.empty() ? to_text(info.status) : info.diagnosis;
  fmt::print(stderr, "{}: ended early: {}; results up to there are in {}{}\n", model, why, folder,
             can_be_resumed ? ", and --resume goes on with them" : "");
}

/// A run that was resumed once may be killed again.
std::optional<double> seconds_between_checkpoints(const luztar::Model& model,
                                                  const luztar::System& system,
                                                  const SimulateArguments& arguments) {
  constexpr double kMinute = 60.0;
  if (model.output.checkpoint) return evaluate(*model.output.checkpoint, system.parameters());
  if (!arguments.resume.empty()) return kMinute;
  return std::nullopt;
}

/// What the summary does not show of a model is not needed beside its System: half of the memory of
/// a network of a million bodies.
void let_go_of_parts(luztar::Model& model) {
  luztar::Parts shown;
  const auto bodies = std::min(model.bodies.size(), kMostBodiesInSummary);
  shown.bodies.assign(model.bodies.begin(),
                      model.bodies.begin() + static_cast<std::ptrdiff_t>(bodies));
  static_cast<luztar::Parts&>(model) = std::move(shown);
  model.repeats.clear();
}

int exit_status(luztar::Status status) {
  switch (status) {
    case luztar::Status::Finished:
      return kFine;
    case luztar::Status::Stopped:
      return kInterrupted;
    default:
      return kEndedEarly;
  }
}

std::string names_of(const luztar::Model& model, const luztar::ResultFiles& files,
                     const luztar::SimulationSettings& settings) {
  std::string names = "summary.json events.csv";
  const bool samples = settings.gives_rows();
  if (samples && model.output.csv) names += " trajectory.csv";
  if (samples && !model.simulation.derivatives.empty()) names += " derivatives.csv";
  if (samples && model.output.npy) names += " *.npy channels.json";
  if (files.report) names += " report.html";
  return names;
}

}  // namespace

int run_simulate(const SimulateArguments& arguments) {
  luztar::Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  apply_overrides(model, arguments);
  const luztar::System system = luztar::compile(model, {}, start_of(arguments));
  const luztar::SimulationSettings& settings = system.settings();
  const std::string folder = folder_of(arguments);
  luztar::Checkpoint start;
  if (!arguments.resume.empty()) {
    start = luztar::read_checkpoint(folder, model, system, settings);
  } else {
    if (!arguments.force) luztar::refuse_checkpoint(folder);
    start.state = arguments.state.empty() ? luztar::start_state(model, system)
                                          : state_to_continue(system, arguments);
  }
  const std::optional<double> checkpoint = seconds_between_checkpoints(model, system, arguments);
  luztar::ResultFiles files{
      .trajectory = true, .report = !arguments.no_report && !checkpoint, .mode_times = !checkpoint};
  if (!arguments.resume.empty()) files.resume = start.sizes;
  const auto begin = std::chrono::steady_clock::now();

  const std::vector<luztar::Diagnostic> warnings = warnings_of(model, system);
  const InterruptGuard guard;  // until now there was nothing to lose
  const luztar::StopScope scope(&InterruptGuard::interrupted);
  Run run(model, system, settings, folder, files, start.state.time);
  let_go_of_parts(model);
  luztar::ThreadPool pool(arguments.threads);
  luztar::Executor executor;
  if (pool.threads() > 1) executor = pool.executor();
  luztar::RunInfo info =
      checkpoint ? luztar::simulate_with_checkpoints(model, system, std::move(start), settings,
                                                     folder, *checkpoint, run, executor)
                 : luztar::simulate(system, std::move(start.state), settings, run, executor);
  run.clear_bar();
  for (std::size_t i = 0; i < std::min(warnings.size(), kMostWarnings); ++i)
    info.warnings.push_back(to_text(warnings[i]));
  if (!run.note().empty()) info.warnings.push_back(run.note());
  run.finish(info);

  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  if (arguments.json) {
    print(luztar::summary_json(model, system, settings, info, run.mode_times()));
  } else if (!arguments.quiet) {
    print(summary_text(
        {model, system, info, wall.count(), folder, names_of(model, files, settings)}));
  }
  print_early_end(info, arguments.model, folder,
                  checkpoint && info.status == luztar::Status::Stopped);
  return exit_status(info.status);
}
