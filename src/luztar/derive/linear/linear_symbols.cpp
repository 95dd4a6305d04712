#include "luztar/derive/linear/linear_symbols.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "luztar/core/nearness.h"
#include "luztar/core/number_text.h"
#include "luztar/derive/linear/linear_equations.h"
#include "luztar/model/delays.h"
#include "luztar/model/element_forces.h"
#include "luztar/model/link_loads.h"

namespace luztar {
namespace {

constexpr const char* kInNumbers = "luztar linearize gives A, B, C, D in numbers";

FormulaMatrix product(const FormulaMatrix& a, const FormulaMatrix& b, std::size_t columns) {
  FormulaMatrix made(a.size(), std::vector<Formula>(columns));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      for (std::size_t j = 0; j < columns && !a[i][k].is_zero(); ++j)
        made[i][j] = made[i][j] + a[i][k] * b[k][j];
  return made;
}

FormulaMatrix sum(FormulaMatrix a, const FormulaMatrix& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j) a[i][j] = a[i][j] + b[i][j];
  return a;
}

FormulaMatrix parts(const std::vector<FormulaRow>& rows, const std::vector<int>& columns) {
  FormulaMatrix made;
  for (const FormulaRow& row : rows) {
    made.emplace_back();
    for (const int column : columns) {
      const auto found = row.find(column);
      made.back().push_back(found == row.end() ? Formula() : found->second);
    }
  }
  return made;
}

void refuse_small(const Model& model) {
  refuse_delays(model, "no A, B, C, D of finite size have", "leave it out, or use a state");
  refuse_loads(model, "linear systems in symbols cannot take along");
  if (!model.controllers.empty())
    throw ModelError(model.controllers.front().where,
                     "a linear system with a sampled controller has no formula of a few terms",
                     kInNumbers);
}

/// Symbols must give what the run's own derivatives give.
class Comparison {
 public:
  explicit Comparison(const LinearRegime& regime) : regime_(regime) {}

  void of(const char* name, const FormulaMatrix& symbols, const LinearRegime::Rows& numbers) const {
    double size = 0.0;
    for (const auto& row : numbers)
      for (const double number : row) size = std::fmax(size, std::abs(number));
    for (std::size_t i = 0; i < numbers.size(); ++i)
      for (std::size_t j = 0; j < numbers[i].size(); ++j)
        compare(name, symbols[i][j], numbers[i][j], size);
  }

 private:
  void compare(const char* name, const Formula& symbol, double number, double size) const {
    const double value = evaluate(to_expression(symbol),
                                  [&](const std::string& read) { return regime_.values.at(read); });
    if (is_negligible(value - number, size, kSolved)) return;
    if (!regime_.notes.empty()) throw ModelError({}, regime_.notes.front(), kInNumbers);
    throw ModelError({},
                     std::string("an entry of ") + name + " is " + rounded_text(value) +
                         " by its formula and " + rounded_text(number) +
                         " in numbers: here the law has another form",
                     kInNumbers);
  }

  const LinearRegime& regime_;
};

/// In D no rate of an input is left.
void refuse_rates(const FormulaMatrix& by_rate, const FormulaMatrix& by_second,
                  const LinearRegime& regime) {
  for (std::size_t i = 0; i < by_rate.size(); ++i)
    for (std::size_t j = 0; j < by_rate[i].size(); ++j)
      if (!by_rate[i][j].is_zero() || !by_second[i][j].is_zero())
        throw ModelError({"output " + regime.outputs[i], 0, 0},
                         "it depends on the rate of the input '" + regime.inputs[j] +
                             "', which A, B, C, D do not express",
                         "take another output");
}

void set_matrices(const LinearEquations& equations, const LinearRegime& regime,
                  LinearSymbols& made) {
  std::vector<int> columns;
  std::vector<FormulaRow> rates, outputs;
  for (const LinearEquations::State& state : equations.states()) {
    made.states.push_back(state.name);
    columns.push_back(state.column);
    rates.push_back(state.rate);
  }
  for (const std::string& name : regime.outputs) outputs.push_back(equations.output(name));
  FormulaMatrix b[3], d[3];
  const std::size_t n = regime.inputs.size();
  for (std::size_t rate = 0; rate < 3; ++rate) {
    std::vector<int> places;
    for (std::size_t j = 0; j < n; ++j) places.push_back(equations.input_column(j, rate));
    b[rate] = parts(rates, places);
    d[rate] = parts(outputs, places);
  }
  made.a = parts(rates, columns);
  made.c = parts(outputs, columns);
  made.shift = sum(b[1], product(made.a, b[2], n));
  made.b = sum(b[0], product(made.a, made.shift, n));
  made.d = sum(d[0], product(made.c, made.shift, n));
  refuse_rates(sum(d[1], product(made.c, b[2], n)), d[2], regime);
  for (const auto& [name, row] : equations.followers()) {
    made.followers.push_back({name, {}});
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (const auto found = row.find(columns[i]); found != row.end())
        made.followers.back().second.emplace_back(made.states[i], found->second);
  }
}

}  // namespace

LinearSymbols linear_symbols(const Model& model, const LinearRegime& regime) {
  refuse_small(model);
  const auto written = with_forces_written_out(model);
  const Model& plain = written ? *written : model;
  const LinearEquations equations(plain, regime);
  LinearSymbols made;
  made.inputs = regime.inputs;
  made.outputs = regime.outputs;
  set_matrices(equations, regime, made);
  if (made.states != regime.states)
    throw ModelError({}, "a coefficient that is 0 here takes a state away", kInNumbers);
  const Comparison compare(regime);
  compare.of("A", made.a, regime.a);
  compare.of("B", made.b, regime.b);
  compare.of("C", made.c, regime.c);
  compare.of("D", made.d, regime.d);
  return made;
}

}  // namespace luztar
