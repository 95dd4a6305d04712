// Signals: expressions of time and measured data.
#include <cmath>
#include <utility>

#include "luztar/io/data_keys.h"
#include "luztar/io/model/model_parts.h"
#include "luztar/io/read_table.h"

namespace luztar {
namespace {

class SignalReader {
 public:
  SignalReader(Model& model, DataFiles* files, Diagnostics& mistakes)
      : model_(model), files_(files), mistakes_(mistakes) {}

  void signal(const TomlEntry& entry, TableReader& table) {
    Signal signal{entry.key, Expression::symbol(kUnread, entry.where), entry.where};
    const TomlEntry* file = table.find("file", TomlKind::Text);
    if (table.has("file")) {
      const ColumnChoice time = read_column(table, "time", 1);
      const ColumnChoice value = read_column(table, "value", 2);
      Table data;
      data.interpolation = read_interpolation(table);
      data.time_column = {time.name, time.number};
      data.value_column = {value.name, value.number};
      data.scale = plain_number(table, "scale", 1);
      data.offset = plain_number(table, "offset", 0);
      if (file != nullptr) read_data(*file, time, value, data);
      signal.value = std::move(data);
    } else {
      table.exclude({"time", "interpolation", "scale", "offset"}, "value");
      if (const auto value = table.number("value")) {
        signal.value = *value;
      } else {
        table.report(table.where(), "the signal has neither data nor a value",
                     "write file = \"data.csv\" or value = \"expression of t\"");
      }
    }
    model_.signals.push_back(std::move(signal));
  }

 private:
  // Data are scaled when they are read, before parameters have values.
  double plain_number(TableReader& table, const std::string& key, double otherwise) {
    const auto expression = table.number(key);
    if (!expression) return otherwise;
    for (const Expression& symbol : symbols_of(*expression)) {
      if (symbol.symbol() != kUnread) {
        table.report(symbol.where(), "`" + key + "` of data must be a plain number",
                     "multiply or add the parameter where the signal is used");
      }
      return otherwise;
    }
    const double value = evaluate(*expression, ParameterValues{});
    if (std::isfinite(value)) return value;
    table.report(expression->where(), "`" + key + "` is not a finite number", "give it a number");
    return otherwise;
  }

  void read_data(const TomlEntry& file, const ColumnChoice& time, const ColumnChoice& value,
                 Table& data) {
    data.file = file.value.text;
    try {
      const DataFile read =
          read_data_file(data.file, model_.file, files_, content_place(file.value));
      DataColumns columns = parse_table(read.text, read.path, time, value);
      for (double& y : columns.value) y = data.scale * y + data.offset;
      for (const double y : columns.value) {
        if (!std::isfinite(y)) {
          throw ModelError(file.where, "the scaled data are not finite", "check scale and offset");
        }
      }
      data.time = std::move(columns.time);
      data.value = std::move(columns.value);
    } catch (const ModelError& error) {
      mistakes_.insert(mistakes_.end(), error.diagnostics().begin(), error.diagnostics().end());
    }
  }

  Model& model_;
  DataFiles* files_;
  Diagnostics& mistakes_;
};

}  // namespace

void read_signals(TableReader& document, Model& model, DataFiles* files) {
  SignalReader reader(model, files, document.mistakes());
  read_section(document, "signals",
               [&](const TomlEntry& entry, TableReader& table) { reader.signal(entry, table); });
}

}  // namespace luztar
