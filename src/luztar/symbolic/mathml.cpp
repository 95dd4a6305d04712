// Expressions as presentation MathML: elements and attributes of MathML Core only.
#include <cmath>
#include <cstddef>
#include <numbers>
#include <string>

#include "luztar/core/html_text.h"
#include "luztar/symbolic/binding.h"
#include "luztar/symbolic/notation_row.h"
#include "luztar/symbolic/symbol_look.h"

namespace luztar {
namespace {

using Kind = RowItem::Kind;

constexpr const char* kMinus = "−";                            // longer than a hyphen
constexpr const char* kUpright = "mi mathvariant=\"normal\"";  // a single letter would be italic
constexpr const char* kApply = "<mo>\u2061</mo>";
constexpr const char* kInvisibleTimes = "<mo>\u2062</mo>";
constexpr const char* kThinSpace = "<mspace width=\"0.17em\"/>";

std::string element(const std::string& name, const std::string& content) {
  std::string begin = "<";
  begin += name;
  begin += '>';
  return begin + content + "</" + name.substr(0, name.find(' ')) + ">";
}

// One element for places that take one.
std::string grouped(const std::string& content, std::size_t elements) {
  return elements == 1 ? content : element("mrow", content);
}

// Spaces at the ends would be lost.
std::string words(std::string text) {
  for (std::size_t at = 0; (at = text.find(' ', at)) != std::string::npos;) {
    const bool end = at == 0 || at + 1 == text.size();
    if (end) text.replace(at, 1, "\u00a0");
    ++at;
  }
  return element("mtext", escape_html(text));
}

std::string look_mathml(const SymbolLook& look);

std::string sign_of(const SymbolAtom& atom) {
  std::string text;
  switch (atom.kind) {
    case SymbolAtom::Kind::Letter:  // each its own element: several in one would be upright
      for (const char c : atom.text) text += element("mi", std::string(1, c));
      return grouped(text, atom.text.size());
    case SymbolAtom::Kind::Greek:
      return element(atom.text[0] < 'a' ? kUpright : "mi", std::string(greek_letter(atom.text)));
    case SymbolAtom::Kind::Digits:
      return element("mn", atom.text);
    case SymbolAtom::Kind::Word:
      // Not mtext, which counts as a space: a sign beside it would lose its own spaces.
      return element(atom.text.size() == 1 ? kUpright : "mi", escape_html(atom.text));
    case SymbolAtom::Kind::Operator:
      return element("mo stretchy=\"false\"", atom.text == "-" ? kMinus : atom.text);
  }
  return text;
}

// `exponent`: an element to set as the sign's superscript, or "".
std::string atom_mathml(const SymbolAtom& atom, const std::string& exponent = {}) {
  std::string text = sign_of(atom);
  for (int dots = atom.dots; dots > 0; dots -= 2) {
    // As accents the dots of some fonts fall onto the letter.
    text = element("mover accent=\"false\"",
                   text + element("mo stretchy=\"false\"", dots == 1 ? "˙" : "¨"));
  }
  const bool below = !atom.index.empty();
  const bool above = !atom.superscript.empty() || !exponent.empty();
  if (below) text += look_mathml(atom.index);
  if (!atom.superscript.empty()) text += look_mathml(atom.superscript);
  text += exponent;
  if (below && above) return element("msubsup", text);
  return below ? element("msub", text) : above ? element("msup", text) : text;
}

std::string look_mathml(const SymbolLook& look) {
  std::string text;
  for (const SymbolAtom& atom : look) text += atom_mathml(atom);
  return grouped(text, look.size());
}

std::string number_mathml(double value) {
  if (value == std::numbers::pi) return element("mi", "π");
  if (std::isinf(value)) return element("mi", "∞");
  const std::string text = number_text(value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return element("mn", text);
  const int exponent = std::stoi(text.substr(e + 1));
  std::string small = element("mn", std::to_string(std::abs(exponent)));
  if (exponent < 0) small = element("mrow", element("mo", kMinus) + small);
  std::string ten = element("msup", element("mn", "10") + small);
  const std::string mantissa = text.substr(0, e);
  if (mantissa == "1") return ten;
  return element("mrow", element("mn", mantissa) + element("mo", "⋅") + ten);
}

class MathmlWriter {
 public:
  explicit MathmlWriter(const Notation& notation) : notation_(notation) {}

  // The signs in [begin, end), without an element around.
  std::string range(const Row& row, std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t close = row[i].kind == Kind::Open ? closing(row, i) : end;
      if (close < end) {
        const char* tag = is_tall(row, i, close) ? "mo" : "mo stretchy=\"false\"";
        text += element("mrow", element(tag, "(") + range(row, i + 1, close) + element(tag, ")"));
        i = close;
      } else {
        text += item(row, i);
      }
    }
    return text;
  }

  std::string operator()(const Row& row) const {
    return grouped(range(row, 0, row.size()), row.size());
  }

 private:
  static std::string broken_fence(const RowItem& item) {
    const std::string sign = item.kind == Kind::Open ? "(" : ")";
    if (item.broken < 2) return element("mo stretchy=\"false\"", sign);
    return element("mo minsize=\"1.8em\" maxsize=\"1.8em\"", sign);
  }

  static std::string hidden_times(const RowItem& right) {
    return kInvisibleTimes + std::string(right.kind == Kind::Function ? kThinSpace : "");
  }

  static std::string cell(const std::string& content) {
    return element("mtd style=\"text-align:left;padding:0.1em 0.5em 0.1em 0\"", content);
  }

  std::string cases(const RowItem& item) const {
    std::string rows;
    for (std::size_t i = 0; i + 1 < item.parts.size(); i += 2) {
      rows += element(
          "mtr", cell((*this)(item.parts[i])) + cell(words("if ") + (*this)(item.parts[i + 1])));
    }
    rows += element("mtr", cell((*this)(item.parts.back())) + cell(words("otherwise")));
    return element("mrow", element("mo", "{") + element("mtable", rows));
  }

  std::string power(const RowItem& item) const {
    const Row& base = item.parts[0];
    const std::string exponent = (*this)(item.parts[1]);
    std::string text = (*this)(base);
    bool composed = base[0].kind == Kind::Number && text.find("<msup>") != std::string::npos;
    if (base.size() == 1 && base[0].kind == Kind::Symbol) {
      const SymbolLook look = look_of(base[0].text, notation_);
      composed = look.size() > 1 || !look[0].superscript.empty();
      if (!composed) return atom_mathml(look[0], exponent);
    }
    const char* const fence = "mo stretchy=\"false\"";
    if (composed) text = element("mrow", element(fence, "(") + text + element(fence, ")"));
    return element("msup", text + exponent);
  }

  std::string item(const Row& row, std::size_t i) const {
    const RowItem& one = row[i];
    if (one.kind == Kind::Times && !shows_times(row, i, notation_)) return hidden_times(row[i + 1]);
    if (one.kind == Kind::Gap && i == 0) return "";
    if (const Marks* marks = marks_of(one.kind)) return std::string(marks->mathml);
    switch (one.kind) {
      case Kind::Symbol:
        return look_mathml(look_of(one.text, notation_));
      case Kind::Number:
        return number_mathml(one.number);
      case Kind::Function:
        return element("mi", one.text) + kApply;
      case Kind::Relation:
        return element("mo form=\"infix\"", escape_html(relation_sign(one.text, false)));
      case Kind::Open:
      case Kind::Close:
        return broken_fence(one);
      case Kind::Words:
        return words(one.text);
      case Kind::Fraction:
        return element("mfrac", (*this)(one.parts[0]) + (*this)(one.parts[1]));
      case Kind::Power:
        return power(one);
      case Kind::Root:
        return element("msqrt", (*this)(one.parts[0]));
      case Kind::Magnitude:
        return element("mrow", element("mo form=\"prefix\"", "|") + (*this)(one.parts[0]) +
                                   element("mo form=\"postfix\"", "|"));
      case Kind::Cases:
        return cases(one);
      default:
        return {};
    }
  }

  const Notation& notation_;
};

}  // namespace

std::string to_mathml(const Row& row, const Notation& notation) {
  return MathmlWriter(notation)(row);
}

std::string to_mathml(const Expression& expression, const Notation& notation) {
  return to_mathml(row_of(expression, true), notation);
}

}  // namespace luztar
