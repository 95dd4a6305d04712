// Expressions in the formats that people and compilers read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "luztar/symbolic/expression.h"

namespace luztar {

/// How symbols are written. A name without an entry is written as it is (LaTeX, MathML: "FT12" as
/// F with the index T12, greek names as letters).
struct Notation {
  std::map<std::string, std::string> latex;  ///< symbol -> LaTeX, from the model's `latex` keys
};

/// Unicode for a terminal: M₁ is not attempted, · for products, Greek and superscripts of powers.
/// luz(x, a) stays luz(x, a).
std::string to_unicode(const Expression& expression, const Notation& notation = {});
/// LaTeX for math mode: `\frac`, `\operatorname{luz}(x, a)`, cases for `if`.
std::string to_latex(const Expression& expression, const Notation& notation = {});
/// Presentation MathML without the outer `<math>`; LaTeX of `notation` that is a plain symbol with
/// sub- and superscripts and Greek commands is translated, anything else falls back to the name.
std::string to_mathml(const Expression& expression, const Notation& notation = {});

enum class Language { C, Python };
/// Source text with double arithmetic; the steps are those of evaluate(), in its order. `name_of`
/// gives the identifier of a symbol; without an entry it is the name itself. Functions of the
/// language are calls of math.h/math, ours (luz, sign, step, saw, mod, whole numbers ...) of what
/// `support_code` defines in the language. Not promised: what follows from a NaN in a part of
/// the expression; Python raises where C gives inf or NaN.
std::string to_code(const Expression& expression, Language language,
                    const std::map<std::string, std::string>& name_of = {});
/// Definitions of our functions: C99 with math.h included before, Python with `import math`.
std::string support_code(Language language);
/// Only of those that occur in the expressions.
std::string support_code(Language language, const std::vector<Expression>& expressions);

}  // namespace luztar
