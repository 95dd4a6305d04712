// The problems that engines with time steps are given: bodies on a line, pairs with dry friction.
// (This header is C++17: Siconos' headers cannot be read as C++20.)
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace bench {

/// w = v_a - ratio v_b, or v_a if b is the ground; d is the integral of w from 0. The force
///
///     f = k luz(d, gap) + C w + F sgn w
///
/// pushes -f on a and +ratio f on b.
struct Edge {
  int a{}, b{-1};  ///< -1: the ground
  double ratio{1.0};
  double stiffness{}, viscous{}, dry{}, gap{};
  double breakaway{};  ///< static friction where it is above `dry`; else 0
};

struct Network {
  std::vector<double> mass;
  std::vector<Edge> edges;
  std::vector<std::size_t> driven;                         ///< bodies with a force
  std::function<double(std::size_t body, double t)> load;  ///< of those [N]
  std::vector<char> given;  ///< bodies whose velocity is told; empty: none
  std::function<double(std::size_t body, double t)> given_velocity;  ///< [m/s]
  std::vector<double> start_velocity;                                ///< empty: at rest
  bool relative{};        ///< errors are measured on the first body, relative to the second
  double duration{};      ///< [s]
  double sample_every{};  ///< [s]

  int bodies() const { return static_cast<int>(mass.size()); }
};

/// Dead zone: 0 within [-gap, gap].
inline double luz(double x, double gap) { return x > gap ? x - gap : x < -gap ? x + gap : 0.0; }

/// All positions are 0 at t = 0. The references: README.md.
/// @param name  guide, belt (given bodies, static above kinetic friction), three, gear, chain (load
/// on the first of n blocks), chain5 (on every fifth)
Network network(const std::string& name, int n);

}  // namespace bench
