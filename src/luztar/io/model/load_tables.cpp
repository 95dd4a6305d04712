// Tables: functions of any argument, from rows in the model or in a CSV file.
#include <cmath>
#include <cstddef>
#include <utility>

#include "luztar/core/quantity.h"
#include "luztar/io/data_keys.h"
#include "luztar/io/model/model_parts.h"

namespace luztar {
namespace {

constexpr std::size_t kMostNumbers = 1'000'000;  // of two inputs: each becomes 16 coefficients

class FunctionTableReader {
 public:
  FunctionTableReader(const Model& model, DataFiles* files, FunctionTable& result,
                      TableReader& table)
      : model_(model), files_(files), result_(result), table_(table) {}

  void read() {
    const std::size_t before = table_.mistakes().size();
    const bool two = table_.has("z") || table_.has("grid");
    read_rows();
    if (result_.z.size() > kMostNumbers)
      table_.report(table_.where(), "z has more than a million numbers", "take fewer of them");
    result_.interpolation = read_interpolation(table_);
    result_.beyond = beyond();
    const std::vector<double> x = in_si("x_unit", result_.x, result_.x_unit, true);
    const std::vector<double> y = in_si("y_unit", result_.y, result_.y_unit, two);
    const std::vector<double> z =
        two ? in_si("z_unit", result_.z, result_.z_unit, false) : std::vector<double>();
    const Interpolation way = result_.interpolation;
    if (table_.mistakes().size() != before) {  // calls of it are no further mistakes
      result_.function = two ? make_grid_table(result_.name, {0, 1}, {0, 1}, {1, 1, 1, 1},
                                               Interpolation::Hold, Beyond::Extend)
                             : make_table_function(result_.name, {0, 1}, {1, 1},
                                                   Interpolation::Hold, Beyond::Extend);
    } else if (two) {
      result_.function = make_grid_table(result_.name, x, y, z, way, result_.beyond);
    } else {
      result_.function = make_table_function(result_.name, x, y, way, result_.beyond);
    }
  }

 private:
  void read_rows() {
    const TomlEntry* file = table_.find("file", TomlKind::Text);
    const TomlEntry* grid = table_.find("grid", TomlKind::Text);
    if (table_.has("grid")) {
      table_.exclude({"file", "x", "y", "z"}, "grid");
      if (grid != nullptr) read_grid_file(*grid);
    } else if (table_.has("file") && table_.has("z")) {
      table_.report(table_.find("z")->where, "`z` makes no sense beside `file`",
                    "a table of two inputs comes from grid = \"data.csv\": x in its first column, "
                    "y in its first line");
      for (const char* key : {"x", "y", "z_unit"}) table_.find(key);
    } else if (table_.has("file")) {
      if (file != nullptr) read_file(*file);
    } else if (table_.has("z")) {
      read_grid();
    } else {
      read_lists();
    }
  }

  DataFile beside_model(const TomlEntry& file) const {
    return read_data_file(file.value.text, model_.file, files_, content_place(file.value));
  }

  void read_grid_file(const TomlEntry& file) {
    result_.file = file.value.text;
    try {
      const DataFile read = beside_model(file);
      DataGrid grid = parse_grid(read.text, read.path);
      result_.x = std::move(grid.x);
      result_.y = std::move(grid.y);
      result_.z = std::move(grid.z);
    } catch (const ModelError& error) {
      for (const Diagnostic& mistake : error.diagnostics()) table_.mistakes().push_back(mistake);
    }
  }

  void read_grid() {
    const TomlEntry* x = list("x");
    const TomlEntry* y = list("y");
    const TomlEntry* z = list("z");
    if (x == nullptr || y == nullptr || z == nullptr) return;
    result_.x = axis(*x);
    result_.y = axis(*y);
    const std::size_t rows = result_.x.size(), columns = result_.y.size();
    if (z->value.items.size() != rows)
      return table_.report(z->value.where,
                           "z has " + std::to_string(z->value.items.size()) + " rows, x has " +
                               std::to_string(rows) + " numbers",
                           "write z = [[...], ...]: a row for each x, in it a number for each y");
    for (const TomlValue& row : z->value.items) {
      if (row.kind != TomlKind::List)
        return table_.report(row.where, "a row of z is " + std::string(describe(row.kind)),
                             "write z = [[...], ...]: a row for each x, in it a number for each y");
      if (row.items.size() != columns)
        return table_.report(row.where,
                             "this row of z has " + std::to_string(row.items.size()) +
                                 " numbers, y has " + std::to_string(columns),
                             "give each y its number");
      const std::vector<double> values = numbers(row, "z");
      result_.z.insert(result_.z.end(), values.begin(), values.end());
    }
  }

  /// Strictly increasing.
  std::vector<double> axis(const TomlEntry& list) {
    const std::size_t before = table_.mistakes().size();
    std::vector<double> result = numbers(list.value, list.key);
    if (result.size() < 2)
      table_.report(list.value.where, "`" + list.key + "` has fewer than two numbers",
                    "it needs at least two");
    check_order(list, result, before);
    return result;
  }

  void check_order(const TomlEntry& list, const std::vector<double>& numbers, std::size_t before) {
    if (table_.mistakes().size() > before) return;
    for (std::size_t i = 1; i < numbers.size(); ++i)
      if (numbers[i] <= numbers[i - 1])
        return table_.report(list.value.items[i].where, list.key + " does not increase",
                             "sort the rows and remove repeated " + list.key);
  }

  void read_file(const TomlEntry& file) {
    ColumnChoice x = read_column(table_, "x", 1);
    const ColumnChoice y = read_column(table_, "y", 2);
    x.means = "x";
    result_.file = file.value.text;
    result_.x_column = {x.name, x.number};
    result_.y_column = {y.name, y.number};
    try {
      const DataFile read = beside_model(file);
      DataColumns columns = parse_table(read.text, read.path, x, y);
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
    result_.x = numbers(x->value, "x");
    const std::size_t unread = table_.mistakes().size();
    result_.y = numbers(y->value, "y");
    const std::size_t n = result_.x.size();
    if (result_.y.size() != n) {
      table_.report(
          y->value.where,
          "y has " + std::to_string(result_.y.size()) + " numbers, x has " + std::to_string(n),
          "give each x its y");
    } else if (n < 2) {
      table_.report(x->value.where, "the table has fewer than two rows", "it needs at least two");
    }
    if (unread == mistakes) check_order(*x, result_.x, table_.mistakes().size());
  }

  const TomlEntry* list(const std::string& key) {
    const TomlEntry* entry = table_.find(key);
    if (entry == nullptr) {
      table_.report(table_.where(), "the table has no `" + key + "`",
                    "write " + key + " = [...], or " + (table_.has("z") ? "grid" : "file") +
                        " = \"data.csv\"");
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
  std::vector<double> numbers(const TomlValue& list, const std::string& key) {
    return plain_numbers(list, key, "", "`" + key + "` of a table",
                         "put the parameter where the table is called", table_.mistakes());
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
                            std::string& text, bool increases) {
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
      if (!std::isfinite(result[i]) || (increases && i > 0 && result[i] <= result[i - 1])) {
        table_.report(entry->value.content, "the rows are no numbers in SI, or lose their order",
                      "check the unit");
        break;
      }
    return result;
  }

  const Model& model_;
  DataFiles* files_;
  FunctionTable& result_;
  TableReader& table_;
};

}  // namespace

void read_tables(TableReader& document, Model& model, DataFiles* files) {
  read_section(document, "tables", [&](const TomlEntry& entry, TableReader& table) {
    FunctionTable& result = model.tables.emplace_back();
    result.name = entry.key;
    result.where = entry.where;
    FunctionTableReader(model, files, result, table).read();
  });
}

}  // namespace luztar
