#include "luztar/io/sweep_page.h"

#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "luztar/core/assert.h"
#include "luztar/core/quantity.h"
#include "luztar/io/report/embedded.h"
#include "luztar/io/report/fill_page.h"
#include "luztar/io/report/json_stream.h"
#include "luztar/version.h"

namespace luztar {
namespace {

/// A column of the table. @param logarithmic  nothing: the page finds out
void write_column(report::Json& json, std::string_view name, std::string_view unit,
                  std::optional<bool> logarithmic, const SweepResult& table, std::size_t column) {
  const std::size_t width = table.given.size() + table.found.size();
  std::vector<double> values(table.words.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    values[row] = table.numbers[row * width + column];
  }
  json.open('{').key("name").text(name).key("unit").text(unit);
  if (logarithmic) json.key("log").flag(*logarithmic);
  json.key("values").bytes(values).close('}');
}

/// "words": all texts that differ; "failed": [row, number of the text, ...].
void write_failures(report::Json& json, const SweepResult& table) {
  std::map<std::string_view, std::size_t> seen;
  std::vector<std::size_t> failed;
  json.key("words").open('[');
  for (std::size_t row = 0; row < table.words.size(); ++row) {
    if (table.words[row].empty()) continue;
    const auto [place, is_new] = seen.emplace(table.words[row], seen.size());
    if (is_new) json.text(table.words[row]);
    failed.insert(failed.end(), {row, place->second});
  }
  json.close(']').key("failed").open('[');
  for (const std::size_t number : failed) json.count(number);
  json.close(']');
}

std::string sweep_json(const SweepPage& page, const SweepResult& table) {
  std::string text;
  report::Json json(text);
  json.open('{').key("title").text(page.title.empty() ? page.command : page.title);
  json.key("command").text(page.command).key("carried").text(page.carried);
  json.key("tool").text("luztar " LUZTAR_VERSION);
  json.key("rows").count(static_cast<std::size_t>(table.rows())).key("given").open('[');
  std::size_t column = 0;
  for (; column < table.given.size(); ++column) {
    std::optional<bool> logarithmic;
    if (!page.logarithmic.empty()) logarithmic = page.logarithmic[column];
    write_column(json, table.given[column], page.given_units[column], logarithmic, table, column);
  }
  json.close(']').key("found").open('[');
  for (std::size_t i = 0; i < table.found.size(); ++i)
    write_column(json, table.found[i], page.found_units.empty() ? "" : page.found_units[i], {},
                 table, column++);
  json.close(']');
  write_failures(json, table);
  json.close('}');
  return text;
}

}  // namespace

std::vector<std::string> si_units_of(const Model& model, const std::vector<std::string>& names) {
  std::vector<std::string> units;
  for (const std::string& name : names) {
    std::string& unit = units.emplace_back();
    for (const Parameter& parameter : model.parameters)
      if (parameter.name == name && !parameter.unit.empty())
        unit = si_unit(parameter.unit, parameter.where);
    if (unit == "1") unit.clear();
  }
  return units;
}

std::string sweep_page(const SweepPage& page, const SweepResult& table) {
  LUZTAR_ASSERT(page.given_units.size() == table.given.size());
  LUZTAR_ASSERT(page.found_units.empty() || page.found_units.size() == table.found.size());
  LUZTAR_ASSERT(page.logarithmic.empty() || page.logarithmic.size() == table.given.size());
  LUZTAR_ASSERT(table.numbers.size() ==
                table.words.size() * (table.given.size() + table.found.size()));
  return report::fill_page({.title = page.title.empty() ? page.command : page.title,
                            .whole = "Whole axes",
                            .files = "table.csv",
                            .data = sweep_json(page, table),
                            .js = {sweep_js}});
}

}  // namespace luztar
