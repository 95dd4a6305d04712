#include "luztar/stepping/graph_clusters.h"

#include <algorithm>
#include <cmath>

#include "luztar/core/nearness.h"

namespace luztar {
GraphClusters::GraphClusters(GraphSlots& slots)
    : graph_(slots),
      forest_(slots.x.forest),
      slots_(slots.n_nodes(), slots.n_slots(),
             [this](int s, const auto& at) {
               at(forest_.below[s]);
               if (forest_.above[s] >= 0) at(forest_.above[s]);
             }),
      rank_(slots.n_slots(), Rank::Clamped),
      nodes_(slots.n_nodes()),
      gain_(slots.n_nodes(), 0.0) {
  order_.reserve(nodes_.size());
  waiting_.reserve(2 * rank_.size());
}

void GraphClusters::visit(int i, int slot, int parent) {
  order_.push_back(i);
  Node& node = nodes_[i];
  node.via = slot;
  node.parent = parent;
  node.root = parent >= 0 ? nodes_[parent].root : i;
  if (parent < 0) {
    gain_[i] = slot >= 0 ? 0.0 : 1.0;
    node.kind = slot >= 0 ? Kind::Tied : Kind::Loose;
    node.lock = -1;
    return;
  }
  gain_[i] = further(i, 0.0, gain_[parent]);
}

/// Which slots a tree may use. Forces of a tree take what the multipliers leave over, so slots near
/// a limit come last.
void GraphClusters::rank_slots() {
  const double near = kHalfDigits * graph_.scale;
  for (int s = 0; s < graph_.n_slots(); ++s) {
    const double multiplier = graph_[s].multiplier;
    const double margin = std::min(graph_.x.most(s) - multiplier, multiplier - graph_.x.least(s));
    const Rank rank = graph_.is_clamped(s) ? Rank::Clamped
                      : margin > near      ? Rank::Wide
                                           : Rank::Narrow;
    are_valid_ = are_valid_ && rank == rank_[s];
    rank_[s] = rank;
  }
}

/// Breadth first from those in order_ that are not walked from yet; narrow slots wait.
void GraphClusters::walk(std::size_t from) {
  for (; from < order_.size(); ++from) {
    const int node = order_[from];
    for (const int s : slots_.of(node)) {
      if (rank_[s] == Rank::Clamped || forest_.above[s] < 0) continue;
      const int other = forest_.below[s] == node ? forest_.above[s] : forest_.below[s];
      if (nodes_[other].root >= 0) continue;
      if (rank_[s] == Rank::Wide)
        visit(other, s, node);
      else
        waiting_.push_back(s);
    }
  }
}

void GraphClusters::walk_all(std::size_t from) {
  walk(from);
  for (std::size_t next = 0; next < waiting_.size(); ++next) {
    const int s = waiting_[next];
    const int below = forest_.below[s];
    const int above = forest_.above[s];
    const bool reached = nodes_[below].root >= 0;
    if (reached && (above < 0 || nodes_[above].root >= 0)) continue;
    const std::size_t here = order_.size();
    if (above < 0)
      visit(below, s, -1);
    else
      visit(reached ? above : below, s, reached ? below : above);
    walk(here);
  }
  waiting_.clear();
}

void GraphClusters::find() {
  rank_slots();
  if (are_valid_) return;
  are_valid_ = true;
  order_.clear();
  waiting_.clear();
  for (Node& node : nodes_) {
    node.root = -1;
    node.inertia = 0.0;
  }
  for (int s = 0; s < graph_.n_slots(); ++s) {
    if (forest_.above[s] >= 0) continue;
    if (rank_[s] == Rank::Wide && nodes_[forest_.below[s]].root < 0) visit(forest_.below[s], s, -1);
    if (rank_[s] == Rank::Narrow) waiting_.push_back(s);
  }
  walk_all(0);
  for (int i = 0; i < graph_.n_nodes(); ++i) {
    if (nodes_[i].root >= 0) continue;
    const std::size_t from = order_.size();
    visit(i, -1, -1);
    walk_all(from);
  }
  find_locks();
  for (const int i : order_)
    nodes_[nodes_[i].root].inertia += graph_.weight[i] * gain_[i] * gain_[i];
}

void GraphClusters::find_locks() {
  for (int s = 0; s < graph_.n_slots(); ++s) {
    if (graph_.is_clamped(s) || forest_.above[s] < 0 || !is_chord(s)) continue;
    const int root = nodes_[forest_.below[s]].root;
    if (nodes_[root].kind != Kind::Loose) continue;
    const double one = gain_[forest_.below[s]];
    const double two = forest_.ratio[s] * gain_[forest_.above[s]];
    if (is_negligible(one - two, std::abs(one) + std::abs(two), kNoise)) continue;
    nodes_[root].kind = Kind::Locked;
    nodes_[root].lock = s;
  }
}

}  // namespace luztar
