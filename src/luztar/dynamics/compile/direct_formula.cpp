#include "luztar/dynamics/compile/direct_formula.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

namespace luztar {
namespace {

DirectFunction::Variable variable_of(const LawSymbol& symbol, std::vector<LawSymbol>& variables) {
  const auto found = std::find(variables.begin(), variables.end(), symbol);
  const auto index = static_cast<int>(found - variables.begin());
  if (found == variables.end()) variables.push_back(symbol);
  return DirectFunction::Variable{index};
}

DirectFunction::Meaning meaning_of(const std::string& name, const DirectNames& names,
                                   const Controller* own, std::vector<LawSymbol>& variables) {
  if (own != nullptr)
    if (const auto place = place_in_memory(*own, name))
      return variable_of({LawSymbol::Kind::Memory, *place}, variables);
  LawSymbol symbol = names.symbols.of(name);
  if (symbol.kind == LawSymbol::Kind::State) symbol.index += names.first_state;
  if (symbol.kind == LawSymbol::Kind::Load)
    symbol.index = names.network.place_of_loading(symbol.index);
  if (symbol.kind == LawSymbol::Kind::Parameter) return names.values.at(name);
  if (symbol.kind != LawSymbol::Kind::Signal) return variable_of(symbol, variables);
  if (const auto data = names.tables.find(symbol.index); data != names.tables.end())
    return DirectFunction::Data{&data->second,
                                variable_of({LawSymbol::Kind::Time}, variables).index};
  return &std::get<Expression>(names.model.signals[static_cast<std::size_t>(symbol.index)].value);
}

}  // namespace

DirectFormula direct_formula(const Expression& expression, const DirectNames& names,
                             const Controller* own, const ProgramBuilder::Turns& turns) {
  DirectFormula formula;
  const auto turns_of = [&](const Expression& angle) -> std::optional<DirectFunction::Variable> {
    const auto found = turns.find(to_text(angle));
    if (found == turns.end()) return std::nullopt;
    return variable_of({LawSymbol::Kind::Turns, found->second}, formula.variables);
  };
  formula.function = std::make_shared<const DirectFunction>(
      expression,
      [&](const std::string& name) { return meaning_of(name, names, own, formula.variables); },
      turns_of);
  return formula;
}

}  // namespace luztar
