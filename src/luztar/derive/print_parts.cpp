#include "luztar/derive/print_parts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string_view>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/symbolic/functions.h"
#include "luztar/symbolic/letters.h"
#include "luztar/symbolic/table_function.h"

namespace luztar {
namespace {

using Kind = RowItem::Kind;

void append(Row& row, const Row& tail) { row.insert(row.end(), tail.begin(), tail.end()); }

constexpr std::array<std::string_view, 9> kRelations = {" != ", " <= ", " >= ", " := ", " => ",
                                                        " in ", " = ",  " < ",  " > "};

constexpr Interpolation kHold = Interpolation::Hold;

/// Whether a comma stands in the parentheses that `text` begins in, outside of further ones.
bool has_two_inputs(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    if (c == ',' && open == 0) return true;
    if (c == '(' || c == '[') ++open;
    if ((c == ')' || c == ']') && --open < 0) return false;
  }
  return false;
}

/// What is called like a function and is none: tables of the model, whose rows do not matter here.
std::vector<TablePtr> tables_in(const std::string& text) {
  std::vector<TablePtr> tables;
  std::string word;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_letter(c) || (!word.empty() && (is_digit(c) || c == '_'))) {
      word += c;
      continue;
    }
    if (c == '(' && !word.empty() && find_function(word) == nullptr)
      tables.push_back(has_two_inputs(std::string_view(text).substr(i + 1))
                           ? make_grid_table(word, {0, 1}, {0, 1}, {0, 0, 0, 0}, kHold, {})
                           : make_table_function(word, {0, 1}, {0, 0}, kHold, {}));
    word.clear();
  }
  return tables;
}

// An expression of cells and words, where inf stands for a number too large to matter.
Row side(const std::string& text, bool stacked) {
  static const Expression kInfinity = Expression::number(std::numeric_limits<double>::infinity());
  try {
    const Expression written = parse_expression(text, {}, tables_in(text));
    return row_of(
        substitute(written,
                   [](const std::string& name) { return name == "inf" ? &kInfinity : nullptr; }),
        stacked);
  } catch (const ModelError&) {
    return {{Kind::Symbol, text}};
  }
}

// The words at the end of a line may hold formulas too.
void append_words(const std::string& words, bool stacked, Row& row) {
  for (const Inline& part : inlines_of(words)) {
    if (part.kind == Inline::Kind::Formula) {
      append(row, inline_row(part.text, stacked));
    } else {
      row.push_back({Kind::Words, part.text});
    }
  }
}

Row statement(const Line& line, bool stacked) {
  Row row = row_of(line.left, stacked);
  for (const Line::Part& part : line.parts) {
    row.push_back({Kind::Relation, relation_text(part.sign)});
    append(row, row_of(part.right, stacked));
  }
  return row;
}

// Conditions and words, which stand behind the formula.
Row tail_of(const Line& line, bool stacked) {
  Row row;
  for (const Line& condition : line.conditions) {
    const bool first = &condition == &line.conditions.front();
    if (first) row.push_back({Kind::Gap});
    row.push_back({Kind::Words, first ? "if " : " and "});
    append(row, statement(condition, stacked));
  }
  if (!line.words.empty()) {
    row.push_back({Kind::Gap});
    append_words(line.words, stacked, row);
  }
  return row;
}

class Layout {
 public:
  Layout(const Display& display, bool stacked, const DisplaySize& size)
      : display_(display), stacked_(stacked), size_(size) {}

  std::vector<DisplayBlock> blocks() {
    choose_aligned();
    for (std::size_t i = 0; i < display_.lines.size(); ++i) {
      const Line& line = display_.lines[i];
      if (!aligned_[i]) {
        add_whole(line);
        continue;
      }
      if (blocks_.empty() || !blocks_.back().aligned) blocks_.push_back({true, {}});
      add_aligned(line, blocks_.back().rows);
    }
    return std::move(blocks_);
  }

 private:
  double width(const Row& row) const { return size_.width_of(row); }

  // All lines if they fit; else those that leave more than half of the width to the right side.
  void choose_aligned() {
    double left = 0;
    double right = 0;
    bool relations = true;
    for (const Line& line : display_.lines) {
      left = std::max(left, width(row_of(line.left, stacked_)));
      for (const Line::Part& part : line.parts) {
        right = std::max(right, width(row_of(part.right, stacked_)));
      }
      relations = relations && !line.parts.empty();
    }
    const bool all = relations && left + size_.relation + right <= size_.width;
    left_ = 0;
    for (const Line& line : display_.lines) {
      const double own = width(row_of(line.left, stacked_));
      const bool fits = all || (!line.parts.empty() && own <= 0.45 * size_.width);
      aligned_.push_back(fits);
      if (fits) left_ = std::max(left_, own);
    }
  }

  void add_aligned(const Line& line, std::vector<DisplayRow>& rows) const {
    const double room = size_.width - left_ - size_.relation;
    DisplayRow row{row_of(line.left, stacked_), {}, {}};
    for (const Line::Part& part : line.parts) {
      const Row right = row_of(part.right, stacked_);
      const std::string relation = relation_text(part.sign);
      const bool continues =
          !row.relation.empty() && width(row.right) + size_.relation + width(right) <= room;
      if (continues) {
        row.right.push_back({Kind::Relation, relation});
        append(row.right, right);
        continue;
      }
      Row left;  // of the first relation; the next ones stand below it
      if (row.relation.empty())
        left = std::move(row.left);
      else
        add_broken(std::move(row), room, rows);
      row = {std::move(left), relation, right};
    }
    add_broken(std::move(row), room, rows);
    add_tail(tail_of(line, stacked_), room, rows);
  }

  void add_broken(DisplayRow row, double room, std::vector<DisplayRow>& rows) const {
    std::vector<Row> lines = break_row(row.right, room, room - size_.indent, size_.width_of);
    row.right = std::move(lines[0]);
    rows.push_back(std::move(row));
    for (std::size_t i = 1; i < lines.size(); ++i) rows.push_back({{}, {}, std::move(lines[i])});
  }

  void add_tail(const Row& tail, double room, std::vector<DisplayRow>& rows) const {
    if (tail.empty()) return;
    const double indent = rows.back().relation.empty() ? size_.indent : 0;
    Row longer = rows.back().right;
    append(longer, tail);
    if (width(longer) + indent <= room) {
      rows.back().right = std::move(longer);
      return;
    }
    const double left = room - size_.indent;
    for (Row& part : break_row(tail, left, left, size_.width_of)) {
      rows.push_back({{}, {}, std::move(part)});
    }
  }

  void add_whole(const Line& line) {
    DisplayBlock block{false, {}};
    for (Row& row : break_row(row_of_line(line, stacked_), size_.width, size_.width - size_.indent,
                              size_.width_of)) {
      block.rows.push_back({{}, {}, std::move(row)});
    }
    blocks_.push_back(std::move(block));
  }

  const Display& display_;
  bool stacked_;
  const DisplaySize& size_;
  std::vector<bool> aligned_;
  double left_{};
  std::vector<DisplayBlock> blocks_;
};

std::string aligned_line(const DisplayRow& row, const Notation& notation) {
  const std::string right = to_latex(row.right, notation);
  if (row.relation.empty()) return "&\\quad " + right;
  std::string sign = to_latex(Row{{Kind::Relation, row.relation}}, notation);
  sign.erase(0, 1);
  return to_latex(row.left, notation) + " &" + sign + right;
}

}  // namespace

std::vector<Inline> inlines_of(std::string_view text) {
  std::vector<Inline> parts;
  const auto add = [&](Inline::Kind kind, std::string_view part) {
    if (part.empty()) return;
    const bool joins = kind == Inline::Kind::Words && !parts.empty() && parts.back().kind == kind;
    if (joins) {
      parts.back().text += part;
    } else {
      parts.push_back({kind, std::string(part)});
    }
  };
  while (!text.empty()) {
    const std::size_t start = text.find_first_of("$`");
    add(Inline::Kind::Words, text.substr(0, start));
    if (start == std::string_view::npos) break;
    const char sign = text[start];
    const std::size_t end = text.find(sign, start + 1);
    if (end == std::string_view::npos || end == start + 1) {
      add(Inline::Kind::Words, text.substr(start, 1));
      text.remove_prefix(start + 1);
      continue;
    }
    add(sign == '$' ? Inline::Kind::Formula : Inline::Kind::Code,
        text.substr(start + 1, end - start - 1));
    text.remove_prefix(end + 1);
  }
  return parts;
}

Row inline_row(const std::string& formula, bool stacked) {
  for (const std::string_view relation : kRelations) {
    const std::size_t at = formula.find(relation);
    if (at == std::string::npos) continue;
    Row row = inline_row(formula.substr(0, at), stacked);
    row.push_back({Kind::Relation, std::string(relation.substr(1, relation.size() - 2))});
    append(row, inline_row(formula.substr(at + relation.size()), stacked));
    return row;
  }
  return side(formula, stacked);
}

std::string relation_text(Line::Sign sign) {
  // In the order of Line::Sign.
  constexpr std::array kTexts = {"=", "in", "!=", "<", "<=", ">", ">=", ":=", "=>"};
  return kTexts[static_cast<std::size_t>(sign)];
}

Row row_of_line(const Line& line, bool stacked) {
  Row row = statement(line, stacked);
  append(row, tail_of(line, stacked));
  return row;
}

std::vector<DisplayBlock> lay_out(const Display& display, bool stacked, const DisplaySize& size) {
  return Layout(display, stacked, size).blocks();
}

std::vector<std::vector<std::string>> latex_lines(const Display& display, const Notation& notation,
                                                  double width) {
  const DisplaySize size{width, 12.5, 10, [&](const Row& row) {
                           return width_in_points(row, notation);
                         }};
  std::vector<std::vector<std::string>> blocks;
  for (const DisplayBlock& block : lay_out(display, true, size)) {
    std::vector<std::string>& lines = blocks.emplace_back();
    for (const DisplayRow& row : block.rows) {
      const bool first = &row == &block.rows.front();
      lines.push_back(block.aligned ? aligned_line(row, notation)
                                    : (first ? "&" : "&\\quad ") + to_latex(row.right, notation));
    }
  }
  return blocks;
}

std::vector<std::string> document_formats() {
  return {"text", "markdown", "latex", "html", "json"};
}

DocumentFormat document_format(const std::string& word) {
  const std::vector<std::string> words = document_formats();
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end())
    throw ModelError({"format", 0, 0}, "no format " + quote(word), "there is " + list_of(words));
  return static_cast<DocumentFormat>(found - words.begin());
}

std::string print(const Document& document, DocumentFormat format, int width) {
  switch (format) {
    case DocumentFormat::Text:
      return print_text(document, width);
    case DocumentFormat::Markdown:
      return print_markdown(document);
    case DocumentFormat::Latex:
      return print_latex(document);
    case DocumentFormat::Html:
      return print_html(document);
    case DocumentFormat::Json:
      return print_json(document);
  }
  return {};
}

}  // namespace luztar
