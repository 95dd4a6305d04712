// `times` of [simulation]: output points one by one, in the file or in a column of a CSV file.
#include "luztar/io/data_keys.h"
#include "luztar/io/load_model.h"
#include "luztar/io/model/model_parts.h"
#include "luztar/model/changes.h"

namespace luztar {
namespace {

using Times = SimulationTable::Times;

constexpr const char* kExample = "write times = [0, 0.1] or times = { file = \"data.csv\" }";

/// "t" or "2"; the first one for "".
ColumnChoice column_of(const std::string& text, const SourceLocation& where) {
  if (text.empty()) return {"", 1, where};
  const bool is_number = text.size() < 6 && text.find_first_not_of("0123456789") == text.npos;
  return is_number ? ColumnChoice{"", std::stoi(text), where} : ColumnChoice{text, 0, where};
}

/// @param beside  file in whose folder relative paths start
void read_column_of_file(Times& times, const ColumnChoice& column, const std::string& beside,
                         DataFiles* files, const SourceLocation& asked_by) {
  times.column = {column.name, column.number};
  const DataFile read = read_data_file(times.file, beside, files, asked_by);
  times.values = parse_table(read.text, read.path, column, column).time;
}

}  // namespace

void read_times(TableReader& simulation, Model& model, DataFiles* files) {
  const TomlEntry* entry = simulation.find("times");
  if (entry == nullptr) return;
  Times times;
  times.where = entry->where;
  if (entry->value.kind == TomlKind::Table) {
    TableReader table(entry->value, entry->where, simulation.mistakes());
    const TomlEntry* file = table.find("file", TomlKind::Text);
    const ColumnChoice column = read_column(table, "time", 1);
    if (!table.has("file")) table.report(entry->where, "times has no file", kExample);
    table.finish("signals");
    if (file == nullptr) return;
    times.file = file->value.text;
    try {
      read_column_of_file(times, column, model.file, files, content_place(file->value));
    } catch (const ModelError& error) {
      for (const auto& mistake : error.diagnostics()) simulation.mistakes().push_back(mistake);
      return;
    }
  } else if (entry->value.kind == TomlKind::List) {
    const std::size_t before = simulation.mistakes().size();
    times.values = plain_numbers(entry->value, "times", "s", "`times`", "write them in seconds",
                                 simulation.mistakes());
    if (simulation.mistakes().size() > before) return;
  } else {
    return simulation.report(entry->value.where,
                             "`times` is " + std::string(describe(entry->value.kind)), kExample);
  }
  model.simulation.times = std::move(times);
}

Times times_of(const std::string& text, const std::string& source) {
  Times times{.where = {source, 1, 1}};
  const std::size_t point = text.rfind(".csv");
  const std::size_t colon = text.find(':', point == text.npos ? 0 : point);
  if (point != text.npos && (point + 4 == text.size() || colon == point + 4)) {
    times.file = text.substr(0, point + 4);
    const std::string column = colon == text.npos ? "" : text.substr(colon + 1);
    read_column_of_file(times, column_of(column, times.where), "", nullptr, times.where);
    return times;
  }
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const Expression time = parse_value(text.substr(begin, end - begin), "s", times.where);
    if (!symbols_of(time).empty())
      throw ModelError(times.where, quote(text.substr(begin, end - begin)) + " is no time",
                       "write 0,0.5,800 ms or FILE.csv:COLUMN");
    times.values.push_back(evaluate(time, ParameterValues{}));
    begin = end + 1;
  }
  return times;
}

}  // namespace luztar
