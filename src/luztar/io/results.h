// Result files of a run (docs/results.md): trajectory.csv or .npy files, events.csv, summary.json,
// report.html.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "luztar/io/mode_times.h"
#include "luztar/io/npy_files.h"
#include "luztar/io/report.h"
#include "luztar/model/model.h"
#include "luztar/simulate/simulate.h"

namespace luztar {

/// How far the result files of a run are.
struct ResultSizes {
  KeptBytes trajectory{}, events{};
  std::vector<KeptRows> arrays{};  ///< the .npy files
};

struct ResultFiles {
  bool trajectory{true};
  bool report{true};
  bool mode_times{true};  ///< the summary says how long pairs stick; a killed run loses that
  /// Is told of the run by somebody else, and makes the report; null: the writer makes one of its
  /// own. It must live until finish().
  const ReportBuilder* told_report{};
  const ModeTimes* told_mode_times{};  ///< the same of how long pairs stick
  /// Goes on with the unfinished files of a run that was killed, from here. Its report is lost.
  std::optional<ResultSizes> resume{};
};

/// Of a checkpoint in a folder of results (checkpoint.h).
constexpr const char* kCheckpointName = "checkpoint.bin";

/// Writes the results of a run as they are made, in bounded memory. Files have a temporary name
/// until finish(), so that a crash never leaves half a file that looks whole.
class ResultWriter : public Observer {
 public:
  static constexpr std::size_t kMostBodiesAroundEvents = 200;  ///< of a report's extra points
  /// Creates `folder` if needed. Throws std::system_error when it cannot be written, ModelError if
  /// [output] names a channel that there is not.
  ResultWriter(const Model& model, const System& system, const SimulationSettings& settings,
               const std::string& folder, const ResultFiles& files = {});
  ~ResultWriter() override;  ///< without finish(): removes the temporary files
  /// Where the run begins, if that is not settings.start [s]. Before it does.
  void begin_at(double start);
  void sample(const Sample& sample) override;
  void event(const Event& event) override;
  void event_time(std::span<const double> slopes) override;
  void around_event(const Sample& before, const Sample& after) override;
  bool wants_samples_around_events() const override;
  bool wants_samples_of_controllers() const override;
  /// How long pairs stick and touch; null: of a run that was taken up again it is not known.
  const ModeTimes* mode_times() const;
  /// What the results leave out without a request, in words, or "". It is among the warnings
  /// that finish() writes.
  const std::string& note() const;
  /// All that was received so far is in the files; kill -9 loses nothing of it.
  void flush();
  /// The same, on the disk too.
  ResultSizes sizes();
  /// Unfinished files stay when the run ends by an exception: checkpoints belong to them.
  void keep_unfinished();
  /// Writes summary and report and gives every file its name.
  void finish(const RunInfo& info);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// simulate() with a ResultWriter: the README's program.
RunInfo simulate_to_files(const Model& model, const System& system, const State& start,
                          const SimulationSettings& settings, const std::string& folder);

/// The word of events.csv for a mode: stuck, forward, backward; gap, lower, upper; input.
const char* mode_word(const System& system, int event_name, int mode);
const char* cause_word(Event::Cause cause);  ///< break, stop, follow, touch, leave, jump, impact

/// The last of the warnings in a summary that has numbers which are not finite.
inline constexpr const char* kNullWarning =
    "null stands for a number that is not finite or was not computed";

/// The summary as JSON text (docs/results.md); holds the complete final state.
/// @param times  null: it does not say how long pairs stick
std::string summary_json(const Model& model, const System& system,
                         const SimulationSettings& settings, const RunInfo& info,
                         const ModeTimes* times = nullptr);
/// The same of a model whose bodies and elements are not at hand.
/// @param columns  of its results
std::string summary_json(const Model& model, const System& system,
                         const SimulationSettings& settings, const RunInfo& info,
                         const ChannelSelection& columns, const ModeTimes* times = nullptr);

}  // namespace luztar
