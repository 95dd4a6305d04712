#include "luztar/study/linear_motion.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "luztar/core/error.h"

namespace luztar {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;
using Complex = std::complex<double>;

constexpr double kRank = 1e-12;  // relative: smaller numbers are rounding

/// Orthonormal bases of what a symmetric or any square matrix moves, and of what it does not.
struct Split {
  MatrixXd left, right;            ///< with values
  MatrixXd left_null, right_null;  ///< without
};

Split split(const MatrixXd& matrix) {
  if (matrix.size() == 0) return {matrix, matrix, matrix, matrix};
  const Eigen::JacobiSVD<MatrixXd> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const double most = svd.singularValues()[0];
  Index rank = 0;
  while (rank < matrix.rows() && svd.singularValues()[rank] > kRank * most) ++rank;
  const Index rest = matrix.rows() - rank;
  return {svd.matrixU().leftCols(rank), svd.matrixV().leftCols(rank), svd.matrixU().rightCols(rest),
          svd.matrixV().rightCols(rest)};
}

/// s' = A s with s = (a, e, a'): what has mass, what has damping but no mass; y = shape s.
struct FirstOrder {
  MatrixXd matrix, shape;
};

[[noreturn]] void refuse_loose() {
  throw ModelError({}, "nothing holds a massless body in this pattern",
                   "give it a mass, or let a spring or a damper act on it");
}

/// What has neither mass nor damping, as a function of (a, e): its forces balance.
FirstOrder first_order(const LinearMotion& motion) {
  const Index n = motion.mass.rows();
  const Split mass = split(motion.mass);
  const MatrixXd p = mass.right, null = mass.right_null;
  const Split damped = split(null.transpose() * motion.damping * null);
  const MatrixXd e_right = null * damped.right, e_left = null * damped.left;
  const MatrixXd c_right = null * damped.right_null, c_left = null * damped.left_null;
  const Index na = p.cols(), ne = e_right.cols(), nc = c_right.cols();
  const double size = motion.damping.cwiseAbs().maxCoeff();
  if (nc > 0 && ((c_left.transpose() * motion.damping).cwiseAbs().maxCoeff() > 1e-9 * size ||
                 (motion.damping * c_right).cwiseAbs().maxCoeff() > 1e-9 * size))
    throw ModelError({}, "the damping of massless bodies depends on others only",
                     "give them a mass");
  // y = P a + E e + C c, and c follows: C'K (P a + E e + C c) = 0.
  MatrixXd y(n, na + ne);
  y << p, e_right;
  if (nc > 0) {
    const MatrixXd held = c_left.transpose() * motion.stiffness * c_right;
    const Eigen::FullPivLU<MatrixXd> lu(held);
    if (!lu.isInvertible()) refuse_loose();
    y -= c_right * lu.solve(c_left.transpose() * motion.stiffness * y);
  }
  FirstOrder made{MatrixXd::Zero(2 * na + ne, 2 * na + ne), MatrixXd::Zero(n, 2 * na + ne)};
  made.shape.leftCols(na + ne) = y;
  MatrixXd& a = made.matrix;
  a.block(0, na + ne, na, na).setIdentity();
  // E-rows: D_ee e' + D_ea a' + K y = 0
  MatrixXd e_rate = MatrixXd::Zero(ne, 2 * na + ne);
  if (ne > 0) {
    const MatrixXd dee = e_left.transpose() * motion.damping * e_right;
    e_rate.leftCols(na + ne) = -(e_left.transpose() * motion.stiffness * y);
    e_rate.rightCols(na) = -(e_left.transpose() * motion.damping * p);
    e_rate = Eigen::FullPivLU<MatrixXd>(dee).solve(e_rate).eval();
    a.middleRows(na, ne) = e_rate;
  }
  if (na == 0) return made;
  // P-rows: M a'' + D_pa a' + D_pe e' + K y = 0
  MatrixXd forces = MatrixXd::Zero(na, 2 * na + ne);
  forces.leftCols(na + ne) = p.transpose() * motion.stiffness * y;
  forces.rightCols(na) += p.transpose() * motion.damping * p;
  if (ne > 0) forces += p.transpose() * motion.damping * e_right * e_rate;
  a.bottomRows(na) = -Eigen::FullPivLU<MatrixXd>(p.transpose() * motion.mass * p).solve(forces);
  return made;
}

/// How often zero is an eigenvalue: places that nothing holds, twice where nothing brakes them.
Index zeros_of(const LinearMotion& motion) {
  const Index n = motion.mass.rows();
  VectorXd scale = motion.stiffness.diagonal().cwiseAbs() + motion.mass.diagonal().cwiseAbs();
  for (double& s : scale) s = s > 0 ? 1 / std::sqrt(s) : 1.0;
  const auto kernel = [&](const MatrixXd& matrix) {
    if (matrix.cwiseAbs().maxCoeff() == 0.0) return MatrixXd(MatrixXd::Identity(n, n));
    const MatrixXd scaled = scale.asDiagonal() * matrix * scale.asDiagonal();
    return MatrixXd(scale.asDiagonal() * split(scaled).right_null);
  };
  const MatrixXd still = kernel(motion.stiffness);
  if (still.cols() == 0) return 0;
  // On them, D y' + M y'' alone: a zero value each, and one more where neither brakes.
  const MatrixXd braked = motion.damping * still;
  const double size = motion.damping.cwiseAbs().maxCoeff() * still.cwiseAbs().maxCoeff();
  Index twice = still.cols();
  if (size > 0) {
    const Eigen::JacobiSVD<MatrixXd> svd(braked);
    for (const double value : svd.singularValues())
      if (value > 1e-12 * size) --twice;
  }
  const double least_mass = (motion.mass * still).cwiseAbs().maxCoeff();
  return still.cols() + (least_mass > 0 ? twice : 0);
}

/// Values of a matrix after its rows and columns have been brought to one size by powers of 2.
Eigen::EigenSolver<MatrixXd> balanced_values(const MatrixXd& matrix, VectorXd& scale) {
  const Index n = matrix.rows();
  scale = VectorXd::Ones(n);
  MatrixXd a = matrix;
  for (int round = 0; round < 20; ++round) {
    bool changed = false;
    for (Index i = 0; i < n; ++i) {
      const double column = a.col(i).cwiseAbs().sum() - std::abs(a(i, i));
      const double row = a.row(i).cwiseAbs().sum() - std::abs(a(i, i));
      if (column == 0 || row == 0) continue;
      const double factor = std::exp2(std::round(std::log2(row / column) / 2));
      if (factor == 1.0) continue;
      changed = true;
      a.col(i) *= factor;
      a.row(i) /= factor;
      scale[i] *= factor;
    }
    if (!changed) break;
  }
  return Eigen::EigenSolver<MatrixXd>(a);
}

}  // namespace

Coordinates free_coordinates(const MatrixXd& constraints) {
  const Index n = constraints.cols();
  MatrixXd j = constraints;
  std::vector<Index> dependent;
  std::vector<int> chosen;
  Index row = 0;
  // From the last coordinate on: what comes first in the file stays.
  for (Index column = n; column-- > 0;) {
    Index best = row;
    double most = 0.0;
    for (Index i = row; i < j.rows(); ++i)
      if (std::abs(j(i, column)) > most) most = std::abs(j(best = i, column));
    const double size = j.rows() > 0 ? constraints.cwiseAbs().maxCoeff() : 0.0;
    if (most <= 1e-11 * size) {
      for (Index i = row; i < j.rows(); ++i) j(i, column) = 0.0;
      chosen.push_back(static_cast<int>(column));
      continue;
    }
    j.row(row).swap(j.row(best));
    j.row(row) /= j(row, column);
    for (Index i = 0; i < j.rows(); ++i)
      if (i != row) j.row(i) -= (j(i, column) * j.row(row)).eval();
    dependent.push_back(column);
    ++row;
  }
  std::reverse(chosen.begin(), chosen.end());
  Coordinates made{MatrixXd::Zero(n, static_cast<Index>(chosen.size())), chosen};
  for (std::size_t c = 0; c < chosen.size(); ++c) {
    made.basis(chosen[c], static_cast<Index>(c)) = 1.0;
    for (std::size_t r = 0; r < dependent.size(); ++r)
      made.basis(dependent[r], static_cast<Index>(c)) = -j(static_cast<Index>(r), chosen[c]);
  }
  return made;
}

LinearMotion in_coordinates(const LinearMotion& motion, const MatrixXd& basis) {
  return {basis.transpose() * motion.mass * basis, basis.transpose() * motion.damping * basis,
          basis.transpose() * motion.stiffness * basis};
}

std::vector<Eigenmotion> eigenmotions(const LinearMotion& motion) {
  if (motion.mass.rows() == 0) return {};
  const FirstOrder system = first_order(motion);
  const Index n = system.matrix.rows();
  if (n == 0) return {};
  VectorXd scale;
  const Eigen::EigenSolver<MatrixXd> solver = balanced_values(system.matrix, scale);
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  const auto& values = solver.eigenvalues();
  std::stable_sort(order.begin(), order.end(),
                   [&](Index a, Index b) { return std::abs(values[a]) < std::abs(values[b]); });
  const Index zeros = std::min(n, zeros_of(motion));
  std::vector<Eigenmotion> made;
  for (Index k = 0; k < n; ++k) {
    Complex value = k < zeros ? Complex{} : values[order[k]];
    if (std::abs(value.imag()) <= 1e-14 * std::abs(value)) value = value.real();
    if (std::abs(value.real()) <= 1e-14 * std::abs(value)) value = {0.0, value.imag()};
    if (value.imag() < 0) continue;
    const VectorXcd state =
        scale.cast<Complex>().asDiagonal() * solver.eigenvectors().col(order[k]);
    made.push_back({value, system.shape.cast<Complex>() * state});
  }
  return made;
}

}  // namespace luztar
