#include "acceptance/oracle.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace acceptance {
namespace {

using Real = long double;
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic>;

/// The network with fixed modes: y = (q, v).
class Piece {
 public:
  Piece(const Network& network, const std::vector<std::int8_t>& modes, Real branch)
      : network_(network), modes_(modes), branch_(branch), n_(network.bodies.size()) {
    constrain();
  }

  Vector slope(Real t, const Vector& y) const {
    const auto n = static_cast<Eigen::Index>(n_);
    Vector dy(2 * n);
    dy.head(n) = y.tail(n);
    // Free accelerations, then the correction that keeps stuck pairs together.
    Vector a = forces(t, y);
    for (std::size_t i = 0; i < n_; ++i) a[index(i)] = acceleration(i, t, a[index(i)]);
    dy.tail(n) = a - correction_ * (stuck_ * a);
    return dy;
  }

  Real deflection(const Network::Terms& terms, const Vector& y, bool rate) const {
    Real sum = 0;
    const std::size_t offset = rate ? n_ : 0;
    for (const auto& [body, coefficient] : terms) {
      if (body >= 0) sum += coefficient * y[index(offset + static_cast<std::size_t>(body))];
    }
    return sum;
  }

  int spring_mode(std::size_t i) const { return modes_[i]; }
  int pair_mode(std::size_t i) const {
    return modes_[network_.springs.size() + network_.dampers.size() + i];
  }

 private:
  static Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

  Real acceleration(std::size_t body, Real t, Real force) const {
    const Network::Body& b = network_.bodies[body];
    if (!b.prescribed) return force / b.mass;
    const Real w = b.frequency;
    return -b.amplitude * w * w * std::sin(w * t);
  }

  /// stuck * a = 0 with corrections D'T / M on the free bodies; cycles make it rank-deficient.
  void constrain() {
    std::vector<std::size_t> stuck;
    for (std::size_t i = 0; i < network_.frictions.size(); ++i) {
      if (pair_mode(i) == 0) stuck.push_back(i);
    }
    stuck_ = Matrix::Zero(index(stuck.size()), index(n_));
    Matrix push = Matrix::Zero(index(n_), index(stuck.size()));
    for (std::size_t r = 0; r < stuck.size(); ++r) {
      for (const auto& [body, coefficient] : network_.frictions[stuck[r]].terms) {
        if (body < 0) continue;
        const Network::Body& b = network_.bodies[static_cast<std::size_t>(body)];
        stuck_(index(r), body) += coefficient;
        if (!b.prescribed) push(body, index(r)) += coefficient / b.mass;
      }
    }
    if (stuck.empty()) {
      correction_ = push;
      return;
    }
    const Matrix gram = stuck_ * push;
    const Eigen::CompleteOrthogonalDecomposition<Matrix> solver(gram);
    correction_ = push * solver.pseudoInverse();
  }

  void apply(const Network::Terms& terms, Real force, Vector& sum) const {
    for (const auto& [body, coefficient] : terms) {
      if (body >= 0) sum[body] -= coefficient * force;
    }
  }

  Vector forces(Real t, const Vector& y) const {
    Vector sum = Vector::Zero(index(n_));
    for (std::size_t i = 0; i < network_.springs.size(); ++i) {
      const Network::Spring& s = network_.springs[i];
      const Real d = deflection(s.terms, y, false), rate = deflection(s.terms, y, true);
      apply(s.terms, spring_force<Real>(s, spring_mode(i), d, rate), sum);
    }
    for (const Network::Damper& damper : network_.dampers) {
      apply(damper.terms, damper.c * deflection(damper.terms, y, true), sum);
    }
    for (std::size_t i = 0; i < network_.frictions.size(); ++i) {
      if (pair_mode(i) == 0) continue;
      const Network::Friction& f = network_.frictions[i];
      apply(f.terms, sliding_force<Real>(f, pair_mode(i), deflection(f.terms, y, true)), sum);
    }
    for (const Network::Force& force : network_.forces) {
      const Real v = y[index(n_ + static_cast<std::size_t>(force.body))];
      sum[force.body] += force_value<Real>(force, t, branch_, v);
    }
    return sum;
  }

  const Network& network_;
  std::vector<std::int8_t> modes_;
  Real branch_;
  std::size_t n_;
  Matrix stuck_, correction_;
};

/// One step of Gragg's modified midpoint rule with n substeps.
Vector midpoint(const Piece& piece, Real t, const Vector& y, Real step, int n) {
  const Real h = step / n;
  Vector last = y, now = y + h * piece.slope(t, y);
  for (int i = 1; i < n; ++i) {
    Vector next = last + 2 * h * piece.slope(t + i * h, now);
    last = std::move(now);
    now = std::move(next);
  }
  return (last + now + h * piece.slope(t + step, now)) / 2;
}

/// Bulirsch-Stoer with 2, 4, ... 12 substeps: order 12.
Vector extrapolated(const Piece& piece, Real t, const Vector& y, Real step) {
  constexpr int kColumns = 6;
  Vector table[kColumns];
  for (int k = 0; k < kColumns; ++k) {
    Vector previous = table[0];
    table[0] = midpoint(piece, t, y, step, 2 * (k + 1));
    for (int j = 1; j <= k; ++j) {
      const Real ratio = Real(k + 1) / Real(k + 1 - j);
      Vector improved = table[j - 1] + (table[j - 1] - previous) / (ratio * ratio - 1);
      previous = std::move(table[j]);
      table[j] = std::move(improved);
    }
  }
  return table[kColumns - 1];
}

void check_modes(const Network& network, const Piece& piece, const Vector& y, OracleResult& out) {
  const auto keep = [](double& worst, Real value) {
    worst = std::max(worst, static_cast<double>(value));
  };
  for (std::size_t i = 0; i < network.frictions.size(); ++i) {
    const Real rate = piece.deflection(network.frictions[i].terms, y, true);
    const int mode = piece.pair_mode(i);
    keep(out.worst_speed, mode == 0 ? std::abs(rate) : -mode * rate);
  }
  for (std::size_t i = 0; i < network.springs.size(); ++i) {
    const Network::Spring& s = network.springs[i];
    if (!s.has_gap) continue;
    const Real x = piece.deflection(s.terms, y, false) - s.rest;
    const int mode = piece.spring_mode(i);
    if (mode > 0) keep(out.worst_distance, s.upper - x);
    if (mode < 0) keep(out.worst_distance, x - s.lower);
    if (mode == 0) keep(out.worst_distance, std::max(x - s.upper, s.lower - x));
  }
}

Vector start_of(const Network& network) {
  const auto n = static_cast<Eigen::Index>(network.bodies.size());
  Vector y(2 * n);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Network::Body& body = network.bodies[static_cast<std::size_t>(i)];
    y[i] = body.prescribed ? 0.0 : body.position;
    y[n + i] = body.prescribed ? body.amplitude * body.frequency : body.velocity;
  }
  return y;
}

/// Mode changes of the run and jumps of the forces, in order.
std::vector<Real> borders(const Network& network, const Recorded& run) {
  std::vector<Real> times = jump_times(network);
  for (const luztar::Event& event : run.events) {
    times.push_back(static_cast<Real>(event.time.value) + event.time.rest);
  }
  times.push_back(network.duration);
  std::sort(times.begin(), times.end());
  return times;
}

}  // namespace

OracleResult integrate(const Network& network, const Recorded& run, double longest_step) {
  OracleResult result;
  std::vector<std::int8_t> modes = run.samples.front().mode;
  std::size_t next_event = 0;
  Vector y = start_of(network);
  Real t = 0;
  for (const Real end : borders(network, run)) {
    if (end > network.duration) break;
    const Piece piece(network, modes, (t + end) / 2);
    check_modes(network, piece, y, result);
    const int steps = static_cast<int>(std::ceil((end - t) / Real(longest_step)));
    const Real step = steps > 0 ? (end - t) / steps : 0;
    for (int i = 0; i < steps; ++i) {
      y = extrapolated(piece, t + i * step, y, step);
      check_modes(network, piece, y, result);
    }
    t = end;
    for (; next_event < run.events.size(); ++next_event) {
      const luztar::Event& event = run.events[next_event];
      if (static_cast<Real>(event.time.value) + event.time.rest > t) break;
      const bool mode_changes = event.cause != luztar::Event::Cause::Jump;
      if (mode_changes) modes[static_cast<std::size_t>(event.name)] = event.to;
    }
  }
  const auto n = static_cast<Eigen::Index>(network.bodies.size());
  for (Eigen::Index i = 0; i < n; ++i) {
    result.q.push_back(static_cast<double>(y[i]));
    result.v.push_back(static_cast<double>(y[n + i]));
  }
  return result;
}

}  // namespace acceptance
