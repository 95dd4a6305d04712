// Numbers of JSON and CSV for results of a few numbers, and the title above them.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "luztar/luztar.h"

inline std::string shown_title(const luztar::Model& model) {
  return model.title.empty() ? model.file : model.title;
}

/// A number, or the texts "inf", "-inf" that JSON has no numbers for; null for none.
inline luztar::JsonToken json_number(double value) {
  if (std::isnan(value)) return {"null"};
  if (std::isinf(value)) return {value > 0 ? "\"inf\"" : "\"-inf\""};
  return {fmt::format("{}", value + 0.0)};
}

inline std::vector<luztar::JsonToken> json_numbers(const std::vector<double>& values) {
  std::vector<luztar::JsonToken> numbers;
  for (const double value : values) numbers.push_back(json_number(value));
  return numbers;
}

/// An object in one line, which the caller closes.
inline void open_line(luztar::JsonWriter& json) {
  json.open_object({}, luztar::JsonWriter::Layout::Line);
}

/// A matrix, a line for each row.
inline void add_rows(luztar::JsonWriter& json, std::string_view key,
                     const std::vector<std::vector<double>>& rows) {
  json.open_array(key, luztar::JsonWriter::Layout::Lines);
  for (const auto& row : rows) json.list({}, json_numbers(row));
  json.close();
}

/// A number of a CSV file, as other results have it: 0.1, inf; nothing for none.
inline std::string csv_number(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value + 0.0);
}

/// FILE.csv of --out is a table, any other file JSON.
inline bool is_csv(const std::string& file) { return file.ends_with(".csv"); }
