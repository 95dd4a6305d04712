// Tables: functions of any argument, from rows in the model or in a CSV file.
#include <cmath>
#include <filesystem>
#include <utility>

#include "luztar/core/quantity.h"
#include "luztar/io/data_keys.h"
#include "luztar/io/model_parts.h"

namespace luztar {
namespace {

class FunctionTableReader {
 public:
  FunctionTableReader(const Model& model, FunctionTable& result, TableReader& table)
      : model_(model), result_(result), table_(table) {}

  void read() {
    const std::size_t before = table_.mistakes().size();
    const TomlEntry* file = table_.find("file", TomlKind::Text);
    if (file != nullptr)
      read_file(*file);
    else if (!table_.has("file"))
      read_lists();
    refuse_second_input();
    result_.interpolation = read_interpolation(table_);
    result_.beyond = beyond();
    const std::vector<double> x = in_si("x_unit", result_.x, result_.x_unit);
    const std::vector<double> y = in_si("y_unit", result_.y, result_.y_unit);
    if (table_.mistakes().size() == before) {
      result_.function =
          make_table_function(result_.name, x, y, result_.interpolation, result_.beyond);
    } else {  // calls of it are no further mistakes
      result_.function =
          make_table_function(result_.name, {0, 1}, {1, 1}, Interpolation::Hold, Beyond::Extend);
    }
  }

 private:
  void read_file(const TomlEntry& file) {
    ColumnChoice x = read_column(table_, "x", 1);
    const ColumnChoice y = read_column(table_, "y", 2);
    x.means = "x";
    result_.file = file.value.text;
    result_.x_column = {x.name, x.number};
    result_.y_column = {y.name, y.number};
    const auto folder = std::filesystem::path(model_.file).parent_path();
    try {
      DataColumns columns =
          read_table((folder / result_.file).string(), x, y, content_place(file.value));
      result_.x = std::move(columns.time);
      result_.y = std::move(columns.value);
    } catch (const ModelError& error) {
      for (const Diagnostic& mistake : error.diagnostics()) table_.mistakes().push_back(mistake);
    }
  }

  void read_lists() {
    const TomlEntry* x = list("x");
    const TomlEntry* y = list("y");
    if (x == nullptr || y == nullptr) return;
    const std::size_t mistakes = table_.mistakes().size();
    result_.x = numbers(*x);
    const bool unread = table_.mistakes().size() > mistakes;
    result_.y = numbers(*y);
    const std::size_t n = result_.x.size();
    if (result_.y.size() != n) {
      table_.report(
          y->value.where,
          "y has " + std::to_string(result_.y.size()) + " numbers, x has " + std::to_string(n),
          "give each x its y");
    } else if (n < 2) {
      table_.report(x->value.where, "the table has fewer than two rows", "it needs at least two");
    }
    for (std::size_t i = 1; i < n && !unread; ++i)
      if (result_.x[i] <= result_.x[i - 1])
        return table_.report(x->value.items[i].where, "x does not increase",
                             "sort the rows and remove repeated x");
  }

  const TomlEntry* list(const std::string& key) {
    const TomlEntry* entry = table_.find(key);
    if (entry == nullptr) {
      table_.report(table_.where(), "the table has no `" + key + "`",
                    "write " + key + " = [...], or file = \"data.csv\"");
    } else if (entry->value.kind != TomlKind::List) {
      table_.report(entry->value.where,
                    "`" + key + "` is " + describe(entry->value.kind) + ", not a list of numbers",
                    "write " + key + " = [...]; names of columns belong beside `file`");
    } else {
      return entry;
    }
    return nullptr;
  }

  /// Rows are read before parameters have values: plain numbers.
  std::vector<double> numbers(const TomlEntry& list) {
    std::vector<double> result;
    for (const TomlValue& item : list.value.items) {
      const Expression number = read_expression(item, list.key, table_.mistakes());
      result.push_back(0.0);
      const auto symbols = symbols_of(number);
      if (!symbols.empty()) {
        if (symbols.front().symbol() != kUnread)
          table_.report(symbols.front().where(),
                        "`" + list.key + "` of a table is of plain numbers",
                        "put the parameter where the table is called");
        continue;
      }
      result.back() = evaluate(number, [](const std::string&) { return 0.0; });
      if (!std::isfinite(result.back()))
        table_.report(number.where(), "`" + list.key + "` is not a finite number",
                      "give it a number");
    }
    return result;
  }

  void refuse_second_input() {
    if (const TomlEntry* entry = table_.find("z"))
      table_.report(entry->where, "a table of two inputs is not supported: `z`",
                    "tables have one input, x; add or multiply tables for more");
  }

  Beyond beyond() {
    const TomlEntry* entry = table_.find("beyond", TomlKind::Text);
    if (entry == nullptr || entry->value.text == "error") return Beyond::Error;
    if (entry->value.text == "constant") return Beyond::Constant;
    if (entry->value.text == "extend") return Beyond::Extend;
    table_.report(entry->value.content, "`beyond` cannot be " + quote(entry->value.text),
                  suggest(entry->value.text, {"error", "constant", "extend"}, ""));
    return Beyond::Error;
  }

  std::vector<double> in_si(const std::string& key, const std::vector<double>& written,
                            std::string& text) {
    const TomlEntry* entry = table_.find(key, TomlKind::Text);
    if (entry == nullptr) return written;
    std::vector<double> result = written;
    try {
      const Unit unit = parse_unit(entry->value.text, entry->value.content);
      text = entry->value.text;
      for (double& value : result) value = unit.to_si(value);
    } catch (const ModelError& error) {
      for (const Diagnostic& mistake : error.diagnostics()) table_.mistakes().push_back(mistake);
    }
    for (std::size_t i = 0; i < result.size(); ++i)
      if (!std::isfinite(result[i]) || (key == "x_unit" && i > 0 && result[i] <= result[i - 1])) {
        table_.report(entry->value.content, "the rows are no numbers in SI, or lose their order",
                      "check the unit");
        break;
      }
    return result;
  }

  const Model& model_;
  FunctionTable& result_;
  TableReader& table_;
};

}  // namespace

void read_tables(TableReader& document, Model& model) {
  read_section(document, "tables", [&](const TomlEntry& entry, TableReader& table) {
    FunctionTable& result = model.tables.emplace_back();
    result.name = entry.key;
    result.where = entry.where;
    FunctionTableReader(model, result, table).read();
  });
}

}  // namespace luztar
