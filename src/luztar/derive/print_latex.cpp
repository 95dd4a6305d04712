// Documents as LaTeX files for pdflatex; packages of texlive-latex-base only.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include "luztar/derive/print_math.h"

namespace luztar {
namespace {

constexpr double kWidth = 445;  // points; the text is 455 wide

constexpr const char* kBegin = R"(\documentclass[10pt,a4paper]{article}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb,array,longtable}
\usepackage[margin=25mm]{geometry}
\allowdisplaybreaks
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt plus 2pt}
\setlength{\emergencystretch}{4em}
\raggedbottom
\begin{document}
)";

class Printer {
 public:
  explicit Printer(const Document& document) : document_(document) {}

  std::string print() {
    out_ = kBegin;
    if (!document_.title.empty()) {
      out_ += "\\begin{center}\n\\Large\\bfseries " + words(document_.title) + "\n\\end{center}\n";
    }
    for (const Section& section : document_.sections) {
      if (!section.title.empty()) out_ += "\n\\section*{" + words(section.title) + "}\n";
      for (const auto& part : section.content) {
        out_ += '\n';
        std::visit([&](const auto& one) { add(one); }, part);
      }
    }
    return out_ + "\n\\end{document}\n";
  }

 private:
  std::string words(const std::string& text) const {
    std::string result;
    for (const Inline& part : inlines_of(text)) {
      if (part.kind == Inline::Kind::Formula) {
        result += "$" + to_latex(inline_row(part.text, true), document_.notation) + "$";
      } else if (part.kind == Inline::Kind::Code) {
        result += "\\texttt{" + latex_words(part.text) + "}";
      } else {
        result += latex_words(part.text);
      }
    }
    return result;
  }

  void add(const Paragraph& paragraph) { out_ += words(paragraph.text) + "\n"; }

  void add(const ListItems& list) {
    if (list.items.empty()) return;
    out_ += "\\begin{itemize}\n";
    for (const std::string& item : list.items) out_ += "\\item {}" + words(item) + "\n";
    out_ += "\\end{itemize}\n";
  }

  void add(const Display& display) {
    for (const auto& lines : latex_lines(display, document_.notation, kWidth)) {
      out_ += "\\begin{align*}\n";
      for (const std::string& line : lines) {
        out_ += line + (&line == &lines.back() ? "\n" : " \\\\\n");
      }
      out_ += "\\end{align*}\n";
    }
  }

  // Columns of natural width, or shares of the page if the table is too wide for that.
  std::string columns_of(const DocumentTable& table) const {
    std::vector<double> widths(table.header.size());
    const auto widen = [&](const std::vector<std::string>& cells) {
      for (std::size_t i = 0; i < std::min(cells.size(), widths.size()); ++i) {
        widths[i] = std::max(widths[i], 5.5 * columns(cells[i]));
      }
    };
    widen(table.header);
    std::for_each(table.rows.begin(), table.rows.end(), widen);
    const double gaps = 12.0 * static_cast<double>(widths.size());
    const double total = std::accumulate(widths.begin(), widths.end(), 0.0);
    std::string text;
    for (const double width : widths) {
      const int share = static_cast<int>((kWidth - gaps) * width / total);
      text += total + gaps <= kWidth
                  ? "l"
                  : ">{\\raggedright\\arraybackslash}p{" + std::to_string(share) + "pt}";
    }
    return text;
  }

  void row(const std::vector<std::string>& cells) {
    for (const std::string& cell : cells) {
      out_ += (&cell == &cells.front() ? "{}" : " & ") + words(cell);
    }
    out_ += " \\\\\n";
  }

  void add(const DocumentTable& table) {
    if (table.header.empty()) return;
    out_ += "\\begin{longtable}[l]{" + columns_of(table) + "}\n";
    row(table.header);
    out_ += "\\hline\n\\endhead\n";
    for (const auto& cells : table.rows) row(cells);
    out_ += "\\end{longtable}\n";
  }

  const Document& document_;
  std::string out_;
};

}  // namespace

std::string print_latex(const Document& document) { return Printer(document).print(); }

}  // namespace luztar
