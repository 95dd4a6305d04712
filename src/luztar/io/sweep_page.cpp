#include "luztar/io/sweep_page.h"

#include <map>
#include <string_view>

#include "luztar/core/assert.h"
#include "luztar/core/quantity.h"
#include "luztar/io/report/base64.h"
#include "luztar/io/report/embedded.h"
#include "luztar/io/report/fill_page.h"
#include "luztar/io/report/json_text.h"
#include "luztar/version.h"

namespace luztar {
namespace {

void append_field(std::string& json, std::string_view key, std::string_view text) {
  report::append_string(json, key);
  json += ':';
  report::append_string(json, text);
  json += ',';
}

/// {"name":...,"unit":...,"values":...}
/// @param more  other keys, with a comma behind each
void append_table_column(std::string& json, std::string_view name, std::string_view unit,
                         std::string_view more, const SweepResult& table, std::size_t column) {
  const std::size_t width = table.given.size() + table.found.size();
  std::vector<double> values(table.words.size());
  for (std::size_t row = 0; row < values.size(); ++row) {
    values[row] = table.numbers[row * width + column];
  }
  json += '{';
  append_field(json, "name", name);
  append_field(json, "unit", unit);
  json += more;
  json += "\"values\":\"";
  report::append_base64(json, values);
  json += "\"},";
}

/// A comma behind the last item becomes the bracket that closes the list.
void close_list(std::string& json) {
  if (json.back() == ',') json.pop_back();
  json += ']';
}

/// "words":[...] all that differ, "failed":[row,words,...].
void append_failures(std::string& json, const SweepResult& table) {
  std::map<std::string_view, std::size_t> seen;
  std::string failed = "[";
  json += "\"words\":[";
  for (std::size_t row = 0; row < table.words.size(); ++row) {
    if (table.words[row].empty()) continue;
    const auto [place, is_new] = seen.emplace(table.words[row], seen.size());
    if (is_new) {
      report::append_string(json, table.words[row]);
      json += ',';
    }
    failed += std::to_string(row) + ',' + std::to_string(place->second) + ',';
  }
  close_list(json);
  close_list(failed);
  json += ",\"failed\":" + failed;
}

std::string sweep_json(const SweepPage& page, const SweepResult& table) {
  std::string json = "{";
  append_field(json, "title", page.title.empty() ? page.command : page.title);
  append_field(json, "command", page.command);
  append_field(json, "carried", page.carried);
  append_field(json, "tool", "luztar " LUZTAR_VERSION);
  json += "\"rows\":" + std::to_string(table.rows()) + ",\"given\":[";
  std::size_t column = 0;
  for (; column < table.given.size(); ++column) {
    std::string_view scale;
    if (!page.logarithmic.empty())
      scale = page.logarithmic[column] ? "\"log\":true," : "\"log\":false,";
    append_table_column(json, table.given[column], page.given_units[column], scale, table, column);
  }
  close_list(json);
  json += ",\"found\":[";
  for (std::size_t i = 0; i < table.found.size(); ++i)
    append_table_column(json, table.found[i], page.found_units.empty() ? "" : page.found_units[i],
                        "", table, column++);
  close_list(json);
  json += ',';
  append_failures(json, table);
  return json + '}';
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
