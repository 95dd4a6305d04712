#include "luztar/study/rest/linear_motion.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "luztar/core/error.h"
#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

using Complex = std::complex<double>;

/// Orthonormal bases of what a symmetric or any square matrix moves, and of what it does not.
struct Split {
  Matrix left, right;            ///< with values
  Matrix left_null, right_null;  ///< without
};

Split split(const Matrix& matrix) {
  if (matrix.size() == 0) return {matrix, matrix, matrix, matrix};
  const auto [left, right, values] = singular_values(matrix);
  Index rank = 0;
  while (rank < matrix.rows() && values[rank] > kNoise * values[0]) ++rank;
  const Index rest = matrix.rows() - rank;
  return {left.left_cols(rank), right.left_cols(rank), left.right_cols(rest),
          right.right_cols(rest)};
}

/// s' = A s with s = (a, e, a'): what has mass, what has damping but no mass; y = shape s.
struct FirstOrder {
  Matrix matrix, shape;
};

[[noreturn]] void refuse_loose() {
  throw ModelError({}, "nothing holds a massless body in this pattern",
                   "give it a mass, or let a spring or a damper act on it");
}

/// What has neither mass nor damping, as a function of (a, e): its forces balance.
FirstOrder first_order(const LinearMotion& motion) {
  const Index n = motion.mass.rows();
  const Split mass = split(motion.mass);
  const Matrix p = mass.right, null = mass.right_null;
  const Split damped = split(null.transpose() * motion.damping * null);
  const Matrix e_right = null * damped.right, e_left = null * damped.left;
  const Matrix c_right = null * damped.right_null, c_left = null * damped.left_null;
  const Index na = p.cols(), ne = e_right.cols(), nc = c_right.cols();
  const double size = largest(motion.damping);
  if (nc > 0 && (largest(c_left.transpose() * motion.damping) > 1e-9 * size ||
                 largest(motion.damping * c_right) > 1e-9 * size))
    throw ModelError({}, "the damping of massless bodies depends on others only",
                     "give them a mass");
  // y = P a + E e + C c, and c follows: C'K (P a + E e + C c) = 0.
  Matrix y(n, na + ne);
  y.set_part(0, 0, p);
  y.set_part(0, na, e_right);
  if (nc > 0) {
    const Matrix held = c_left.transpose() * motion.stiffness * c_right;
    if (!is_regular(held)) refuse_loose();
    y -= c_right * solved(held, c_left.transpose() * motion.stiffness * y);
  }
  FirstOrder made{Matrix(2 * na + ne, 2 * na + ne), Matrix(n, 2 * na + ne)};
  made.shape.set_part(0, 0, y);
  Matrix& a = made.matrix;
  a.set_part(0, na + ne, Matrix::identity(na));
  // E-rows: D_ee e' + D_ea a' + K y = 0
  Matrix e_rate(ne, 2 * na + ne);
  if (ne > 0) {
    const Matrix dee = e_left.transpose() * motion.damping * e_right;
    e_rate.set_part(0, 0, -(e_left.transpose() * motion.stiffness * y));
    e_rate.set_part(0, na + ne, -(e_left.transpose() * motion.damping * p));
    e_rate = solved(dee, e_rate);
    a.set_part(na, 0, e_rate);
  }
  if (na == 0) return made;
  // P-rows: M a'' + D_pa a' + D_pe e' + K y = 0
  Matrix forces(na, 2 * na + ne);
  forces.set_part(0, 0, p.transpose() * motion.stiffness * y);
  forces.set_part(0, na + ne, p.transpose() * motion.damping * p);
  if (ne > 0) forces += p.transpose() * motion.damping * e_right * e_rate;
  a.set_part(na + ne, 0, -solved(p.transpose() * motion.mass * p, forces));
  return made;
}

/// How often zero is an eigenvalue: places that nothing holds, twice where nothing brakes them.
Index zeros_of(const LinearMotion& motion) {
  const Index n = motion.mass.rows();
  Vector scale = absolute(motion.stiffness.diagonal()) + absolute(motion.mass.diagonal());
  for (double& s : scale) s = s > 0 ? 1 / std::sqrt(s) : 1.0;
  const auto kernel = [&](const Matrix& matrix) {
    if (largest(matrix) == 0.0) return Matrix::identity(n);
    const Matrix scaled = scale.as_diagonal() * matrix * scale.as_diagonal();
    return scale.as_diagonal() * split(scaled).right_null;
  };
  const Matrix still = kernel(motion.stiffness);
  if (still.cols() == 0) return 0;
  // On them, D y' + M y'' alone: a zero value each, and one more where neither brakes.
  const Matrix braked = motion.damping * still;
  const double size = largest(motion.damping) * largest(still);
  Index twice = still.cols();
  if (size > 0) {
    for (const double value : singular_sizes(braked))
      if (value > 1e-12 * size) --twice;
  }
  const double least_mass = largest(motion.mass * still);
  return still.cols() + (least_mass > 0 ? twice : 0);
}

}  // namespace

Eigenvalues balanced_values(const Matrix& matrix, Vector& scale) {
  const Index n = matrix.rows();
  scale.assign(n, 1.0);
  Matrix a = matrix;
  for (int round = 0; round < 20; ++round) {
    bool changed = false;
    for (Index i = 0; i < n; ++i) {
      const double column = sum_of_sizes(a.col(i)) - std::abs(a(i, i));
      double row = 0.0;
      for (Index j = 0; j < n; ++j) row += std::abs(a(i, j));
      row -= std::abs(a(i, i));
      if (column == 0 || row == 0) continue;
      const double factor = std::exp2(std::round(std::log2(row / column) / 2));
      if (factor == 1.0) continue;
      changed = true;
      for (double& x : a.col(i)) x *= factor;
      for (Index j = 0; j < n; ++j) a(i, j) /= factor;
      scale[i] *= factor;
    }
    if (!changed) break;
  }
  return eigenvalues(a);
}

std::vector<Complex> operator*(const Matrix& a, const std::vector<Complex>& x) {
  std::vector<Complex> made(static_cast<std::size_t>(a.rows()));
  for (Index j = 0; j < a.cols(); ++j)
    for (Index i = 0; i < a.rows(); ++i) made[i] += a(i, j) * x[j];
  return made;
}

Coordinates free_coordinates(const Matrix& constraints) {
  const Index n = constraints.cols();
  Matrix j = constraints;
  std::vector<Index> dependent;
  std::vector<int> chosen;
  Index row = 0;
  // From the last coordinate on: what comes first in the file stays.
  for (Index column = n; column-- > 0;) {
    Index best = row;
    double most = 0.0;
    for (Index i = row; i < j.rows(); ++i)
      if (std::abs(j(i, column)) > most) most = std::abs(j(best = i, column));
    const double size = largest(constraints);
    if (most <= 1e-11 * size) {
      for (Index i = row; i < j.rows(); ++i) j(i, column) = 0.0;
      chosen.push_back(static_cast<int>(column));
      continue;
    }
    const Vector pivot = j.row(best) / j(best, column);
    j.set_row(best, j.row(row));
    j.set_row(row, pivot);
    for (Index i = 0; i < j.rows(); ++i)
      if (i != row) j.set_row(i, j.row(i) - j(i, column) * pivot);
    dependent.push_back(column);
    ++row;
  }
  std::reverse(chosen.begin(), chosen.end());
  Coordinates made{Matrix(n, chosen.size()), chosen};
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    made.basis(chosen[c], static_cast<Index>(c)) = 1.0;
    for (std::size_t r = 0; r < dependent.size(); ++r)
      made.basis(dependent[r], static_cast<Index>(c)) = -j(static_cast<Index>(r), chosen[c]);
  }
  return made;
}

LinearMotion in_coordinates(const LinearMotion& motion, const Matrix& basis) {
  return {basis.transpose() * motion.mass * basis, basis.transpose() * motion.damping * basis,
          basis.transpose() * motion.stiffness * basis};
}

std::vector<Eigenmotion> eigenmotions(const LinearMotion& motion) {
  if (motion.mass.rows() == 0) return {};
  const FirstOrder system = first_order(motion);
  const Index n = system.matrix.rows();
  if (n == 0) return {};
  Vector scale;
  const Eigenvalues solver = balanced_values(system.matrix, scale);
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  const auto& values = solver.values;
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(values[a]) < std::abs(values[b]); });
  const Index zeros = std::min(n, zeros_of(motion));
  std::vector<Eigenmotion> made;
  for (Index k = 0; k < n; ++k) {
    Complex value = k < zeros ? Complex{} : values[order[k]];
    if (std::abs(value.imag()) <= 1e-14 * std::abs(value)) value = value.real();
    if (std::abs(value.real()) <= 1e-14 * std::abs(value)) value = {0.0, value.imag()};
    if (value.imag() < 0) continue;
    std::vector<Complex> state = solver.vectors[order[k]];
    for (std::size_t i = 0; i < state.size(); ++i) state[i] *= scale[i];
    made.push_back({value, system.shape * state});
  }
  return made;
}

}  // namespace luztar
