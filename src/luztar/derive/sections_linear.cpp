// The linear system in symbols: A, B, C, D about a place, in the modes in force there.
#include <algorithm>
#include <map>
#include <set>

#include "luztar/derive/linear/linear_symbols.h"
#include "luztar/derive/sections.h"
#include "luztar/symbolic/notation_row.h"

namespace luztar {
namespace {

constexpr int kLongEntry = 22;  ///< columns of text: longer ones stand below the matrix
constexpr int kPage = 80;

std::string body_or_name(const std::string& symbol) { return symbol.substr(symbol.find('.') + 1); }

/// v.block of q.block, a.block of v.block, dx.current of x.current.
std::string rate_symbol(const std::string& state) {
  const std::string prefix = state.substr(0, state.find('.'));
  const std::string rate = prefix == "q" ? "v" : prefix == "v" ? "a" : "d" + prefix;
  return rate + "." + body_or_name(state);
}

int width_of(const std::string& symbol) { return columns(to_unicode(Expression::symbol(symbol))); }

bool reads_a_table(const Expression& e) {
  return e.op() == Op::Lookup || std::ranges::any_of(e.operands(), reads_a_table);
}

class MatrixTables {
 public:
  MatrixTables(const DerivationContext& context, Section& section)
      : context_(context), section_(section) {}

  void add(const std::string& name, const FormulaMatrix& matrix,
           const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
    if (rows.empty() || columns.empty()) return;
    std::vector<std::vector<std::string>> cells(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (std::size_t j = 0; j < columns.size(); ++j)
        cells[i].push_back(entry(name, matrix[i][j], i, j, columns.size()));
    std::size_t first = 0;
    while (first < columns.size()) first = add_part(name, cells, rows, columns, first);
    section_.show(std::move(definitions_));
    definitions_.clear();
    named_.clear();
  }

  /// Symbols of entries, but for parameters.
  const std::set<std::string>& values() const { return values_; }

 private:
  std::string entry(const std::string& name, const Formula& formula, std::size_t i, std::size_t j,
                    std::size_t n) {
    const Expression expression = to_expression(formula);
    for (const Expression& symbol : symbols_of(expression))
      if (symbol.symbol() != "pi" && !context_.parameters.contains(symbol.symbol()))
        values_.insert(symbol.symbol());
    if (width(expression) <= kLongEntry && !reads_a_table(expression)) return cell(expression);
    // Equal entries have one name.
    const std::string text = to_text(expression);
    if (const auto found = named_.find(text); found != named_.end())
      return cell(Expression::symbol(found->second));
    const std::string between = n > 9 ? "_" : "";
    const std::string short_name =
        context_.own_name(name + "_" + std::to_string(i + 1) + between + std::to_string(j + 1));
    named_[text] = short_name;
    definitions_.push_back(define(Expression::symbol(short_name), expression));
    return cell(Expression::symbol(short_name));
  }

  static int width(const Expression& expression) { return columns(to_unicode(expression)); }

  /// As many columns as fit beside each other; where the next ones begin.
  std::size_t add_part(const std::string& name, const std::vector<std::vector<std::string>>& cells,
                       const std::vector<std::string>& rows,
                       const std::vector<std::string>& columns_of, std::size_t first) {
    int left = kPage;
    int label = 1;
    for (const std::string& row : rows) label = std::max(label, width_of(row));
    left -= label;
    std::size_t end = first;
    for (; end < columns_of.size(); ++end) {
      int widest = width_of(columns_of[end]);
      for (const auto& row : cells)
        widest =
            std::max(widest, width(parse_expression(row[end].substr(1, row[end].size() - 2), {})));
      left -= widest + 2;
      if (left < 0 && end > first) break;
    }
    DocumentTable table{{name}, {}};
    for (std::size_t j = first; j < end; ++j) table.header.push_back("$" + columns_of[j] + "$");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      table.rows.push_back({"$" + rows[i] + "$"});
      for (std::size_t j = first; j < end; ++j) table.rows.back().push_back(cells[i][j]);
    }
    section_.content.emplace_back(std::move(table));
    return end;
  }

  const DerivationContext& context_;
  Section& section_;
  std::vector<Line> definitions_;
  std::map<std::string, std::string> named_;
  std::set<std::string> values_;
};

std::string words_of_modes(const LinearRegime& regime) {
  std::vector<std::string> words;
  for (const auto& [name, element] : regime.elements)
    if (!element.words.empty()) words.push_back(ticked(name) + " " + element.words);
  return words.empty() ? std::string() : ", where " + list_of(words);
}

std::vector<Line> lines_of_followers(const LinearSymbols& system) {
  std::vector<Line> lines;
  for (const auto& [name, terms] : system.followers) {
    Formula sum;
    for (const auto& [state, factor] : terms) sum = sum + factor * Formula::symbol(state);
    lines.push_back(equal(Expression::symbol(name), to_expression(sum, [](const std::string& s) {
                            return s.find('.') == std::string::npos;
                          })));
  }
  return lines;
}

void add_shifts_of_states(const LinearSymbols& system, Section& section) {
  for (std::size_t i = 0; i < system.states.size(); ++i)
    for (std::size_t j = 0; j < system.inputs.size(); ++j)
      if (!system.shift[i][j].is_zero())
        section.say("The state $" + system.states[i] + "$ is less " +
                    cell(to_expression(system.shift[i][j])) + " times $" + system.inputs[j] +
                    "$, so that no rate of this input is needed.");
}

/// Values that are no parameters.
void add_place(const LinearRegime& regime, const std::set<std::string>& values, Section& section) {
  if (values.empty()) return;
  DocumentTable table{{"symbol", "value there"}, {}};
  for (const std::string& name : values)
    table.rows.push_back({"$" + name + "$", cell(Expression::number(regime.values.at(name)))});
  section.say("Symbols that are no parameters stand for their values there:");
  section.content.emplace_back(std::move(table));
}

}  // namespace

Section linear_section(const DerivationContext& context, const LinearRegime& regime) {
  const LinearSymbols system = linear_symbols(context.model, regime);
  Section section{"Linear system"};
  const bool has_inputs = !system.inputs.empty(), has_outputs = !system.outputs.empty();
  section.say("About " + regime.place + words_of_modes(regime) + ": x' = A x" +
              (has_inputs ? " + B u" : "") +
              (has_outputs ? std::string(", y = C x") + (has_inputs ? " + D u" : "") : "") +
              " for small deviations, in SI units.");
  if (system.states.empty()) section.say("Nothing can move: there are no states.");
  std::vector<std::string> rates;
  for (const std::string& state : system.states) rates.push_back(rate_symbol(state));
  MatrixTables tables(context, section);
  tables.add("A", system.a, rates, system.states);
  tables.add("B", system.b, rates, system.inputs);
  tables.add("C", system.c, system.outputs, system.states);
  tables.add("D", system.d, system.outputs, system.inputs);
  if (auto lines = lines_of_followers(system); !lines.empty()) {
    section.say("Bodies that are no states follow:");
    section.show(std::move(lines));
  }
  add_shifts_of_states(system, section);
  add_place(regime, tables.values(), section);
  for (const std::string& note : regime.notes) section.say(note + ".");
  return section;
}

}  // namespace luztar
