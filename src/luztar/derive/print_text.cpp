// Documents for a terminal.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "luztar/derive/print_parts.h"

namespace luztar {
namespace {

constexpr int kIndent = 4;  // of formulas

std::string spaces(int n) { return std::string(static_cast<std::size_t>(std::max(0, n)), ' '); }

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// Fills lines of at most `width` columns; a longer word has a line of its own.
std::vector<std::string> filled(const std::string& text, int width) {
  std::vector<std::string> lines(1);
  std::size_t at = 0;
  while ((at = text.find_first_not_of(" \n", at)) != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(" \n", at), text.size());
    const std::string word = text.substr(at, end - at);
    at = end;
    const bool empty = lines.back().empty();
    if (!empty && columns(lines.back()) + 1 + columns(word) > width) {
      lines.push_back(word);
    } else {
      lines.back() += (empty ? "" : " ") + word;
    }
  }
  return lines;
}

class TextPrinter {
 public:
  TextPrinter(const Document& document, int width)
      : document_(document), width_(std::max(width, 30)) {}

  std::string print() {
    underlined(document_.title, "═");
    for (const Section& section : document_.sections) {
      out_ += '\n';
      if (!section.title.empty()) underlined(words(section.title), "─");
      for (const auto& part : section.content) {
        const bool first = &part == &section.content.front();
        if (!first || std::holds_alternative<Display>(part)) out_ += '\n';
        std::visit([&](const auto& one) { add(one); }, part);
      }
    }
    return std::move(out_);
  }

 private:
  std::string words(const std::string& text) const {
    std::string result;
    for (const Inline& part : inlines_of(text)) {
      result += part.kind == Inline::Kind::Formula
                    ? to_unicode(inline_row(part.text, false), document_.notation)
                    : part.text;
    }
    return result;
  }

  void line(const std::string& text) {
    out_ += text;
    out_.erase(out_.find_last_not_of(' ') + 1);
    out_ += '\n';
  }

  void underlined(const std::string& title, const std::string& sign) {
    if (title.empty()) return;
    int longest = 0;
    for (const std::string& part : filled(title, width_)) {
      line(part);
      longest = std::max(longest, columns(part));
    }
    for (int i = 0; i < longest; ++i) out_ += sign;
    out_ += '\n';
  }

  void add(const Paragraph& paragraph) {
    for (const std::string& part : filled(words(paragraph.text), width_)) line(part);
  }

  void add(const ListItems& list) {
    for (const std::string& text : list.items) {
      bool first = true;
      for (const std::string& part : filled(words(text), width_ - 4)) {
        line((first ? "  - " : "    ") + part);
        first = false;
      }
    }
  }

  std::string text_of(const Row& row) const { return trimmed(to_unicode(row, document_.notation)); }

  void add(const Display& display) {
    const DisplaySize size{static_cast<double>(width_ - kIndent), 3, 2, [&](const Row& row) {
                             return static_cast<double>(columns(text_of(row)));
                           }};
    for (const DisplayBlock& block : lay_out(display, false, size)) {
      int left = 0;
      for (const DisplayRow& row : block.rows) left = std::max(left, columns(text_of(row.left)));
      for (const DisplayRow& row : block.rows) {
        if (!block.aligned) {
          line(spaces(&row == &block.rows.front() ? kIndent : kIndent + 2) + text_of(row.right));
        } else if (row.relation.empty()) {
          line(spaces(kIndent + left + 3 + 2) + text_of(row.right));
        } else {
          aligned(row, left);
        }
      }
    }
  }

  void aligned(const DisplayRow& row, int left) {
    const std::string begin = text_of(row.left);
    const Row relation{{RowItem::Kind::Relation, row.relation}};
    const std::string sign = to_unicode(relation, document_.notation);
    const int pad = left + 3 - columns(begin) - columns(sign);  // ":=" is wider
    line(spaces(kIndent + pad) + begin + sign + trimmed(to_unicode(row.right, document_.notation)));
  }

  // Columns as wide as their text; too wide tables take it from the widest columns.
  std::vector<int> widths(const std::vector<std::vector<std::string>>& rows) const {
    std::vector<int> result;
    for (const auto& row : rows) {
      result.resize(std::max(result.size(), row.size()));
      for (std::size_t i = 0; i < row.size(); ++i) result[i] = std::max(result[i], columns(row[i]));
    }
    const int gaps = 2 * static_cast<int>(result.size()) - 2;
    while (std::accumulate(result.begin(), result.end(), gaps) > width_) {
      const auto widest = std::max_element(result.begin(), result.end());
      if (*widest <= 8) break;
      --*widest;
    }
    return result;
  }

  void add(const DocumentTable& table) {
    std::vector<std::vector<std::string>> rows{table.header};
    rows.insert(rows.end(), table.rows.begin(), table.rows.end());
    for (auto& row : rows) {
      for (std::string& cell : row) cell = words(cell);
    }
    const std::vector<int> width = widths(rows);
    for (std::size_t r = 0; r < rows.size(); ++r) {
      table_row(rows[r], width);
      if (r > 0) continue;
      for (std::size_t i = 0; i < width.size(); ++i) {
        if (i > 0) out_ += "  ";
        for (int k = 0; k < width[i]; ++k) out_ += "─";
      }
      out_ += '\n';
    }
  }

  void table_row(const std::vector<std::string>& cells, const std::vector<int>& width) {
    std::vector<std::vector<std::string>> parts;
    std::size_t height = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      parts.push_back(filled(cells[i], width[i]));
      height = std::max(height, parts.back().size());
    }
    for (std::size_t k = 0; k < height; ++k) {
      std::string text;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string cell = k < parts[i].size() ? parts[i][k] : "";
        text += cell + spaces(width[i] + 2 - columns(cell));
      }
      line(text);
    }
  }

  const Document& document_;
  int width_;
  std::string out_;
};

}  // namespace

std::string print_text(const Document& document, int width) {
  return TextPrinter(document, width).print();
}

}  // namespace luztar
