// How a symbol looks: letters with indices and dots, made from its name or read from LaTeX.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "luztar/symbolic/notation.h"

namespace luztar {

/// One sign with its scripts.
struct SymbolAtom {
  enum class Kind {
    Letter,    ///< italic
    Greek,     ///< text is LaTeX's name, "psi"
    Digits,    ///< "12"
    Word,      ///< upright, "block1"
    Operator,  ///< ( ) + - ,
  };
  Kind kind{};
  std::string text{};
  std::vector<SymbolAtom> index{};
  std::vector<SymbolAtom> superscript{};
  int dots{};  ///< time derivatives above the sign
};
using SymbolLook = std::vector<SymbolAtom>;

/// The letter of LaTeX's name, or ""; `\partial` and `\ell` too.
std::string_view greek_letter(std::string_view latex_name);
/// LaTeX's name of a Greek letter, or "".
std::string_view greek_of_letter(std::string_view letter);
/// LaTeX's name for a word that is a Greek letter's name ("phi" is varphi as in the papers), or "".
std::string_view greek_name(std::string_view word);

/// LaTeX of letters, digits, Greek commands, `\text` and `\mathrm` words, dots, scripts,
/// parentheses,
/// + and -; nothing if there is anything else in it.
std::optional<SymbolLook> read_latex(std::string_view latex);

/// A name of the model: "FT12" is F with the index T12, "mu_psi" mu with the index psi.
SymbolLook look_of_name(std::string_view name);

/// Any symbol of a document. q., v., a. and a body: its coordinate and derivatives; rate., f. and a
/// pair: v and T with the pair as index; F. and a body: F with the body as index.
/// Entries of `notation` for the whole symbol or for the name behind the dot come first; those that
/// read_latex does not understand are passed over.
SymbolLook look_of(const std::string& symbol, const Notation& notation);

/// The signs of a look without what a reader may not see: upright or italic, a space more or less.
std::string plain_signs(const SymbolLook& look);

/// The two parts of "v.block1": prefix "v" and name "block1"; no prefix in "FT12".
struct SymbolName {
  std::string prefix;
  std::string name;
};
SymbolName split_symbol(const std::string& symbol);

/// 0, 1, 2 for q, v, a; -1 for other prefixes.
int time_derivatives(std::string_view prefix);

}  // namespace luztar
