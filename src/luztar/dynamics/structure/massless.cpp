#include "luztar/dynamics/structure/massless.h"

#include <algorithm>

#include "luztar/core/nearness.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

/// A symmetric semidefinite matrix with its unit-diagonal scaling taken out: eigenvectors by
/// whether anything is there.
struct Split {
  Matrix inverse;  ///< pseudo-inverse in the scaled sense: exact where the matrix is regular
  Matrix null;     ///< columns span the null space
};

Split split_of(const Matrix& a) {
  const Index n = a.rows();
  Split split{Matrix(n, n), Matrix(n, 0)};
  std::vector<int> there, empty;
  for (int i = 0; i < n; ++i) (a(i, i) > 0.0 ? there : empty).push_back(i);
  split.null = Matrix(n, empty.size());
  for (std::size_t i = 0; i < empty.size(); ++i) split.null(empty[i], static_cast<int>(i)) = 1.0;
  if (there.empty()) return split;
  const Matrix core = a.at(there, there);
  if (there.size() == 1) {
    split.inverse(there[0], there[0]) = 1.0 / core(0, 0);
    return split;
  }
  const Vector scale = inverses(square_roots(core.diagonal()));
  const auto [values, vectors] =
      symmetric_eigenvalues(scale.as_diagonal() * core * scale.as_diagonal());
  const Index rank_lost =
      std::ranges::count_if(values, [](double value) { return value <= kNoise; });
  if (rank_lost == 0) {
    split.inverse.set(there, there, inverse_of_positive_definite(core));
    return split;
  }
  // Eigenvalues ascend: the first ones are the lost ones.
  const Index left = core.rows() - rank_lost;
  const Matrix kept = vectors.right_cols(left);
  const Vector weights = inverses(values.part(rank_lost, left));
  const Matrix weighed = scale.as_diagonal() * kept * weights.as_diagonal();
  const Matrix turned = kept * weighed.transpose();
  split.inverse.set(there, there, Matrix(turned.transpose()) * scale.as_diagonal());
  Matrix null(n, split.null.cols() + rank_lost);
  null.set_part(0, 0, split.null);
  const Matrix lost = scale.as_diagonal() * vectors.left_cols(rank_lost);
  for (Index j = 0; j < rank_lost; ++j)
    for (std::size_t i = 0; i < there.size(); ++i)
      null(there[i], split.null.cols() + j) = lost(i, j);
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
  n_ = static_cast<int>(structure.massless_bodies.size());
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
    for (const Term& member : structure.members_of(structure.massless_bodies[s]))
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
  Matrix damping(n_, n_);
  for (int e = 0; e < n_elements_; ++e) {
    const double* row = rate_row(e);
    for (int j = 0; j < n_ && damping_of_[e] != 0.0; ++j)
      for (int i = 0; i < n_; ++i) damping(i, j) += damping_of_[e] * row[i] * row[j];
  }
  const Split split = split_of(damping);
  inverse_ = split.inverse.list();
  null_ = split.null.list();
  n_static_ = static_cast<int>(split.null.cols());
}

void MasslessBalance::hold_static() {
  const Matrix null(n_, n_static_, null_);
  const Matrix rates = Matrix(n_, n_elements_, rows_).transpose() * null;
  const Matrix along = rates.transpose();
  static_rates_ = along.list();
  const Split split = split_of(along * Vector(stiffness_).as_diagonal() * along.transpose());
  static_inverse_ = split.inverse.list();
  floating_ = (null * split.null).list();
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
