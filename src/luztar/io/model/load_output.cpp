// [output]: which channels, in which form, and how often a checkpoint. [sweep]: texts.

#include <utility>

#include "luztar/io/model/model_parts.h"
#include "luztar/model/display_units.h"
#include "luztar/symbolic/binding.h"

namespace luztar {
namespace {

void read_format(const TomlEntry& entry, TableReader& table, OutputTable& output) {
  output.csv = output.npy = false;
  for (const auto& [format, where] : texts(entry, "format = [\"csv\", \"npy\"]", table)) {
    output.csv = output.csv || format == "csv";
    output.npy = output.npy || format == "npy";
    if (format == "csv" || format == "npy") continue;
    table.report(where, "no format " + quote(format), suggest(format, {"csv", "npy"}, ""));
  }
}

}  // namespace

std::vector<SourceText> texts(const TomlEntry& entry, const std::string& example,
                              TableReader& table) {
  std::vector<SourceText> found;
  for (const TomlValue& value : items_of(entry.value)) {
    if (value.kind == TomlKind::Text && !value.text.empty()) {
      found.push_back({value.text, value.content});
    } else {
      table.report(content_place(value), "`" + entry.key + "` needs a text or a list of texts",
                   "write " + example);
    }
  }
  return found;
}

std::optional<SourceText> text_or_number(const TomlEntry& entry, TableReader& table) {
  const TomlValue& value = entry.value;
  if (value.kind == TomlKind::Text) return SourceText{value.text, value.content};
  if (value.kind == TomlKind::Number) return SourceText{number_text(value.number), value.where};
  table.report(content_place(value), "`" + entry.key + "` is " + describe(value.kind),
               "write a number or a text");
  return std::nullopt;
}

void read_output(TableReader& document, Model& model) {
  const TomlEntry* entry = document.find("output", TomlKind::Table);
  if (entry == nullptr) return;
  TableReader table(entry->value, entry->where, document.mistakes());
  OutputTable& output = model.output;
  output.where = entry->where;
  if (const TomlEntry* channels = table.find("channels")) {
    output.channels = texts(*channels, "channels = [\"q.block_*\", \"mode.*\"]", table);
  }
  if (const TomlEntry* format = table.find("format")) read_format(*format, table, output);
  output.checkpoint = table.number("checkpoint");
  if (const TomlEntry* events = table.find("sample_events", TomlKind::Truth))
    output.samples_are_events = events->value.number != 0;
  if (const TomlEntry* sides = table.find("event_sides", TomlKind::Truth))
    output.event_sides = sides->value.number != 0;
  if (const TomlEntry* units = table.find("units")) {
    output.units = texts(*units, "units = [\"mm\", \"deg\", \"rpm\", \"kN\"]", table);
    for (Diagnostic& mistake : check_display_units(output))
      table.mistakes().push_back(std::move(mistake));
  }
  table.finish("output");
}

void read_sweep(TableReader& document, Model& model) {
  const TomlEntry* entry = document.find("sweep", TomlKind::Table);
  if (entry == nullptr) return;
  TableReader table(entry->value, entry->where, document.mistakes());
  model.sweep.where = entry->where;
  for (const SweepList& list : kSweepLists) {
    const std::string example = std::string(list.key) + " = [\"" + list.example + "\"]";
    if (const TomlEntry* found = table.find(list.key))
      model.sweep.*list.texts = texts(*found, example, table);
  }
  for (const SweepItem& item : kSweepItems)
    if (const TomlEntry* found = table.find(item.key))
      model.sweep.*item.text = text_or_number(*found, table);
  table.finish("sweep");
}

}  // namespace luztar
