// Velocities and places that forces give to massless bodies.
#include <algorithm>
#include <cmath>

#include "acceptance/second_motion.h"

namespace acceptance::second {
namespace {

using Index = Eigen::Index;

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
