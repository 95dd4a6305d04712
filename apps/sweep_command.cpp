#include "apps/sweep_command.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
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
#include "apps/sweep_files.h"
#include "luztar/luztar.h"

namespace {

using luztar::SourceLocation;

/// Takes the rows of all threads into the table, and shows how many there are.
class Rows : public luztar::SweepObserver {
 public:
  Rows(luztar::PointTable& table, const luztar::SweepPlan& plan, luztar::ProcessRank rank)
      : table_(table),
        plan_(plan),
        rank_(rank),
        bar_(0.0, static_cast<double>(plan.points()) / rank.count, "points") {}

  /// Of several processes each runs one line of `count`.
  bool has(std::int64_t point) const override {
    if (plan_.line_of(point) % rank_.count != rank_.index) return true;
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
    for (std::int64_t point = 0; point < plan_.points(); ++point)
      if (!has(point)) return false;
    return true;
  }
  std::int64_t run() const { return run_; }
  std::int64_t failed() const { return failed_; }
  const std::string& first_words() const { return first_words_; }
  void clear_bar() { bar_.clear(); }

 private:
  mutable std::mutex mutex_;
  luztar::PointTable& table_;
  const luztar::SweepPlan& plan_;
  std::int64_t run_{}, failed_{};
  luztar::ProcessRank rank_;
  std::string first_words_;  ///< of a point that failed
  ProgressBar bar_;
};

std::string folder_of(const SweepArguments& arguments) {
  if (!arguments.folder.empty()) return arguments.folder;
  return (std::filesystem::path("out") / std::filesystem::path(arguments.model).stem()).string() +
         "_sweep";
}

/// [sweep] of the file, with the options in place of its keys.
luztar::SweepTable table_of(const luztar::Model& model, const SweepArguments& arguments) {
  luztar::SweepTable table = model.sweep;
  std::map<std::string, std::vector<luztar::SourceText>> texts;
  for (const auto& [key, items] : arguments.options)
    for (const std::string& text : items)
      texts[key].push_back({text, SourceLocation{"--" + key + " " + text, 0, 0}});
  replace(table, texts);
  return table;
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
std::string identity_of(const luztar::Model& model, const luztar::SweepTable& table,
                        const SweepArguments& arguments) {
  std::string text =
      fmt::format("luztar {} sweep {} {:x}", LUZTAR_VERSION, model.hash, hash_of_data(model));
  const auto add = [&](const std::string& item) {
    text += " | " + item;
  };
  for (const std::string& change : arguments.changes) add(change);
  for (const luztar::SweepList& list : luztar::kSweepLists)
    for (const luztar::SourceText& item : table.*list.texts) add(list.key + (" " + item.text));
  for (const luztar::SweepItem& item : luztar::kSweepItems)
    if (const auto& given = table.*item.text) add(item.key + (" " + given->text));
  for (const auto* item : {&arguments.duration, &arguments.tolerance, &arguments.max_events})
    add(*item);
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

luztar::PointTable::Layout layout_of(const luztar::SweepPlan& plan, std::string identity) {
  return {.given = plan.given(),
          .found = plan.columns(),
          .rows = plan.points(),
          .identity = std::move(identity)};
}

luztar::FormerRows former_rows(const SweepArguments& arguments) {
  if (arguments.resume) return luztar::FormerRows::Take;
  return arguments.force ? luztar::FormerRows::Drop : luztar::FormerRows::Refuse;
}

std::string summary(const Rows& rows, luztar::ProcessRank rank, const std::string& title,
                    double seconds, const std::string& files) {
  const auto run = rows.run();
  std::string text = title + "\n";
  text += fmt::format("  {} points in {}", run, duration_text(seconds));
  if (run > 0 && seconds > 0.0)
    text += fmt::format(", {:.4g} a second", static_cast<double>(run) / seconds);
  if (rank.count > 1) text += fmt::format(" by the last of {} processes", rank.count);
  text += "\n";
  if (rows.failed() > 0)
    text += fmt::format("  {} failed; the first: {}\n", rows.failed(), rows.first_words());
  return text + "  " + files + "\n";
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
  const luztar::SweepTable asked = table_of(model, arguments);
  const luztar::SweepPlan plan = make_plan(model, asked);
  const bool is_of_file = std::all_of(arguments.options.begin(), arguments.options.end(),
                                      [](const auto& option) { return option.second.empty(); });
  check_plan(model, plan, is_of_file ? model.sweep.where : SourceLocation{});
  const std::string folder = folder_of(arguments);
  const luztar::ProcessRank rank = process_rank();
  luztar::PointTable table(folder, layout_of(plan, identity_of(model, asked, arguments)),
                           former_rows(arguments), rank);
  for (const luztar::DamagedRows& damaged : table.damaged())
    fmt::print(stderr, "{}\n", damaged.words());
  const auto begin = std::chrono::steady_clock::now();
  const InterruptGuard guard;
  Rows rows(table, plan, rank);
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
  if (!table.finish([&](std::int64_t point) { return plan.given_at(point); })) return kFine;
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - begin;
  const std::string files = write_sweep_files(table, plan, model, arguments, folder);
  if (!arguments.quiet)
    print(summary(rows, rank, model.title.empty() ? model.file : model.title, wall.count(), files));
  return kFine;
}
