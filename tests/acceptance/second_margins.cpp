// How far a motion is from the end of a mode.
#include <algorithm>
#include <cmath>

#include "acceptance/second_motion.h"

namespace acceptance::second {
namespace {

using Index = Eigen::Index;

std::size_t at(Index i) { return static_cast<std::size_t>(i); }

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

/// max s with low + s <= T + V c <= high - s, by trying every vertex; less if T itself fits.
Real largest_margin(const Vector& T, const Matrix& V, const Vector& low, const Vector& high) {
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

Real Motion::upper(int element, const Instant& instant, Real t) const {
  const Element& e = network_.elements[at(element)];
  if (e.kind == Element::Kind::Link) return kInfinite;
  if (e.kind == Element::Kind::Stop) return modes_.mode[at(element)] > 0 ? kInfinite : Real(0);
  std::vector<Jet> inputs = network_.inputs(t, instant.q, instant.v, instant.z);
  return e.forward.breakaway * network_.normal(e, modes_, inputs);
}

Real Motion::lower(int element, const Instant& instant, Real t) const {
  const Element& e = network_.elements[at(element)];
  if (e.kind == Element::Kind::Link) return -kInfinite;
  if (e.kind == Element::Kind::Stop) return modes_.mode[at(element)] < 0 ? -kInfinite : Real(0);
  std::vector<Jet> inputs = network_.inputs(t, instant.q, instant.v, instant.z);
  return -e.backward.breakaway * network_.normal(e, modes_, inputs);
}

std::vector<Motion::Margin> Motion::margins(const Instant& now, Real t, const Vector&) const {
  using What = Margin::What;
  std::vector<Margin> all;
  std::vector<Jet> inputs = network_.inputs(t, now.q, now.v, now.z);
  for (int i = 0; i < network_.n_bodies(); ++i) {
    const Body& body = network_.bodies[at(i)];
    if (body.motion.n_pieces() == 0) continue;
    const Jet time[] = {{t, 1, 0}};
    all.push_back({What::Pieces, -1 - i,
                   body.motion.margin(time, modes_.piece.data() + body.first_piece), 0});
  }
  for (int s = 0; s < network_.n_states(); ++s) {
    const OwnState& own = network_.states[at(s)];
    if (own.rate.n_pieces() == 0) continue;
    all.push_back({What::Pieces, static_cast<int>(network_.elements.size()) + s,
                   own.rate.margin(inputs, modes_.piece.data() + own.first_piece), 0});
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
      const int edge = mode > 0 ? 1 : -1;
      const Real way = edge * (x - (edge > 0 ? e.upper : e.lower));
      const Real force = e.stiffness * way + e.damping * edge * rate;
      // Each with the mode behind it.
      if (mode == 0) {
        all.push_back({What::Gap, index, e.upper - x, 1});
        all.push_back({What::Gap, index, x - e.lower, -1});
      } else if (!e.only_pushes) {
        all.push_back({What::Gap, index, way, 0});
      } else if (std::abs(mode) == 1) {
        all.push_back({What::Gap, index, force, 2 * edge});
      } else {
        all.push_back({What::Gap, index, -force, edge});
        all.push_back({What::Gap, index, way, 0});
      }
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
      const Real tooth = modes_.tooth[i];
      const Real lower = e.pitch > 0 ? tooth : e.lower;
      const Real upper = e.pitch > 0 ? tooth + e.pitch : e.upper;
      all.push_back({What::Edge, index, d - lower + modes_.beyond[i], -1});
      all.push_back({What::Edge, index, upper - d + (e.pitch > 0 ? 0 : modes_.beyond[i]), 1});
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
    all.push_back({What::Limit, -1, largest_margin(T, indeterminate_, low, high), 0});
  }
  return all;
}

}  // namespace acceptance::second
