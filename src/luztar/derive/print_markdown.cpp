// Documents in Markdown with LaTeX between $ and $$, as GitHub, Pandoc and Jupyter read it.
#include <cctype>
#include <cstddef>
#include <string>

#include "luztar/derive/print_parts.h"

namespace luztar {
namespace {

constexpr double kMarkdownWidth = 430;  // points: a column of text on a screen

bool is_word_sign(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

// Signs that Markdown would take as its own; an underscore within a word is none.
std::string escaped(const std::string& words, bool in_table) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char c = words[i];
    const bool within = c == '_' && i > 0 && i + 1 < words.size() && is_word_sign(words[i - 1]) &&
                        is_word_sign(words[i + 1]);
    const bool special = std::string_view("\\`*_[]<$").find(c) != std::string_view::npos;
    if ((special && !within) || (in_table && c == '|')) text += '\\';
    text += c;
  }
  return text;
}

class MarkdownPrinter {
 public:
  explicit MarkdownPrinter(const Document& document) : document_(document) {}

  std::string print() {
    if (!document_.title.empty()) out_ += "# " + words(document_.title, false) + "\n";
    for (const Section& section : document_.sections) {
      if (!section.title.empty()) out_ += "\n## " + words(section.title, false) + "\n";
      for (const auto& part : section.content) {
        out_ += '\n';
        std::visit([&](const auto& one) { add(one); }, part);
      }
    }
    return std::move(out_);
  }

 private:
  std::string words(const std::string& text, bool in_table) const {
    std::string result;
    for (const Inline& part : inlines_of(text)) {
      if (part.kind == Inline::Kind::Formula) {
        std::string latex = to_latex(inline_row(part.text, true), document_.notation);
        // a bar would end the cell
        for (std::size_t at = 0; in_table && (at = latex.find('|', at)) != std::string::npos;) {
          latex.replace(at, 1, "\\vert ");
        }
        result += "$" + latex + "$";
      } else {
        result +=
            part.kind == Inline::Kind::Code ? "`" + part.text + "`" : escaped(part.text, in_table);
      }
    }
    return result;
  }

  // The first sign of a paragraph can make it a heading, a list or a quotation.
  static std::string paragraph(std::string text) {
    text.erase(0, text.find_first_not_of(" \n"));
    text.erase(text.find_last_not_of(" \n") + 1);
    const std::size_t digits = text.find_first_not_of("0123456789");
    const bool list =
        digits != 0 && digits != std::string::npos && (text[digits] == '.' || text[digits] == ')');
    if (list) text.insert(digits, "\\");
    const bool marked =
        !text.empty() && std::string_view("#>+-=").find(text[0]) != std::string::npos;
    return marked ? "\\" + text : text;
  }

  void add(const Paragraph& one) { out_ += paragraph(words(one.text, false)) + "\n"; }

  void add(const ListItems& list) {
    for (const std::string& item : list.items) {
      out_ += "- " + paragraph(words(item, false)) + "\n";
    }
  }

  void add(const Display& display) {
    bool first = true;
    for (const auto& lines : latex_lines(display, document_.notation, kMarkdownWidth)) {
      if (!first) out_ += '\n';
      first = false;
      out_ += "$$\n\\begin{aligned}\n";
      for (const std::string& line : lines) {
        out_ += line + (&line == &lines.back() ? "\n" : " \\\\\n");
      }
      out_ += "\\end{aligned}\n$$\n";
    }
  }

  void row(const std::vector<std::string>& cells) {
    out_ += '|';
    for (const std::string& cell : cells) out_ += " " + words(cell, true) + " |";
    out_ += '\n';
  }

  void add(const DocumentTable& table) {
    row(table.header);
    out_ += '|';
    for (std::size_t i = 0; i < table.header.size(); ++i) out_ += " --- |";
    out_ += '\n';
    for (const auto& cells : table.rows) row(cells);
  }

  const Document& document_;
  std::string out_;
};

}  // namespace

std::string print_markdown(const Document& document) { return MarkdownPrinter(document).print(); }

}  // namespace luztar
