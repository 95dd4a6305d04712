#include "acceptance/second_motion.h"

#include <algorithm>
#include <cmath>

namespace acceptance::second {
namespace {

using Index = Eigen::Index;
constexpr Real kRank = 1e-11L;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

/// Orthonormal basis of the kernel of A.
Matrix kernel(const Matrix& A, Index columns) {
  if (A.rows() == 0 || columns == 0) return Matrix::Identity(columns, columns);
  const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeFullV);
  Index rank = 0;
  const auto& s = svd.singularValues();
  while (rank < s.size() && s[rank] > kRank * std::max(s[0], Real(1e-30L))) ++rank;
  return svd.matrixV().rightCols(columns - rank);
}

Matrix pseudo_inverse(const Matrix& A) {
  if (A.size() == 0) return Matrix::Zero(A.cols(), A.rows());
  Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
  solver.setThreshold(kRank);
  solver.compute(A);
  return solver.pseudoInverse();
}

}  // namespace

bool Motion::sticks(const Element& element, int mode) {
  if (element.kind == Element::Kind::Link) return true;
  if (element.kind == Element::Kind::Stop) return mode != 0;
  return element.kind == Element::Kind::Friction && mode == 0;
}

Motion::Motion(const Network& network, const State& modes, std::vector<Real> pressed)
    : network_(network), modes_(modes), pressed_(std::move(pressed)) {
  if (pressed_.empty()) pressed_.assign(network.elements.size(), -1);
  for (int i = 0; i < network.n_bodies(); ++i) {
    const Body::Kind kind = network.bodies[at(i)].kind;
    const bool given = kind == Body::Kind::Moved || kind == Body::Kind::Drifting;
    (given ? given_ : free_).push_back(i);
  }
  for (std::size_t e = 0; e < network.elements.size(); ++e) {
    if (sticks(network.elements[e], modes.mode[e])) stuck_.push_back(static_cast<int>(e));
  }
  constrain();
  split();
}

void Motion::constrain() {
  const auto m = static_cast<Index>(stuck_.size());
  J_free_ = Matrix::Zero(m, static_cast<Index>(free_.size()));
  J_given_ = Matrix::Zero(m, static_cast<Index>(given_.size()));
  for (Index r = 0; r < m; ++r) {
    const Vector& row = network_.elements[at(stuck_[at(r)])].row;
    for (std::size_t i = 0; i < free_.size(); ++i) J_free_(r, Index(i)) = row[free_[i]];
    for (std::size_t i = 0; i < given_.size(); ++i) J_given_(r, Index(i)) = row[given_[i]];
  }
  P_ = -pseudo_inverse(J_free_) * J_given_;
  inverse_ = pseudo_inverse(J_free_.transpose());
  indeterminate_ = kernel(J_free_.transpose(), m);
}

/// The free velocities in directions with mass and without.
void Motion::split() {
  const auto n = static_cast<Index>(free_.size());
  mass_ = Vector::Zero(n);
  for (Index i = 0; i < n; ++i) mass_[i] = network_.bodies[at(free_[at(i)])].mass;
  const Matrix N = kernel(J_free_, n);
  const Matrix S = N.transpose() * mass_.asDiagonal() * N;
  NR_ = NK_ = Matrix::Zero(n, 0);
  dynamic_ = Matrix::Zero(0, n);
  if (N.cols() == 0) return;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(S);
  Index massless = 0;
  const auto& values = solver.eigenvalues();
  while (massless < values.size() && values[massless] <= 1e-12L * values[values.size() - 1]) {
    ++massless;
  }
  if (values[values.size() - 1] <= 0) massless = values.size();
  NK_ = N * solver.eigenvectors().leftCols(massless);
  NR_ = N * solver.eigenvectors().rightCols(values.size() - massless);
  const Matrix SR = NR_.transpose() * mass_.asDiagonal() * NR_;
  if (NR_.cols() > 0) dynamic_ = SR.ldlt().solve(Matrix(NR_.transpose()));
}

void Motion::place(Real t, Vector& q, Vector& v, Vector& a) const {
  for (const int i : given_) {
    const Body& body = network_.bodies[at(i)];
    if (body.kind == Body::Kind::Drifting) {
      v[i] = body.velocity;
      a[i] = 0;
      continue;
    }
    const Jet jet = network_.motion(i, t, modes_);
    q[i] = jet.x;
    v[i] = jet.d;
    a[i] = jet.dd;
  }
}

Vector Motion::pack(const State& state) const {
  const Index n = network_.n_bodies();
  Vector y(n + NR_.cols() + state.z.size());
  y.head(n) = state.q;
  Vector v(static_cast<Index>(free_.size())), given(static_cast<Index>(given_.size()));
  for (std::size_t i = 0; i < free_.size(); ++i) v[Index(i)] = state.v[free_[i]];
  for (std::size_t i = 0; i < given_.size(); ++i) given[Index(i)] = state.v[given_[i]];
  const Vector rest = mass_.cwiseProduct(v - P_ * given);
  y.segment(n, NR_.cols()) = dynamic_ * rest;
  y.tail(state.z.size()) = state.z;
  return y;
}

State Motion::unpack(Real t, const Vector& y) const {
  State state = modes_;
  const Instant now = instant(t, y);
  state.t = t;
  state.q = now.q;
  state.v = now.v;
  state.z = y.tail(network_.n_internals);
  return state;
}

Motion::Forces Motion::forces(Real t, const Vector& q, const Vector& v, const Vector& z) const {
  std::vector<Jet> inputs = network_.inputs(t, q, v, z);
  const auto n = static_cast<Index>(network_.elements.size());
  Forces all{Vector::Zero(n), Vector::Zero(n), Vector::Zero(n), Vector::Zero(q.size())};
  for (Index e = 0; e < n; ++e) {
    const Element& element = network_.elements[at(e)];
    all.d[e] = element.row.dot(q);
    all.rate[e] = element.row.dot(v);
    if (sticks(element, modes_.mode[at(e)])) continue;
    const Real internal = element.internal >= 0 ? z[element.internal] : Real(0);
    all.f[e] = network_.force(element, static_cast<int>(e), modes_, inputs, all.d[e], all.rate[e],
                              internal, pressed_[at(e)]);
    all.on_bodies -= element.row * all.f[e];
  }
  return all;
}

Vector Motion::force_rates(Real t, const Vector& q, const Vector& v, const Vector& z) const {
  std::vector<Jet> inputs = network_.inputs(t, q, v, z);
  Vector all = Vector::Zero(q.size());
  for (std::size_t e = 0; e < network_.elements.size(); ++e) {
    const Element& element = network_.elements[e];
    if (sticks(element, modes_.mode[e])) continue;
    const Real rate = element.row.dot(v);
    const Real slope = element.internal >= 0
                           ? element.sigma0 * network_.internal_rate(element, modes_.sign[e], rate,
                                                                     z[element.internal])
                           : network_.force_rate(element, static_cast<int>(e), modes_, inputs,
                                                 element.row.dot(q), rate);
    all -= element.row * slope;
  }
  return all;
}

Vector Motion::assemble(const Vector& given, const Vector& y, const Vector& w) const {
  Vector on_given(static_cast<Index>(given_.size()));
  for (std::size_t i = 0; i < given_.size(); ++i) on_given[Index(i)] = given[given_[i]];
  const Vector v_free = NR_ * y + P_ * on_given + NK_ * w;
  Vector v = given;
  for (std::size_t i = 0; i < free_.size(); ++i) v[free_[i]] = v_free[Index(i)];
  return v;
}

Vector Motion::slope(Real t, const Vector& y) const {
  const Index n = network_.n_bodies(), k = NR_.cols();
  Vector q = y.head(n), given = Vector::Zero(n), a = Vector::Zero(n);
  place(t, q, given, a);
  const Vector z = y.tail(network_.n_internals);
  const Vector v = velocities(t, q, given, y.segment(n, k), z);
  const Forces now = forces(t, q, v, z);
  Vector rest(static_cast<Index>(free_.size())), a_given(static_cast<Index>(given_.size()));
  for (std::size_t i = 0; i < given_.size(); ++i) a_given[Index(i)] = a[given_[i]];
  const Vector carried = P_ * a_given;
  for (std::size_t i = 0; i < free_.size(); ++i) {
    const auto r = Index(i);
    rest[r] = now.on_bodies[free_[i]] - mass_[r] * carried[r];
  }
  Vector dy(y.size());
  dy.head(n) = v;
  dy.segment(n, k) = dynamic_ * rest;
  for (std::size_t e = 0; e < network_.elements.size(); ++e) {
    const Element& element = network_.elements[e];
    if (element.internal < 0) continue;
    dy[n + k + element.internal] =
        network_.internal_rate(element, modes_.sign[e], now.rate[Index(e)], z[element.internal]);
  }
  const std::vector<Jet> inputs = network_.inputs(t, q, v, z);
  for (int s = 0; s < network_.n_states(); ++s) {
    const OwnState& own = network_.states[at(s)];
    dy[y.size() - network_.n_states() + s] =
        own.rate(inputs, modes_.piece.data() + own.first_piece).x;
  }
  return dy;
}

Vector Motion::step(Real t, const Vector& y, Real h, Real* error) const {
  constexpr int kColumns = 6;
  Vector table[kColumns];
  const Vector first = slope(t, y);
  for (int k = 0; k < kColumns; ++k) {
    Vector previous = table[0];
    const int n = 2 * (k + 1);
    const Real part = h / n;
    Vector last = y, now = y + part * first;
    for (int i = 1; i < n; ++i) {
      Vector next = last + 2 * part * slope(t + i * part, now);
      last = std::move(now);
      now = std::move(next);
    }
    table[0] = (last + now + part * slope(t + h, now)) / 2;
    for (int j = 1; j <= k; ++j) {
      const Real ratio = Real(k + 1) / Real(k + 1 - j);
      Vector improved = table[j - 1] + (table[j - 1] - previous) / (ratio * ratio - 1);
      previous = std::move(table[j]);
      table[j] = std::move(improved);
    }
  }
  if (error) {
    *error = 0;
    const Vector difference = table[kColumns - 1] - table[kColumns - 2];
    for (Index i = 0; i < y.size(); ++i) {
      *error = std::max(*error, std::abs(difference[i]) / (Real(1e-3L) + std::abs(y[i])));
    }
  }
  return table[kColumns - 1];
}

Motion::Instant Motion::instant(Real t, const Vector& y) const {
  const Index n = network_.n_bodies(), k = NR_.cols();
  Instant now;
  now.q = y.head(n);
  Vector given = Vector::Zero(n);
  now.a = Vector::Zero(n);
  place(t, now.q, given, now.a);
  const Vector z = y.tail(network_.n_internals);
  now.v = velocities(t, now.q, given, y.segment(n, k), z);
  now.z = z;
  const Forces all = forces(t, now.q, now.v, z);
  now.d = all.d;
  now.rate = all.rate;
  now.f = all.f;
  const Vector dy = slope(t, y);
  Vector a_given(static_cast<Index>(given_.size())), rest(static_cast<Index>(free_.size()));
  for (std::size_t i = 0; i < given_.size(); ++i) a_given[Index(i)] = now.a[given_[i]];
  const Vector a_free = NR_ * dy.segment(n, k) + P_ * a_given;
  for (std::size_t i = 0; i < free_.size(); ++i) {
    now.a[free_[i]] = a_free[Index(i)];
    rest[Index(i)] = all.on_bodies[free_[i]] - mass_[Index(i)] * a_free[Index(i)];
  }
  const Vector T = inverse_ * rest;
  for (std::size_t r = 0; r < stuck_.size(); ++r) now.f[stuck_[r]] = T[Index(r)];
  return now;
}

Real Motion::slip(const Instant& instant) const {
  Real most = 0;
  for (const int e : stuck_) most = std::max(most, std::abs(instant.rate[e]));
  return most;
}

}  // namespace acceptance::second
