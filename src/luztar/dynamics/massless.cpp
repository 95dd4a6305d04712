#include "luztar/dynamics/massless.h"

#include <algorithm>

#include <Eigen/Dense>

namespace luztar {
namespace {

constexpr double kZeroEigenvalue = 1e-12;  // relative: an eigenvalue that is rounding

using Matrix = Eigen::MatrixXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Rows = Eigen::Map<const RowMatrix>;

/// A symmetric semidefinite matrix with its unit-diagonal scaling taken out: eigenvectors by
/// whether anything is there.
struct Split {
  Matrix inverse;  ///< pseudo-inverse in the scaled sense: exact where the matrix is regular
  Matrix null;     ///< columns span the null space
};

Split split_of(const Matrix& a) {
  const Eigen::Index n = a.rows();
  Split split{Matrix::Zero(n, n), Matrix(n, 0)};
  std::vector<int> there, empty;
  for (int i = 0; i < n; ++i) (a(i, i) > 0.0 ? there : empty).push_back(i);
  split.null = Matrix::Zero(n, static_cast<Eigen::Index>(empty.size()));
  for (std::size_t i = 0; i < empty.size(); ++i) split.null(empty[i], static_cast<int>(i)) = 1.0;
  if (there.empty()) return split;
  const Matrix core = a(there, there);
  if (there.size() == 1) {
    split.inverse(there[0], there[0]) = 1.0 / core(0, 0);
    return split;
  }
  const Eigen::VectorXd scale = core.diagonal().cwiseSqrt();
  const Matrix scaled = scale.asDiagonal().inverse() * core * scale.asDiagonal().inverse();
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(scaled);
  const auto rank_lost =
      static_cast<Eigen::Index>((eigen.eigenvalues().array() <= kZeroEigenvalue).count());
  if (rank_lost == 0) {
    const Matrix inverse = core.llt().solve(Matrix::Identity(core.rows(), core.cols()));
    split.inverse(there, there) = inverse;
    return split;
  }
  // Eigenvalues ascend: the first ones are the lost ones.
  const Matrix lost = scale.asDiagonal().inverse() * eigen.eigenvectors().leftCols(rank_lost);
  const Matrix kept = eigen.eigenvectors().rightCols(core.rows() - rank_lost);
  const Eigen::VectorXd values = eigen.eigenvalues().tail(core.rows() - rank_lost);
  split.inverse(there, there) = scale.asDiagonal().inverse() * kept *
                                values.cwiseInverse().asDiagonal() * kept.transpose() *
                                scale.asDiagonal().inverse();
  Matrix null = Matrix::Zero(n, split.null.cols() + rank_lost);
  null.leftCols(split.null.cols()) = split.null;
  null(there, Eigen::lastN(rank_lost)) = lost;
  split.null = null;
  return split;
}

/// Of the bodies that springs join, those that are known so far; -1 for one with a mass.
int root_of(SystemImpl& system, int body) {
  const auto above = [&system](int b) -> int& {
    return system.body_laws[b].massless_cluster;
  };
  if (above(body) < 0) return -1;
  while (above(body) != body) body = above(body) = above(above(body));
  return body;
}

}  // namespace

void find_massless_clusters(SystemImpl& system) {
  for (int s = 0; s < system.n_springs(); ++s) {
    int first = -1;
    for (const Term& term : system.terms_of(s)) {
      const int other = root_of(system, term.body);
      if (first < 0) first = other;
      if (other >= 0) system.body_laws[other].massless_cluster = first;
    }
  }
  for (int b = 0; b < system.n_bodies(); ++b)
    system.body_laws[b].massless_cluster = root_of(system, b);
}

void MasslessBalance::build(const SystemImpl& system, const State& state,
                            const Structure& structure, double open_stiffness) {
  n_ = static_cast<int>(structure.slacks.size());
  n_static_ = 0;
  floating_.clear();
  if (n_ == 0) return;
  n_elements_ = system.n_elements();
  rows(system, structure);
  dampings(system, state, open_stiffness);
  split();
  if (n_static_ > 0) hold_static();
}

void MasslessBalance::rows(const SystemImpl& system, const Structure& structure) {
  rows_.assign(static_cast<std::size_t>(n_elements_) * n_, 0.0);
  for (int s = 0; s < n_; ++s) {
    for (const Term& member : structure.members_of(structure.slacks[s]))
      for (int e = 0; e < n_elements_; ++e)
        for (const Term& term : system.terms_of(e))
          if (term.body == member.body)
            rows_[static_cast<std::size_t>(e) * n_ + s] += term.coefficient * member.coefficient;
  }
  for (int e = 0; e < n_elements_; ++e)
    if (structure.rigid[e] != 0) std::fill_n(&rows_[static_cast<std::size_t>(e) * n_], n_, 0.0);
}

/// Linear damping and stiffness of every element in the present modes.
void MasslessBalance::dampings(const SystemImpl& system, const State& state,
                               double open_stiffness) {
  damping_of_.assign(n_elements_, 0.0);
  stiffness_.assign(n_elements_, 0.0);
  for (int s = 0; s < system.n_springs(); ++s) {
    const SpringLaw& law = system.springs[s];
    if (law.force_slot >= 0) continue;
    if (law.has_gap && state.contact[s] == Edge::None) {
      stiffness_[s] = open_stiffness * law.stiffness;
      continue;
    }
    damping_of_[s] = law.damping;
    stiffness_[s] = law.stiffness;
  }
  for (int e = system.n_springs(); e < system.first_pair(); ++e)
    damping_of_[e] = system.smooth_law(e).damping;
  for (int j = 0; j < system.n_pairs(); ++j)
    if (const Mode mode = state.pair[j]; mode != Mode::Stuck)
      damping_of_[system.first_pair() + j] = system.pairs[j].viscous[side_of(mode)];
}

void MasslessBalance::split() {
  const Rows rows(rows_.data(), n_elements_, n_);
  Matrix damping = Matrix::Zero(n_, n_);
  for (int e = 0; e < n_elements_; ++e)
    if (damping_of_[e] != 0.0) damping += damping_of_[e] * rows.row(e).transpose() * rows.row(e);
  const Split split = split_of(damping);
  inverse_.assign(split.inverse.data(), split.inverse.data() + split.inverse.size());
  null_.assign(split.null.data(), split.null.data() + split.null.size());
  n_static_ = static_cast<int>(split.null.cols());
}

void MasslessBalance::hold_static() {
  const Rows rows(rows_.data(), n_elements_, n_);
  const Eigen::Map<const Matrix> null(null_.data(), n_, n_static_);
  static_rates_.resize(static_cast<std::size_t>(n_elements_) * n_static_);
  Eigen::Map<RowMatrix> along(static_rates_.data(), n_elements_, n_static_);
  along = rows * null;
  const Eigen::Map<const Eigen::VectorXd> each(stiffness_.data(), n_elements_);
  const Matrix stiffness = along.transpose() * each.asDiagonal() * along;
  const Split split = split_of(stiffness);
  static_inverse_.assign(split.inverse.data(), split.inverse.data() + split.inverse.size());
  const Matrix floating = null * split.null;
  floating_.assign(floating.data(), floating.data() + floating.size());
}

void MasslessBalance::damped_velocity(const double* force, double* velocity) const {
  for (int i = 0; i < n_; ++i) {
    velocity[i] = 0.0;
    for (int j = 0; j < n_; ++j)
      velocity[i] += inverse_[static_cast<std::size_t>(j) * n_ + i] * force[j];
  }
}

void MasslessBalance::along_static(const double* force, double* along) const {
  for (int s = 0; s < n_static_; ++s) {
    along[s] = 0.0;
    for (int i = 0; i < n_; ++i) along[s] += null_[index(i, s)] * force[i];
  }
}

void MasslessBalance::add_static(const double* drive, double* x) const {
  for (int s = 0; s < n_static_; ++s) {
    double amount = 0.0;
    for (int t = 0; t < n_static_; ++t)
      amount += static_inverse_[static_cast<std::size_t>(t) * n_static_ + s] * drive[t];
    for (int i = 0; i < n_; ++i) x[i] += amount * null_[index(i, s)];
  }
}

double MasslessBalance::compliance(int element) const {
  const double* row = rate_row(element);
  double sum = 0.0;
  for (int i = 0; i < n_; ++i)
    for (int j = 0; j < n_; ++j)
      sum += row[i] * inverse_[static_cast<std::size_t>(j) * n_ + i] * row[j];
  return sum;
}

}  // namespace luztar
