#include "luztar/symbolic/symbol_look.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

#include "luztar/symbolic/letters.h"

namespace luztar {
namespace {

using AtomKind = SymbolAtom::Kind;

struct Greek {
  std::string_view latex;
  std::string_view letter;
};
constexpr std::array kGreek = {
    Greek{"alpha", "α"},   Greek{"beta", "β"},       Greek{"gamma", "γ"},  Greek{"delta", "δ"},
    Greek{"epsilon", "ϵ"}, Greek{"varepsilon", "ε"}, Greek{"zeta", "ζ"},   Greek{"eta", "η"},
    Greek{"theta", "θ"},   Greek{"vartheta", "ϑ"},   Greek{"iota", "ι"},   Greek{"kappa", "κ"},
    Greek{"lambda", "λ"},  Greek{"mu", "μ"},         Greek{"nu", "ν"},     Greek{"xi", "ξ"},
    Greek{"pi", "π"},      Greek{"rho", "ρ"},        Greek{"sigma", "σ"},  Greek{"tau", "τ"},
    Greek{"upsilon", "υ"}, Greek{"phi", "ϕ"},        Greek{"varphi", "φ"}, Greek{"chi", "χ"},
    Greek{"psi", "ψ"},     Greek{"omega", "ω"},      Greek{"Gamma", "Γ"},  Greek{"Delta", "Δ"},
    Greek{"Theta", "Θ"},   Greek{"Lambda", "Λ"},     Greek{"Xi", "Ξ"},     Greek{"Pi", "Π"},
    Greek{"Sigma", "Σ"},   Greek{"Upsilon", "Υ"},    Greek{"Phi", "Φ"},    Greek{"Psi", "Ψ"},
    Greek{"Omega", "Ω"},
};

// Signs of LaTeX's that are no name of a quantity.
constexpr std::array kOthers = {Greek{"partial", "∂"}, Greek{"ell", "ℓ"}};

// The letter with this name or sign; without texts if there is none.
Greek greek_where(std::string_view Greek::*field, std::string_view text) {
  const auto* found = std::ranges::find(kGreek, text, field);
  return found == kGreek.end() ? Greek{} : *found;
}

SymbolAtom atom(AtomKind kind, std::string_view text) {
  return {kind, std::string(text), {}, {}, 0};
}

// Reads the LaTeX of a symbol; `failed` once anything else turns up.
class LatexReader {
 public:
  explicit LatexReader(std::string_view text) : text_(text) {}

  std::optional<SymbolLook> read() {
    SymbolLook look = sequence();
    if (failed_ || at_ != text_.size() || look.empty()) return std::nullopt;
    return look;
  }

 private:
  SymbolLook fail() {
    failed_ = true;
    return {};
  }
  bool more() const { return !failed_ && at_ < text_.size(); }
  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }

  SymbolLook sequence() {
    SymbolLook look;
    for (skip_spaces(); more() && text_[at_] != '}'; skip_spaces()) {
      const char c = text_[at_];
      if (c == '_' || c == '^') {
        script(look);
      } else {
        const SymbolLook next = group();
        look.insert(look.end(), next.begin(), next.end());
      }
    }
    return look;
  }

  void script(SymbolLook& look) {
    const char c = text_[at_++];
    if (look.empty()) {
      failed_ = true;
      return;
    }
    SymbolLook& place = c == '_' ? look.back().index : look.back().superscript;
    failed_ = failed_ || !place.empty();
    skip_spaces();
    place = group();
    failed_ = failed_ || place.empty();
  }

  // {...}, a command or one character
  SymbolLook group() {
    if (!more()) return fail();
    const char c = text_[at_];
    if (c == '{') {
      ++at_;
      SymbolLook inner = sequence();
      failed_ = failed_ || at_ >= text_.size() || text_[at_] != '}';
      ++at_;
      return inner;
    }
    if (c == '\\') return command();
    if (is_digit(c)) return {digits()};
    ++at_;
    if (is_letter(c)) return {atom(AtomKind::Letter, std::string(1, c))};
    failed_ = failed_ || std::string_view("()+-,").find(c) == std::string_view::npos;
    return {atom(AtomKind::Operator, std::string(1, c))};
  }

  SymbolAtom digits() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_digit(text_[at_])) ++at_;
    return atom(AtomKind::Digits, text_.substr(start, at_ - start));
  }

  SymbolLook command() {
    const std::size_t start = ++at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    skip_spaces();
    if (!greek_letter(name).empty()) return {atom(AtomKind::Greek, name)};
    if (name == "text" || name == "mathrm") return {word()};
    if (name == "dot" || name == "ddot") {
      SymbolLook inner = group();
      failed_ = failed_ || inner.size() != 1;
      if (!failed_) inner[0].dots += name == "dot" ? 1 : 2;
      return inner;
    }
    return fail();
  }

  SymbolAtom word() {
    const std::size_t end = text_.find('}', at_);
    if (at_ >= text_.size() || text_[at_] != '{' || end == std::string_view::npos) {
      failed_ = true;
      return {};
    }
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    failed_ = failed_ || inside.empty() || !std::ranges::all_of(inside, [](char c) {
                return is_letter(c) || is_digit(c) || c == ' ';
              });
    return atom(AtomKind::Word, inside);
  }

  std::string_view text_;
  std::size_t at_{};
  bool failed_{};
};

// A run of letters within an index: a Greek name, a word, or letters.
SymbolAtom index_letters(std::string_view run) {
  if (const auto greek = greek_name(run); !greek.empty()) return atom(AtomKind::Greek, greek);
  const bool lower = std::ranges::all_of(run, [](char c) { return c >= 'a'; });
  return atom(run.size() >= 3 && lower ? AtomKind::Word : AtomKind::Letter, run);
}

std::size_t run_length(std::string_view text, bool (*belongs)(char)) {
  return static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), belongs) -
                                  text.begin());
}

// The rest of a name behind its first letter: "T12", "_psi", "T0psi", "_T_12".
SymbolLook index_of(std::string_view rest) {
  SymbolLook look;
  bool separated = false;
  while (!rest.empty()) {
    std::size_t n = 1;
    if (rest[0] == '_') {
      separated = !look.empty();
    } else {
      if (separated) look.push_back(atom(AtomKind::Operator, ","));
      separated = false;
      n = run_length(rest, is_digit(rest[0]) ? is_digit : is_letter);
      look.push_back(is_digit(rest[0]) ? atom(AtomKind::Digits, rest.substr(0, n))
                                       : index_letters(rest.substr(0, n)));
    }
    rest.remove_prefix(n);
  }
  return look;
}

// How many letters of the first run are the symbol; the others begin its index. 0: all, as a word.
std::size_t base_letters(std::string_view run) {
  if (run.size() <= 2) return 1;
  if (!greek_name(run.substr(1)).empty()) return 1;  // Mpsi
  const bool capitals = std::ranges::all_of(run, [](char c) { return c <= 'Z'; });
  return capitals && run.size() == 3 ? 1 : 0;  // FTS is F_TS, but rise and NULL are words
}

std::string spaced(std::string_view name) {
  std::string text(name);
  std::ranges::replace(text, '_', ' ');
  return text;
}

// A body's or pair's name as an index.
SymbolLook look_of_label(const std::string& name, const Notation& notation) {
  if (const auto entry = notation.latex.find(name); entry != notation.latex.end()) {
    if (auto look = read_latex(entry->second)) return *look;
  }
  const std::string_view run = std::string_view(name).substr(0, run_length(name, is_letter));
  if (!greek_name(run).empty()) return look_of_name(name);
  if (std::ranges::all_of(name, is_digit)) return {atom(AtomKind::Digits, name)};
  return {atom(AtomKind::Word, spaced(name))};
}

// psi, x and z1 are coordinates by themselves; block1 is an index of z.
SymbolLook coordinate(const std::string& name, const Notation& notation) {
  SymbolLook look = look_of_label(name, notation);
  if (look[0].kind != AtomKind::Word) return look;  // an entry or a Greek name
  const bool axis = run_length(name, is_letter) == 1 &&
                    std::string_view("xyz").find(name[0]) != std::string_view::npos;
  if (axis) return look_of_name(name);
  SymbolAtom z = atom(AtomKind::Letter, "z");
  z.index = std::move(look);
  return {z};
}

}  // namespace

std::string_view greek_letter(std::string_view latex_name) {
  const auto* other = std::ranges::find(kOthers, latex_name, &Greek::latex);
  return other != kOthers.end() ? other->letter : greek_where(&Greek::latex, latex_name).letter;
}

std::string_view greek_of_letter(std::string_view letter) {
  return greek_where(&Greek::letter, letter).latex;
}

std::string_view greek_name(std::string_view word) {
  if (word == "phi") return "varphi";
  if (word == "epsilon") return "varepsilon";
  return greek_where(&Greek::latex, word).latex;
}

std::optional<SymbolLook> read_latex(std::string_view latex) { return LatexReader(latex).read(); }

SymbolLook look_of_name(std::string_view name) {
  const std::size_t letters = run_length(name, is_letter);
  const std::string_view run = name.substr(0, letters);
  SymbolAtom base;
  std::size_t used = letters;
  if (const auto greek = greek_name(run); !greek.empty()) {
    base = atom(AtomKind::Greek, greek);
  } else if (const std::size_t n = base_letters(run); n > 0 && !run.empty()) {
    used = n;
    base = atom(AtomKind::Letter, run.substr(0, n));
  } else {
    return {atom(AtomKind::Word, spaced(name))};
  }
  base.index = index_of(name.substr(used));
  return {base};
}

std::string plain_signs(const SymbolLook& look) {
  std::string text;
  for (const SymbolAtom& atom : look) {
    if (atom.kind == AtomKind::Greek) text += '\\';
    bool space = false;  // one is like many, and none at the end
    for (const char c : atom.text) {
      if (c != ' ' && space) text += ' ';
      space = c == ' ';
      if (!space) text += c;
    }
    text.append(static_cast<std::size_t>(atom.dots), '\'');
    if (!atom.index.empty()) text += "_{" + plain_signs(atom.index) + "}";
    if (!atom.superscript.empty()) text += "^{" + plain_signs(atom.superscript) + "}";
  }
  return text;
}

SymbolName split_symbol(const std::string& symbol) {
  const std::size_t dot = symbol.find('.');
  if (dot == std::string::npos) return {"", symbol};
  return {symbol.substr(0, dot), symbol.substr(dot + 1)};
}

int time_derivatives(std::string_view prefix) {
  return prefix == "q" ? 0 : prefix == "v" ? 1 : prefix == "a" ? 2 : -1;
}

SymbolLook look_of(const std::string& symbol, const Notation& notation) {
  if (const auto entry = notation.latex.find(symbol); entry != notation.latex.end()) {
    if (auto look = read_latex(entry->second)) return *look;
  }
  const auto [prefix, name] = split_symbol(symbol);
  if (prefix.empty() || name.empty()) return look_of_name(symbol);
  if (const int dots = time_derivatives(prefix); dots >= 0) {
    SymbolLook look = coordinate(name, notation);
    look[0].dots += dots;
    return look;
  }
  const std::string letter = prefix == "rate" ? "v" : prefix == "f" ? "T" : prefix;
  SymbolAtom base = atom(letter.size() == 1 ? AtomKind::Letter : AtomKind::Word, letter);
  base.index = look_of_label(name, notation);
  return {base};
}

}  // namespace luztar
