// An expression as the row of signs that people read, the same for every notation.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/symbolic/notation.h"

namespace luztar {

struct RowItem;
using Row = std::vector<RowItem>;

struct RowItem {
  enum class Kind {
    Symbol,    ///< text: its name
    Number,    ///< number >= 0
    Function,  ///< text: its name for readers ("sgn")
    Plus,
    Minus,
    Sign,  ///< minus of the first term
    Times,
    Slash,
    Comma,
    Relation,  ///< text: "<", "<=", ">", ">=", "=", "!=", "in", ":=", "=>"
    Open,
    Close,
    Words,      ///< plain words between formulas, with their spaces
    Gap,        ///< a wide space
    Fraction,   ///< parts: numerator, denominator
    Power,      ///< parts: base, exponent
    Root,       ///< parts: radicand
    Magnitude,  ///< parts: what stands between bars
    Cases,      ///< parts: value, condition, value, condition, ..., value otherwise
  };
  Kind kind{};
  std::string text{};
  double number{};
  std::vector<Row> parts{};
  int broken{};  ///< Open, Close: 1 if a line break is between the two, 2 if tall signs are too
};

/// How a sign is written that has neither text nor parts.
struct Marks {
  RowItem::Kind kind;
  std::string_view latex, mathml, unicode;
  double width;  ///< [points] at letters of 10 points
};
/// Of Plus, Minus, Sign, Times, Slash, Comma and Gap; nullptr for other kinds.
const Marks* marks_of(RowItem::Kind kind);
/// The sign of a relation's text for readers: `\le` in LaTeX, else ≤.
std::string relation_sign(std::string_view text, bool latex);

/// `stacked`: fractions, roots, exponents and cases as pictures; else everything in one line.
Row row_of(const Expression& expression, bool stacked);

/// Index of the Close that belongs to the Open at `open`; row.size() if it is not there.
std::size_t closing(const Row& row, std::size_t open);

/// True if anything in the range is higher than a line of text.
bool is_tall(const Row& row, std::size_t begin, std::size_t end);

/// True if the product sign at `i` must be seen: between numbers, beside words and
/// at the begin of a line.
bool shows_times(const Row& row, std::size_t i, const Notation& notation);

/// The row cut into lines: before words and relations, before + and -, behind commas, at last
/// before functions; outermost signs first, and inside parentheses only where a piece is wider than
/// a line. A fraction wider than a line becomes a product. Lines without a place to cut stay too
/// wide.
/// @param first, next  width of the first line and of the others, in the unit of `width_of`
std::vector<Row> break_row(const Row& row, double first, double next,
                           const std::function<double(const Row&)>& width_of);

std::string to_unicode(const Row& row, const Notation& notation);  ///< @pre not stacked
std::string to_latex(const Row& row, const Notation& notation);    ///< @pre stacked
std::string to_mathml(const Row& row, const Notation& notation);   ///< @pre stacked

/// Plain words with LaTeX's special signs escaped; signs outside ASCII that we use as commands.
std::string latex_words(std::string_view words);

/// Characters that the text takes on a terminal.
int columns(std::string_view utf8);
/// Width of the stacked row in points, at letters of 10 points: an estimate to break lines with.
double width_in_points(const Row& row, const Notation& notation);

}  // namespace luztar
