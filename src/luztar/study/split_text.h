// Lists in texts of the command line.
#pragma once

#include <string_view>
#include <vector>

namespace luztar {

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
