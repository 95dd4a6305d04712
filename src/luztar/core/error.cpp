#include "luztar/core/error.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <utility>

namespace luztar {
namespace {

// A message is one line whatever a file's keys contain: control characters would break it.
std::string on_one_line(const std::string& text) {
  std::string line = text;
  std::replace_if(
      line.begin(), line.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, '?');
  return line;
}

// Nor does a name of a thousand letters help anybody.
std::string shortened(const std::string& text) {
  constexpr std::size_t kLongest = 400;
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "...";
}

std::string join(const std::vector<Diagnostic>& diagnostics) {
  std::string text;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!text.empty()) text += '\n';
    text += to_text(diagnostic);
  }
  return text;
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// In half edits: a wrong case is half as far as a wrong letter.
std::size_t substitution_cost(char a, char b) {
  if (a == b) return 0;
  return lower(a) == lower(b) ? 1 : 2;
}

// Optimal string alignment: insertions, deletions, substitutions, transpositions; in half edits.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> cost((a.size() + 1) * width);
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& here = cost[i * width + j];
      if (i == 0 || j == 0) {
        here = 2 * (i + j);
        continue;
      }
      here = std::min({cost[(i - 1) * width + j] + 2, cost[i * width + j - 1] + 2,
                       cost[(i - 1) * width + j - 1] + substitution_cost(a[i - 1], b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        here = std::min(here, cost[(i - 2) * width + j - 2] + 2);
      }
    }
  }
  return cost.back();
}

bool equal_ignoring_case(const std::string& a, const std::string& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace

std::string to_text(const Diagnostic& diagnostic) {
  std::string text;
  const SourceLocation& where = diagnostic.where;
  if (!where.file.empty()) text += where.file + ':';
  if (where.line > 0) {
    text += std::to_string(where.line) + ':';
    if (where.column > 0) text += std::to_string(where.column) + ':';
  }
  if (!text.empty()) text += ' ';
  text += shortened(diagnostic.what);
  if (!diagnostic.advice.empty()) text += "; " + shortened(diagnostic.advice);
  return on_one_line(text);
}

ModelError::ModelError(std::vector<Diagnostic> diagnostics)
    : std::runtime_error(join(diagnostics)), diagnostics_(std::move(diagnostics)) {}

ModelError::ModelError(SourceLocation where, std::string what, std::string advice)
    : ModelError(std::vector<Diagnostic>{{std::move(where), std::move(what), std::move(advice)}}) {}

std::string quote(std::string_view name, std::size_t most) {
  return "'" + std::string(name.substr(0, most)) + (name.size() > most ? "...'" : "'");
}

std::string closest_name(const std::string& name, const std::vector<std::string>& known) {
  constexpr std::size_t kLongest = 64;  // the table grows with the square
  if (name.size() > kLongest) return "";
  std::string best;
  std::size_t least = 0;
  for (const std::string& candidate : known) {
    if (candidate.size() > kLongest || candidate == name) continue;
    const std::size_t distance = edit_distance(name, candidate);
    // At most a third of the length, in half edits; names of one or two letters only by case.
    const bool close = 3 * distance <= 2 * std::max(name.size(), candidate.size()) ||
                       equal_ignoring_case(name, candidate);
    if (close && (best.empty() || distance < least)) {
      best = candidate;
      least = distance;
    }
  }
  return best;
}

}  // namespace luztar
