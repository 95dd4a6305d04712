#include "luztar/friction/pair_cycles.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "luztar/friction/graph_blocks.h"
#include "luztar/friction/graph_plan.h"

namespace luztar {
namespace {

/// Pairs as edges between bodies, and between bodies and what is given, which is one node.
struct Edges {
  explicit Edges(const GraphPlan& plan) {
    for (const auto& edge : plan.edges) add(edge.pair, edge.a, edge.b, edge.factor);
    for (const auto& tie : plan.ties) add(tie.pair, tie.body, plan.n_bodies, tie.factor);
  }
  void add(int pair, int a, int b, double factor) {
    pairs.push_back(pair);
    ends.push_back({a, b});
    factors.push_back(factor);
  }

  std::vector<int> pairs;
  std::vector<std::array<int, 2>> ends;
  std::vector<double> factors;
};

/// One flow goes round; a pair of rate factor (y_a - y_b) carries it with flow/factor.
void go_round(const Edges& edges, const std::vector<int>& block, PairCycle& cycle) {
  const auto& first = edges.ends[block[0]];
  const auto& last = edges.ends[block.back()];
  int node = first[0] == last[0] || first[0] == last[1] ? first[0] : first[1];
  for (const int e : block) {
    const bool forth = edges.ends[e][0] == node;
    cycle.coefficients.push_back((forth ? 1.0 : -1.0) / edges.factors[e]);
    node = edges.ends[e][forth ? 1 : 0];
  }
}

void sort_by_pair(PairCycle& cycle) {
  std::vector<std::size_t> order(cycle.pairs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return cycle.pairs[i] < cycle.pairs[j]; });
  const PairCycle old = cycle;
  for (std::size_t i = 0; i < order.size(); ++i) {
    cycle.pairs[i] = old.pairs[order[i]];
    if (!old.coefficients.empty()) cycle.coefficients[i] = old.coefficients[order[i]];
  }
}

}  // namespace

std::optional<std::vector<PairCycle>> pair_cycles(int bodies, std::span<const char> given,
                                                  std::span<const TreePair> pairs) {
  const GraphPlan plan = plan_graph(bodies, given, pairs);
  if (!plan.is_graph) return std::nullopt;
  const Edges edges(plan);
  std::vector<PairCycle> cycles;
  for (const std::vector<int>& block : graph_blocks(bodies + 1, edges.ends)) {
    if (block.size() == 1) continue;
    PairCycle cycle;
    std::set<int> nodes;
    for (const int e : block) {
      cycle.pairs.push_back(edges.pairs[e]);
      nodes.insert(edges.ends[e].begin(), edges.ends[e].end());
    }
    if (nodes.size() == block.size()) go_round(edges, block, cycle);
    sort_by_pair(cycle);
    cycles.push_back(std::move(cycle));
  }
  std::sort(cycles.begin(), cycles.end(), [](const PairCycle& one, const PairCycle& other) {
    return one.pairs[0] < other.pairs[0];
  });
  return cycles;
}

}  // namespace luztar
