// Functions of one variable in pieces between knots.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace luztar {

/// How values between rows of data are found. Cubic: the twice differentiable spline with
/// not-a-knot ends (as scipy's and Matlab's default); Hold: a row's value until the next row.
enum class Interpolation { Cubic, Linear, Hold };

/// Piece i holds c[0] + c[1] s + c[2] s² + c[3] s³, s = x - knot[i], on [knot[i], knot[i+1]]; the
/// first and the last go on. Data of signals over t, tables of friction over the speed, tables of
/// the model over any argument.
struct PiecewiseCubic {
  std::vector<double> knot;                  ///< (pieces + 1) strictly increasing
  std::vector<std::array<double, 4>> piece;  ///< (pieces)
  bool jumps{};                              ///< value may jump at knots (hold)
  bool kinks{};                              ///< slope may jump at knots (linear)
  bool bounded{};      ///< the first and the last piece are NaN: there is no value outside
  std::string name{};  ///< of a table of the model
  int input{};         ///< 1, 2: where pieces of its first or second input begin; 0: it has one
};

/// Index of the piece that holds x. At a knot the piece that begins there counts.
std::size_t piece_at(const PiecewiseCubic& table, double x);

/// Value of a table at x; its ends go on.
double evaluate(const PiecewiseCubic& table, double x);

/// Highest power with a coefficient that is not 0, from 0 to 3; NaN counts for nothing.
int degree_of(const PiecewiseCubic& table);

/// Through the rows (x, y). @pre two rows at least, x strictly increasing, all finite
PiecewiseCubic interpolate(const std::vector<double>& x, const std::vector<double>& y,
                           Interpolation interpolation);

}  // namespace luztar
