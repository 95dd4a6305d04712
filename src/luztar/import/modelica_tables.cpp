#include <cmath>
#include <utility>

#include "luztar/import/modelica_library.h"
#include "luztar/import/modelica_values.h"

namespace luztar::modelica {
namespace {

using Kind = Expression::Kind;
constexpr double kMostRows = 10'000;

const Expression* argument_of(const Expression& call, const std::string& name,
                              std::size_t position) {
  for (std::size_t i = 0; i < call.parts.size(); ++i)
    if (call.names[i] == name || (call.names[i].empty() && i == position)) return &call.parts[i];
  return nullptr;
}

}  // namespace

/// Modelica.Mechanics.Translational.Examples.Utilities.GenerateStribeckFrictionTable.
std::vector<std::vector<FormulaText>> Values::stribeck_table(const Expression& call,
                                                             const Instance& scope) {
  const auto value = [&](const char* name, std::size_t position) {
    const Expression* found = argument_of(call, name, position);
    if (found == nullptr)
      fail(call.place, "the table has no " + quote(name),
           "give it: " + std::string(name) + " = ...");
    return number({found, &scope});
  };
  const double viscous = value("F_prop", 0), coulomb = value("F_Coulomb", 1);
  const double stribeck = value("F_Stribeck", 2), decay = value("fexp", 3);
  const double fastest = value("v_max", 4), count = value("nTable", 5);
  if (!(count >= 2.0 && count <= kMostRows))
    fail(call.place, "nTable is not from 2 to 10000", "give another number of rows");
  std::vector<std::vector<FormulaText>> rows;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    const double v = fastest * i / (count - 1.0);
    rows.push_back(
        {FormulaText(v), FormulaText(viscous * v + coulomb + stribeck * std::exp(-decay * v))});
  }
  return rows;
}

std::vector<std::vector<FormulaText>> Values::table(
    const Instance& of, const std::string& name,
    const std::vector<std::vector<FormulaText>>& otherwise) {
  std::optional<Bound> bound = given(of, name);
  if (!bound) return otherwise;
  for (int i = 0; bound->value->kind == Kind::Name && i < 100; ++i) {
    const Found found = find(bound->value->word, *bound->scope);
    if (!found.bound) break;
    bound = found.bound;
  }
  const Expression& value = *bound->value;
  if (value.kind == Kind::Call && value.word.ends_with("GenerateStribeckFrictionTable"))
    return stribeck_table(value, *bound->scope);
  if (value.kind != Kind::Matrix && value.kind != Kind::List)
    fail(value.place, quote(name) + " is no table", "write its rows: [0, 1; 10, 0.8]");
  std::vector<std::vector<FormulaText>> rows;
  for (const Expression& row : value.parts) {
    std::vector<FormulaText> cells;
    if (row.kind != Kind::List)
      fail(row.place, quote(name) + " has a row that is none", "write [0, 1; 10, 0.8]");
    for (const Expression& cell : row.parts) {
      const Bound one{&cell, bound->scope};
      cells.push_back(value.parts.size() > 1 ? FormulaText(number(one)) : formula(one));
    }
    if (!rows.empty() && rows.front().size() != cells.size())
      fail(row.place, "rows of " + quote(name) + " have several lengths",
           "give each row as many numbers");
    rows.push_back(std::move(cells));
  }
  return rows;
}

}  // namespace luztar::modelica
