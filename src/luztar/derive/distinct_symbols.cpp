#include "luztar/derive/distinct_symbols.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>
#include <vector>

#include "luztar/derive/print_parts.h"
#include "luztar/model/element_forces.h"
#include "luztar/symbolic/symbol_look.h"
#include "luztar/symbolic/terse.h"

namespace luztar {
namespace {

/// What a symbol made by a derivation stands for, by its prefix.
std::string word_of(const std::string& prefix) {
  static const std::map<std::string, std::string> kWords = {
      {"q", "position"},  {"v", "velocity"}, {"a", "acceleration"}, {"rate", "speed"},
      {"f", "force"},     {"F", "load"},     {"N", "normalforce"},  {"L", "level"},
      {"x", "unlimited"}, {"z", "bristles"}, {"dz", "bristlerate"}, {"dx", "slope"},
      {"d", "deflection"}};
  const auto found = kWords.find(prefix);
  return found == kWords.end() ? prefix + "symbol" : found->second;
}

using Rename = std::function<std::string(const std::string&)>;

void rename_expression(Expression& expression, const Rename& rename) {
  std::map<std::string, Expression> renamed;
  for (const Expression& symbol : symbols_of(expression))
    if (std::string name = rename(symbol.symbol()); name != symbol.symbol())
      renamed.emplace(symbol.symbol(), Expression::symbol(std::move(name)));
  expression = substitute(expression, renamed);
}

void rename_line(Line& line, const Rename& rename) {
  rename_expression(line.left, rename);
  for (Line::Part& part : line.parts) rename_expression(part.right, rename);
  for (Line& condition : line.conditions) rename_line(condition, rename);
}

/// Every symbol of the document goes through `rename`, in the order of the document.
void rename_all(Document& document, const Rename& rename) {
  const auto words = [&](std::vector<std::string>& texts) {
    for (std::string& text : texts) text = with_symbols_renamed(text, rename);
  };
  for (Section& section : document.sections)
    for (auto& content : section.content) {
      if (auto* paragraph = std::get_if<Paragraph>(&content))
        paragraph->text = with_symbols_renamed(paragraph->text, rename);
      if (auto* display = std::get_if<Display>(&content))
        for (Line& line : display->lines) rename_line(line, rename);
      if (auto* list = std::get_if<ListItems>(&content)) words(list->items);
      if (auto* table = std::get_if<DocumentTable>(&content)) {
        words(table->header);
        for (auto& row : table->rows) words(row);
      }
    }
}

/// Finds names and looks that nothing else has.
class Distinguisher {
 public:
  Distinguisher(Notation& notation, std::set<std::string> words)
      : notation_(notation), words_(std::move(words)) {}

  /// The symbol to write for `symbol`.
  std::string operator()(const std::string& symbol) {
    if (const auto found = names_.find(symbol); found != names_.end()) return found->second;
    std::string name = is_like_word(symbol) ? another_name(symbol, 1) : symbol;
    for (int k = 1; !text_.insert(to_unicode(Expression::symbol(name))).second; ++k)
      name = another_name(symbol, k);
    bool changed = name != symbol;
    for (int k = 1; !is_new_look(name); ++k, changed = true)
      notation_.latex[name] = another_look(symbol, k);
    if (changed) changed_.emplace_back(symbol, name);
    names_[symbol] = name;
    return name;
  }

  const std::vector<std::pair<std::string, std::string>>& changed() const { return changed_; }

 private:
  /// LaTeX may have an entry of the file that look_of cannot read; MathML has what it makes of it.
  bool is_new_look(const std::string& name) {
    std::string other = to_latex(Expression::symbol(name), notation_);
    if (const auto read = read_latex(other))
      other = plain_signs(*read);
    else
      std::erase_if(other, [](char c) { return c == '{' || c == '}' || c == ' '; });
    const std::string shown = plain_signs(look_of(name, notation_));
    if (looks_.contains(shown) || looks_.contains(other)) return false;
    looks_.insert({shown, other});
    return true;
  }

  /// A coordinate, or a rate of one, of a body that has the name of something else: z'' of `z`
  /// would look like the derivative of the other.
  bool is_like_word(const std::string& symbol) const {
    const auto [prefix, name] = split_symbol(symbol);
    return time_derivatives(prefix) >= 0 && words_.contains(name);
  }

  static std::string another_name(const std::string& symbol, int k) {
    const auto [prefix, name] = split_symbol(symbol);
    if (prefix.empty() || name.empty()) return symbol + "_" + std::to_string(k + 1);
    return word_of(prefix) + (k > 1 ? std::to_string(k) : "") + "." + name;
  }

  static std::string another_look(const std::string& symbol, int k) {
    const auto [prefix, name] = split_symbol(symbol);
    const auto upright = [](const std::string& words) {
      std::string text;
      for (const char c : words) {
        const bool sign = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (sign || !text.ends_with(' ')) text += sign ? c : ' ';
      }
      return "\\text{" + text + "}";
    };
    const std::string more = k > 1 ? " " + std::to_string(k) : "";
    if (prefix.empty() || name.empty()) return upright(symbol + more);
    return upright(word_of(prefix) + more) + "_{" + upright(name) + "}";
  }

  Notation& notation_;
  std::set<std::string> words_;  ///< names_in_formulas()
  std::map<std::string, std::string> names_;
  std::set<std::string> text_, looks_;
  std::vector<std::pair<std::string, std::string>> changed_;
};

std::string meaning(const std::string& symbol) {
  const auto [prefix, name] = split_symbol(symbol);
  if (prefix.empty() || name.empty()) return "`" + symbol + "`";
  return word_of(prefix) + " of `" + name + "`";
}

}  // namespace

std::set<std::string> names_in_formulas(const Model& model) {
  std::set<std::string> names{"t"};
  for (const Parameter& parameter : model.parameters) names.insert(parameter.name);
  for (const Signal& signal : model.signals) names.insert(signal.name);
  for (const FunctionTable& table : model.tables) names.insert(table.name);
  for (const Force& force : model.forces) names.insert(action_symbol(model, force.name));
  return names;
}

std::string with_symbols_renamed(const std::string& text, const Rename& rename) {
  std::string result;
  for (const Inline& part : inlines_of(text)) {
    if (part.kind != Inline::Kind::Formula) {
      result += part.kind == Inline::Kind::Code ? "`" + part.text + "`" : part.text;
      continue;
    }
    result += '$';
    const auto is_letter = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '\'';
    };
    for (std::size_t i = 0; i < part.text.size();) {
      std::size_t end = i;
      while (end < part.text.size() && is_letter(part.text[end])) ++end;
      const bool name = end > i && std::isalpha(static_cast<unsigned char>(part.text[i])) != 0 &&
                        (end == part.text.size() || part.text[end] != '(');
      end = std::max(end, i + 1);
      const std::string word = part.text.substr(i, end - i);
      result += name ? rename(word) : word;
      i = end;
    }
    result += '$';
  }
  return result;
}

void make_symbols_distinct(Document& document, const Model& model) {
  const std::set<std::string> words = names_in_formulas(model);
  Distinguisher distinct(document.notation, words);
  for (const std::string& name : words) distinct(name);
  rename_all(document, [&](const std::string& symbol) { return distinct(symbol); });
  if (distinct.changed().empty()) return;
  DocumentTable table;
  table.header = {"symbol", "stands for"};
  for (const auto& [symbol, name] : distinct.changed())
    table.rows.push_back({"$" + name + "$", meaning(symbol)});
  document.sections.push_back(
      {"Names",
       {Paragraph{"Names that would look alike, or like a symbol of these equations, are written "
                  "apart:"},
        std::move(table)}});
}

}  // namespace luztar
