#include "apps/compare_command.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "apps/checked_model.h"
#include "apps/compare_text.h"
#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/json_text.h"
#include "apps/new_file.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

using luztar::ChannelDifference;
using luztar::Comparison;
using luztar::ModelError;
using luztar::RunRecord;

/// The run of a model file with its own settings.
RunRecord run_of_model(const std::string& path) {
  const CheckedModel checked = checked_model(path);
  const luztar::SimulationSettings settings = checked.system.settings();
  luztar::RunRecorder recorder(checked.model, checked.system, settings, path);
  const luztar::StopScope scope(&InterruptGuard::interrupted);
  return recorder.finish(
      simulate(checked.system, initial_state(checked.system), settings, recorder));
}

RunRecord record_of(const std::string& run) {
  return std::filesystem::is_directory(run) || !run.ends_with(".toml")
             ? luztar::read_run(run, {run, 0, 0})
             : run_of_model(run);
}

RunRecord measured_data(const CompareArguments& arguments, const RunRecord& run) {
  std::vector<luztar::DataColumn> columns;
  for (const std::string& text : arguments.columns)
    columns.push_back(luztar::data_column(text, {"--map", 0, 0}));
  return luztar::read_data(arguments.data, arguments.time, columns, run,
                           {columns.empty() ? "--with" : "--map", 0, 0});
}

/// Leaves the channels that --channels names. Throws ModelError: a pattern fits none.
void choose_channels(const std::vector<std::string>& patterns, Comparison& comparison) {
  if (patterns.empty()) return;
  std::vector<bool> used(patterns.size(), false);
  const auto choose = [&](std::vector<ChannelDifference>& channels) {
    std::erase_if(channels, [&](const ChannelDifference& channel) {
      bool fits = false;
      for (std::size_t p = 0; p < patterns.size(); ++p) {
        if (!luztar::fits(patterns[p], channel.name)) continue;
        fits = used[p] = true;
      }
      return !fits;
    });
  };
  for (luztar::RunComparison& pair : comparison.pairs) choose(pair.channels);
  for (std::vector<ChannelDifference>& channels : comparison.with_data) choose(channels);
  for (std::size_t p = 0; p < patterns.size(); ++p)
    if (!used[p])
      throw ModelError({"--channels", 0, 0},
                       "no channel of both fits " + luztar::quote(patterns[p]),
                       "write q.BODY, v.BODY, f.ELEMENT ...; * stands for any characters");
}

/// Files that were asked for. False: one could not be written, and it was said.
bool write_comparison(const CompareArguments& arguments, const Comparison& comparison) {
  const auto write = [&](const std::string& file, const auto& content) {
    return file.empty() || file == "-" || write_new_file(file, content(), arguments.force);
  };
  return write(arguments.file,
               [&] {
                 return is_csv(arguments.file) ? comparison_csv(comparison)
                                               : comparison_json(comparison);
               }) &&
         write(arguments.page, [&] { return luztar::compare_page(comparison); });
}

}  // namespace

int run_compare(const CompareArguments& arguments) {
  if (arguments.runs.size() < 2 && arguments.data.empty())
    throw ModelError({arguments.runs.front(), 0, 0}, "there is nothing to compare this with",
                     "give another run, or measured data by --with FILE");
  const InterruptGuard guard;
  std::vector<RunRecord> runs;
  for (const std::string& run : arguments.runs) {
    runs.push_back(record_of(run));
    if (InterruptGuard::interrupted()) return kInterrupted;
  }
  std::optional<RunRecord> data;
  if (!arguments.data.empty()) data = measured_data(arguments, runs.front());
  Comparison comparison = luztar::compare(std::move(runs), std::move(data));
  choose_channels(arguments.channels, comparison);
  print(arguments.file == "-" ? comparison_json(comparison) : comparison_text(comparison));
  if (!write_comparison(arguments, comparison)) return kTrouble;
  const double difference = comparison.difference();
  if (!arguments.tolerance || difference <= *arguments.tolerance) return kFine;
  fmt::print(stderr, "luztar: the difference {} is above --tolerance {}\n",
             fmt::format("{:.6g}", difference), *arguments.tolerance);
  return kDiffers;
}
