#include "apps/sweep_command.h"

#include <bit>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "apps/exit_status.h"
#include "apps/interrupt.h"
#include "apps/overrides.h"
#include "apps/process_rank.h"
#include "apps/progress_bar.h"
#include "apps/standard_output.h"
#include "luztar/luztar.h"

namespace {

using luztar::SourceLocation;

/// Takes the rows of all threads into the table, and shows how many there are.
class Rows : public luztar::SweepObserver {
 public:
  Rows(luztar::PointTable& table, std::int64_t points, luztar::ProcessRank rank)
      : table_(table),
        points_(points),
        rank_(rank),
        bar_(0.0, static_cast<double>(points) / rank.count, "points") {}

  /// Of several processes each runs one point of `count`.
  bool has(std::int64_t point) const override {
    if (point % rank_.count != rank_.index) return true;
    const std::scoped_lock lock(mutex_);
    return table_.has(point);
  }
  void row(std::int64_t point, const luztar::SweepRow& row) override {
    const std::scoped_lock lock(mutex_);
    table_.add(point, row.values, row.words);
    ++run_;
    failed_ += row.words.empty() ? 0 : 1;
    if (first_words_.empty()) first_words_ = row.words;
    bar_.show(static_cast<double>(table_.rows_there()));
  }
  bool goes_on() override { return !InterruptGuard::interrupted(); }

  /// This process has nothing left to do.
  bool is_complete() const {
    for (std::int64_t point = rank_.index; point < points_; point += rank_.count)
      if (!table_.has(point)) return false;
    return true;
  }
  std::int64_t run() const { return run_; }
  std::int64_t failed() const { return failed_; }
  const std::string& first_words() const { return first_words_; }
  void clear_bar() { bar_.clear(); }

 private:
  mutable std::mutex mutex_;
  luztar::PointTable& table_;
  std::int64_t points_, run_{}, failed_{};
  luztar::ProcessRank rank_;
  std::string first_words_;  ///< of a point that failed
  ProgressBar bar_;
};

std::string folder_of(const SweepArguments& arguments) {
  if (!arguments.folder.empty()) return arguments.folder;
  return (std::filesystem::path("out") / std::filesystem::path(arguments.model).stem()).string() +
         "_sweep";
}

luztar::SweepPlan plan_of(const luztar::Model& model, const SweepArguments& arguments) {
  luztar::SweepPlan plan;
  for (const std::string& text : arguments.vary)
    plan.variations.push_back(luztar::parse_variation(model, text, "--vary " + text));
  for (const std::string& text : arguments.measures)
    plan.measures.push_back(luztar::parse_measure(text, SourceLocation{"--measure", 1, 1}));
  if (!arguments.transient.empty()) {
    const SourceLocation where{"--transient", 1, 1};
    plan.transient = luztar::evaluate(luztar::parse_value(arguments.transient, "s", where),
                                      luztar::evaluate_parameters(model));
    if (!(plan.transient >= 0.0))
      throw luztar::ModelError(where, "the transient is negative", "give seconds from the start");
  }
  return plan;
}

/// Identifies the numbers of the data files that a model names (FNV-1a).
std::uint64_t hash_of_data(const luztar::Model& model) {
  std::uint64_t hash = 14695981039346656037u;
  const auto add = [&](const std::vector<double>& numbers) {
    for (const double number : numbers)
      hash = (hash ^ std::bit_cast<std::uint64_t>(number)) * 1099511628211u;
  };
  for (const luztar::Signal& signal : model.signals) {
    if (const auto* table = std::get_if<luztar::Table>(&signal.value)) {
      add(table->time);
      add(table->value);
    }
  }
  for (const luztar::FunctionTable& table : model.tables) {
    add(table.x);
    add(table.y);
    add(table.z);
  }
  return hash;
}

/// What rows of an earlier process must have been made with.
std::string identity_of(const luztar::Model& model, const SweepArguments& arguments) {
  std::string text =
      fmt::format("luztar {} sweep {} {:x}", LUZTAR_VERSION, model.hash, hash_of_data(model));
  for (const auto* list : {&arguments.changes, &arguments.vary, &arguments.measures})
    for (const std::string& item : *list) text += " | " + item;
  for (const auto* item :
       {&arguments.transient, &arguments.duration, &arguments.tolerance, &arguments.max_events})
    text += " | " + *item;
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

luztar::PointTable::Layout layout_of(const luztar::SweepPlan& plan, std::string identity) {
  luztar::PointTable::Layout layout{
      .given = {}, .found = {}, .rows = plan.points(), .identity = std::move(identity)};
  for (const auto& variation : plan.variations) layout.given.push_back(variation.name);
  for (const auto& measure : plan.measures) layout.found.push_back(measure.text);
  return layout;
}

std::string summary(const Rows& rows, luztar::ProcessRank rank, const std::string& title,
                    double seconds, const std::string& folder) {
  const auto run = rows.run();
  std::string text = title + "\n";
  text += fmt::format("  {} points in {}", run, duration_text(seconds));
  if (run > 0 && seconds > 0.0)
    text += fmt::format(", {:.4g} a second", static_cast<double>(run) / seconds);
  if (rank.count > 1) text += fmt::format(" by the last of {} processes", rank.count);
  text += "\n";
  if (rows.failed() > 0)
    text += fmt::format("  {} failed; the first: {}\n", rows.failed(), rows.first_words());
  return text + "  " + folder + ": table.csv\n";
}

}  // namespace

int run_sweep(const SweepArguments& arguments) {
  luztar::Model model = luztar::load_model(arguments.model, load_options(arguments.changes));
  SimulateArguments settings;
  settings.changes = arguments.changes;
  settings.duration = arguments.duration;
  settings.tolerance = arguments.tolerance;
  settings.max_events = arguments.max_events;
  apply_overrides(model, settings);
  const luztar::SweepPlan plan = plan_of(model, arguments);
  check_plan(model, plan);
  const std::string folder = folder_of(arguments);
  const luztar::ProcessRank rank = process_rank();
  luztar::PointTable table(folder, layout_of(plan, identity_of(model, arguments)), arguments.resume,
                           rank);
  const auto begin = std::chrono::steady_clock::now();
  const InterruptGuard guard;
  Rows rows(table, plan.points(), rank);
  // Several processes are one for each core, unless somebody says otherwise.
  luztar::ThreadPool pool(rank.count > 1 && arguments.threads == 0 ? 1 : arguments.threads);
  luztar::sweep(model, plan, rows, pool.threads(), pool.executor());
  rows.clear_bar();
  table.flush();
  if (!rows.is_complete()) {
    fmt::print(stderr, "{}: {} of {} points are in {}; --resume goes on with them\n",
               arguments.model, table.rows_there(), plan.points(), folder);
    return kInterrupted;
  }
  const bool is_last = table.finish([&](std::int64_t point) { return plan.at(point); });
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  if (!arguments.quiet && is_last)
    print(
        summary(rows, rank, model.title.empty() ? model.file : model.title, wall.count(), folder));
  return kFine;
}
