#include "acceptance/oracle_expressions_data.h"

#include <cmath>
#include <cstdio>
#include <fstream>

#include <Eigen/Dense>

namespace acceptance::nest {
namespace {

using luztar::testing::Random;

double rounded(double x) { return std::round(x * 1000) / 1000; }

/// Rows of file `index`: 2 to 13 of them, some at whole and half seconds.
Data rows_of(int index) {
  Random random{static_cast<std::uint64_t>(index) + 77};
  Data data{.file = "data_" + std::to_string(index) + ".csv"};
  const int n = index == 0 ? 2 : index == 1 ? 3 : 4 + index;
  const bool even = index % 3 == 2;
  for (int i = 0; i < n; ++i) {
    const double shift = even || i == 0 || i == n - 1 ? 0 : random(-0.2, 0.2);
    const double gap = even ? 0.5 : 6.0 / (n - 1);
    data.time.push_back(i == n - 1 ? 5.0 : rounded(-1 + gap * (i + shift)));
    data.cell.push_back(random.below(6) == 0 && i > 0 ? data.cell.back() : rounded(random(-2, 2)));
  }
  return data;
}

/// Second derivatives of the cubic spline at the knots with the ends of docs/model-expressions.md:
/// the third derivative does not jump at the second and the last but one.
std::vector<Real> curvature(const std::vector<Real>& t, const std::vector<Real>& y) {
  if (t.size() == 2) return {0, 0};
  const auto n = static_cast<Eigen::Index>(t.size());
  Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic> a(n, n);
  Eigen::Matrix<Real, Eigen::Dynamic, 1> b(n);
  a.setZero();
  b.setZero();
  const auto h = [&](Eigen::Index i) {
    return t[static_cast<std::size_t>(i) + 1] - t[static_cast<std::size_t>(i)];
  };
  const auto slope = [&](Eigen::Index i) {
    return (y[static_cast<std::size_t>(i) + 1] - y[static_cast<std::size_t>(i)]) / h(i);
  };
  for (Eigen::Index i = 1; i + 1 < n; ++i) {
    a(i, i - 1) = h(i - 1);
    a(i, i) = 2 * (h(i - 1) + h(i));
    a(i, i + 1) = h(i);
    b[i] = 6 * (slope(i) - slope(i - 1));
  }
  const auto end = [&](Eigen::Index row, Eigen::Index i) {  // same third derivative around knot i
    a(row, i - 1) += 1 / h(i - 1);
    a(row, i) -= 1 / h(i - 1) + 1 / h(i);
    a(row, i + 1) += 1 / h(i);
  };
  if (n == 3) {  // a parabola
    a(0, 0) = a(2, 2) = 1;
    a(0, 1) = a(2, 1) = -1;
  } else {
    end(0, 1);
    end(n - 1, n - 2);
  }
  const Eigen::Matrix<Real, Eigen::Dynamic, 1> m = a.fullPivLu().solve(b);
  return {m.begin(), m.end()};
}

Real cubic(const Data& data, std::size_t i, Real x) {
  const std::vector<Real>&t = data.time, &y = data.cell, &m = data.curvature;
  const Real h = t[i + 1] - t[i], left = (t[i + 1] - x) / h, right = (x - t[i]) / h;
  return left * y[i] + right * y[i + 1] +
         h * h / 6 * (left * (left * left - 1) * m[i] + right * (right * right - 1) * m[i + 1]);
}

}  // namespace

Real Data::operator()(Real t) const {
  std::size_t i = 0;
  while (i + 2 < time.size() && t >= time[i + 1]) ++i;
  Real value = cell[i];
  if (interpolation == "hold") {
    if (t >= time.back()) value = cell.back();
  } else if (interpolation == "linear") {
    value += (cell[i + 1] - cell[i]) * (t - time[i]) / (time[i + 1] - time[i]);
  } else {
    value = cubic(*this, i, t);
  }
  return scale * value + offset;
}

void write_data(const std::string& folder) {
  for (int i = 0; i < kDataFiles; ++i) {
    const Data data = rows_of(i);
    std::ofstream file(folder + "/" + data.file);
    for (std::size_t row = 0; row < data.time.size(); ++row) {
      char line[80];
      std::snprintf(line, sizeof line, "%.17g,%.17g\n", static_cast<double>(data.time[row]),
                    static_cast<double>(data.cell[row]));
      file << line;
    }
  }
}

std::shared_ptr<const Data> random_data(Random& random, bool may_jump) {
  Data data = rows_of(random.below(kDataFiles));
  const char* kinds[] = {"linear", "cubic", "hold"};
  data.interpolation = kinds[random.below(may_jump ? 3 : 2)];
  data.curvature = curvature(data.time, data.cell);
  if (random.below(2) == 0) {
    data.scale = rounded(random(-2, 2));
    data.offset = rounded(random(-1, 1));
  }
  return std::make_shared<const Data>(std::move(data));
}

}  // namespace acceptance::nest
