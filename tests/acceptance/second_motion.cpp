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

/// Every choice of `n` numbers below `of`, handed to `use`.
template <class Use>
void choose(int n, int of, const Use& use) {
  std::vector<int> chosen(at(n));
  for (int i = 0; i < n; ++i) chosen[at(i)] = i;
  while (n <= of) {
    use(chosen);
    int i = n - 1;
    while (i >= 0 && chosen[at(i)] == of - n + i) --i;
    if (i < 0) return;
    ++chosen[at(i)];
    for (int j = i + 1; j < n; ++j) chosen[at(j)] = chosen[at(j - 1)] + 1;
  }
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
  std::vector<Jet> inputs = network_.inputs(t, q, v);
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
  std::vector<Jet> inputs = network_.inputs(t, q, v);
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

namespace {

/// Newton's method for a residual that is nearly linear: the Jacobian by differences, kept.
template <class Residual>
bool newton(const Residual& residual, Vector& w, Matrix& jacobian) {
  Vector r = residual(w);
  Real best = kInfinite;
  int fails = 0;
  bool fresh = false;
  for (int i = 0; i < 60; ++i) {
    if (jacobian.rows() != r.size() || fails > 1) {
      if (fails > 1 && fresh && i > 30) break;
      jacobian.resize(r.size(), w.size());
      for (Index c = 0; c < w.size(); ++c) {
        const Real step = 1e-6L * std::max(Real(1), std::abs(w[c]));
        Vector there = w, back = w;
        there[c] += step;
        back[c] -= step;
        jacobian.col(c) = (residual(there) - residual(back)) / (2 * step);
      }
      fresh = true;
      fails = 0;
    }
    const Vector change = jacobian.fullPivLu().solve(r);
    w -= change;
    r = residual(w);
    const Real size = change.lpNorm<Eigen::Infinity>();
    const Real scale = Real(1) + w.lpNorm<Eigen::Infinity>();
    if (!(size < kInfinite)) return false;
    if (size < 1e-18L * scale) return true;
    if (size >= best / 4) {
      if (size < 1e-15L * scale) return true;  // rounding
      ++fails;
    }
    best = std::min(best, size);
  }
  return best < 1e-12L;
}

}  // namespace

/// Which directions of w the forces feel.
void Motion::split_damping(const State& state) const {
  const Index k = NK_.cols();
  split_done_ = true;
  damped_ = Matrix::Zero(k, 0);
  undamped_ = Matrix::Zero(k, 0);
  if (k == 0) return;
  Vector q = state.q, given = Vector::Zero(q.size()), a = given;
  place(state.t, q, given, a);
  const Vector y = pack(state).segment(q.size(), NR_.cols());
  Matrix B(k, k);
  const auto balance = [&](const Vector& w) {
    const Vector F = forces(state.t, q, assemble(given, y, w), state.z).on_bodies;
    Vector on_free(static_cast<Index>(free_.size()));
    for (std::size_t i = 0; i < free_.size(); ++i) on_free[Index(i)] = F[free_[i]];
    return Vector(NK_.transpose() * on_free);
  };
  const Vector zero = Vector::Zero(k);
  for (Index c = 0; c < k; ++c) {
    Vector w = zero;
    w[c] = 1e-3L;
    B.col(c) = (balance(w) - balance(-w)) / 2e-3L;
  }
  const Eigen::JacobiSVD<Matrix> svd(B, Eigen::ComputeFullV | Eigen::ComputeFullU);
  Index rank = 0;
  while (rank < k && svd.singularValues()[rank] > 1e-9L) ++rank;
  damped_ = svd.matrixV().leftCols(rank);
  undamped_ = svd.matrixV().rightCols(k - rank);
}

void Motion::damped(Real t, const Vector& q, const Vector& given, const Vector& y, const Vector& z,
                    Vector& w) const {
  const auto residual = [&](const Vector& w1) {
    const Vector F = forces(t, q, assemble(given, y, damped_ * w1), z).on_bodies;
    Vector on_free(static_cast<Index>(free_.size()));
    for (std::size_t i = 0; i < free_.size(); ++i) on_free[Index(i)] = F[free_[i]];
    return Vector(damped_.transpose() * (NK_.transpose() * on_free));
  };
  Vector w1 = last_w_.size() == damped_.cols() ? last_w_ : Vector::Zero(damped_.cols()).eval();
  if (!newton(residual, w1, newton_)) throw Unsupported("balance of a massless body");
  last_w_ = w1;
  w = damped_ * w1;
}

void Motion::undamped(Real t, const Vector& q, const Vector& given, const Vector& y,
                      const Vector& z, Vector& w) const {
  const Vector base = w;
  const auto residual = [&](const Vector& w2) {
    const Vector F = force_rates(t, q, assemble(given, y, base + undamped_ * w2), z);
    Vector on_free(static_cast<Index>(free_.size()));
    for (std::size_t i = 0; i < free_.size(); ++i) on_free[Index(i)] = F[free_[i]];
    return Vector(undamped_.transpose() * (NK_.transpose() * on_free));
  };
  Vector w2 = Vector::Zero(undamped_.cols());
  Matrix jacobian(residual(w2).size(), w2.size());
  for (Index c = 0; c < w2.size(); ++c) {
    Vector there = w2;
    there[c] = 1;
    jacobian.col(c) = residual(there) - residual(w2);
  }
  Eigen::FullPivLU<Matrix> lu(jacobian);
  lu.setThreshold(1e-12L);
  if (!lu.isInvertible()) throw Unsupported("nothing holds a massless body");
  for (int i = 0; i < 3; ++i) w2 -= lu.solve(residual(w2));
  w = base + undamped_ * w2;
}

Vector Motion::velocities(Real t, const Vector& q, const Vector& given, const Vector& y,
                          const Vector& z) const {
  Vector w = Vector::Zero(NK_.cols());
  if (NK_.cols() > 0) {
    if (!split_done_) {
      State state = modes_;
      state.t = t;
      state.q = q;
      state.z = z;
      state.v = assemble(given, y, w);
      split_damping(state);
    }
    if (damped_.cols() > 0) damped(t, q, given, y, z, w);
    if (undamped_.cols() > 0) undamped(t, q, given, y, z, w);
  }
  return assemble(given, y, w);
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

Real Motion::upper(int element, const Instant& instant, Real t) const {
  const Element& e = network_.elements[at(element)];
  if (e.kind == Element::Kind::Link) return kInfinite;
  if (e.kind == Element::Kind::Stop) return modes_.mode[at(element)] > 0 ? kInfinite : Real(0);
  std::vector<Jet> inputs = network_.inputs(t, instant.q, instant.v);
  return e.forward.breakaway * network_.normal(e, modes_, inputs);
}

Real Motion::lower(int element, const Instant& instant, Real t) const {
  const Element& e = network_.elements[at(element)];
  if (e.kind == Element::Kind::Link) return -kInfinite;
  if (e.kind == Element::Kind::Stop) return modes_.mode[at(element)] < 0 ? -kInfinite : Real(0);
  std::vector<Jet> inputs = network_.inputs(t, instant.q, instant.v);
  return -e.backward.breakaway * network_.normal(e, modes_, inputs);
}

namespace {

/// max s with low + s <= T + V c <= high - s, by trying every vertex; less if T itself fits.
Real largest_slack(const Vector& T, const Matrix& V, const Vector& low, const Vector& high) {
  Real here = kInfinite;
  for (Index j = 0; j < T.size(); ++j) here = std::min({here, high[j] - T[j], T[j] - low[j]});
  if (here >= 0) return here;  // good enough: T will do
  struct Row {
    Vector a;
    Real b;
  };  // a (c, s) <= b
  std::vector<Row> rows;
  const Index r = V.cols();
  for (Index j = 0; j < T.size(); ++j) {
    for (const int sign : {1, -1}) {
      const Real edge = sign > 0 ? high[j] - T[j] : T[j] - low[j];
      if (std::isinf(edge)) continue;
      Row row{Vector(r + 1), edge};
      row.a.head(r) = sign * V.row(j).transpose();
      row.a[r] = 1;
      rows.push_back(row);
    }
  }
  constexpr Real kFar = 1e3L;
  rows.push_back({Vector::Unit(r + 1, r), kFar});
  Real best = -kInfinite;
  choose(static_cast<int>(r) + 1, static_cast<int>(rows.size()), [&](const std::vector<int>& pick) {
    Matrix A(r + 1, r + 1);
    Vector b(r + 1);
    for (Index i = 0; i <= r; ++i) {
      A.row(i) = rows[at(pick[at(i)])].a;
      b[i] = rows[at(pick[at(i)])].b;
    }
    const Eigen::FullPivLU<Matrix> lu(A);
    if (!lu.isInvertible()) return;
    const Vector x = lu.solve(b);
    if (x[r] <= best) return;
    for (const Row& row : rows) {
      if (row.a.dot(x) > row.b + 1e-15L * (1 + std::abs(row.b))) return;
    }
    best = x[r];
  });
  return best;
}

}  // namespace

std::vector<Motion::Margin> Motion::margins(const Instant& now, Real t, const Vector&) const {
  using What = Margin::What;
  std::vector<Margin> all;
  std::vector<Jet> inputs = network_.inputs(t, now.q, now.v);
  for (int i = 0; i < network_.n_bodies(); ++i) {
    const Body& body = network_.bodies[at(i)];
    if (body.motion.n_pieces() == 0) continue;
    const Jet time[] = {{t, 1, 0}};
    all.push_back({What::Pieces, -1 - i,
                   body.motion.margin(time, modes_.piece.data() + body.first_piece), 0});
  }
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    const auto index = static_cast<int>(i);
    const int mode = modes_.mode[i];
    const Real d = now.d[index], rate = now.rate[index];
    if (e.formula.n_pieces() > 0) {
      inputs[inputs.size() - 2] = {d, rate, 0};
      inputs[inputs.size() - 1] = {rate, 0, 0};
      const Real margin = e.formula.margin(inputs, modes_.piece.data() + e.first_piece);
      all.push_back({What::Pieces, index, margin, 0});
    }
    if (e.kind == Element::Kind::Spring && e.has_gap) {
      const Real x = d - e.rest;
      if (mode >= 0) all.push_back({What::Gap, index, mode > 0 ? x - e.upper : e.upper - x, 1});
      if (mode <= 0) all.push_back({What::Gap, index, mode < 0 ? e.lower - x : x - e.lower, -1});
    }
    if (e.kind == Element::Kind::Bristles) {
      all.push_back({What::Sign, index, modes_.sign[i] * rate, 0});
    }
    if (e.kind == Element::Kind::Friction && mode != 0) {
      all.push_back({What::Rest, index, mode * rate, 0});
      const Law& law = mode > 0 ? e.forward : e.backward;
      if (law.hysteresis || !law.table.empty()) {
        all.push_back({What::Law, index, law.margin(mode * rate, modes_.law[i]), 0});
      }
    }
    if (e.kind == Element::Kind::Stop && mode == 0) {
      all.push_back({What::Edge, index, d - e.lower + modes_.beyond[i], -1});
      all.push_back({What::Edge, index, e.upper - d + modes_.beyond[i], 1});
    }
  }
  const auto m = static_cast<Index>(stuck_.size());
  Vector T(m), low(m), high(m);
  for (Index r = 0; r < m; ++r) {
    const int e = stuck_[at(r)];
    T[r] = now.f[e];
    low[r] = lower(e, now, t);
    high[r] = upper(e, now, t);
    const bool alone = indeterminate_.cols() == 0 || indeterminate_.row(r).norm() < 1e-9L;
    if (!alone) continue;
    if (!std::isinf(high[r])) all.push_back({What::Limit, e, high[r] - T[r], 1});
    if (!std::isinf(low[r])) all.push_back({What::Limit, e, T[r] - low[r], -1});
  }
  if (indeterminate_.cols() > 0) {
    all.push_back({What::Limit, -1, largest_slack(T, indeterminate_, low, high), 0});
  }
  return all;
}

Real Motion::settle(State& state) const {
  if (NK_.cols() == 0) return 0;
  if (!split_done_) split_damping(state);
  if (undamped_.cols() == 0) return 0;
  Vector q = state.q, given = Vector::Zero(q.size()), a = given;
  place(state.t, q, given, a);
  const Vector y = pack(state).segment(q.size(), NR_.cols());
  const Matrix directions = NK_ * undamped_;
  const auto moved = [&](const Vector& x) {
    Vector there = q;
    const Vector shift = directions * x;
    for (std::size_t i = 0; i < free_.size(); ++i) there[free_[i]] += shift[Index(i)];
    return there;
  };
  const auto residual = [&](const Vector& x) {
    const Vector v = assemble(given, y, Vector::Zero(NK_.cols()));
    const Vector F = forces(state.t, moved(x), v, state.z).on_bodies;
    Vector on_free(static_cast<Index>(free_.size()));
    for (std::size_t i = 0; i < free_.size(); ++i) on_free[Index(i)] = F[free_[i]];
    return Vector(directions.transpose() * on_free);
  };
  Vector x = Vector::Zero(undamped_.cols());
  Matrix jacobian;
  if (!newton(residual, x, jacobian)) throw Unsupported("rest of a massless body");
  state.q = moved(x);
  return x.norm();
}

}  // namespace acceptance::second
