#include "luztar/dynamics/instant/indeterminacy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "luztar/core/nearness.h"
#include "luztar/core/node_groups.h"
#include "luztar/dynamics/system/pair_ends.h"
#include "luztar/friction/pair_cycles.h"
#include "luztar/matrix/decompositions.h"

namespace luztar {
namespace {

/// Pairs that stick and can carry a force.
std::vector<int> carrying_pairs(const SystemImpl& system, const State& state,
                                const Expansion& series) {
  std::vector<int> pairs;
  for (int j = 0; j < system.n_pairs(); ++j) {
    const auto terms = system.terms_of_pair(j);
    const bool acts = std::any_of(terms.begin(), terms.end(),
                                  [&](const Term& term) { return !system.is_given(term.body); });
    if (state.pair[j] == Mode::Stuck && acts &&
        (series.limit(j, 0, 0) > 0.0 || series.limit(j, 1, 0) > 0.0))
      pairs.push_back(j);
  }
  return pairs;
}

/// Pairs that share bodies which move, and these bodies.
struct Group {
  std::vector<int> pairs, bodies;
};

std::vector<Group> groups_of(const SystemImpl& system, const std::vector<int>& pairs) {
  NodeGroups together(system.n_bodies());
  std::vector<int> body_of;
  for (const int j : pairs) {
    body_of.push_back(-1);
    for (const Term& term : system.terms_of_pair(j)) {
      if (system.is_given(term.body)) continue;
      if (body_of.back() >= 0) together.join(term.body, body_of.back());
      body_of.back() = term.body;
    }
  }
  std::vector<Group> groups;
  std::vector<int> number(system.n_bodies(), -1);
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    int& at = number[together.root(body_of[k])];
    if (at < 0) {
      at = static_cast<int>(groups.size());
      groups.emplace_back();
    }
    groups[at].pairs.push_back(pairs[k]);
  }
  for (int b = 0; b < system.n_bodies(); ++b)
    if (const int at = number[together.root(b)]; at >= 0) groups[at].bodies.push_back(b);
  return groups;
}

/// Cycles by a kernel: pairs with any number of ends, and arms that contradict each other.
std::vector<PairCycle> dense_cycles(const SystemImpl& system, const Expansion& series,
                                    const Group& group) {
  const Index n = group.pairs.size();
  Matrix balance(group.bodies.size(), n);
  for (Index k = 0; k < n; ++k)
    for (const Term& term : series.terms_of_pair(group.pairs[k]))
      if (!system.is_given(term.body))
        balance(place_in(group.bodies, term.body), k) += term.coefficient;
  const Matrix kernel = kernel_of(balance);
  if (kernel.cols() == 0) return {};
  const auto contains = [&](Index column, Index k) {
    return exceeds(kernel(k, column), largest(kernel.col(column)), kSolved);
  };
  NodeGroups together(static_cast<int>(kernel.cols()));  // columns that share pairs
  std::vector<int> column_of(group.pairs.size(), -1);
  for (Index k = 0; k < n; ++k)
    for (int column = 0; column < kernel.cols(); ++column) {
      if (!contains(column, k)) continue;
      if (column_of[k] >= 0) together.join(column, column_of[k]);
      column_of[k] = column;
    }
  std::vector<int> columns_at(kernel.cols(), 0);
  for (int column = 0; column < kernel.cols(); ++column) ++columns_at[together.root(column)];
  std::map<int, PairCycle> cycles;
  for (Index k = 0; k < n; ++k) {
    if (column_of[k] < 0) continue;
    const int root = together.root(column_of[k]);
    cycles[root].pairs.push_back(static_cast<int>(k));
    if (columns_at[root] == 1) cycles[root].coefficients.push_back(kernel(k, column_of[k]));
  }
  std::vector<PairCycle> result;
  for (auto& [root, cycle] : cycles) result.push_back(std::move(cycle));
  return result;
}

std::vector<PairCycle> cycles_of(const SystemImpl& system, const Expansion& series,
                                 const Group& group) {
  const auto ends = series.bent().any() ? std::nullopt : ends_of(system, group.pairs, group.bodies);
  if (ends)
    if (auto cycles = pair_cycles(static_cast<int>(group.bodies.size()), {}, *ends)) return *cycles;
  return dense_cycles(system, series, group);
}

/// How far the forces can shift inside their limits.
IndeterminateCycle with_ranges(const SystemImpl& system, const Expansion& series,
                               const Group& group, const PairCycle& cycle) {
  IndeterminateCycle result{{}, !cycle.coefficients.empty()};
  for (const int k : cycle.pairs) result.pairs.push_back({group.pairs[k], -kInfinity, kInfinity});
  if (!result.has_ranges) return result;
  double back = -kInfinity;
  double forth = kInfinity;
  for (std::size_t i = 0; i < cycle.coefficients.size(); ++i) {
    const int j = result.pairs[i].pair;
    const double force = series.f(system.first_pair() + j)[0];
    const double up = (series.limit(j, 1, 0) - force) / cycle.coefficients[i];
    const double down = (-series.limit(j, 0, 0) - force) / cycle.coefficients[i];
    back = std::max(back, std::min(up, down));
    forth = std::min(forth, std::max(up, down));
  }
  for (std::size_t i = 0; i < cycle.coefficients.size(); ++i) {
    ForceRange& range = result.pairs[i];
    const double force = series.f(system.first_pair() + range.pair)[0];
    range.lower = force + std::min(cycle.coefficients[i] * back, cycle.coefficients[i] * forth);
    range.upper = force + std::max(cycle.coefficients[i] * back, cycle.coefficients[i] * forth);
  }
  return result;
}

}  // namespace

std::vector<IndeterminateCycle> indeterminate_cycles(const SystemImpl& system, const State& state,
                                                     const Expansion& series) {
  std::vector<IndeterminateCycle> result;
  for (const Group& group : groups_of(system, carrying_pairs(system, state, series)))
    for (const PairCycle& cycle : cycles_of(system, series, group))
      result.push_back(with_ranges(system, series, group, cycle));
  return result;
}

}  // namespace luztar
