// A derivation as a document: one tree, printed in every format.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "luztar/symbolic/notation.h"

namespace luztar {

/// One line of mathematics: expressions joined by relations, then conditions.
///     M1*a1 in F1 - C12*tar(v, F/C)        {left, "in", right}
struct Line {
  enum class Sign { Equal, In, NotEqual, Less, LessEqual, Greater, GreaterEqual, Defined, Implies };
  struct Part {
    Sign sign;
    Expression right;
  };
  Expression left;
  std::vector<Part> parts{};
  std::vector<Line> conditions{};  ///< "if ... and ..."; empty: always
  std::string words{};             ///< after the formula, as Paragraph::text
};

struct Paragraph {
  /// Plain words; between two `$` stands a formula ("$FT12$", "$v.block != 0$"), between two
  /// backticks a word of the model.
  std::string text;
};

/// Displayed formulas, aligned at their relations.
struct Display {
  std::vector<Line> lines;
};

struct ListItems {
  std::vector<std::string> items;  ///< as Paragraph::text
};

struct DocumentTable {
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;  ///< cells as Paragraph::text
};

struct Section {
  std::string title;
  std::vector<std::variant<Paragraph, Display, ListItems, DocumentTable>> content{};

  void say(std::string words) { content.emplace_back(Paragraph{std::move(words)}); }
  /// Nothing where there are no lines.
  void show(std::vector<Line> lines) {
    if (!lines.empty()) content.emplace_back(Display{std::move(lines)});
  }
};

// Short ways to write lines and paragraphs.
Line equal(Expression left, Expression right);
std::string ticked(const std::string& name);                 ///< `name`
std::string list_of(const std::vector<std::string>& words);  ///< "a", "a and b", "a, b and c"

/// Accelerations and velocities are symbols "a.body", "v.body", "q.body", forces of pairs "f.pair",
/// rates "rate.pair": `notation` says how they look.
struct Document {
  std::string title;
  Notation notation;
  std::vector<Section> sections;
};

enum class DocumentFormat { Text, Markdown, Latex, Html, Json };

/// What they are called, in this order: "text", "markdown", "latex", "html", "json".
std::vector<std::string> document_formats();
/// Throws ModelError if `word` is none of document_formats().
DocumentFormat document_format(const std::string& word);

/// Text wraps at `width` columns; Latex is a whole file that compiles as it is; Html is one
/// self-contained page with MathML.
std::string print(const Document& document, DocumentFormat format, int width = 80);

/// The sections alone, to be put into a page: headings of level 3 and no title.
std::string html_fragment(const Document& document);

}  // namespace luztar
