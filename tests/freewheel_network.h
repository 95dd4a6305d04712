// Random networks with freewheels, and their motion by an enumeration of all modes in exact
// fractions. It shares no code with the engine.
#pragma once

#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <boost/multiprecision/cpp_int.hpp>
#include <doctest/doctest.h>

#include "dynamics/small_models.h"

namespace luztar::testing {

using Fraction = boost::multiprecision::cpp_rational;

/// What a pair at rest may carry: forces in [lower, upper]; nothing: no limit.
struct Pair {
  std::vector<int> row;  ///< (bodies) coefficients
  std::optional<Fraction> lower, upper;
};

/// M x = load - sum of rows * force; a pair holds (row x = 0, force within the limits), or goes up
/// (row x >= 0, force = upper) or down (row x <= 0, force = lower). Rows with a mass of 0 stand for
/// given bodies: x = 0.
struct Problem {
  std::vector<int> mass, load;
  std::vector<Pair> pairs;
};

/// Solves a x = b by elimination; free unknowns become 0. Nothing: it contradicts itself.
inline std::optional<std::vector<Fraction>> solved(std::vector<std::vector<Fraction>> a,
                                                   std::vector<Fraction> b) {
  const std::size_t n = a.empty() ? 0 : a[0].size();
  std::vector<std::size_t> pivot_of;
  std::size_t row = 0;
  for (std::size_t column = 0; column < n && row < a.size(); ++column) {
    std::size_t found = row;
    while (found < a.size() && a[found][column] == 0) ++found;
    if (found == a.size()) continue;
    std::swap(a[found], a[row]);
    std::swap(b[found], b[row]);
    for (std::size_t r = 0; r < a.size(); ++r) {
      if (r == row || a[r][column] == 0) continue;
      const Fraction factor = a[r][column] / a[row][column];
      for (std::size_t c = column; c < n; ++c) a[r][c] -= factor * a[row][c];
      b[r] -= factor * b[row];
    }
    pivot_of.push_back(column);
    ++row;
  }
  for (std::size_t r = row; r < a.size(); ++r)
    if (b[r] != 0) return std::nullopt;
  std::vector<Fraction> x(n, 0);
  for (std::size_t r = 0; r < row; ++r) x[pivot_of[r]] = b[r] / a[r][pivot_of[r]];
  return x;
}

inline Fraction along(const std::vector<int>& row, const std::vector<Fraction>& x) {
  Fraction sum = 0;
  for (std::size_t b = 0; b < row.size(); ++b) sum += row[b] * x[b];
  return sum;
}

/// x for one choice of modes: 0 holds, 1 goes up, -1 down. Nothing if the choice does not fit.
/// Where held pairs close a cycle their forces are not unique; a choice that fits with others of
/// them may be missed, but the same motion fits a choice that holds fewer pairs with a force.
inline std::optional<std::vector<Fraction>> motion(const Problem& problem,
                                                   const std::vector<int>& modes) {
  const std::size_t n = problem.mass.size();
  std::vector<std::size_t> held;
  std::vector<Fraction> load(problem.load.begin(), problem.load.end());
  for (std::size_t j = 0; j < modes.size(); ++j) {
    const Pair& pair = problem.pairs[j];
    if (modes[j] == 0) {
      held.push_back(j);
      continue;
    }
    const auto& limit = modes[j] > 0 ? pair.upper : pair.lower;
    if (!limit) return std::nullopt;
    for (std::size_t b = 0; b < n; ++b) load[b] -= pair.row[b] * *limit;
  }
  const std::size_t unknowns = n + held.size();
  std::vector<std::vector<Fraction>> a;
  std::vector<Fraction> right;
  for (std::size_t b = 0; b < n; ++b) {
    a.emplace_back(unknowns, 0);
    a.back()[b] = problem.mass[b];
    for (std::size_t k = 0; k < held.size(); ++k) a.back()[n + k] = problem.pairs[held[k]].row[b];
    right.push_back(load[b]);
  }
  for (const std::size_t j : held) {
    a.emplace_back(unknowns, 0);
    for (std::size_t b = 0; b < n; ++b) a.back()[b] = problem.pairs[j].row[b];
    right.emplace_back(0);
  }
  auto x = solved(a, right);
  if (!x) return std::nullopt;
  for (std::size_t k = 0; k < held.size(); ++k) {
    const Pair& pair = problem.pairs[held[k]];
    const Fraction& force = (*x)[n + k];
    if ((pair.lower && force < *pair.lower) || (pair.upper && force > *pair.upper))
      return std::nullopt;
  }
  for (std::size_t j = 0; j < modes.size(); ++j)
    if (modes[j] * along(problem.pairs[j].row, *x) < 0) return std::nullopt;
  x->resize(n);
  return x;
}

/// Every choice of modes that fits gives the same motion.
inline std::optional<std::vector<Fraction>> only_motion(const Problem& problem) {
  std::optional<std::vector<Fraction>> found;
  std::vector<int> modes(problem.pairs.size(), -1);
  for (;;) {
    if (auto x = motion(problem, modes)) {
      if (found) CHECK(*found == *x);
      found = std::move(x);
    }
    std::size_t j = 0;
    while (j < modes.size() && ++modes[j] > 1) modes[j++] = -1;
    if (j == modes.size()) return found;
  }
}

class Dice {
 public:
  explicit Dice(int seed) : random_(static_cast<std::uint32_t>(seed)) {}
  int operator()(int from, int to) {
    return from + static_cast<int>(random_() % static_cast<std::uint32_t>(to - from + 1));
  }
  bool chance(int of) { return (*this)(1, of) == 1; }

 private:
  std::mt19937 random_;
};

struct FreewheelNetwork {
  Model model;
  Problem problem;
};

/// Two ends, the second one perhaps the ground; whole arms, both 1 mostly.
inline std::vector<int> ends(Dice& dice, int bodies, Deflection& deflection) {
  const int a = dice(0, bodies - 1);
  int b = dice(-1, bodies - 1);
  while (b == a) b = dice(-1, bodies - 1);
  const int arm_a = dice.chance(3) ? dice(1, 3) : 1, arm_b = dice.chance(3) ? dice(1, 3) : 1;
  deflection = between(a, b, arm_a, arm_b);
  std::vector<int> row(static_cast<std::size_t>(bodies), 0);
  row[static_cast<std::size_t>(a)] = arm_a;
  if (b >= 0) row[static_cast<std::size_t>(b)] = -arm_b;
  return row;
}

/// Freewheels and frictions between masses at rest, perhaps with loads and links.
inline FreewheelNetwork random_network(int seed, bool loads, bool links) {
  Dice dice(seed);
  FreewheelNetwork network;
  Model& model = network.model = lasting(0.0);
  const int n = dice(2, 5);
  for (int b = 0; b < n; ++b) {
    const int mass = dice(1, 5);
    body(model, "m" + std::to_string(b), mass);
    network.problem.mass.push_back(mass);
    network.problem.load.push_back(loads ? dice(-9, 9) : 0);
    if (loads)
      force(model, "f" + std::to_string(b), b, std::to_string(network.problem.load.back()));
  }
  const int pairs = dice(1, 6);
  for (int j = 0; j < pairs; ++j) {
    Deflection deflection;
    Pair pair;
    pair.row = ends(dice, n, deflection);
    const std::string name = "e" + std::to_string(j);
    const int kind = links ? dice(0, 5) : dice(0, 4);
    if (kind == 5) {
      link(model, name, deflection);
    } else if (kind >= 2) {
      freewheel(model, name, deflection);
      pair.upper = 0;
    } else {
      const int limit = dice(0, 6);
      friction(model, name, deflection, limit, limit);
      pair.lower = -limit;
      pair.upper = limit;
    }
    network.problem.pairs.push_back(std::move(pair));
  }
  return network;
}

}  // namespace luztar::testing
