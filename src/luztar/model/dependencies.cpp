#include "luztar/model/dependencies.h"

#include <algorithm>

namespace luztar {
namespace {

// Follows the unsolved needs until one comes back.
std::vector<std::size_t> follow(const std::vector<std::vector<std::size_t>>& uses,
                                const std::vector<bool>& solved, std::vector<bool>& seen,
                                std::size_t start) {
  std::vector<std::size_t> path;
  std::size_t item = start;
  while (!seen[item]) {
    seen[item] = true;
    path.push_back(item);
    const auto next = std::find_if(uses[item].begin(), uses[item].end(),
                                   [&](std::size_t need) { return !solved[need]; });
    item = *next;  // an unsolved item has an unsolved need
  }
  const auto first = std::find(path.begin(), path.end(), item);
  return {first, path.end()};  // empty if the path ran into a cycle that was told before
}

}  // namespace

Dependencies sort_dependencies(const std::vector<std::vector<std::size_t>>& uses) {
  const std::size_t n = uses.size();
  std::vector<std::vector<std::size_t>> used_by(n);
  std::vector<std::size_t> open(n);
  for (std::size_t i = 0; i < n; ++i) {
    open[i] = uses[i].size();
    for (const std::size_t need : uses[i]) used_by[need].push_back(i);
  }
  Dependencies result;
  for (std::size_t i = 0; i < n; ++i) {
    if (open[i] == 0) result.order.push_back(i);
  }
  for (std::size_t next = 0; next < result.order.size(); ++next) {
    for (const std::size_t user : used_by[result.order[next]]) {
      if (--open[user] == 0) result.order.push_back(user);
    }
  }
  std::vector<bool> solved(n, false);
  for (const std::size_t i : result.order) solved[i] = true;
  std::vector<bool> seen = solved;
  for (std::size_t i = 0; i < n; ++i) {
    if (seen[i]) continue;
    std::vector<std::size_t> cycle = follow(uses, solved, seen, i);
    if (!cycle.empty()) result.cycles.push_back(std::move(cycle));
  }
  return result;
}

}  // namespace luztar
