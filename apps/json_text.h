// Small pieces of JSON and CSV for results of a few numbers, and the title above them.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "luztar/luztar.h"

inline std::string shown_title(const luztar::Model& model) {
  return model.title.empty() ? model.file : model.title;
}

/// A number, or the words "inf", "-inf" that JSON has no numbers for; null for none.
inline std::string json_number(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"inf\"" : "\"-inf\"";
  return fmt::format("{}", value + 0.0);
}

inline std::string json_list(const std::vector<double>& values) {
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(json_number(value));
  return fmt::format("[{}]", fmt::join(texts, ", "));
}

inline std::string json_rows(const std::vector<std::vector<double>>& rows) {
  std::vector<std::string> texts;
  for (const auto& row : rows) texts.push_back(json_list(row));
  return fmt::format("[{}]", fmt::join(texts, ",\n    "));
}

/// A number of a CSV file, as other results have it: 0.1, inf; nothing for none.
inline std::string csv_number(double value) {
  return std::isnan(value) ? "" : fmt::format("{}", value + 0.0);
}

/// FILE.csv of --out is a table, any other file JSON.
inline bool is_csv(const std::string& file) { return file.ends_with(".csv"); }

/// Text with its quotes; names have nothing to escape, words in a diagnosis may.
inline std::string json_text(const std::string& text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') made += '\\';
    made += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return made + "\"";
}
