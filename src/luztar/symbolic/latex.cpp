// Expressions as LaTeX for math mode, where of packages amsmath is needed, and words.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <set>

#include "luztar/symbolic/binding.h"
#include "luztar/symbolic/letters.h"
#include "luztar/symbolic/notation_row.h"
#include "luztar/symbolic/symbol_look.h"

namespace luztar {
namespace {

using Kind = RowItem::Kind;

// A command's name must not run into a letter behind it.
void append_latex(std::string& text, const std::string& next) {
  if (!text.empty() && !next.empty() && is_letter(next.front())) {
    const std::size_t backslash = text.rfind('\\');
    const bool command = backslash != std::string::npos && backslash + 1 < text.size() &&
                         std::all_of(text.begin() + static_cast<std::ptrdiff_t>(backslash) + 1,
                                     text.end(), is_letter);
    if (command) text += ' ';
  }
  text += next;
}

std::string look_latex(const SymbolLook& look);

std::string grouped(const std::string& latex) {
  return latex.size() == 1 ? latex : "{" + latex + "}";
}

std::string atom_latex(const SymbolAtom& atom) {
  std::string text = atom.kind == SymbolAtom::Kind::Greek  ? "\\" + atom.text
                     : atom.kind == SymbolAtom::Kind::Word ? "\\text{" + atom.text + "}"
                                                           : atom.text;
  for (int dots = atom.dots; dots > 0; dots -= 2) {
    text = (dots == 1 ? "\\dot{" : "\\ddot{") + text + "}";
  }
  if (!atom.index.empty()) text += "_" + grouped(look_latex(atom.index));
  if (!atom.superscript.empty()) text += "^" + grouped(look_latex(atom.superscript));
  return text;
}

std::string look_latex(const SymbolLook& look) {
  std::string text;
  for (const SymbolAtom& atom : look) append_latex(text, atom_latex(atom));
  return text;
}

// What LaTeX would trip over whatever the commands mean. Entries come from the user's file.
bool is_safe(const std::string& latex) {
  int depth = 0;
  for (std::size_t i = 0; i < latex.size(); ++i) {
    const char c = latex[i];
    if (c == '\\' && ++i == latex.size()) return false;
    if (c == '\\') continue;
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (depth < 0 || std::string_view("$%#&~\n").find(c) != std::string_view::npos) return false;
  }
  return depth == 0 && !latex.empty();
}

const std::string* safe_entry(const std::string& name, const Notation& notation) {
  const auto entry = notation.latex.find(name);
  return entry != notation.latex.end() && is_safe(entry->second) ? &entry->second : nullptr;
}

std::string symbol_latex(const std::string& symbol, const Notation& notation) {
  if (const std::string* entry = safe_entry(symbol, notation)) return *entry;
  const auto [prefix, name] = split_symbol(symbol);
  const std::string* entry = safe_entry(name, notation);
  if (entry && time_derivatives(prefix) >= 0 && !read_latex(*entry)) {
    static const char* const kDots[] = {"{", "\\dot{", "\\ddot{"};
    return kDots[time_derivatives(prefix)] + *entry + "}";
  }
  return look_latex(look_of(symbol, notation));
}

std::string number_latex(double value) {
  if (value == std::numbers::pi) return "\\pi";
  if (std::isinf(value)) return "\\infty";
  std::string text = number_text(value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  const std::string mantissa = text.substr(0, e);
  const std::string ten = "10^{" + std::to_string(std::stoi(text.substr(e + 1))) + "}";
  return mantissa == "1" ? ten : mantissa + " \\cdot " + ten;
}

std::string function_latex(const std::string& name) {
  static const std::set<std::string> kKnown = {"sin",    "cos",    "tan",    "sinh", "cosh",
                                               "tanh",   "exp",    "ln",     "min",  "max",
                                               "arcsin", "arccos", "arctan", "lg"};
  return kKnown.count(name) != 0 ? "\\" + name : "\\operatorname{" + name + "}";
}

class LatexWriter {
 public:
  explicit LatexWriter(const Notation& notation) : notation_(notation) {}

  std::string operator()(const Row& row) const {
    std::string text;
    std::vector<std::string> closers;
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (row[i].kind == Kind::Open) {
        append_latex(text, open(row, i, closers));
      } else if (row[i].kind == Kind::Close) {
        append_latex(text, close(row[i], closers));
      } else {
        append_latex(text, item(row, i));
      }
    }
    return text;
  }

 private:
  static std::string open(const Row& row, std::size_t i, std::vector<std::string>& closers) {
    if (row[i].broken != 0) return row[i].broken == 1 ? "\\bigl(" : "\\Bigl(";
    const bool tall = is_tall(row, i, closing(row, i));
    const bool call = i > 0 && row[i - 1].kind == Kind::Function;
    closers.push_back(tall ? "\\right)" : ")");
    // \left would stand off from a function's name
    return tall ? (call ? "\\mathopen{}\\left(" : "\\left(") : "(";
  }

  static std::string close(const RowItem& item, std::vector<std::string>& closers) {
    if (item.broken != 0) return item.broken == 1 ? "\\bigr)" : "\\Bigr)";
    if (closers.empty()) return ")";
    std::string text = closers.back();
    closers.pop_back();
    return text;
  }

  std::string power(const RowItem& item) const {
    const Row& base = item.parts[0];
    std::string text = (*this)(base);
    const bool composed = base.size() == 1 && base[0].kind == Kind::Symbol && !is_single(text);
    const bool exponential = base[0].kind == Kind::Number && text.find("10^") != std::string::npos;
    if (composed || exponential) text = "(" + text + ")";
    return text + "^" + grouped((*this)(item.parts[1]));
  }

  // One sign without a superscript, to which an exponent can be set
  static bool is_single(const std::string& latex) {
    const auto look = read_latex(latex);
    return look && look->size() == 1 && look->front().superscript.empty();
  }

  std::string cases(const RowItem& item) const {
    std::string text = "\\begin{cases} ";
    for (std::size_t i = 0; i + 1 < item.parts.size(); i += 2) {
      text += (*this)(item.parts[i]) + " & \\text{if } " + (*this)(item.parts[i + 1]) + " \\\\ ";
    }
    return text + (*this)(item.parts.back()) + " & \\text{otherwise} \\end{cases}";
  }

  std::string item(const Row& row, std::size_t i) const {
    const RowItem& one = row[i];
    if (one.kind == Kind::Times && !shows_times(row, i, notation_)) return " ";
    if (const Marks* marks = marks_of(one.kind)) {
      if (i == 0 && one.kind == Kind::Gap) return "";
      // {} at the begin of a line: there it is not a sign of one operand.
      return (i == 0 && marks->latex.starts_with(' ') ? "{}" : "") + std::string(marks->latex);
    }
    switch (one.kind) {
      case Kind::Symbol:
        return symbol_latex(one.text, notation_);
      case Kind::Number:
        return number_latex(one.number);
      case Kind::Function:
        return function_latex(one.text);
      case Kind::Relation:
        return " " + relation_sign(one.text, true) + " ";
      case Kind::Words:
        return "\\text{" + latex_words(one.text) + "}";
      case Kind::Fraction:
        return "\\frac{" + (*this)(one.parts[0]) + "}{" + (*this)(one.parts[1]) + "}";
      case Kind::Power:
        return power(one);
      case Kind::Root:
        return "\\sqrt{" + (*this)(one.parts[0]) + "}";
      case Kind::Magnitude:
        return "\\left|" + (*this)(one.parts[0]) + "\\right|";
      case Kind::Cases:
        return cases(one);
      default:
        return {};
    }
  }

  const Notation& notation_;
};

// --- plain words, for any engine: what is not ASCII becomes a command --------------------------

const std::map<std::string_view, std::string_view> kCommands = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\ensuremath{<}"},
    {">", "\\ensuremath{>}"},
    {"|", "\\ensuremath{|}"},
    {"\"", "{''}"},
    {"µ", "\\ensuremath{\\mu}"},
    {"·", "\\ensuremath{\\cdot}"},
    {"−", "\\ensuremath{-}"},
    {"×", "\\ensuremath{\\times}"},
    {"≤", "\\ensuremath{\\le}"},
    {"≥", "\\ensuremath{\\ge}"},
    {"≠", "\\ensuremath{\\ne}"},
    {"∈", "\\ensuremath{\\in}"},
    {"⇒", "\\ensuremath{\\Rightarrow}"},
    {"→", "\\ensuremath{\\to}"},
    {"∞", "\\ensuremath{\\infty}"},
    {"±", "\\ensuremath{\\pm}"},
    {"²", "\\ensuremath{^2}"},
    {"³", "\\ensuremath{^3}"},
    {"–", "--"},
    {"—", "---"},
    {"…", "\\dots{}"},
    {"’", "'"},
    {"“", "``"},
    {"”", "''"},
    {"Ż", "\\.{Z}"},
    {"ż", "\\.{z}"},
    {"Ł", "\\L{}"},
    {"ł", "\\l{}"},
};

std::size_t length_of(char first) {
  const auto byte = static_cast<unsigned char>(first);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

std::string greek_command(std::string_view sign) {
  const std::string_view name = greek_of_letter(sign);
  return name.empty() ? std::string{} : "\\ensuremath{\\" + std::string(name) + "}";
}

}  // namespace

std::string to_latex(const Row& row, const Notation& notation) {
  return LatexWriter(notation)(row);
}

std::string to_latex(const Expression& expression, const Notation& notation) {
  return to_latex(row_of(expression, true), notation);
}

std::string latex_words(std::string_view words) {
  std::string text;
  while (!words.empty()) {
    const bool opens = text.empty() || text.back() == ' ' || text.back() == '(';
    const std::string_view sign = words.substr(0, length_of(words[0]));
    words.remove_prefix(sign.size());
    if (sign == "\"" && opens) {
      text += "``";
    } else if (const auto found = kCommands.find(sign); found != kCommands.end()) {
      text += found->second;
    } else if (const std::string greek = greek_command(sign); !greek.empty()) {
      text += greek;
    } else if (sign.size() == 1 || sign.size() == 2) {
      text += sign;  // Latin letters with accents: pdflatex reads UTF-8
    } else {
      text += '?';
    }
  }
  return text;
}

}  // namespace luztar
