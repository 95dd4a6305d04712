#include "luztar/symbolic/grid_function.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace luztar {
namespace {

/// n (n-1) ... (n - order + 1), which an order of derivatives makes of the power n.
double falling(int n, int order) {
  double product = 1.0;
  for (int k = 0; k < order; ++k) product *= n - k;
  return product;
}

constexpr std::size_t kPowers = 4;

std::size_t index(int n) { return static_cast<std::size_t>(n); }

}  // namespace

GridFunction::GridFunction(std::array<PiecewiseCubic, 2> axis,
                           const std::vector<double>& coefficient) {
  for (std::size_t k = 0; k < coefficient.size(); ++k) {
    const int m = static_cast<int>(k / kPowers % kPowers), n = static_cast<int>(k % kPowers);
    if (coefficient[k] == 0.0 || std::isnan(coefficient[k])) continue;
    degree_ = {std::max(degree_[0], m), std::max(degree_[1], n)};
  }
  auto kept = std::make_shared<std::vector<double>>();
  for (std::size_t k = 0; k < coefficient.size(); ++k)
    if (k / kPowers % kPowers <= index(degree_[0]) && k % kPowers <= index(degree_[1]))
      kept->push_back(coefficient[k]);
  coefficient_ = std::move(kept);
  for (const std::size_t which : {0, 1})
    axis_[which] = std::make_shared<const PiecewiseCubic>(std::move(axis[which]));
}

/// A derivative jumps where what it is made of has a kink, and at every line if that was straight.
bool GridFunction::jumps(std::size_t which) const {
  if (order_[which] == 0) return axis_[which]->jumps;
  if (degree(which) == 0) return true;
  return axis_[which]->kinks;
}

bool GridFunction::kinks(std::size_t which) const {
  if (order_[which] == 0) return axis_[which]->kinks;
  return degree(which) == 1;
}

double GridFunction::coefficient(std::size_t i, std::size_t j, int m, int n) const {
  const std::size_t cell = i * axis_[1]->piece.size() + j;
  const std::size_t row = cell * (index(degree_[0]) + 1) + index(m + order_[0]);
  return (*coefficient_)[row * (index(degree_[1]) + 1) + index(n + order_[1])] *
         (falling(m + order_[0], order_[0]) * falling(n + order_[1], order_[1]));
}

double GridFunction::operator()(double x, double y) const {
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) ? x : y;
  const std::size_t i = piece_at(*axis_[0], x), j = piece_at(*axis_[1], y);
  const double s = x - axis_[0]->knot[i], r = y - axis_[1]->knot[j];
  double value = 0.0;
  for (int m = degree(0); m >= 0; --m) {
    double row = 0.0;
    for (int n = degree(1); n >= 0; --n) row = row * r + coefficient(i, j, m, n);
    value = value * s + row;
  }
  return value;
}

GridFunction GridFunction::derivative(std::size_t which) const {
  GridFunction result = *this;
  ++result.order_[which];
  return result;
}

}  // namespace luztar
