// [output]: which channels, in which form, and how often a checkpoint.

#include "luztar/io/model_parts.h"

namespace luztar {
namespace {

/// A text, or a list of texts.
std::vector<OutputTable::Pattern> texts(const TomlEntry& entry, const std::string& example,
                                        TableReader& table) {
  std::vector<OutputTable::Pattern> found;
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
  table.finish();
}

}  // namespace luztar
