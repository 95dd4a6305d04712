#include "luztar/simulate/grouping.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace luztar {
namespace {

constexpr int kRestingBlock = 4;  // bodies at rest that share an island, to save islands
constexpr int kSpare = 12;        // bodies at rest that an island may keep

}  // namespace

Grouping::Grouping(const SystemImpl& system, SystemCutter& cutter, const State& state)
    : system_(system), cutter_(cutter), state_(state) {
  const auto n = static_cast<std::size_t>(system.n_bodies());
  for (auto* list : {&moving_, &active_, &open_}) list->assign(n, 0);
  size_.assign(n, 1);
  parent_.resize(n);
  std::iota(parent_.begin(), parent_.end(), 0);
}

int Grouping::root(int body) {
  while (parent_[body] != body) body = parent_[body] = parent_[parent_[body]];
  return body;
}

void Grouping::unite(int a, int b) {
  a = root(a);
  b = root(b);
  if (a == b) return;
  if (b < a) std::swap(a, b);
  parent_[b] = a;
  size_[a] += size_[b];
  active_[a] = static_cast<char>(active_[a] | active_[b]);
}

/// Moving bodies with their neighbours, and what sticks together.
void Grouping::unite(const std::vector<int>& bodies) {
  for (const int b : bodies) {
    parent_[b] = b;
    size_[b] = 1;
    active_[b] = moving_[b];
  }
  for (const int b : bodies)
    for (const int e : cutter_.elements_of(b)) {
      const int pair = cutter_.pair_of(e);
      const bool ties =
          pair >= 0 && (state_.pair[pair] == Mode::Stuck || system_.pairs[pair].is_one_sided());
      if (moving_[b] == 0 && !ties) continue;
      for (const Term& term : system_.terms_of(e))
        if (system_.is_free(term.body)) unite(b, term.body);
    }
}

bool Grouping::should_split(const std::vector<int>& bodies) {
  unite(bodies);
  int needed = 0;   // bodies in sets where something moves
  int islands = 0;  // such sets
  for (const int b : bodies)
    if (parent_[b] == b && active_[b] != 0) {
      needed += size_[b];
      ++islands;
    }
  const auto size = static_cast<int>(bodies.size());
  return (islands > 1 && size > 2 * kSpare) || size > 2 * needed + kSpare;
}

bool Grouping::hang_together(const std::vector<int>& bodies) {
  if (bodies.empty()) return false;
  return !should_split(bodies) || std::all_of(bodies.begin(), bodies.end(), [&](int b) {
    return root(b) == root(bodies.front());
  });
}

std::vector<Grouping::Part> Grouping::split(const std::vector<int>& bodies) {
  if (!should_split(bodies)) return {{bodies, true}};
  std::vector<int> resting;
  std::map<int, std::vector<int>> moving;  // by root, which is the first body
  for (const int b : bodies) {
    const int r = root(b);
    (active_[r] != 0 ? moving[r] : resting).push_back(b);
  }
  std::vector<Part> parts;
  for (auto& [first, part] : moving) parts.push_back({std::move(part), true});
  split_resting(resting, parts);
  return parts;
}

/// Neighbours share an island, a few at a time; what sticks together does in any case.
void Grouping::split_resting(const std::vector<int>& bodies, std::vector<Part>& parts) {
  std::map<int, std::vector<int>> tied;  // by root
  for (const int b : bodies) {
    tied[root(b)].push_back(b);
    open_[b] = 1;
  }
  for (const int first : bodies) {
    if (open_[first] == 0) continue;
    std::vector<int> block;
    const auto add = [&](int b) {
      for (const int tied_body : tied[root(b)]) {
        open_[tied_body] = 0;
        block.push_back(tied_body);
      }
    };
    add(first);
    for (std::size_t i = 0; i < block.size(); ++i)
      for (const int e : cutter_.elements_of(block[i]))
        for (const Term& term : system_.terms_of(e))
          if (block.size() < kRestingBlock && open_[term.body] != 0) add(term.body);
    std::sort(block.begin(), block.end());
    parts.push_back({std::move(block), false});
  }
}

}  // namespace luztar
