// Gauss's principle for many pairs that form chains and trees.
#include <cmath>

#include "luztar/dynamics/modes.h"

namespace luztar {
namespace {

constexpr double kTiny = 1e-290;  // forces below it decide nothing

}  // namespace

/// Orders the bodies for pairs_, unless that was done for the same pairs before.
bool ModeResolver::plan_tree() {
  if (pairs_ == tree_pairs_) return tree_ != nullptr && tree_->is_forest();
  tree_pairs_ = pairs_;
  tree_.reset();
  std::vector<TreePair> edges;
  for (const int j : pairs_) {
    const auto terms = system_.terms_of_pair(j);
    if (terms.size() > 2) return false;
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
  tree_ = std::make_unique<TreeSolver>(system_.n_bodies(), given, edges);
  return tree_->is_forest();
}

/// The problem of order k for pairs_ with limits in problem_; forces to solution_.
void ModeResolver::solve_tree(const Expansion& series, int k) {
  const auto n = static_cast<std::size_t>(system_.n_bodies());
  tree_problem_.mass.resize(n);
  tree_problem_.force.resize(n);
  tree_problem_.given.resize(n);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const bool free = system_.is_free(b);
    const double force = series.body_force(b)[k];
    tree_problem_.mass[b] = free ? 1.0 / system_.inverse_mass[b] : 0.0;
    tree_problem_.force[b] = std::abs(force) < kTiny ? 0.0 : force;
    tree_problem_.given[b] = free ? 0.0 : series.a(b)[k];
  }
  tree_problem_.lower = problem_.lower;
  tree_problem_.upper = problem_.upper;
  tree_solution_.bound.clear();  // a guess would let the past into the bits of the result
  tree_->solve(tree_problem_, tree_solution_);
  solution_.status = tree_solution_.status;
  solution_.residual = tree_solution_.residual;
  solution_.force = tree_solution_.force;
  solution_.bound = tree_solution_.bound;
}

}  // namespace luztar
