// Gauss's principle for many pairs: on chains and trees by recursion, with cycles by cuts.
#include <algorithm>
#include <cmath>

#include "luztar/dynamics/modes.h"

namespace luztar {
namespace {

constexpr double kTiny = 1e-290;    // forces below it decide nothing
constexpr double kAtLimit = 1e-12;  // relative to the largest force; see modes.cpp

}  // namespace

/// Orders the bodies for pairs_, unless that was done for the same pairs before.
void ModeResolver::plan_graph() {
  if (pairs_ == graph_pairs_) return;
  graph_pairs_ = pairs_;
  tree_.reset();
  graph_.reset();
  std::vector<TreePair> edges;
  for (const int j : pairs_) {
    const auto terms = system_.terms_of_pair(j);
    if (terms.size() > 2) return;
    TreePair edge{kTreeGround, kTreeGround, 0.0, 0.0};
    if (!terms.empty()) {
      edge.a = terms[0].body;
      edge.coefficient_a = terms[0].coefficient;
    }
    if (terms.size() == 2) {
      edge.b = terms[1].body;
      edge.coefficient_b = terms[1].coefficient;
    }
    edges.push_back(edge);
  }
  std::vector<char> given;
  for (int b = 0; b < system_.n_bodies(); ++b) given.push_back(system_.is_free(b) ? 0 : 1);
  graph_ = std::make_unique<GraphSolver>(system_.n_bodies(), given, edges);
  if (graph_->is_forest()) {
    graph_.reset();
    tree_ = std::make_unique<TreeSolver>(system_.n_bodies(), given, edges);
  } else if (!graph_->is_graph()) {
    graph_.reset();
  }
}

/// The problem of order k for pairs_ with limits in problem_; forces to solution_.
/// @param problem  of TreeSolver or GraphSolver
template <class Problem>
void ModeResolver::fill(const Expansion& series, int k, Problem& problem) const {
  const auto n = static_cast<std::size_t>(system_.n_bodies());
  problem.mass.resize(n);
  problem.force.resize(n);
  problem.given.resize(n);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const bool free = system_.is_free(b);
    const double force = series.body_force(b)[k];
    problem.mass[b] = free ? 1.0 / system_.inverse_mass[b] : 0.0;
    problem.force[b] = std::abs(force) < kTiny ? 0.0 : force;
    problem.given[b] = free ? 0.0 : series.a(b)[k];
  }
  problem.lower = problem_.lower;
  problem.upper = problem_.upper;
}

void ModeResolver::solve_tree(const Expansion& series, int k) {
  fill(series, k, tree_problem_);
  tree_solution_.bound.clear();  // a guess would let the past into the bits of the result
  tree_->solve(tree_problem_, tree_solution_);
  solution_.status = tree_solution_.status;
  solution_.residual = tree_solution_.residual;
  solution_.force = tree_solution_.force;
  solution_.bound = tree_solution_.bound;
}

/// Of free bodies that pairs_ tie to given ones, moving with them [N].
double ModeResolver::largest_inertia(const GraphProblem& problem) const {
  double largest = 0.0;
  for (const int j : pairs_) {
    const auto terms = system_.terms_of_pair(j);
    if (terms.size() != 2 || system_.is_free(terms[0].body) == system_.is_free(terms[1].body))
      continue;
    const Term& given = system_.is_free(terms[0].body) ? terms[1] : terms[0];
    const Term& free = system_.is_free(terms[0].body) ? terms[0] : terms[1];
    largest = std::max(largest, std::abs(problem.mass[free.body] * given.coefficient /
                                         free.coefficient * problem.given[given.body]));
  }
  return largest;
}

void ModeResolver::solve_graph(const Expansion& series, int k) {
  fill(series, k, graph_problem_);
  graph_problem_.tolerance =
      kAtLimit * std::max(series.force_scale(k), largest_inertia(graph_problem_));
  graph_problem_.given_later.clear();
  if (given_parts_)
    for (int order = k + 1; order <= series.order(); ++order) {
      auto& later = graph_problem_.given_later.emplace_back(system_.n_bodies(), 0.0);
      for (int b = 0; b < system_.n_bodies(); ++b)
        if (!system_.is_free(b)) later[b] = series.a(b)[order];
    }
  graph_->solve(graph_problem_, graph_solution_);
  solution_.status = graph_solution_.status;
  solution_.residual = graph_solution_.residual;
  solution_.force = graph_solution_.force;
  solution_.bound = graph_solution_.bound;
  at_limit_ = graph_solution_.at_limit;
}

}  // namespace luztar
