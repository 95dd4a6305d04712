// Pieces of texts that say what a study does.
#pragma once

#include <string_view>
#include <vector>

namespace luztar {

/// Without blanks at its ends; an empty text keeps its place.
inline std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return text.substr(0, 0);
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

/// Texts between the separators that stand in no parentheses; one for a text without.
inline std::vector<std::string_view> split_outside_parentheses(std::string_view text,
                                                               char separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(') ++depth;
    if (text[i] == ')') --depth;
    if (text[i] != separator || depth != 0) continue;
    parts.push_back(text.substr(begin, i - begin));
    begin = i + 1;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

}  // namespace luztar
