#include "rational.h"

#include <array>
#include <cmath>

namespace luztar::testing {
namespace {

/// Which bodies move together, and how: x = ratio x_root, or zero if the group is tied to ground.
class Groups {
 public:
  Groups(const Network& network, const TreeSolution& solution)
      : network_(network), solution_(solution) {
    const auto n = static_cast<std::size_t>(network.bodies());
    ratio.assign(n, 0);
    up.assign(n, -1);
    root.assign(n, -1);
    is_spanning.assign(network.pairs.size(), 0);
    adjacent_.resize(n);
    for (std::size_t j = 0; j < network.pairs.size(); ++j) {
      const NetworkPair& p = network.pairs[j];
      if (solution.bound[j] != Bound::Free) continue;
      for (const int b : {p.a, p.b})
        if (b >= 0) adjacent_[static_cast<std::size_t>(b)].push_back(static_cast<int>(j));
    }
    for (std::size_t j = 0; j < network.pairs.size(); ++j) {
      const NetworkPair& p = network.pairs[j];
      if (solution.bound[j] == Bound::Free && (p.a < 0 || p.b < 0))
        walk(p.a < 0 ? p.b : p.a, static_cast<int>(j), true);
    }
    for (int b = 0; b < network.bodies(); ++b) walk(b, -1, false);
  }

  static Rational coefficient(const NetworkPair& pair, int body) {
    Rational sum = 0;
    if (pair.a == body) sum += Rational(pair.coefficient_a);
    if (pair.b == body) sum += Rational(pair.coefficient_b);
    return sum;
  }

  std::vector<Rational> ratio;
  std::vector<int> order;         ///< bodies, parents first
  std::vector<int> up, root;      ///< pair towards the root or the ground; -1
  std::vector<char> is_spanning;  ///< (pairs) 1: its force follows from the balance of a body

 private:
  void walk(int start, int pair, bool grounded) {
    if (root[start] >= 0) return;
    root[start] = start;
    up[start] = pair;
    if (pair >= 0) is_spanning[pair] = 1;
    ratio[start] = grounded ? 0 : 1;
    std::size_t next = order.size();
    order.push_back(start);
    for (; next < order.size(); ++next) {
      const int b = order[next];
      for (const int j : adjacent_[b]) {
        const NetworkPair& p = network_.pairs[j];
        const int other = p.a == b ? p.b : p.a;
        if (other < 0 || root[other] >= 0) continue;
        root[other] = start;
        up[other] = j;
        is_spanning[j] = 1;
        ratio[other] = -coefficient(p, b) / coefficient(p, other) * ratio[b];
        order.push_back(other);
      }
    }
  }

  const Network& network_;
  const TreeSolution& solution_;
  std::vector<std::vector<int>> adjacent_;
};

/// The dry force of a pair that does not follow from a balance.
Rational known_force(const Network& network, const TreeSolution& solution, int j) {
  const NetworkPair& p = network.pairs[j];
  // A pair that closes a cycle of stuck ones may hold any force: the solver's.
  if (solution.bound[j] == Bound::Free) return Rational(solution.force[j]);
  if (solution.force[j] != p.lower && solution.force[j] != p.upper && p.viscous == 0.0)
    return Rational(solution.force[j]);
  return Rational(solution.bound[j] == Bound::Upper ? p.upper : p.lower);
}

Rational rate(const NetworkPair& p, const std::vector<Rational>& x) {
  Rational w = 0;
  if (p.a >= 0) w += Rational(p.coefficient_a) * x[p.a];
  if (p.b >= 0) w += Rational(p.coefficient_b) * x[p.b];
  return w;
}

/// Forces of spanning pairs from the leaves up; then every condition.
void finish(const Network& network, const TreeSolution& solution, const Groups& groups,
            Certificate& result) {
  const auto m = network.pairs.size();
  std::vector<Rational> left_over(result.x.size());  // of Newton's law
  for (std::size_t b = 0; b < left_over.size(); ++b)
    left_over[b] = Rational(network.force[b]) - Rational(network.mass[b]) * result.x[b];
  result.force.assign(m, 0);
  const auto apply = [&](std::size_t j) {
    const NetworkPair& p = network.pairs[j];
    const Rational total = result.force[j] + Rational(p.viscous) * rate(p, result.x);
    if (p.a >= 0) left_over[p.a] -= Rational(p.coefficient_a) * total;
    if (p.b >= 0) left_over[p.b] -= Rational(p.coefficient_b) * total;
  };
  for (std::size_t j = 0; j < m; ++j) {
    if (groups.is_spanning[j] != 0) continue;
    result.force[j] = known_force(network, solution, static_cast<int>(j));
    apply(j);
  }
  for (std::size_t i = groups.order.size(); i-- > 0;) {
    const int b = groups.order[i];
    const int j = groups.up[b];
    if (j < 0) continue;
    result.force[j] = left_over[b] / Groups::coefficient(network.pairs[j], b);
    apply(static_cast<std::size_t>(j));
  }
  result.holds = true;
  for (const Rational& rest : left_over) result.holds = result.holds && rest == 0;
  for (std::size_t j = 0; j < m; ++j) {
    const NetworkPair& p = network.pairs[j];
    const Rational w = rate(p, result.x);
    const Rational& T = result.force[j];
    const bool below = std::isinf(p.lower) || T >= Rational(p.lower);
    const bool above = std::isinf(p.upper) || T <= Rational(p.upper);
    const bool at_upper = !std::isinf(p.upper) && T == Rational(p.upper);
    const bool at_lower = !std::isinf(p.lower) && T == Rational(p.lower);
    result.holds = result.holds && below && above && (w == 0 || (w > 0 ? at_upper : at_lower));
  }
}

}  // namespace

Certificate certify(const Network& network, const TreeSolution& solution) {
  const Groups groups(network, solution);
  const auto n = static_cast<std::size_t>(network.bodies());
  std::vector<Rational> force(n), mass(n);
  for (std::size_t b = 0; b < n; ++b) {
    const Rational& ratio = groups.ratio[b];
    force[groups.root[b]] += ratio * Rational(network.force[b]);
    mass[groups.root[b]] += ratio * ratio * Rational(network.mass[b]);
  }
  for (std::size_t j = 0; j < network.pairs.size(); ++j) {
    if (groups.is_spanning[j] != 0) continue;  // no effect on its group
    const NetworkPair& p = network.pairs[j];
    const Rational T = known_force(network, solution, static_cast<int>(j));
    if (p.a >= 0) force[groups.root[p.a]] -= groups.ratio[p.a] * Rational(p.coefficient_a) * T;
    if (p.b >= 0) force[groups.root[p.b]] -= groups.ratio[p.b] * Rational(p.coefficient_b) * T;
  }
  Certificate result;
  for (std::size_t b = 0; b < n; ++b) {
    const int root = groups.root[b];
    result.x.push_back(mass[root] == 0 ? Rational(0) : groups.ratio[b] * force[root] / mass[root]);
  }
  finish(network, solution, groups, result);
  return result;
}

Certificate certify_viscous(const Network& network, const TreeSolution& solution) {
  const Groups groups(network, solution);
  const auto n = static_cast<std::size_t>(network.bodies());
  // (matrix | right-hand side) of the roots' x; rows of bodies that follow stay empty.
  std::vector<std::vector<Rational>> rows(n, std::vector<Rational>(n + 1));
  for (std::size_t b = 0; b < n; ++b) {
    const Rational& ratio = groups.ratio[b];
    const int root = groups.root[b];
    rows[root][root] += ratio * ratio * Rational(network.mass[b]);
    rows[root][n] += ratio * Rational(network.force[b]);
  }
  for (std::size_t j = 0; j < network.pairs.size(); ++j) {
    if (groups.is_spanning[j] != 0) continue;
    const NetworkPair& p = network.pairs[j];
    const Rational T = known_force(network, solution, static_cast<int>(j));
    std::vector<std::pair<int, Rational>> terms;
    if (p.a >= 0)
      terms.emplace_back(groups.root[p.a], groups.ratio[p.a] * Rational(p.coefficient_a));
    if (p.b >= 0)
      terms.emplace_back(groups.root[p.b], groups.ratio[p.b] * Rational(p.coefficient_b));
    for (const auto& [row, c] : terms) {
      rows[row][n] -= c * T;
      for (const auto& [column, d] : terms) rows[row][column] += Rational(p.viscous) * c * d;
    }
  }
  for (std::size_t k = 0; k < n; ++k)
    if (rows[k][k] == 0) rows[k][k] = 1;  // grounded or not a root: x = 0
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k || rows[i][k] == 0) continue;
      const Rational factor = rows[i][k] / rows[k][k];
      for (std::size_t c = k; c <= n; ++c) rows[i][c] -= factor * rows[k][c];
    }
  Certificate result;
  for (std::size_t b = 0; b < n; ++b) {
    const auto root = static_cast<std::size_t>(groups.root[b]);
    result.x.push_back(groups.ratio[b] * rows[root][n] / rows[root][root]);
  }
  finish(network, solution, groups, result);
  return result;
}

}  // namespace luztar::testing
