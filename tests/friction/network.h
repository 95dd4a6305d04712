// Bodies, forces and pairs at rest; the problems they pose to the two solvers.
#pragma once

#include <cmath>
#include <vector>

#include <Eigen/Dense>

#include "luztar/friction/least_constraint.h"
#include "luztar/friction/tree.h"

namespace luztar::testing {

struct NetworkPair {
  int a, b;  ///< -1: ground
  double lower, upper;
  double viscous = 0.0;
  double coefficient_a = 1.0, coefficient_b = -1.0;
};

struct Network {
  std::vector<double> mass, force;
  std::vector<NetworkPair> pairs;
  std::vector<char> is_given;
  std::vector<double> given;

  int bodies() const { return static_cast<int>(mass.size()); }
  bool is_free(int b) const { return b >= 0 && (is_given.empty() || is_given[b] == 0); }

  double rate(const NetworkPair& pair, const std::vector<double>& x) const {
    return (pair.a >= 0 ? pair.coefficient_a * x[pair.a] : 0.0) +
           (pair.b >= 0 ? pair.coefficient_b * x[pair.b] : 0.0);
  }

  TreeSolver solver() const {
    std::vector<TreePair> edges;
    for (const NetworkPair& p : pairs)
      edges.push_back({p.a, p.b, p.coefficient_a, p.coefficient_b});
    return TreeSolver(bodies(), is_given, edges);
  }

  TreeProblem tree_problem() const {
    TreeProblem problem{mass, force, given, {}, {}, {}};
    bool viscous = false;
    for (const NetworkPair& p : pairs) {
      problem.lower.push_back(p.lower);
      problem.upper.push_back(p.upper);
      viscous = viscous || p.viscous != 0.0;
    }
    if (viscous)
      for (const NetworkPair& p : pairs) problem.viscous.push_back({p.viscous, p.viscous});
    return problem;
  }

  TreeSolution solve_tree() const {
    TreeSolver solver = this->solver();
    TreeSolution solution;
    solver.solve(tree_problem(), solution);
    return solution;
  }

  /// x and T by the dense solver. Viscous parts belong to the mass: with M' = M + D'CD and dry
  /// forces S, M' x = F - D'S is the same box problem.
  TreeSolution solve_dense(LeastConstraintSolution* details = nullptr) const {
    const int n = bodies();
    const int m = static_cast<int>(pairs.size());
    Eigen::MatrixXd incidence = Eigen::MatrixXd::Zero(m, n);
    Eigen::VectorXd damping(m);
    for (int j = 0; j < m; ++j) {
      if (pairs[j].a >= 0) incidence(j, pairs[j].a) += pairs[j].coefficient_a;
      if (pairs[j].b >= 0) incidence(j, pairs[j].b) += pairs[j].coefficient_b;
      damping(j) = pairs[j].viscous;
    }
    const Eigen::VectorXd F = Eigen::Map<const Eigen::VectorXd>(force.data(), n);
    const Eigen::VectorXd M = Eigen::Map<const Eigen::VectorXd>(mass.data(), n);
    Eigen::MatrixXd inverse;
    if (damping.isZero()) {
      inverse = M.cwiseInverse().asDiagonal();
    } else {
      Eigen::MatrixXd total = incidence.transpose() * damping.asDiagonal() * incidence;
      total.diagonal() += M;
      inverse = total.llt().solve(Eigen::MatrixXd::Identity(n, n));
    }
    const Eigen::MatrixXd W = incidence * inverse * incidence.transpose();
    const Eigen::VectorXd drive = incidence * (inverse * F);
    LeastConstraintProblem problem;
    problem.resize(m);
    problem.scale = F.cwiseAbs().maxCoeff();
    for (int i = 0; i < m; ++i) {
      problem.drive[i] = drive(i);
      problem.lower[i] = pairs[i].lower;
      problem.upper[i] = pairs[i].upper;
      for (int j = 0; j < m; ++j) problem.delassus[static_cast<std::size_t>(i * m + j)] = W(i, j);
    }
    LeastConstraintSolution dense;
    solve_least_constraint(problem, dense);
    const Eigen::Map<const Eigen::VectorXd> S(dense.force.data(), m);
    const Eigen::VectorXd x = inverse * (F - incidence.transpose() * S);
    TreeSolution solution;
    solution.status = dense.status;
    solution.bound = dense.bound;
    solution.residual = dense.residual;
    solution.x.assign(x.data(), x.data() + n);
    for (int j = 0; j < m; ++j)
      solution.force.push_back(dense.force[j] + pairs[j].viscous * rate(pairs[j], solution.x));
    if (details != nullptr) *details = dense;
    return solution;
  }
};

/// Largest violation of Newton's and Coulomb's laws over the largest force, from x and T alone. The
/// problem is convex, so these conditions decide that x is the minimizer. `tie`: rates below this,
/// relative to the largest x of the bodies alone or together, count as zero.
inline double law_violation(const Network& network, const TreeSolution& solution,
                            double tie = 1e-13) {
  double scale = 0.0;
  double largest = 0.0;
  std::vector<long double> left_over(network.mass.size());
  for (int b = 0; b < network.bodies(); ++b) {
    if (!network.is_free(b)) continue;
    left_over[b] = static_cast<long double>(network.mass[b]) * solution.x[b] - network.force[b];
    scale =
        std::max({scale, std::abs(network.force[b]), std::abs(network.mass[b] * solution.x[b])});
    largest =
        std::max({largest, std::abs(solution.x[b]), std::abs(network.force[b] / network.mass[b])});
  }
  for (std::size_t j = 0; j < network.pairs.size(); ++j) {
    const NetworkPair& p = network.pairs[j];
    if (p.a >= 0) left_over[p.a] += static_cast<long double>(p.coefficient_a) * solution.force[j];
    if (p.b >= 0) left_over[p.b] += static_cast<long double>(p.coefficient_b) * solution.force[j];
    if (network.is_free(p.a) || network.is_free(p.b))
      scale = std::max(scale, std::abs(solution.force[j]));
  }
  double worst = 0.0;
  for (int b = 0; b < network.bodies(); ++b)
    if (network.is_free(b)) worst = std::max(worst, static_cast<double>(std::abs(left_over[b])));
  for (std::size_t j = 0; j < network.pairs.size(); ++j) {
    const NetworkPair& p = network.pairs[j];
    const double w = network.rate(p, solution.x);
    const double dry = solution.force[j] - p.viscous * w;
    worst = std::max({worst, p.lower - dry, dry - p.upper});
    if (w > tie * largest) worst = std::max(worst, std::abs(p.upper - dry));
    if (w < -tie * largest) worst = std::max(worst, std::abs(dry - p.lower));
  }
  return scale > 0.0 ? worst / scale : worst;
}

}  // namespace luztar::testing
