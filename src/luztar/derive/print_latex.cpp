// Documents as LaTeX files for pdflatex; packages of texlive-latex-base only.
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/derive/print_parts.h"

namespace luztar {
namespace {

constexpr double kLatexWidth = 445;  // points; the text is 455 wide

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

class LatexPrinter {
 public:
  explicit LatexPrinter(const Document& document) : document_(document) {}

  std::string print() {
    out_ = kBegin;
    if (!document_.title.empty()) {
      out_ += "\\begin{center}\n\\Large\\bfseries " + words(document_.title) + "\n\\end{center}\n";
    }
    for (const Section& section : document_.sections) {
      if (!section.title.empty()) out_ += "\n\\section*{" + words(section.title) + "}\n";
      for (const auto& part : section.content) {
        // An empty line before a display would be a paragraph of its own.
        const bool first = &part == &section.content.front();
        if (first || !std::holds_alternative<Display>(part)) out_ += '\n';
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
    for (const auto& lines : latex_lines(display, document_.notation, kLatexWidth)) {
      out_ += "\\begin{align*}\n";
      for (const std::string& line : lines) {
        out_ += line + (&line == &lines.back() ? "\n" : " \\\\\n");
      }
      out_ += "\\end{align*}\n";
    }
  }

  // Columns of natural width; if the table is too wide for that, what is left of the page behind
  // the longest words is shared among them.
  std::string columns_of(const DocumentTable& table) const {
    std::vector<double> whole(table.header.size());
    std::vector<double> least(table.header.size());
    const auto widen = [&](const std::vector<std::string>& cells) {
      for (std::size_t i = 0; i < std::min(cells.size(), whole.size()); ++i) {
        whole[i] = std::max(whole[i], 5.5 * columns(cells[i]));
        least[i] = std::max(least[i], 5.5 * longest_word(cells[i]));
      }
    };
    widen(table.header);
    std::for_each(table.rows.begin(), table.rows.end(), widen);
    const auto sum = [](const std::vector<double>& v) {
      return std::accumulate(v.begin(), v.end(), 0.0);
    };
    const double room = kLatexWidth - 12.0 * static_cast<double>(whole.size());  // without the gaps
    if (sum(whole) <= room) return std::string(whole.size(), 'l');
    // Words that are too long together: the widest column breaks its formulas.
    double& widest = *std::max_element(least.begin(), least.end());
    widest -= std::clamp(sum(least) - room, 0.0, 0.5 * widest);
    const double fraction = std::max(0.0, (room - sum(least)) / (sum(whole) - sum(least)));
    std::string text;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      const int points = static_cast<int>(least[i] + fraction * (whole[i] - least[i]));
      text += ">{\\raggedright\\arraybackslash}p{" + std::to_string(points) + "pt}";
    }
    return text;
  }

  static int longest_word(const std::string& cell) {
    constexpr std::string_view kSpace = " \t\n\v\f\r";
    int longest = 0;
    for (std::size_t from = cell.find_first_not_of(kSpace); from != std::string::npos;) {
      const std::size_t end = std::min(cell.find_first_of(kSpace, from), cell.size());
      longest = std::max(longest, columns(std::string_view(cell).substr(from, end - from)));
      from = cell.find_first_not_of(kSpace, end);
    }
    return longest;
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

std::string print_latex(const Document& document) { return LatexPrinter(document).print(); }

}  // namespace luztar
