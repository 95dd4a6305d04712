// [fit]: measured data and what is free.
#include <algorithm>
#include <string>

#include "luztar/io/model/model_parts.h"
#include "luztar/study/fit/loss.h"

namespace luztar {
namespace {

constexpr const char* kMatch = "match = { \"q.seat\" = \"position\" }";

std::optional<SourceText> one_text(TableReader& table, const std::string& key) {
  const TomlEntry* entry = table.find(key);
  return entry != nullptr ? text_or_number(*entry, table) : std::nullopt;
}

/// "position", 2, or { column = "position", unit = "mm", noise = 0.01 }
void read_match(const TomlEntry& entry, TableReader& table, FitExperiment& experiment) {
  FitMatch match{.channel = {entry.key, entry.where}, .column = {}, .unit = {}, .noise = {}};
  if (entry.value.kind == TomlKind::Table) {
    TableReader own(entry.value, entry.where, table.mistakes());
    if (auto column = one_text(own, "column"))
      match.column = *column;
    else
      own.report(entry.where, "the match of " + quote(entry.key) + " has no column",
                 "write column = ...");
    match.unit = one_text(own, "unit");
    match.noise = one_text(own, "noise");
    own.finish("fit");
  } else if (const auto column = text_or_number(entry, table)) {
    match.column = *column;
  }
  if (!match.column.text.empty()) experiment.match.push_back(std::move(match));
}

/// true, or a time.
std::optional<SourceText> read_validation(TableReader& table) {
  const TomlEntry* entry = table.find("validation");
  if (entry == nullptr) return std::nullopt;
  if (entry->value.kind == TomlKind::Truth)
    return entry->value.number != 0.0 ? std::optional(SourceText{"true", entry->value.where})
                                      : std::nullopt;
  return text_or_number(*entry, table);
}

/// Keys of an experiment, in a table of its own or in [fit].
void read_experiment(TableReader& table, FitExperiment experiment, FitTable& fit) {
  const auto file = one_text(table, "data");
  experiment.time = one_text(table, "time").value_or(SourceText{"1", table.where()});
  if (const TomlEntry* match = table.find("match", TomlKind::Table))
    for (const TomlEntry& entry : match->value.entries) read_match(entry, table, experiment);
  if (const TomlEntry* set = table.find("set"))
    experiment.set = texts(*set, "set = [\"A=0.05\"]", table);
  if (const TomlEntry* own = table.find("own"))
    experiment.own = texts(*own, "own = [\"q.seat\"]", table);
  experiment.validation = read_validation(table);
  if (!file) return;
  experiment.file = *file;
  if (experiment.match.empty())
    table.report(table.where(), "no channel has a column of the data",
                 std::string("write ") + kMatch);
  fit.experiments.push_back(std::move(experiment));
}

}  // namespace

void read_fit(TableReader& document, Model& model) {
  const TomlEntry* entry = document.find("fit", TomlKind::Table);
  if (entry == nullptr) return;
  TableReader table(entry->value, entry->where, document.mistakes());
  FitTable& fit = model.fit;
  fit.where = entry->where;
  if (const TomlEntry* free = table.find("free"))
    fit.free = texts(*free, "free = [\"FS\", \"ks=1e3:1e5\"]", table);
  fit.loss = one_text(table, "loss");
  if (fit.loss && std::ranges::find(kLossNames, fit.loss->text) == kLossNames.end())
    table.report(fit.loss->where, "no loss " + quote(fit.loss->text),
                 suggest(fit.loss->text, {kLossNames.begin(), kLossNames.end()}, ""));
  read_experiment(table, {.name = "", .where = entry->where}, fit);
  if (const TomlEntry* list = table.find("experiments", TomlKind::Table))
    for (const TomlEntry& one : list->value.entries) {
      if (one.value.kind != TomlKind::Table) {
        table.report(one.where, "an experiment is a table", "write [fit.experiments.NAME]");
        continue;
      }
      TableReader own(one.value, one.where, document.mistakes());
      if (!own.has("data"))
        own.report(one.where, "the experiment " + quote(one.key) + " has no data",
                   "write data = \"measured.csv\"");
      read_experiment(own, {.name = one.key, .where = one.where}, fit);
      own.finish("fit");
    }
  table.finish("fit");
}

}  // namespace luztar
