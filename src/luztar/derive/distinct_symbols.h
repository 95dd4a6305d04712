// Distinct symbols for distinct names, in every format of a document.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "luztar/derive/document.h"
#include "luztar/model/model.h"

namespace luztar {

/// Names of the model that stand for themselves in formulas: parameters, signals, applied forces,
/// t.
std::set<std::string> names_in_formulas(const Model& model);

/// Symbols between `$` replaced by what `rename` makes of them.
std::string with_symbols_renamed(const std::string& text,
                                 const std::function<std::string(const std::string&)>& rename);

/// Where two symbols would look alike in the text, in LaTeX or in MathML, the second one gets
/// another name or look, and a section at the end says what stands for what. Names of the model
/// come first and keep theirs.
void make_symbols_distinct(Document& document, const Model& model);

}  // namespace luztar
