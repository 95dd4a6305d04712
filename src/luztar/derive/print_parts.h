// What the printers of documents share: words with formulas in them, and formulas cut into lines.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/derive/document.h"
#include "luztar/symbolic/notation_row.h"

namespace luztar {

/// A part of Paragraph::text.
struct Inline {
  enum class Kind { Words, Formula, Code };
  Kind kind{};
  std::string text{};  ///< without the signs around it
};
/// A `$` or backtick without a second one is a sign like any other.
std::vector<Inline> inlines_of(std::string_view text);

/// The formula between two `$`: expressions joined by relations ("v.block1 != 0"); what is no
/// expression is the name of a symbol.
Row inline_row(const std::string& formula, bool stacked);

/// The relation as RowItem::text.
std::string relation_text(Line::Sign sign);
/// "left = right   if condition and condition   (words)" as one row.
Row row_of_line(const Line& line, bool stacked);

/// A line of a display on the page.
struct DisplayRow {
  Row left{};              ///< empty in lines that continue
  std::string relation{};  ///< as RowItem::text; empty in lines that continue
  Row right{};
};
/// Rows that are aligned at their relations, or one formula that is too long on its left for that:
/// all of it stands in `right`, lines after the first are indented.
struct DisplayBlock {
  bool aligned{};
  std::vector<DisplayRow> rows{};
};
struct DisplaySize {
  double width;     ///< of the page
  double relation;  ///< width of a relation with its spaces
  double indent;    ///< of lines that continue
  std::function<double(const Row&)> width_of;
};
std::vector<DisplayBlock> lay_out(const Display& display, bool stacked, const DisplaySize& size);

/// Lines of LaTeX for `aligned` or `align*`, without the row ends; one vector for each block.
/// @param width  of the page in points, at letters of 10 points
std::vector<std::vector<std::string>> latex_lines(const Display& display, const Notation& notation,
                                                  double width);

std::string print_text(const Document& document, int width);
std::string print_markdown(const Document& document);
std::string print_latex(const Document& document);
std::string print_html(const Document& document);
std::string print_json(const Document& document);

}  // namespace luztar
