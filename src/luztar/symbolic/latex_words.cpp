// Plain words in LaTeX, for any engine: what is not ASCII becomes a command.
#include <map>
#include <string>

#include "luztar/symbolic/notation_row.h"
#include "luztar/symbolic/symbol_look.h"

namespace luztar {
namespace {

const std::map<std::string_view, std::string_view>& commands() {
  static const std::map<std::string_view, std::string_view> kCommands = {
      {"\\", "\\textbackslash{}"},
      {"{", "\\{"},
      {"}", "\\}"},
      {"$", "\\$"},
      {"&", "\\&"},
      {"#", "\\#"},
      {"%", "\\%"},
      {"_", "\\_"},
      {"^", "\\textasciicircum{}"},
      {"~", "\\textasciitilde{}"},
      {"<", "\\ensuremath{<}"},
      {">", "\\ensuremath{>}"},
      {"|", "\\ensuremath{|}"},
      {"\"", "{''}"},
      {"µ", "\\ensuremath{\\mu}"},
      {"·", "\\ensuremath{\\cdot}"},
      {"−", "\\ensuremath{-}"},
      {"×", "\\ensuremath{\\times}"},
      {"≤", "\\ensuremath{\\le}"},
      {"≥", "\\ensuremath{\\ge}"},
      {"≠", "\\ensuremath{\\ne}"},
      {"∈", "\\ensuremath{\\in}"},
      {"⇒", "\\ensuremath{\\Rightarrow}"},
      {"→", "\\ensuremath{\\to}"},
      {"∞", "\\ensuremath{\\infty}"},
      {"±", "\\ensuremath{\\pm}"},
      {"²", "\\ensuremath{^2}"},
      {"³", "\\ensuremath{^3}"},
      {"–", "--"},
      {"—", "---"},
      {"…", "\\dots{}"},
      {"’", "'"},
      {"“", "``"},
      {"”", "''"},
      {"Ż", "\\.{Z}"},
      {"ż", "\\.{z}"},
      {"Ł", "\\L{}"},
      {"ł", "\\l{}"},
  };
  return kCommands;
}

std::size_t length_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

std::string greek_command(std::string_view sign) {
  const std::string_view name = greek_of_letter(sign);
  return name.empty() ? std::string{} : "\\ensuremath{\\" + std::string(name) + "}";
}

}  // namespace

std::string latex_words(std::string_view words) {
  std::string text;
  while (!words.empty()) {
    const bool opens = text.empty() || text.back() == ' ' || text.back() == '(';
    const std::string_view sign = words.substr(0, length_of(words[0]));
    words.remove_prefix(sign.size());
    if (sign == "\"" && opens) {
      text += "``";
    } else if (const auto found = commands().find(sign); found != commands().end()) {
      text += found->second;
    } else if (const std::string greek = greek_command(sign); !greek.empty()) {
      text += greek;
    } else if (sign.size() == 1 || sign.size() == 2) {
      text += sign;  // Latin letters with accents: pdflatex reads UTF-8
    } else {
      text += '?';
    }
  }
  return text;
}

}  // namespace luztar
