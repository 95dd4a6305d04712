// What expressions of a model change by, to the first order, along states and inputs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "luztar/derive/formula_matrix.h"
#include "luztar/derive/linear/linear_regime.h"
#include "luztar/model/model.h"

namespace luztar {

/// Adds factor * row.
void add_to(FormulaRow& row, const Formula& factor, const FormulaRow& other);
/// One column alone.
FormulaRow unit_row(int column);

/// Of positions, velocities and accelerations that are given as functions of time.
struct MotionVariation {
  FormulaRow q, v, a;
};

/// Columns of FormulaRow are states, as set() says, then the values of all inputs, their rates and
/// their second rates. These count in given motions alone:
///
///     u(t + s) = u + u' s + u'' s²/2
class Variations {
 public:
  /// @param first  column of the first input's value
  Variations(const Model& model, const LinearRegime& regime, int first);
  void set(const std::string& symbol, FormulaRow row) { rows_[symbol] = std::move(row); }

  FormulaRow of(const Expression& expression) const;
  /// Laws by their pieces in force there.
  Formula formula(const Expression& expression) const;
  FormulaRow of_symbol(const std::string& symbol) const;
  /// Throws ModelError where a signal of data would have to be differentiated by time.
  MotionVariation of_motion(const Expression& motion) const;

 private:
  Expression slope(const Expression& expression, const std::string& input) const;
  Expression time_slope(const Expression& expression) const;
  int column(std::size_t input, std::size_t rate) const;

  const LinearRegime& regime_;
  const std::vector<std::string>& inputs_;
  int first_;
  std::map<std::string, FormulaRow> rows_;
  std::map<std::string, const Parameter*> parameters_;
  std::map<std::string, const Signal*> signals_;
};

}  // namespace luztar
