// One implicit step by a solver of its own: dense, slow, and without modes.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "../random.h"
#include "luztar/stepping/network_stepper.h"

namespace luztar::testing {

using Matrix = std::vector<std::vector<double>>;

/// Inverse by elimination, largest pivots first.
inline Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  for (std::size_t i = 0; i < n; ++i) {
    a[i].resize(2 * n, 0.0);
    a[i][n + i] = 1.0;
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t best = i;
    for (std::size_t r = i; r < n; ++r)
      if (std::abs(a[r][i]) > std::abs(a[best][i])) best = r;
    std::swap(a[i], a[best]);
    for (std::size_t r = 0; r < n; ++r) {
      const double part = r == i ? 1.0 - 1.0 / a[i][i] : a[r][i] / a[i][i];
      for (std::size_t c = 2 * n; c-- > i;) a[r][c] -= part * a[i][c];
    }
  }
  for (auto& row : a) row.erase(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(n));
  return a;
}

/// Velocities at the end of a step, from src/luztar/stepping/README.md: the dry impulses T minimize
/// 1/2 (b - D'T)' K^-1 (b - D'T) within their limits, K = M + the slopes of springs and dampers;
/// one T after the other, as often as it takes (projected Gauss-Seidel). Without contacts, stops
/// and given bodies; F_S = F_K, both directions alike.
inline std::vector<double> projected_step(const StepNetwork& network, const StepState& state,
                                          double h, const std::vector<double>& force) {
  const std::size_t n = network.mass.size();
  const std::size_t m = network.edges.size();
  Matrix d(m, std::vector<double>(n, 0.0));
  Matrix k(n, std::vector<double>(n, 0.0));
  std::vector<double> b(n);
  for (std::size_t i = 0; i < n; ++i) {
    k[i][i] = network.mass[i];
    b[i] = network.mass[i] * state.v[i] + h * force[i];
  }
  for (std::size_t e = 0; e < m; ++e) {
    const TreePair& pair = network.edges[e];
    d[e][static_cast<std::size_t>(pair.a)] += pair.coefficient_a;
    if (pair.b >= 0) d[e][static_cast<std::size_t>(pair.b)] += pair.coefficient_b;
    double w0 = 0.0;
    for (std::size_t i = 0; i < n; ++i) w0 += d[e][i] * state.v[i];
    // k (d0 + d1)/2 + C (w0 + w1)/2 with d1 = d0 + h (w0 + w1)/2.
    const double slope = h * (0.5 * network.viscous[e] + 0.25 * h * network.stiffness[e]);
    const double rest =
        h * (0.5 * network.viscous[e] * w0 + network.stiffness[e] * (state.d[e] + 0.25 * h * w0));
    for (std::size_t i = 0; i < n; ++i) {
      b[i] -= d[e][i] * rest;
      for (std::size_t j = 0; j < n; ++j) k[i][j] += slope * d[e][i] * d[e][j];
    }
  }
  const Matrix inverse_k = inverse(k);
  Matrix answer(m, std::vector<double>(n, 0.0));  // velocities for an impulse of 1
  std::vector<double> v(n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      v[i] += inverse_k[i][j] * b[j];
      for (std::size_t e = 0; e < m; ++e) answer[e][i] += inverse_k[i][j] * d[e][j];
    }
  const auto along = [&](std::size_t e, const std::vector<double>& x) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) sum += d[e][i] * x[i];
    return sum;
  };
  std::vector<double> dry(m, 0.0);
  double moved = 1.0;
  for (int sweep = 0; sweep < 200'000 && moved > 1e-17; ++sweep) {
    moved = 0.0;
    for (std::size_t e = 0; e < m; ++e) {
      const double limit = h * network.kinetic[e];
      const double next = std::clamp(dry[e] + along(e, v) / along(e, answer[e]), -limit, limit);
      for (std::size_t i = 0; i < n; ++i) v[i] -= answer[e][i] * (next - dry[e]);
      moved = std::max(moved, std::abs(next - dry[e]));
      dry[e] = next;
    }
  }
  return v;
}

/// A network for projected_step(), with a state and forces.
struct StepCase {
  StepNetwork network;
  StepState state;
  std::vector<double> force;

  void add_body(Random& random) {
    network.mass.push_back(random(0.5, 2.0));
    state.q.push_back(0.0);
    state.v.push_back(random.below(2) == 0 ? 0.0 : random(-0.02, 0.02));
    force.push_back(random(-6.0, 6.0));
  }
  void add_edge(Random& random, int a, int b, double ratio = 1.0) {
    network.edges.push_back({a, b, 1.0, -ratio});
    network.stiffness.push_back(random.below(2) == 0 ? 0.0 : random(10.0, 300.0));
    network.viscous.push_back(random.below(2) == 0 ? 0.0 : random(0.0, 5.0));
    network.kinetic.push_back(random.below(4) == 0 ? 0.0 : random(0.5, 5.0));
    state.d.push_back(random(-0.01, 0.01));
  }
};

/// Each body hangs on one before it; some are tied to the ground.
inline StepCase random_tree(Random& random, int bodies) {
  StepCase one;
  for (int b = 0; b < bodies; ++b) {
    one.add_body(random);
    if (b > 0) one.add_edge(random, b, random.below(b), random.below(2) == 0 ? 1.0 : 0.7);
    if (b == 0 || random.below(4) == 0) one.add_edge(random, b, kTreeGround);
  }
  return one;
}

/// Body i slides on body i + 1, the last one on the ground.
inline StepCase random_chain(Random& random, int bodies) {
  StepCase one;
  for (int b = 0; b < bodies; ++b) {
    one.add_body(random);
    one.add_edge(random, b, b + 1 < bodies ? b + 1 : kTreeGround);
  }
  return one;
}

/// The tree with edges that close cycles, one of them beside another edge.
inline StepCase random_cycles(Random& random, int bodies) {
  StepCase one = random_tree(random, bodies);
  one.add_edge(random, 0, 1);
  for (int k = 0; k < 2; ++k) {
    const int a = random.below(bodies);
    one.add_edge(random, a, (a + 1 + random.below(bodies - 1)) % bodies);
  }
  return one;
}

}  // namespace luztar::testing
