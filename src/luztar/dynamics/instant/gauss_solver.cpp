#include "luztar/dynamics/instant/gauss_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "luztar/core/nearness.h"
#include "luztar/core/node_groups.h"
#include "luztar/core/stop_request.h"

namespace luztar {
namespace {

constexpr std::size_t kMany = 16;  // pairs without cycles: recursion is faster from about ten on
constexpr int kNeighbours = 2;     // coefficients that say how large the one before might be

/// Coefficient k of a given acceleration; 0 where it is no more than the time, in which its terms
/// cancel, rounds to.
double value_at(const double* a, int k, int order, double time) {
  double other = 0.0;
  double factor = kRounding;
  for (int next = k + 1; next <= std::min(k + kNeighbours, order); ++next) {
    factor *= next * time;
    other = std::max(other, factor * std::abs(a[next]));
  }
  return std::abs(a[k]) > other ? a[k] : 0.0;
}

}  // namespace

GaussSolver::GaussSolver(const SystemImpl& system)
    : system_(system), has_motions_(system.has_motions()), held_(system) {
  std::vector<int> all(static_cast<std::size_t>(system.n_pairs()));
  std::iota(all.begin(), all.end(), 0);
  may_cycle_ = has_cycle(all);
}

void GaussSolver::begin(const std::vector<int>& pairs) {
  pairs_ = pairs;
  problem_.size = static_cast<int>(pairs.size());
  problem_.lower.resize(pairs.size());
  problem_.upper.resize(pairs.size());
  near_.resize(pairs.size());
}

void GaussSolver::set_bounds(std::size_t position, const ForceBounds& bounds, double near) {
  problem_.lower[position] = bounds.lower;
  problem_.upper[position] = bounds.upper;
  near_[position] = near;
}

bool GaussSolver::solve(Expansion& series, int k) {
  series.accelerate_free(k);
  series.curve(k);
  held_.release();
  if (pairs_.empty()) return true;
  at_limit_.clear();
  plan_graph();
  if (tree_ != nullptr)
    solve_tree(series, k);
  else if (graph_ != nullptr)
    solve_graph(series, k);
  // Cuts give up where given motions part but for rounding: the dense solver asks their
  // derivatives.
  if ((tree_ == nullptr && graph_ == nullptr) || (gave_up() && pairs_.size() <= kMany)) {
    at_limit_.clear();
    solve_dense(series, k);
  }
  if (gave_up()) return false;
  for (std::size_t p = 0; p < pairs_.size(); ++p)
    series.add_pair_force(pairs_[p], k, solution_.force[p]);
  accelerate(series, k);
  return true;
}

/// Under the forces of the solution. Those inside their limits hold bodies together.
void GaussSolver::accelerate(Expansion& series, int k) {
  series.accelerate_free(k);
  if (system_.has_bent_pairs()) return;
  held_pairs_.clear();
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const double force = solution_.force[p];
    if (solution_.bound[p] == Bound::Free ||
        (problem_.lower[p] < force && force < problem_.upper[p]))
      held_pairs_.push_back(pairs_[p]);
  }
  held_.join(held_pairs_, series, k);
}

AtLimit GaussSolver::limit_of(std::size_t position, double noise) const {
  if (!at_limit_.empty()) return at_limit_[position];
  const double near = std::max(noise, near_[position]);
  const bool upper = solution_.force[position] >= problem_.upper[position] - near;
  const bool lower = solution_.force[position] <= problem_.lower[position] + near;
  return upper && lower ? AtLimit::Both
         : upper        ? AtLimit::Upper
         : lower        ? AtLimit::Lower
                        : AtLimit::No;
}

void GaussSolver::solve_dense(const Expansion& series, int k) {
  const int m = static_cast<int>(pairs_.size());
  problem_.delassus.resize(static_cast<std::size_t>(m) * m);
  problem_.drive.resize(m);
  for (int p = 0; p < m; ++p) {
    const double drive = relative_acceleration(series, pairs_[p], k);
    stop_if_asked();
    problem_.drive[p] = std::abs(drive) < kVanishing ? 0.0 : drive;
    for (int r = 0; r <= p; ++r) {
      double sum = 0.0;
      for (const Term& x : series.terms_of_pair(pairs_[p]))
        for (const Term& y : series.terms_of_pair(pairs_[r]))
          if (x.body == y.body) sum += x.coefficient * y.coefficient * system_.inverse_mass(x.body);
      problem_.delassus[static_cast<std::size_t>(p) * m + r] = sum;
      problem_.delassus[static_cast<std::size_t>(r) * m + p] = sum;
    }
  }
  problem_.scale = series.force_scale(k);
  if (has_motions_ && may_cycle_ && !system_.has_bent_pairs()) note_given(series, k);
  solution_.bound.clear();
  solve_least_constraint(problem_, solution_);
}

/// What given motions do to pairs_ from order k on.
void GaussSolver::note_given(const Expansion& series, int k) {
  const int last = series.order();
  problem_.given.clear();
  for (int order = k; order <= last; ++order)
    for (const int j : pairs_) {
      double rate = 0.0;
      for (const Term& term : series.terms_of_pair(j))
        if (system_.motion_slot(term.body) >= 0)
          rate += term.coefficient * value_at(series.a(term.body), order, last, std::abs(time_));
      problem_.given.push_back(rate);
    }
}

/// Of all these pairs some form cycles, what keeps its velocity or is given counting as one node.
bool GaussSolver::has_cycle(const std::vector<int>& pairs) const {
  const int n = system_.n_bodies();
  NodeGroups groups(n + 1);
  for (const int j : pairs) {
    int first = -1;
    bool joined = false;
    for (const Term& term : system_.terms_of_pair(j)) {
      const int node = system_.is_free(term.body) ? term.body : n;
      joined = joined || (first >= 0 && groups.join(first, node));
      first = node;
    }
    if (system_.terms_of_pair(j).size() == 1) joined = first == n || groups.join(first, n);
    const bool moves = std::ranges::any_of(
        system_.terms_of_pair(j), [&](const Term& term) { return system_.is_free(term.body); });
    if (moves && !joined) return true;
  }
  return false;
}

/// Orders the bodies for pairs_, unless that was done for the same pairs before. A few pairs
/// without a cycle need no order: their forces are unique.
void GaussSolver::plan_graph() {
  const bool few = pairs_.size() <= kMany;
  if (few && !may_cycle_) {
    tree_.reset();
    graph_.reset();
    graph_pairs_.clear();
    return;
  }
  if (pairs_ == graph_pairs_) return;
  graph_pairs_ = pairs_;
  tree_.reset();
  graph_.reset();
  if (system_.has_bent_pairs() || (few && !has_cycle(pairs_))) return;
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
    if (!few) tree_ = std::make_unique<TreeSolver>(system_.n_bodies(), given, edges);
  } else if (!graph_->is_graph()) {
    graph_.reset();
  }
}

/// The problem of order k for pairs_ within the bounds of problem_.
/// @param problem  of TreeSolver or GraphSolver
template <class Problem>
void GaussSolver::fill(const Expansion& series, int k, Problem& problem) const {
  const auto n = static_cast<std::size_t>(system_.n_bodies());
  problem.mass.resize(n);
  problem.force.resize(n);
  problem.given.resize(n);
  for (int b = 0; b < system_.n_bodies(); ++b) {
    const bool free = system_.is_free(b);
    const double force = series.body_force(b)[k];
    problem.mass[b] = free ? 1.0 / system_.inverse_mass(b) : 0.0;
    problem.force[b] = std::abs(force) < kVanishing ? 0.0 : force;
    problem.given[b] = free ? 0.0 : value_at(series.a(b), k, series.order(), std::abs(time_));
  }
  problem.lower = problem_.lower;
  problem.upper = problem_.upper;
}

template <class Solution>
void GaussSolver::take(const Solution& solution) {
  solution_.status = solution.status;
  solution_.residual = solution.residual;
  solution_.force = solution.force;
  solution_.bound = solution.bound;
}

void GaussSolver::solve_tree(const Expansion& series, int k) {
  fill(series, k, tree_problem_);
  tree_solution_.bound.clear();  // a guess would let the past into the bits of the result
  tree_->solve(tree_problem_, tree_solution_);
  take(tree_solution_);
}

/// Of free bodies that pairs_ tie to given ones, moving with them [N].
double GaussSolver::largest_inertia() const {
  double largest = 0.0;
  for (const int j : pairs_) {
    const auto terms = system_.terms_of_pair(j);
    if (terms.size() != 2 || system_.is_free(terms[0].body) == system_.is_free(terms[1].body))
      continue;
    const Term& given = system_.is_free(terms[0].body) ? terms[1] : terms[0];
    const Term& free = system_.is_free(terms[0].body) ? terms[0] : terms[1];
    largest = std::max(largest, std::abs(graph_problem_.mass[free.body] * given.coefficient /
                                         free.coefficient * graph_problem_.given[given.body]));
  }
  return largest;
}

void GaussSolver::solve_graph(const Expansion& series, int k) {
  fill(series, k, graph_problem_);
  graph_problem_.tolerance = kNoise * std::max(series.force_scale(k), largest_inertia());
  graph_problem_.near = near_;
  graph_problem_.given_later.clear();
  if (has_motions_)
    for (int order = k + 1; order <= series.order(); ++order) {
      auto& later = graph_problem_.given_later.emplace_back(system_.n_bodies(), 0.0);
      for (int b = 0; b < system_.n_bodies(); ++b)
        if (!system_.is_free(b))
          later[b] = value_at(series.a(b), order, series.order(), std::abs(time_));
    }
  graph_->solve(graph_problem_, graph_solution_);
  take(graph_solution_);
  at_limit_ = graph_solution_.at_limit;
}

}  // namespace luztar
