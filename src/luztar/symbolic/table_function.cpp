#include "luztar/symbolic/table_function.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "luztar/core/number_text.h"

namespace luztar {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

constexpr double kEdge = 1e-10;  // of the width of a table: so far rounding may lead beyond it

using Coefficients = std::array<double, 4>;

/// The same polynomial of x - knot - h.
Coefficients moved(const Coefficients& c, double h) {
  return {c[0] + h * (c[1] + h * (c[2] + h * c[3])), c[1] + h * (2.0 * c[2] + 3.0 * h * c[3]),
          c[2] + 3.0 * h * c[3], c[3]};
}

/// @param before, behind  begin where the first one ends, and at `end`
void add_pieces(PiecewiseCubic& pieces, double begin, const Coefficients& before, double end,
                const Coefficients& behind) {
  pieces.knot.insert(pieces.knot.begin(), begin);
  pieces.piece.insert(pieces.piece.begin(), before);
  pieces.knot.push_back(end);
  pieces.piece.push_back(behind);
}

void add_constants(PiecewiseCubic& pieces, double first, double last) {
  const double width = pieces.knot.back() - pieces.knot.front();
  add_pieces(pieces, pieces.knot.front() - width, {first, 0.0, 0.0, 0.0},
             pieces.knot.back() + width, {last, 0.0, 0.0, 0.0});
}

/// The first and last piece go on for a rounding; beyond is nothing.
void add_bounds(PiecewiseCubic& pieces, double first, double last) {
  const double width = pieces.knot.back() - pieces.knot.front();
  const double size = std::max(std::abs(pieces.knot.front()), std::abs(pieces.knot.back()));
  const double edge = kEdge * width + 8.0 * std::numeric_limits<double>::epsilon() * size;
  const std::size_t n = pieces.piece.size();
  Coefficients before = moved(pieces.piece.front(), -edge);
  Coefficients behind = moved(pieces.piece.back(), pieces.knot[n] - pieces.knot[n - 1]);
  if (pieces.jumps) before = {first, 0.0, 0.0, 0.0};
  if (pieces.jumps) behind = {last, 0.0, 0.0, 0.0};
  behind[0] = last;
  add_pieces(pieces, pieces.knot.front() - edge, before, pieces.knot.back() + edge, behind);
  constexpr Coefficients kNothing = {kNaN, kNaN, kNaN, kNaN};
  add_pieces(pieces, pieces.knot.front() - width - edge, kNothing,
             pieces.knot.back() + width + edge, kNothing);
  pieces.bounded = true;
}

/// Coefficients lose a power; jumps of the slope become jumps.
TablePtr derivative_of(const TableFunction& table) {
  if (degree_of(table.pieces) == 0) return nullptr;
  auto result = std::make_shared<TableFunction>();
  result->name = table.name + "'";
  result->lower = table.lower;
  result->upper = table.upper;
  result->pieces = table.pieces;
  result->pieces.name = result->name;
  for (auto& c : result->pieces.piece) c = {c[1], 2.0 * c[2], 3.0 * c[3], 0.0 * c[0]};
  const int degree = degree_of(table.pieces);
  result->pieces.jumps = table.pieces.kinks || degree == 1;
  result->pieces.kinks = degree == 2;  // the second derivative of a spline
  result->derivative = derivative_of(*result);
  return result;
}

/// On all numbers, as `beyond` says.
PiecewiseCubic pieces_of(const std::vector<double>& x, const std::vector<double>& y,
                         Interpolation interpolation, Beyond beyond) {
  PiecewiseCubic pieces = interpolate(x, y, interpolation);
  if (beyond == Beyond::Extend && interpolation == Interpolation::Hold) beyond = Beyond::Constant;
  if (beyond == Beyond::Constant) add_constants(pieces, y.front(), y.back());
  if (beyond == Beyond::Error) add_bounds(pieces, y.front(), y.back());
  if (beyond == Beyond::Constant && interpolation == Interpolation::Cubic)
    pieces.kinks = true;  // where the constants begin
  return pieces;
}

/// All derivatives of a grid; that by x and y is one, whatever comes first.
TablePtr grid_table(const std::string& name, const GridFunction& base) {
  std::array<std::array<TablePtr, 5>, 5> made{};
  for (int m = base.degree(0); m >= 0; --m)
    for (int n = base.degree(1); n >= 0; --n) {
      auto table = std::make_shared<TableFunction>();
      GridFunction grid = base;
      for (int k = 0; k < m; ++k) grid = grid.derivative(0);
      for (int k = 0; k < n; ++k) grid = grid.derivative(1);
      table->grid = std::make_shared<const GridFunction>(std::move(grid));
      table->name = name + (m + n > 0 ? "'" : "") + std::string(static_cast<std::size_t>(m), 'x') +
                    std::string(static_cast<std::size_t>(n), 'y');
      const auto i = static_cast<std::size_t>(m), j = static_cast<std::size_t>(n);
      table->partial = {made[i + 1][j], made[i][j + 1]};
      made[i][j] = std::move(table);
    }
  return made[0][0];
}

}  // namespace

bool TableFunction::jumps() const {
  return grid == nullptr ? pieces.jumps : grid->jumps(0) || grid->jumps(1);
}

double TableFunction::operator()(double x, double y) const {
  return grid == nullptr ? evaluate(pieces, x) : (*grid)(x, y);
}

TablePtr make_table_function(std::string name, const std::vector<double>& x,
                             const std::vector<double>& y, Interpolation interpolation,
                             Beyond beyond) {
  auto table = std::make_shared<TableFunction>();
  table->pieces = pieces_of(x, y, interpolation, beyond);
  table->pieces.name = name;
  table->name = std::move(name);
  table->lower = x.front();
  table->upper = x.back();
  table->derivative = derivative_of(*table);
  return table;
}

TablePtr make_grid_table(const std::string& name, const std::vector<double>& x,
                         const std::vector<double>& y, const std::vector<double>& z,
                         Interpolation interpolation, Beyond beyond) {
  const std::size_t n = y.size();
  std::array<PiecewiseCubic, 2> axis;
  std::vector<std::vector<double>> along_x;  // (4 * pieces of x, y) coefficients on each line of y
  std::vector<double> values(x.size());
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t i = 0; i < x.size(); ++i) values[i] = z[i * n + j];
    axis[0] = pieces_of(x, values, interpolation, beyond);
    along_x.resize(4 * axis[0].piece.size(), std::vector<double>(n));
    for (std::size_t k = 0; k < along_x.size(); ++k) along_x[k][j] = axis[0].piece[k / 4][k % 4];
  }
  const std::size_t cells = pieces_of(y, y, interpolation, beyond).piece.size();
  std::vector<double> coefficient(4 * along_x.size() * cells);
  for (std::size_t k = 0; k < along_x.size(); ++k) {
    axis[1] = pieces_of(y, along_x[k], interpolation, beyond);
    for (std::size_t j = 0; j < cells; ++j)
      for (std::size_t power = 0; power < 4; ++power)
        coefficient[((k / 4 * cells + j) * 4 + k % 4) * 4 + power] = axis[1].piece[j][power];
  }
  for (std::size_t which : {0, 1}) {
    axis[which].name = name;
    axis[which].input = static_cast<int>(which) + 1;
    for (auto& piece : axis[which].piece) piece = {};
  }
  return grid_table(name, GridFunction(std::move(axis), coefficient));
}

std::string reach_words(const PiecewiseCubic& pieces) {
  constexpr std::array<const char*, 3> kHas = {"rows", "x", "y"};
  return "the table '" + pieces.name + "' has " + kHas[static_cast<std::size_t>(pieces.input)] +
         " from " + rounded_text(pieces.knot[2], 6) + " to " +
         rounded_text(pieces.knot[pieces.knot.size() - 3], 6) + " (SI) only";
}

std::string reach_advice(const PiecewiseCubic& pieces) {
  const std::string more = pieces.input == 2 ? "numbers in each row" : "rows";
  return "give it more " + more + ", or beyond = \"constant\" or \"extend\"";
}

const PiecewiseCubic* ended_before(const TableFunction& table, double x, double y) {
  const auto ends = [](const PiecewiseCubic& pieces, double at) {
    const std::size_t i = piece_at(pieces, at);
    return pieces.bounded && (i == 0 || i + 1 == pieces.piece.size());
  };
  if (table.grid == nullptr) return ends(table.pieces, x) ? &table.pieces : nullptr;
  for (const std::size_t which : {0, 1})
    if (ends(*table.grid->axis(which), which == 0 ? x : y)) return table.grid->axis(which).get();
  return nullptr;
}

}  // namespace luztar
