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

std::string reach_words(const std::string& name, double lower, double upper) {
  return "the table '" + name + "' has rows from " + rounded_text(lower, 6) + " to " +
         rounded_text(upper, 6) + " (SI) only";
}

}  // namespace

TablePtr make_table_function(std::string name, const std::vector<double>& x,
                             const std::vector<double>& y, Interpolation interpolation,
                             Beyond beyond) {
  auto table = std::make_shared<TableFunction>();
  table->pieces = interpolate(x, y, interpolation);
  table->pieces.name = name;
  table->name = std::move(name);
  table->lower = x.front();
  table->upper = x.back();
  if (beyond == Beyond::Extend && interpolation == Interpolation::Hold) beyond = Beyond::Constant;
  if (beyond == Beyond::Constant) add_constants(table->pieces, y.front(), y.back());
  if (beyond == Beyond::Error) add_bounds(table->pieces, y.front(), y.back());
  if (beyond == Beyond::Constant && interpolation == Interpolation::Cubic)
    table->pieces.kinks = true;  // where the constants begin
  table->derivative = derivative_of(*table);
  return table;
}

std::string reach_words(const TableFunction& table) {
  return reach_words(table.name, table.lower, table.upper);
}

std::string reach_words(const PiecewiseCubic& pieces) {
  return reach_words(pieces.name, pieces.knot[2], pieces.knot[pieces.knot.size() - 3]);
}

}  // namespace luztar
