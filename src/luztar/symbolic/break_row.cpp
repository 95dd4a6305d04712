// Where long formulas are broken into lines.
#include <algorithm>
#include <climits>
#include <cstddef>
#include <vector>

#include "luztar/symbolic/notation_row.h"

namespace luztar {
namespace {

using Kind = RowItem::Kind;
using WidthOf = std::function<double(const Row&)>;

constexpr int kFactor = 500;  // rather before a function than in narrow parentheses
constexpr int kNarrow = 1000;

// How much a cut before item i tears apart; INT_MAX where there is no place for one. Counts the
// parentheses around, from the row's begin, which may be inside parentheses itself; what stands in
// parentheses of less than 0.4 lines, or in a divisor, is cut last.
std::vector<int> cuts(const Row& row, double width, const WidthOf& width_of) {
  std::vector<int> costs(row.size(), INT_MAX);
  int depth = 0;
  std::size_t narrow_until = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const Kind kind = row[i].kind;
    const bool between = kind == Kind::Words || kind == Kind::Gap || kind == Kind::Relation ||
                         (i > 0 && row[i - 1].kind == Kind::Comma);
    const bool inside = kind == Kind::Plus || kind == Kind::Minus;
    const int around = 2 * depth + (i < narrow_until ? kNarrow : 0);
    if (i > 0 && between) costs[i] = around;
    if (i > 0 && inside) costs[i] = around + 1;
    const bool factor = kind == Kind::Times && row[i + 1].kind == Kind::Function;
    if (i > 0 && factor) costs[i] = around + kFactor;
    depth += kind == Kind::Open ? 1 : kind == Kind::Close ? -1 : 0;
    if (kind != Kind::Open || i < narrow_until) continue;
    const std::size_t end = closing(row, i);
    const auto at = [&](std::size_t k) {
      return row.begin() + static_cast<std::ptrdiff_t>(k);
    };
    const bool divisor = i > 0 && row[i - 1].kind == Kind::Slash;
    if (end == row.size()) continue;
    if (divisor || width_of(Row(at(i), at(end))) < 0.4 * width) narrow_until = end;
  }
  return costs;
}

// Pieces that are no wider than a line, if there are places to cut.
void refine(const Row& row, double width, const WidthOf& width_of, std::vector<Row>& pieces) {
  if (width_of(row) <= width) {
    pieces.push_back(row);
    return;
  }
  const std::vector<int> costs = cuts(row, width, width_of);
  const int least = costs.empty() ? INT_MAX : *std::min_element(costs.begin(), costs.end());
  if (least == INT_MAX) {
    pieces.push_back(row);
    return;
  }
  Row piece;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (costs[i] == least) {
      refine(piece, width, width_of, pieces);
      piece.clear();
    }
    piece.push_back(row[i]);
  }
  refine(piece, width, width_of, pieces);
}

bool has_sum(const Row& row) {
  int depth = 0;
  for (const RowItem& item : row) {
    depth += item.kind == Kind::Open ? 1 : item.kind == Kind::Close ? -1 : 0;
    const bool sign =
        item.kind == Kind::Plus || item.kind == Kind::Minus || item.kind == Kind::Sign;
    if (depth == 0 && sign) return true;
  }
  return false;
}

void append_factor(const Row& factor, Row& row) {
  const bool sum = has_sum(factor);
  if (sum) row.push_back({Kind::Open});
  row.insert(row.end(), factor.begin(), factor.end());
  if (sum) row.push_back({Kind::Close});
}

// Of a fraction with a wide numerator only the divisor stays below a bar: a/b is 1/b a.
void move_numerator(const RowItem& fraction, Row& row) {
  const Row& above = fraction.parts[0];
  const bool number = !has_sum(above) && above.size() > 2 && above[0].kind == Kind::Number &&
                      above[1].kind == Kind::Times;
  RowItem rest = fraction;
  rest.parts[0] = {{.kind = Kind::Number, .number = number ? above[0].number : 1}};
  row.push_back(rest);
  row.push_back({Kind::Times});
  append_factor(number ? Row(above.begin() + 2, above.end()) : above, row);
}

void write_with_slash(const RowItem& fraction, Row& row) {
  append_factor(fraction.parts[0], row);
  row.push_back({Kind::Slash});
  row.push_back({Kind::Open});
  row.insert(row.end(), fraction.parts[1].begin(), fraction.parts[1].end());
  row.push_back({Kind::Close});
}

bool is_factor(const Row& row, std::size_t i) {
  return (i > 0 && row[i - 1].kind == Kind::Times) ||
         (i + 1 < row.size() && row[i + 1].kind == Kind::Times);
}

Row without_wide_fractions(const Row& row, double width, const WidthOf& width_of) {
  Row result;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool fraction = row[i].kind == Kind::Fraction;
    if (fraction && width_of(row[i].parts[0]) > width) {
      move_numerator(row[i], result);
    } else if (fraction && width_of(row[i].parts[1]) > width) {
      const bool factor = is_factor(row, i);  // a/(b) c could be a/(b c)
      if (factor) result.push_back({Kind::Open});
      write_with_slash(row[i], result);
      if (factor) result.push_back({Kind::Close});
    } else {
      result.push_back(row[i]);
    }
  }
  // What stood above the bar may hold others; each is taken apart at most twice.
  const bool changed = result.size() != row.size();
  return changed ? without_wide_fractions(result, width, width_of) : result;
}

// Parentheses with a line break between them cannot grow with what they hold.
void mark_broken(std::vector<Row>& lines) {
  struct Place {
    std::size_t line;
    std::size_t item;
  };
  std::vector<Place> open;
  for (std::size_t line = 0; line < lines.size(); ++line) {
    for (std::size_t i = 0; i < lines[line].size(); ++i) {
      if (lines[line][i].kind == Kind::Open) open.push_back({line, i});
      if (lines[line][i].kind != Kind::Close || open.empty()) continue;
      const Place begin = open.back();
      open.pop_back();
      if (begin.line == line) continue;
      bool tall = false;
      for (std::size_t k = begin.line; k <= line; ++k) {
        tall = tall ||
               is_tall(lines[k], k == begin.line ? begin.item : 0, k == line ? i : lines[k].size());
      }
      lines[begin.line][begin.item].broken = tall ? 2 : 1;
      lines[line][i].broken = tall ? 2 : 1;
    }
  }
}

}  // namespace

std::vector<Row> break_row(const Row& row, double first, double next, const WidthOf& width_of) {
  std::vector<Row> pieces;
  if (width_of(row) <= first) return {row};
  refine(without_wide_fractions(row, next, width_of), next, width_of, pieces);
  std::vector<Row> lines(1);
  for (const Row& piece : pieces) {
    Row longer = lines.back();
    longer.insert(longer.end(), piece.begin(), piece.end());
    if (lines.back().empty() || width_of(longer) <= (lines.size() == 1 ? first : next)) {
      lines.back() = std::move(longer);
    } else {
      lines.push_back(piece);
    }
  }
  mark_broken(lines);
  return lines;
}

}  // namespace luztar
