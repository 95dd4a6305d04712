// Impacts at stops.
#include <algorithm>
#include <cmath>

#include "acceptance/second_engine.h"

namespace acceptance::second {
namespace {

using Kind = Element::Kind;
using Index = Eigen::Index;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

}  // namespace

/// Stops are met: velocities jump, and again while a rate points into an edge (Newton's law for all
/// stops that are closed, Moreau). Finite forces, friction too, pass no impulse. Bounces slower
/// than the options say rest on their edge.
void Engine::strike(const std::vector<int>& hit) {
  std::vector<int> closed, side;
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    const auto index = static_cast<int>(i);
    if (e.kind != Kind::Stop) continue;
    if (state_.mode[i] == 0 && std::find(hit.begin(), hit.end(), index) == hit.end()) continue;
    const Real d = e.row.dot(state_.q);
    closed.push_back(index);
    const bool upper = e.pitch == 0 && e.upper - d <= d - e.lower;
    side.push_back(state_.mode[i] != 0 ? state_.mode[i] : upper ? 1 : -1);
  }
  const State before = state_;
  std::vector<Real> impulse(closed.size(), 0);
  for (int round = 0; round < 100; ++round) {
    if (!strike_once(closed, side, impulse)) break;
  }
  const Real tiny = 1e-15L * (1 + before.v.lpNorm<Eigen::Infinity>());
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const Element& e = network_.elements[at(closed[k])];
    const bool rests = std::abs(e.row.dot(state_.v)) <= tiny;
    state_.mode[at(closed[k])] = rests ? side[k] : 0;
    state_.beyond[at(closed[k])] = beyond(closed[k], side[k]);
    if (impulse[k] != 0)
      result_.happenings.push_back({state_.t, closed[k], 0, 0, true, impulse[k]});
  }
  turn(before);
}

/// How far rounding has put a stop beyond the edge that it leaves, and a bit more.
Real Engine::beyond(int element, int side) const {
  const Element& e = network_.elements[at(element)];
  const Real lower = e.pitch > 0 ? state_.tooth[at(element)] : e.lower;
  const Real d = e.row.dot(state_.q);
  return std::max(side > 0 ? d - e.upper : lower - d, Real(0)) + 1e-19L * (1 + std::abs(d));
}

/// One impact; false if no rate points into an edge.
bool Engine::strike_once(const std::vector<int>& closed, const std::vector<int>& side,
                         std::vector<Real>& impulse) {
  const Real tiny = 1e-16L * (1 + state_.v.lpNorm<Eigen::Infinity>());
  std::vector<std::size_t> rows;
  std::vector<Real> wanted;
  bool into_one = false;
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const Element& e = network_.elements[at(closed[k])];
    const Real into = side[k] * e.row.dot(state_.v);
    if (into < -tiny) continue;
    const Real bounce = e.restitution * into < options_.smallest ? Real(0) : e.restitution;
    rows.push_back(k);
    wanted.push_back(-bounce * into);
    into_one = into_one || into > tiny;
  }
  if (!into_one) return false;
  const Matrix response = mobility_of_links();
  const auto m = static_cast<Index>(rows.size());
  Matrix D(m, network_.n_bodies());
  for (Index r = 0; r < m; ++r) {
    D.row(r) = side[rows[at(r)]] * network_.elements[at(closed[rows[at(r)]])].row.transpose();
  }
  const Matrix W = D * response * D.transpose();
  const Vector free = D * state_.v;
  for (long subset = (1L << m) - 1; subset > 0; --subset) {
    Vector p = Vector::Zero(m);
    std::vector<Index> active;
    for (Index r = 0; r < m; ++r) {
      if ((subset >> r) & 1) active.push_back(r);
    }
    const auto n = static_cast<Index>(active.size());
    Matrix A(n, n);
    Vector b(n);
    for (Index i = 0; i < n; ++i) {
      b[i] = free[active[at(i)]] - wanted[at(active[at(i)])];
      for (Index j = 0; j < n; ++j) A(i, j) = W(active[at(i)], active[at(j)]);
    }
    Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
    solver.setThreshold(1e-12L);
    solver.compute(A);
    const Vector x = solver.solve(b);
    if ((A * x - b).lpNorm<Eigen::Infinity>() > 1e-14L * (1 + b.lpNorm<Eigen::Infinity>()))
      continue;
    for (Index i = 0; i < n; ++i) p[active[at(i)]] = x[i];
    const Vector after = free - W * p;
    bool right = true;
    for (Index r = 0; r < m; ++r) {
      right = right && p[r] >= -1e-16L && after[r] <= wanted[at(r)] + 1e-15L;
    }
    if (!right) continue;
    state_.v -= response * D.transpose() * p;
    for (Index r = 0; r < m; ++r) impulse[rows[at(r)]] += side[rows[at(r)]] * p[r];
    return true;
  }
  throw Unsupported("no impulse");
}

/// Jumps of velocity per impulse on the bodies; links stay closed.
Matrix Engine::mobility_of_links() const {
  const Index n = network_.n_bodies();
  std::vector<const Element*> links;
  for (const Element& e : network_.elements) {
    if (e.kind == Kind::Link) links.push_back(&e);
  }
  std::vector<Index> free;
  for (Index i = 0; i < n; ++i) {
    const Body::Kind kind = network_.bodies[at(i)].kind;
    if (kind == Body::Kind::Free || kind == Body::Kind::Massless) free.push_back(i);
  }
  Matrix select = Matrix::Zero(n, static_cast<Index>(free.size()));
  for (std::size_t i = 0; i < free.size(); ++i) select(free[i], Index(i)) = 1;
  Matrix basis = select;
  if (!links.empty()) {
    Matrix J(static_cast<Index>(links.size()), n);
    for (std::size_t i = 0; i < links.size(); ++i) J.row(Index(i)) = links[i]->row.transpose();
    Eigen::FullPivLU<Matrix> lu(J * select);
    lu.setThreshold(1e-12L);
    basis = lu.dimensionOfKernel() > 0 ? Matrix(select * lu.kernel()) : Matrix::Zero(n, 0);
  }
  Vector mass = Vector::Zero(n);
  for (const Index i : free) mass[i] = network_.bodies[at(i)].mass;
  const Matrix S = basis.transpose() * mass.asDiagonal() * basis;
  Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
  solver.setThreshold(1e-12L);
  solver.compute(S);
  return basis * solver.pseudoInverse() * basis.transpose();
}

/// After velocities have jumped: directions of pairs, pieces of laws.
void Engine::turn(const State& before) {
  const Real tiny = 1e-14L * (1 + before.v.lpNorm<Eigen::Infinity>());
  std::vector<Jet> inputs = network_.inputs(state_);
  network_.choose_rates(inputs, state_);
  for (std::size_t i = 0; i < network_.elements.size(); ++i) {
    const Element& e = network_.elements[i];
    const Real rate = e.row.dot(state_.v);
    if (std::abs(rate - e.row.dot(before.v)) <= tiny) continue;
    inputs[inputs.size() - 2] = {e.row.dot(state_.q), rate, 0};
    inputs[inputs.size() - 1] = {rate, 0, 0};
    if (e.formula.n_pieces() > 0) e.formula.choose(inputs, state_.piece.data() + e.first_piece);
    if (e.kind == Kind::Bristles) state_.sign[i] = rate < 0 ? -1 : 1;
    if (e.kind != Kind::Friction) continue;
    state_.mode[i] = rate > tiny ? 1 : rate < -tiny ? -1 : 0;
    const Law& law = rate > 0 ? e.forward : e.backward;
    const long piece = state_.mode[i] == before.mode[i] ? before.law[i] : 0;
    state_.law[i] = state_.mode[i] == 0 ? 0 : law.piece_of(std::abs(rate), piece);
  }
}

}  // namespace acceptance::second
